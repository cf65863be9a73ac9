# golden: --emit=ir
from numba import cuda


@cuda.jit
def named(a, b):
    at = cuda.grid(2)
    for_b = (at[0], at[1], 0)
    a[at] += b[for_b]


@cuda.jit
def called(a, b):
    a[cuda.grid(3)] = b[cuda.grid(1)]


@cuda.jit
def atomically(a, b):
    at = cuda.grid(2)
    cuda.atomic.add(a, at, b[at[0]])

# === --emit=ir
# fail_untyped_indexed_by_tuples.py:1:1: error: no kernel states its types; give them with --sig [NoTypedKernel]
#   # golden: --emit=ir
#   ^
# fail_untyped_indexed_by_tuples.py:6:5: note: `named` states no types and was skipped; compile it with --sig 'named(float32[:, ::1], float32[:, :, ::1])' [UntypedKernel]
#   def named(a, b):
#       ^~~~~
# fail_untyped_indexed_by_tuples.py:13:5: note: `called` states no types and was skipped; compile it with --sig 'called(float32[:, :, ::1], float32[::1])' [UntypedKernel]
#   def called(a, b):
#       ^~~~~~
# fail_untyped_indexed_by_tuples.py:18:5: note: `atomically` states no types and was skipped; compile it with --sig 'atomically(float32[:, ::1], float32[::1])' [UntypedKernel]
#   def atomically(a, b):
#       ^~~~~~~~~~
