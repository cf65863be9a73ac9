# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, ::1], int64)")
def unpack(a, n):
    x, y = cuda.grid(2)
    x, y = y, x
    (h, w), [p, q] = a.shape, (n, 1)
    a[0, 0], a[0, 1] = a[0, 1], a[0, 0]
    a[x, y] = h + w + p + q

# === --emit=ir
# kernel unpack(a: f32[:, ::1], n: i64)
#   %2: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   %3: i64 = i64(cuda.blockIdx.y) * i64(cuda.blockDim.y) + i64(cuda.threadIdx.y)
#   x: i64 = %2
#   y: i64 = %3
#   %6: i64 = y
#   %7: i64 = x
#   x = %6
#   y = %7
#   %8: (i64, i64) = (a.shape[0], a.shape[1])
#   %9: (i64, i64) = (n, 1)
#   %10: (i64, i64) = %8
#   h: i64 = %10.0
#   w: i64 = %10.1
#   %13: (i64, i64) = %9
#   p: i64 = %13.0
#   q: i64 = %13.1
#   %16: f32 = a[guard 0, guard 1]
#   %17: f32 = a[guard 0, guard 0]
#   a[guard 0, guard 0] = %16
#   a[guard 0, guard 1] = %17
#   a[guard x, guard y] = f32(h + w + p + q)
