# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1])")
def keyword(*, x):
    x[0] = 1

@cuda.jit(device=True)
def rest(x, **more):
    return x

@cuda.jit("void(float32[::1])")
def calls(x):
    x[0] = rest(x[0])

# === --emit=ir
# fail_unsupported_parameter.py:6:16: error: keyword-only parameters are not supported in kernels [UnsupportedParameter]
#   def keyword(*, x):
#                  ^
# fail_unsupported_parameter.py:10:15: error: `**kwargs` parameters are not supported in kernels [UnsupportedParameter]
#   def rest(x, **more):
#                 ^~~~
