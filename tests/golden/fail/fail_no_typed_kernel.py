# golden: --emit=ir
from numba import cuda


@cuda.jit
def first(x, n):
    x[0] = n

class Solver:
    @cuda.jit()
    def step(x):
        x[0] = 1

# === --emit=ir
# fail_no_typed_kernel.py:1:1: error: no kernel states its types; give them with --sig [NoTypedKernel]
#   # golden: --emit=ir
#   ^
# fail_no_typed_kernel.py:6:5: note: `first` states no types and was skipped; compile it with --sig 'first(float32[::1], float32)' [UntypedKernel]
#   def first(x, n):
#       ^~~~~
# fail_no_typed_kernel.py:11:9: note: `Solver.step` states no types and was skipped; compile it with --sig 'Solver.step(float32[::1])' [UntypedKernel]
#       def step(x):
#           ^~~~
