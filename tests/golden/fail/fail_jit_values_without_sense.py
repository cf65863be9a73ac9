# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1])", max_registers="many")
def a(x):
    x[0] = 1


@cuda.jit("void(float32[::1])", max_registers=-5)
def b(x):
    x[0] = 1


@cuda.jit("void(float32[::1])", max_registers=10000)
def c(x):
    x[0] = 1


@cuda.jit("void(float32[::1])", launch_bounds=-1)
def d(x):
    x[0] = 1


@cuda.jit("void(float32[::1])", launch_bounds=5000)
def e(x):
    x[0] = 1


@cuda.jit("void(float32[::1])", launch_bounds=(1, 2, 3, 4))
def f(x):
    x[0] = 1


@cuda.jit("void(float32[::1])", opt=7)
def g(x):
    x[0] = 1


@cuda.jit("void(float32[::1])", noalias="x")
def h(x):
    x[0] = 1


@cuda.jit("void(float32[::1])", lineinfo=2.5)
def i(x):
    x[0] = 1


@cuda.jit("void(float32[::1])", bounds="none")
def j(x):
    x[0] = 1


@cuda.jit("void(float32[::1])", prec_div=False)
def k(x):
    x[0] = 1

# === --emit=ir
# fail_jit_values_without_sense.py:5:33: error: cannot read these arguments of `cuda.jit`: `max_registers` must be an integer from 0 to 255 [BadJitArguments]
#   @cuda.jit("void(float32[::1])", max_registers="many")
#                                   ^~~~~~~~~~~~~~~~~~~~
# fail_jit_values_without_sense.py:10:33: error: cannot read these arguments of `cuda.jit`: `max_registers` must be an integer from 0 to 255 [BadJitArguments]
#   @cuda.jit("void(float32[::1])", max_registers=-5)
#                                   ^~~~~~~~~~~~~~~~
# fail_jit_values_without_sense.py:15:33: error: cannot read these arguments of `cuda.jit`: `max_registers` must be an integer from 0 to 255 [BadJitArguments]
#   @cuda.jit("void(float32[::1])", max_registers=10000)
#                                   ^~~~~~~~~~~~~~~~~~~
# fail_jit_values_without_sense.py:20:33: error: cannot read these arguments of `cuda.jit`: `launch_bounds` must be the most threads of a block, 1 to 1024, or a tuple of them, the least blocks of a multiprocessor and the most of a cluster [BadJitArguments]
#   @cuda.jit("void(float32[::1])", launch_bounds=-1)
#                                   ^~~~~~~~~~~~~~~~
# fail_jit_values_without_sense.py:25:33: error: cannot read these arguments of `cuda.jit`: `launch_bounds` must be the most threads of a block, 1 to 1024, or a tuple of them, the least blocks of a multiprocessor and the most of a cluster [BadJitArguments]
#   @cuda.jit("void(float32[::1])", launch_bounds=5000)
#                                   ^~~~~~~~~~~~~~~~~~
# fail_jit_values_without_sense.py:30:33: error: cannot read these arguments of `cuda.jit`: `launch_bounds` must be the most threads of a block, 1 to 1024, or a tuple of them, the least blocks of a multiprocessor and the most of a cluster [BadJitArguments]
#   @cuda.jit("void(float32[::1])", launch_bounds=(1, 2, 3, 4))
#                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_jit_values_without_sense.py:35:33: error: cannot read these arguments of `cuda.jit`: `opt` must be True or False [BadJitArguments]
#   @cuda.jit("void(float32[::1])", opt=7)
#                                   ^~~~~
# fail_jit_values_without_sense.py:40:33: error: cannot read these arguments of `cuda.jit`: `noalias` must be True or False [BadJitArguments]
#   @cuda.jit("void(float32[::1])", noalias="x")
#                                   ^~~~~~~~~~~
# fail_jit_values_without_sense.py:45:33: error: cannot read these arguments of `cuda.jit`: `lineinfo` must be True or False [BadJitArguments]
#   @cuda.jit("void(float32[::1])", lineinfo=2.5)
#                                   ^~~~~~~~~~~~
# fail_jit_values_without_sense.py:50:33: error: cannot read these arguments of `cuda.jit`: there is no option `bounds`; --bounds does it, for all kernels [BadJitArguments]
#   @cuda.jit("void(float32[::1])", bounds="none")
#                                   ^~~~~~~~~~~~~
# fail_jit_values_without_sense.py:55:33: error: cannot read these arguments of `cuda.jit`: there is no option `prec_div`; --prec-div does it, for all kernels [BadJitArguments]
#   @cuda.jit("void(float32[::1])", prec_div=False)
#                                   ^~~~~~~~~~~~~~
