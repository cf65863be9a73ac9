# golden: --emit=ir
from numba import cuda


@cuda.jit(["float32(float32, float64)", "float32(float64, float32)"], device=True)
def f(x, y):
    return x + y


@cuda.jit("int32(none)", device=True)
def g(x):
    return 1


@cuda.jit("void(float32[::1])")
def k(a):
    a[0] = f(a[0], a[1])
    a[1] = g(a[0])

# === --emit=ir
# fail_ambiguous_call.py:17:12: error: several signatures of `f` are equally near to these arguments: (float32, float64) and (float64, float32); convert an argument [AmbiguousCall]
#       a[0] = f(a[0], a[1])
#              ^~~~~~~~~~~~~
# fail_ambiguous_call.py:18:14: error: argument 1 of `g` must be `none`, not `float32` [ArgumentType]
#       a[1] = g(a[0])
#                ^~~~
