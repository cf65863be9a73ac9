# golden: --emit=ir
from numba import cuda
import numpy as np

WEIGHTS = np.array([[0.25, 0.5], [1, 2]], dtype=np.float32)
OFFSETS = np.array([-1, 0, 1])
ONES = np.ones(4)


@cuda.jit("void(float32[::1])")
def k(x):
    i = cuda.grid(1)
    w = cuda.const.array_like(WEIGHTS)
    for j in range(OFFSETS.size):
        x[i] += WEIGHTS[i % 2, 1] * x[i + OFFSETS[j]] + w[0, i % 2] + ONES[i]

# === --emit=ir
# kernel k(x: f32[::1])
#   constant @WEIGHTS: f32[2, 2]
#   constant @OFFSETS.1: i64[3]
#   constant @ONES.2: f64[4]
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   w: const f32[:, ::1] = @WEIGHTS
#   for j: i64 in range(0, (let %3: const i64[::1] = @OFFSETS.1 in %3.size), 1)
#     x[guard i] = f32(f64(x[guard i]) + (f64(fma(@WEIGHTS[i % 2, 1], x[guard wrap(i + @OFFSETS.1[j])], w[0, i % 2])) + @ONES.2[guard i]))
