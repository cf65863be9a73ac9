# golden: --emit=ir
from numba import cuda
from numba import float32

@cuda.jit("void(float32[::1])", device=UNKNOWN)
def a(x):
    x[0] = 1

@cuda.jit(signature="void(float32[::1]")
def b(x):
    x[0] = 1

@cuda.jit(types.void(float32[::1]))
def c(x):
    x[0] = 1

# === --emit=ir
# fail_bad_jit_option_values.py:5:33: error: cannot read these arguments of `cuda.jit`: `device` must be True or False [BadJitArguments]
#   @cuda.jit("void(float32[::1])", device=UNKNOWN)
#                                   ^~~~~~~~~~~~~~
# fail_bad_jit_option_values.py:9:26: error: cannot read these arguments of `cuda.jit`: `void(float32[::1]` is not a signature; write it as "void(float32[:], int64)" [BadJitArguments]
#   @cuda.jit(signature="void(float32[::1]")
#                            ^
# fail_bad_jit_option_values.py:13:11: error: cannot read these arguments of `cuda.jit`: `types` is not defined; write it out, or give the name with -D NAME=VALUE [BadJitArguments]
#   @cuda.jit(types.void(float32[::1]))
#             ^~~~~
