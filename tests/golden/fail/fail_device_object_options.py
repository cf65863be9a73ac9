# golden: --emit=ir --error-limit=0
import numpy as np
from numba import cuda
from nvmath.device import FFT, Matmul

ROWS = ("row_major", "row_major", "row_major")


@cuda.jit("void(float32[::1])")
def makers(x):
    s = cuda.shared.array(16, np.float32)
    NO_SIZE(1.0, s, s, 0.0, s)
    NO_ORDER(1.0, s, s, 0.0, s)
    BAD_ORDER(1.0, s, s, 0.0, s)
    NO_TYPE(1.0, s, s, 0.0, s)
    BAD_TYPE(1.0, s, s, 0.0, s)
    NARROW(1.0, s, s, 0.0, s)
    COMPLEX(1.0, s, s, 0.0, s)
    BAD_LD(1.0, s, s, 0.0, s)
    BAD_ALIGNMENT(1.0, s, s, 0.0, s)
    LARGE(1.0, s, s, 0.0, s)
    CROWD(1.0, s, s, 0.0, s)
    TWO_BLOCKS(1.0, s, s, 0.0, s)
    UNKNOWN(1.0, s, s, 0.0, s)
    SOLVER(1.0, s, s, 0.0, s)
    PIPELINE(1.0, s, s, 0.0, s)
    ODD(s)
    HALVES(s)
    AIMLESS(s)
    BACKWARD(s)
    LONG(s)
    MANY(s)
    HUGE(s)
    FOLDED(s)
    ELSEWHERE(s)


NO_SIZE = Matmul(size=(4, 4), precision=np.float32, arrangement=ROWS)
NO_ORDER = Matmul(size=(4, 4, 4), precision=np.float32)
BAD_ORDER = Matmul(size=(4, 4, 4), precision=np.float32, arrangement=("rows", "rows", "rows"))
NO_TYPE = Matmul(size=(4, 4, 4), arrangement=ROWS)
BAD_TYPE = Matmul(size=(4, 4, 4), precision=np.complex64, arrangement=ROWS)
NARROW = Matmul(
    size=(4, 4, 4), precision=(np.float64, np.float64, np.float32), arrangement=ROWS
)
COMPLEX = Matmul(size=(4, 4, 4), precision=np.float16, data_type="complex", arrangement=ROWS)
BAD_LD = Matmul(size=(4, 4, 4), precision=np.float32, arrangement=ROWS, leading_dimension=(4, 3, 4))
BAD_ALIGNMENT = Matmul(size=(4, 4, 4), precision=np.float32, arrangement=ROWS, alignment=(4, 2, 4))
LARGE = Matmul(size=(256, 256, 256), precision=np.float32, arrangement=ROWS)
CROWD = Matmul(size=(4, 4, 4), precision=np.float32, arrangement=ROWS, block_dim=(64, 32, 1))
TWO_BLOCKS = Matmul(
    size=(4, 4, 4), precision=np.float32, arrangement=ROWS, block_dim=(64, 1, 1), block_size=64
)
UNKNOWN = Matmul(size=(4, 4, 4), precision=np.float32, arrangement=ROWS, colour="red")
SOLVER = Matmul(size=(4, 4, 4), precision=np.float32, arrangement=ROWS, function="TRSM")
PIPELINE = Matmul(size=(4, 4, 4), precision=np.float32, arrangement=ROWS, with_pipeline=True)
ODD = FFT(size=60, precision=np.float32, fft_type="r2c", execution="Thread")
HALVES = FFT(size=64, precision=np.float16, fft_type="r2c", execution="Thread")
AIMLESS = FFT(size=64, precision=np.float32, fft_type="c2c", execution="Thread")
BACKWARD = FFT(size=64, precision=np.float32, fft_type="r2c", execution="Thread", direction="inverse")
LONG = FFT(size=128, precision=np.float32, fft_type="r2c", execution="Thread")
MANY = FFT(
    size=64, precision=np.float32, fft_type="r2c", execution="Block", elements_per_thread=3
)
HUGE = FFT(
    size=4096, precision=np.float32, fft_type="r2c", execution="Block", elements_per_thread=2
)
FOLDED = FFT(
    size=64,
    precision=np.float32,
    fft_type="r2c",
    execution="Thread",
    real_fft_options={"complex_layout": "halved", "real_mode": "folded"},
)
ELSEWHERE = FFT(size=64, precision=np.float32, fft_type="r2c", execution="Grid")

