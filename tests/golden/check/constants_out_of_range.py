# golden: --emit=ir
# Constants that do not fit where they are stored are told, as NumPy 2 refuses
# them; masks fit, and what is computed at run time wraps.
import numpy as np
from numba import cuda, int32, uint32

SEED = 0xFFFFFFFF
BIG = 3_000_000_000


@cuda.jit("void(int32[::1], uint32[::1], int8[::1], uint64[::1], float32[::1], uint8[:,::1])")
def k(x, u, b, w, f, image):
    i = cuda.grid(1)
    x[i] = BIG
    x[i] = -2147483648
    u[i] = -1
    u[i] = SEED
    b[i] = 300
    b[i] = 128
    b[i] = -128
    w[i] = -1
    w[i] = 0xFFFFFFFFFFFFFFFF
    f[i] = BIG
    image[i] = 256
    image[i, 0] = np.uint32(257)
    x[i] = np.int8(300)
    x[i] = np.int32(0xFFFFFFFF)
    x[i] = int32(BIG)
    u[i] = np.uint32(-1)
    u[i] = uint32(0xFFFFFFFF)
    u[i] = np.uint32(SEED)
    u[i] += -1
    u[i] = -i
    u[i] = u[i] & -1
    cuda.atomic.add(u, i, -1)
    cuda.syncwarp(-1)

# === --emit=ir
# kernel k(x: i32[::1], u: u32[::1], b: i8[::1], w: u64[::1], f: f32[::1], image: u8[:, ::1])
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   x[guard i] = i32(-1294967296)
#   x[guard i] = i32(-2147483648)
#   u[guard i] = u32(4294967295)
#   u[guard i] = u32(4294967295)
#   b[guard i] = i8(44)
#   b[guard i] = i8(-128)
#   b[guard i] = i8(-128)
#   w[guard i] = u64(18446744073709551615)
#   w[guard i] = u64(18446744073709551615)
#   f[guard i] = f32(3e+09)
#   %7: u8[::1] = view image[guard i, :]
#   %8: u8 = u8(0)
#   %9: i64 = %7.shape[0]
#   for %10: i64 in range(0, %9, 1)
#     %7[%10] = %8
#   image[guard i, guard 0] = u8(1)
#   x[guard i] = i32(44)
#   x[guard i] = i32(-1)
#   x[guard i] = i32(-1294967296)
#   u[guard i] = u32(4294967295)
#   u[guard i] = u32(4294967295)
#   u[guard i] = u32(4294967295)
#   u[guard i] = u32(i64(u[guard i]) + -1)
#   u[guard i] = u32(-i)
#   u[guard i] = u32(i64(u[guard i]) & -1)
#   atomic.add(u[guard i], u32(4294967295))
#   cuda.syncwarp(u32(4294967295))
# constants_out_of_range.py:14:12: warning: 3000000000 does not fit in `int32`; the kernel has -1294967296 [ConstantOutOfRange]
#       x[i] = BIG
#              ^~~
# constants_out_of_range.py:16:12: warning: -1 does not fit in `uint32`; the kernel has 4294967295 [ConstantOutOfRange]
#       u[i] = -1
#              ^~
# constants_out_of_range.py:18:12: warning: 300 does not fit in `int8`; the kernel has 44 [ConstantOutOfRange]
#       b[i] = 300
#              ^~~
# constants_out_of_range.py:19:12: warning: 128 does not fit in `int8`; the kernel has -128 [ConstantOutOfRange]
#       b[i] = 128
#              ^~~
# constants_out_of_range.py:21:12: warning: -1 does not fit in `uint64`; the kernel has 18446744073709551615 [ConstantOutOfRange]
#       w[i] = -1
#              ^~
# constants_out_of_range.py:24:16: warning: 256 does not fit in `uint8`; the kernel has 0 [ConstantOutOfRange]
#       image[i] = 256
#                  ^~~
# constants_out_of_range.py:26:20: warning: 300 does not fit in `int8`; the kernel has 44 [ConstantOutOfRange]
#       x[i] = np.int8(300)
#                      ^~~
# constants_out_of_range.py:27:21: warning: 4294967295 does not fit in `int32`; the kernel has -1 [ConstantOutOfRange]
#       x[i] = np.int32(0xFFFFFFFF)
#                       ^~~~~~~~~~
# constants_out_of_range.py:28:18: warning: 3000000000 does not fit in `int32`; the kernel has -1294967296 [ConstantOutOfRange]
#       x[i] = int32(BIG)
#                    ^~~
# constants_out_of_range.py:29:22: warning: -1 does not fit in `uint32`; the kernel has 4294967295 [ConstantOutOfRange]
#       u[i] = np.uint32(-1)
#                        ^~
