# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, ::1])")
def positions(a):
    at = cuda.grid(2)
    a[at] = 1
    a[(0, 1)] = a[at[1], at[0]]

# === --emit=ir
# kernel positions(a: f32[:, ::1])
#   at: (i64, i64) = (i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x), i64(cuda.blockIdx.y) * i64(cuda.blockDim.y) + i64(cuda.threadIdx.y))
#   a[guard wrap(at.0), guard wrap(at.1)] = f32(1.0)
#   a[guard 0, guard 1] = a[guard wrap(at.1), guard wrap(at.0)]