# === --emit=ir --error-limit=0
# fail_device_object_options.py:12:5: error: `NO_SIZE` is not known at compile time: nvmath.device.Matmul: size= is a tuple of 3 positive integers [NotConstant]
#       NO_SIZE(1.0, s, s, 0.0, s)
#       ^~~~~~~
# fail_device_object_options.py:38:11: note: its value comes from here
#   NO_SIZE = Matmul(size=(4, 4), precision=np.float32, arrangement=ROWS)
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_device_object_options.py:13:5: error: `NO_ORDER` is not known at compile time: nvmath.device.Matmul: arrangement= is missing, such as ("row_major", "row_major", "row_major") [NotConstant]
#       NO_ORDER(1.0, s, s, 0.0, s)
#       ^~~~~~~~
# fail_device_object_options.py:39:12: note: its value comes from here
#   NO_ORDER = Matmul(size=(4, 4, 4), precision=np.float32)
#              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_device_object_options.py:14:5: error: `BAD_ORDER` is not known at compile time: nvmath.device.Matmul: arrangement= is "row_major" or "col_major" of each of A, B and C [NotConstant]
#       BAD_ORDER(1.0, s, s, 0.0, s)
#       ^~~~~~~~~
# fail_device_object_options.py:40:13: note: its value comes from here
#   BAD_ORDER = Matmul(size=(4, 4, 4), precision=np.float32, arrangement=("rows", "rows", "rows"))
#               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_device_object_options.py:15:5: error: `NO_TYPE` is not known at compile time: nvmath.device.Matmul: precision= is missing: a type of NumPy's, or those of A, B and C [NotConstant]
#       NO_TYPE(1.0, s, s, 0.0, s)
#       ^~~~~~~
# fail_device_object_options.py:41:11: note: its value comes from here
#   NO_TYPE = Matmul(size=(4, 4, 4), arrangement=ROWS)
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_device_object_options.py:16:5: error: `BAD_TYPE` is not known at compile time: nvmath.device.Matmul: precision= is of float16, bfloat16, float32, float64 and the integers, or of A and B "tf32", "e4m3" or "e5m2" [NotConstant]
#       BAD_TYPE(1.0, s, s, 0.0, s)
#       ^~~~~~~~
# fail_device_object_options.py:42:12: note: its value comes from here
#   BAD_TYPE = Matmul(size=(4, 4, 4), precision=np.complex64, arrangement=ROWS)
#              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_device_object_options.py:17:5: error: `NARROW` is not known at compile time: nvmath.device.Matmul: a product of `float64` and `float64` is not added up in `float32`; C is as wide as A and B, and all are floats or all integers [NotConstant]
#       NARROW(1.0, s, s, 0.0, s)
#       ^~~~~~
# fail_device_object_options.py:43:10: note: its value comes from here
#   NARROW = Matmul(
#            ^~~~~~~
# fail_device_object_options.py:18:18: error: argument 2 of `COMPLEX` must be a contiguous array of `half2`, not `float32[::1]` [ArgumentType]
#       COMPLEX(1.0, s, s, 0.0, s)
#                    ^
# fail_device_object_options.py:19:5: error: `BAD_LD` is not known at compile time: nvmath.device.Matmul: the leading dimension of B is at least 4 [NotConstant]
#       BAD_LD(1.0, s, s, 0.0, s)
#       ^~~~~~
# fail_device_object_options.py:47:10: note: its value comes from here
#   BAD_LD = Matmul(size=(4, 4, 4), precision=np.float32, arrangement=ROWS, leading_dimension=(4, 3, 4))
#            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_device_object_options.py:20:5: error: `BAD_ALIGNMENT` is not known at compile time: nvmath.device.Matmul: the alignment of B is a power of two from 4 to 16 [NotConstant]
#       BAD_ALIGNMENT(1.0, s, s, 0.0, s)
#       ^~~~~~~~~~~~~
# fail_device_object_options.py:48:17: note: its value comes from here
#   BAD_ALIGNMENT = Matmul(size=(4, 4, 4), precision=np.float32, arrangement=ROWS, alignment=(4, 2, 4))
#                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_device_object_options.py:21:5: error: `LARGE` is not known at compile time: nvmath.device.Matmul: A, B and C take 786432 bytes of shared memory, and a block has 232448 at most; make the tile smaller [NotConstant]
#       LARGE(1.0, s, s, 0.0, s)
#       ^~~~~
# fail_device_object_options.py:49:9: note: its value comes from here
#   LARGE = Matmul(size=(256, 256, 256), precision=np.float32, arrangement=ROWS)
#           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_device_object_options.py:22:5: error: `CROWD` is not known at compile time: nvmath.device.Matmul: a block has at most 1024 threads [NotConstant]
#       CROWD(1.0, s, s, 0.0, s)
#       ^~~~~
# fail_device_object_options.py:50:9: note: its value comes from here
#   CROWD = Matmul(size=(4, 4, 4), precision=np.float32, arrangement=ROWS, block_dim=(64, 32, 1))
#           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_device_object_options.py:23:5: error: `TWO_BLOCKS` is not known at compile time: nvmath.device.Matmul: block_size= and block_dim= say the same; give one [NotConstant]
#       TWO_BLOCKS(1.0, s, s, 0.0, s)
#       ^~~~~~~~~~
# fail_device_object_options.py:51:14: note: its value comes from here
#   TWO_BLOCKS = Matmul(
#                ^~~~~~~
# fail_device_object_options.py:24:5: error: `UNKNOWN` is not known at compile time: nvmath.device.Matmul: Matmul has no option `colour` [NotConstant]
#       UNKNOWN(1.0, s, s, 0.0, s)
#       ^~~~~~~
# fail_device_object_options.py:54:11: note: its value comes from here
#   UNKNOWN = Matmul(size=(4, 4, 4), precision=np.float32, arrangement=ROWS, colour="red")
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_device_object_options.py:25:5: error: `SOLVER` is not known at compile time: nvmath.device.Matmul: function= is one of "MM" [NotConstant]
#       SOLVER(1.0, s, s, 0.0, s)
#       ^~~~~~
# fail_device_object_options.py:55:10: note: its value comes from here
#   SOLVER = Matmul(size=(4, 4, 4), precision=np.float32, arrangement=ROWS, function="TRSM")
#            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_device_object_options.py:26:5: error: `PIPELINE` is not known at compile time: nvmath.device.Matmul: with_pipeline=True is not supported; load the tiles in the kernel [NotConstant]
#       PIPELINE(1.0, s, s, 0.0, s)
#       ^~~~~~~~
# fail_device_object_options.py:56:12: note: its value comes from here
#   PIPELINE = Matmul(size=(4, 4, 4), precision=np.float32, arrangement=ROWS, with_pipeline=True)
#              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_device_object_options.py:27:5: error: `ODD` is not known at compile time: nvmath.device.FFT: size= is a power of two from 2 to 32768 [NotConstant]
#       ODD(s)
#       ^~~
# fail_device_object_options.py:57:7: note: its value comes from here
#   ODD = FFT(size=60, precision=np.float32, fft_type="r2c", execution="Thread")
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_device_object_options.py:28:12: error: argument 1 of `HALVES` must be a contiguous array of `half4`, not `float32[::1]` [ArgumentType]
#       HALVES(s)
#              ^
# fail_device_object_options.py:29:5: error: `AIMLESS` is not known at compile time: nvmath.device.FFT: direction= is missing: "forward" or "inverse" [NotConstant]
#       AIMLESS(s)
#       ^~~~~~~
# fail_device_object_options.py:59:11: note: its value comes from here
#   AIMLESS = FFT(size=64, precision=np.float32, fft_type="c2c", execution="Thread")
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_device_object_options.py:30:5: error: `BACKWARD` is not known at compile time: nvmath.device.FFT: direction= of r2c is "forward", of c2r "inverse" [NotConstant]
#       BACKWARD(s)
#       ^~~~~~~~
# fail_device_object_options.py:60:12: note: its value comes from here
#   BACKWARD = FFT(size=64, precision=np.float32, fft_type="r2c", execution="Thread", direction="inverse")
#              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_device_object_options.py:31:5: error: `LONG` is not known at compile time: nvmath.device.FFT: a thread transforms 64 elements at most; use execution="Block" [NotConstant]
#       LONG(s)
#       ^~~~
# fail_device_object_options.py:61:8: note: its value comes from here
#   LONG = FFT(size=128, precision=np.float32, fft_type="r2c", execution="Thread")
#          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_device_object_options.py:32:5: error: `MANY` is not known at compile time: nvmath.device.FFT: elements_per_thread= is a power of two from 2 to 32, and not more than size= [NotConstant]
#       MANY(s)
#       ^~~~
# fail_device_object_options.py:62:8: note: its value comes from here
#   MANY = FFT(
#          ^~~~
# fail_device_object_options.py:33:5: error: `HUGE` is not known at compile time: nvmath.device.FFT: a block of 2048 threads is too large; give a thread more elements, or a block fewer transforms [NotConstant]
#       HUGE(s)
#       ^~~~
# fail_device_object_options.py:65:8: note: its value comes from here
#   HUGE = FFT(
#          ^~~~
# fail_device_object_options.py:34:5: error: `FOLDED` is not known at compile time: nvmath.device.FFT: real_fft_options= has a complex_layout, "natural", "packed" or "full", and a real_mode, "normal" or "folded" [NotConstant]
#       FOLDED(s)
#       ^~~~~~
# fail_device_object_options.py:68:10: note: its value comes from here
#   FOLDED = FFT(
#            ^~~~
# fail_device_object_options.py:35:5: error: `ELSEWHERE` is not known at compile time: nvmath.device.FFT: execution= is one of "Block", "Thread" [NotConstant]
#       ELSEWHERE(s)
#       ^~~~~~~~~
# fail_device_object_options.py:75:13: note: its value comes from here
#   ELSEWHERE = FFT(size=64, precision=np.float32, fft_type="r2c", execution="Grid")
#               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
