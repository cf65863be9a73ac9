# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int32[::1], float32[:, ::1], int64)")
def count(bins, a, i):
    cuda.atomic.add(bins, i, 1)
    old = cuda.atomic.add(a, (i, 2), 0.5)
    cuda.atomic.add(a[i], 1, old)
    at = cuda.grid(2)
    cuda.atomic.add(a, at, bins[0])

# === --emit=ir
# kernel count(bins: i32[::1], a: f32[:, ::1], i: i64)
#   atomic.add(bins[guard wrap(i)], i32(1))
#   old: f32 = atomic.add(a[guard wrap(i), guard 2], f32(0.5))
#   atomic.add(a[guard wrap(i), guard 1], old)
#   at: (i64, i64) = (i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x), i64(cuda.blockIdx.y) * i64(cuda.blockDim.y) + i64(cuda.threadIdx.y))
#   atomic.add(a[guard wrap(at.0), guard wrap(at.1)], f32(bins[guard 0]))
