# golden: --emit=ir
from numba import cuda
import numpy as np
from numba import float32, int8, uint32

@cuda.jit("void(float64[::1], int64[::1])")
def cast(x, n):
    n[0] = np.int32(x[0])
    n[1] = int8(n[1]) + uint32(n[2])
    x[1] = float32(x[1]) * x[1]
    x[2] = np.float32(0.1)
    n[3] = np.uint8(300)
    n[4] = np.bool_(x[3])

# === --emit=ir
# kernel cast(x: f64[::1], n: i64[::1])
#   n[guard 0] = i64(i32(x[guard 0]))
#   n[guard 1] = i64(i8(n[guard 1])) + i64(u32(n[guard 2]))
#   x[guard 1] = f64(f32(x[guard 1])) * x[guard 1]
#   x[guard 2] = 0.10000000149011612
#   n[guard 3] = 44
#   n[guard 4] = i64(bool(x[guard 3]))
# casts.py:12:21: warning: 300 does not fit in `uint8`; the kernel has 44 [ConstantOutOfRange]
#       n[3] = np.uint8(300)
#                       ^~~
