# golden: --emit=ir
from numba import cuda

@cuda.jit("void(float32[::1])", fastmath={"quick"})
def a(x):
    x[0] = 1

@cuda.jit("void(float32[::1])", fastmath={"afn": "yes"})
def b(x):
    x[0] = 1

@cuda.jit("void(float32[::1])", fastmath=[1, 2])
def c(x):
    x[0] = 1

# === --emit=ir
# fail_fastmath.py:4:43: error: cannot read these arguments of `cuda.jit`: `fastmath` is True, False, or some of fast, nnan, ninf, nsz, arcp, contract, afn, reassoc [BadJitArguments]
#   @cuda.jit("void(float32[::1])", fastmath={"quick"})
#                                             ^~~~~~~
# fail_fastmath.py:8:50: error: cannot read these arguments of `cuda.jit`: a flag of `fastmath` is True or False [BadJitArguments]
#   @cuda.jit("void(float32[::1])", fastmath={"afn": "yes"})
#                                                    ^~~~~
# fail_fastmath.py:12:42: error: cannot read these arguments of `cuda.jit`: `fastmath` is True, False, or some of fast, nnan, ninf, nsz, arcp, contract, afn, reassoc [BadJitArguments]
#   @cuda.jit("void(float32[::1])", fastmath=[1, 2])
#                                            ^~~~~~
