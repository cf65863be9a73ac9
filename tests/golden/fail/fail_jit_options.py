# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1])", cahce=True)
def misspelt(a):
    a[0] = 1


@cuda.jit("void(float32[::1])", boundscheck=True)
def bounds(a):
    a[0] = 1


@cuda.jit("void(float32[::1])", target="cpu")
def target(a):
    a[0] = 1


@cuda.jit("void(float32[::1])", typing="c")
def typing(a):
    a[0] = 1


@cuda.jit("void(Tuple((Optional(int32), int32)))")
def optional(a):
    pass


@cuda.jit("void(NamedTuple((float32, int32), 'x'))")
def named(a):
    pass


@cuda.jit("void(Tuple((none, int32)))")
def nothing(a):
    pass


@cuda.jit(argtypes=["float32[::1]"], restype=3)
def result(a):
    a[0] = 1

# === --emit=ir
# fail_jit_options.py:5:33: error: cannot read these arguments of `cuda.jit`: there is no option `cahce`; did you mean `cache`? [BadJitArguments]
#   @cuda.jit("void(float32[::1])", cahce=True)
#                                   ^~~~~~~~~~
# fail_jit_options.py:10:33: error: cannot read these arguments of `cuda.jit`: `boundscheck` is --bounds=raise, for all kernels [BadJitArguments]
#   @cuda.jit("void(float32[::1])", boundscheck=True)
#                                   ^~~~~~~~~~~~~~~~
# fail_jit_options.py:15:33: error: cannot read these arguments of `cuda.jit`: `target` must be "cuda" [BadJitArguments]
#   @cuda.jit("void(float32[::1])", target="cpu")
#                                   ^~~~~~~~~~~~
# fail_jit_options.py:20:33: error: cannot read these arguments of `cuda.jit`: `typing` must be "python" or "numba" [BadJitArguments]
#   @cuda.jit("void(float32[::1])", typing="c")
#                                   ^~~~~~~~~~
# fail_jit_options.py:25:17: error: cannot read these arguments of `cuda.jit`: Optional and none stand for a whole parameter [BadJitArguments]
#   @cuda.jit("void(Tuple((Optional(int32), int32)))")
#                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_jit_options.py:30:17: error: cannot read these arguments of `cuda.jit`: NamedTuple takes the elements' types and the class, or its names as a string [BadJitArguments]
#   @cuda.jit("void(NamedTuple((float32, int32), 'x'))")
#                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_jit_options.py:35:17: error: cannot read these arguments of `cuda.jit`: Optional and none stand for a whole parameter [BadJitArguments]
#   @cuda.jit("void(Tuple((none, int32)))")
#                   ^~~~~~~~~~~~~~~~~~~~
# fail_jit_options.py:40:38: error: cannot read these arguments of `cuda.jit`: `restype` must be a type [BadJitArguments]
#   @cuda.jit(argtypes=["float32[::1]"], restype=3)
#                                        ^~~~~~~~~
