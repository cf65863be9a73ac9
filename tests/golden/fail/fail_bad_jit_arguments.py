# golden: --emit=ir
from numba import cuda
import sys
from numba import float32

@cuda.jit(sys.argv[1])
def runtime(x):
    x[0] = 1

@cuda.jit("void(flaot32[:])")
def misspelt(x):
    x[0] = 1

@cuda.jit("void(float32[:)")
def broken(x):
    x[0] = 1

@cuda.jit(float32[:], float32)
def old(x, a):
    x[0] = 1

@cuda.jit("void(float32[::1, :, ::1])")
def layout(x):
    x[0] = 1

@cuda.jit(7)
def number(x):
    x[0] = 1

# === --emit=ir
# fail_bad_jit_arguments.py:6:11: error: cannot read these arguments of `cuda.jit`: the element is not known before the program runs; write it out, or give the name with -D NAME=VALUE [BadJitArguments]
#   @cuda.jit(sys.argv[1])
#             ^~~~~~~~~~~
# fail_bad_jit_arguments.py:10:17: error: cannot read these arguments of `cuda.jit`: unknown type `flaot32` [BadJitArguments]
#   @cuda.jit("void(flaot32[:])")
#                   ^~~~~~~
# fail_bad_jit_arguments.py:14:16: error: cannot read these arguments of `cuda.jit`: `void(float32[:)` is not a signature; write it as "void(float32[:], int64)" [BadJitArguments]
#   @cuda.jit("void(float32[:)")
#                  ^
# fail_bad_jit_arguments.py:18:11: error: cannot read these arguments of `cuda.jit`: a signature is written `void(float32[:], ...)` [BadJitArguments]
#   @cuda.jit(float32[:], float32)
#             ^~~~~~~~~~
# fail_bad_jit_arguments.py:22:33: error: cannot read these arguments of `cuda.jit`: only one axis can be `::1` [BadJitArguments]
#   @cuda.jit("void(float32[::1, :, ::1])")
#                                   ^~~
# fail_bad_jit_arguments.py:26:11: error: cannot read these arguments of `cuda.jit`: the signature is not understood; write it as "void(float32[:], int64)" [BadJitArguments]
#   @cuda.jit(7)
#             ^
