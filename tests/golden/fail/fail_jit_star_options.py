# golden: --emit=ir
from numba import cuda

MISSPELT = {"fastmaths": True}
NUMBER = 3


@cuda.jit("void(float32[::1])", **MISSPELT)
def misspelt(x):
    x[0] = x[0] / 3


@cuda.jit("void(float32[::1])", **NUMBER)
def number(x):
    x[0] = x[0] / 3


class Solver:
    def __init__(self, options):
        self.options = options

    def make(self):
        @cuda.jit("void(float32[::1])", **self.options)
        def unknown(x):
            x[0] = x[0] / 3

        return unknown

# === --emit=ir
# fail_jit_star_options.py:8:35: error: cannot read these arguments of `cuda.jit`: there is no option `fastmaths`; did you mean `fastmath`? [BadJitArguments]
#   @cuda.jit("void(float32[::1])", **MISSPELT)
#                                     ^~~~~~~~
# fail_jit_star_options.py:13:35: error: cannot read these arguments of `cuda.jit`: `**` takes a dictionary [BadJitArguments]
#   @cuda.jit("void(float32[::1])", **NUMBER)
#                                     ^~~~~~
# fail_jit_star_options.py:22:14: error: cannot read these arguments of `cuda.jit`: `self` is a parameter of the enclosing function; write it out, or give the name with -D NAME=VALUE [BadJitArguments]
#       def make(self):
#                ^~~~
