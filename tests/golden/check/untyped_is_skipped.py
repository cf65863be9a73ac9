# golden: --emit=ir
from numba import cuda


@cuda.jit
def lazy(a, b):
    a[0] = b

@cuda.jit("void(float32[::1])")
def typed(x):
    x[0] = 1

# === --emit=ir
# kernel typed(x: f32[::1])
#   x[guard 0] = f32(1.0)
# untyped_is_skipped.py:6:5: note: `lazy` states no types and was skipped; compile it with --sig 'lazy(float32[::1], float32)' [UntypedKernel]
#   def lazy(a, b):
#       ^~~~
