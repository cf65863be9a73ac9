# golden: --emit=ir
from numba import cuda
from numba.cuda import libdevice


@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = libdevice.sinff(x[0])
    x[0] = libdevice.sinf()
    x[0] = libdevice.sinf(x)
    x[0] = libdevice.popc(x[0])
    x[0] = cuda.libdevice.sinf(a=x[0])

# === --emit=ir
# fail_libdevice.py:8:12: error: `cuda.libdevice.sinff` is not supported in kernels; did you mean `cuda.libdevice.isinff`? [UnsupportedName]
#       x[0] = libdevice.sinff(x[0])
#              ^~~~~~~~~~~~~~~
# fail_libdevice.py:9:12: error: `cuda.libdevice.sinf` takes 1 argument, 0 given [ArgumentCount]
#       x[0] = libdevice.sinf()
#              ^~~~~~~~~~~~~~~~
# fail_libdevice.py:10:27: error: argument 1 of `cuda.libdevice.sinf` must be `float32`, not `float32[::1]` [ArgumentType]
#       x[0] = libdevice.sinf(x)
#                             ^
# fail_libdevice.py:11:27: error: argument 1 of `cuda.libdevice.popc` must be `int32`, not `float32` [ArgumentType]
#       x[0] = libdevice.popc(x[0])
#                             ^~~~
# fail_libdevice.py:12:32: error: `cuda.libdevice.sinf` has no parameter `a` [UnknownKeyword]
#       x[0] = cuda.libdevice.sinf(a=x[0])
#                                  ^~~~~~
