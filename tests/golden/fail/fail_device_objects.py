# golden: --emit=ir
import numpy as np
from numba import cuda
from nvmath.device import FFT, Matmul

ROWS = ("row_major", "row_major", "row_major")
MM = Matmul((4, 4, 4), np.float32, "real", arrangement=ROWS)
HALF = Matmul((16, 16, 16), np.float16, "real", arrangement=ROWS)
fft = FFT(64, np.float32, "c2c", "Block", direction="forward", elements_per_thread=8)
real = FFT(64, np.float32, "r2c", "Block")


@cuda.jit("void(float32[::1], int32)")
def calls(x, n):
    a = cuda.shared.array((4, 4), np.float32)
    short = cuda.shared.array(15, np.float32)
    wide = cuda.shared.array(16, np.float64)
    z = cuda.local.array(8, np.complex64)
    s = cuda.shared.array(64, np.complex64)
    few = cuda.shared.array(63, np.complex64)
    MM.execute(1.0, a, a, 0.0, short)
    MM.execute(1.0, a, wide, 0.0, a)
    MM.execute(1.0, a[:, :2], a, 0.0, a)
    MM.execute(1.0, 1.0, a, 0.0, a)
    MM.execute(a, a, a, 0.0, a)
    MM.execute(1.0, a, a, 0.0)
    MM.execute(1.0, a, a, 0.0, a, 1)
    MM.execute(1.0, a, 3, a, 4, 0.0, a, 4)
    MM.execute(1.0, a, 1.5, a, 4, 0.0, a, 4)
    MM.execute(1.0, a, 5, a, 4, 0.0, a, 4)
    MM(alpha=1.0, a=a, b=a, beta=0.0, c=a)
    HALF.execute(1.0, a, a, 0.0, a)
    fft.execute(z, few)
    fft.execute(z, z)
    fft.execute(s, s, s)
    fft.execute(few)
    real.execute(s)
    x[0] = MM.k_dim
    MM.transposed()
    MM.get_shared_storage_size(n, n, n)

# === --emit=ir
# fail_device_objects.py:21:32: error: the array of C has 15 elements, and `MM.execute` uses 16 [ArrayTooShort]
#       MM.execute(1.0, a, a, 0.0, short)
#                                  ^~~~~
# fail_device_objects.py:22:24: error: argument 3 of `MM.execute` must be a contiguous array of `float32`, not `float64[::1]` [ArgumentType]
#       MM.execute(1.0, a, wide, 0.0, a)
#                          ^~~~
# fail_device_objects.py:23:21: error: argument 2 of `MM.execute` must be a contiguous array of `float32`, not `float32[:, :]` [ArgumentType]
#       MM.execute(1.0, a[:, :2], a, 0.0, a)
#                       ^~~~~~~~
# fail_device_objects.py:24:21: error: argument 2 of `MM.execute` must be a contiguous array of `float32`, not `float` [ArgumentType]
#       MM.execute(1.0, 1.0, a, 0.0, a)
#                       ^~~
# fail_device_objects.py:25:16: error: argument 1 of `MM.execute` must be a number, not `float32[:, ::1]` [ArgumentType]
#       MM.execute(a, a, a, 0.0, a)
#                  ^
# fail_device_objects.py:26:5: error: `MM.execute` takes 3, 5 or 8 arguments, 4 given [ArgumentCount]
#       MM.execute(1.0, a, a, 0.0)
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_device_objects.py:27:5: error: `MM.execute` takes 3, 5 or 8 arguments, 6 given [ArgumentCount]
#       MM.execute(1.0, a, a, 0.0, a, 1)
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_device_objects.py:28:24: error: argument 3 of `MM.execute` must be a leading dimension, an integer from 4 on, not `int64` [ArgumentType]
#       MM.execute(1.0, a, 3, a, 4, 0.0, a, 4)
#                          ^
# fail_device_objects.py:29:24: error: argument 3 of `MM.execute` must be a leading dimension, an integer from 4 on, not `float` [ArgumentType]
#       MM.execute(1.0, a, 1.5, a, 4, 0.0, a, 4)
#                          ^~~
# fail_device_objects.py:30:21: error: the array of A has 16 elements, and `MM.execute` uses 19 [ArrayTooShort]
#       MM.execute(1.0, a, 5, a, 4, 0.0, a, 4)
#                       ^
# fail_device_objects.py:31:8: error: `MM` has no parameter `alpha` [UnknownKeyword]
#       MM(alpha=1.0, a=a, b=a, beta=0.0, c=a)
#          ^~~~~~~~~
# fail_device_objects.py:32:23: error: argument 2 of `HALF.execute` must be a contiguous array of `float16`, not `float32[:, ::1]` [ArgumentType]
#       HALF.execute(1.0, a, a, 0.0, a)
#                         ^
# fail_device_objects.py:33:20: error: the array of the block's elements has 63 elements, and `fft.execute` uses 64 [ArrayTooShort]
#       fft.execute(z, few)
#                      ^~~
# fail_device_objects.py:34:20: error: argument 2 of `fft.execute` must be a shared array, not `complex64[::1]` [ArgumentType]
#       fft.execute(z, z)
#                      ^
# fail_device_objects.py:35:5: error: `fft.execute` takes 1 to 2 arguments, 3 given [ArgumentCount]
#       fft.execute(s, s, s)
#       ^~~~~~~~~~~~~~~~~~~~
# fail_device_objects.py:36:17: error: the array of the block's elements has 63 elements, and `fft.execute` uses 64 [ArrayTooShort]
#       fft.execute(few)
#                   ^~~
# fail_device_objects.py:37:5: error: `real.execute` takes 2 arguments, 1 given [ArgumentCount]
#       real.execute(s)
#       ^~~~~~~~~~~~~~~
# fail_device_objects.py:38:12: error: `MM.k_dim` is not known at compile time: Matmul has no `k_dim` [NotConstant]
#       x[0] = MM.k_dim
#              ^~~~~~~~
# fail_device_objects.py:39:5: error: `Matmul.transposed` is not supported in kernels [UnsupportedName]
#       MM.transposed()
#       ^~~~~~~~~~~~~
# fail_device_objects.py:40:5: error: `Matmul.get_shared_storage_size` is not supported in kernels; a leading dimension is an integer, or a layout [UnsupportedName]
#       MM.get_shared_storage_size(n, n, n)
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~
