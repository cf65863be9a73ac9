# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int64[::1], int64)")
def inside(out, n):
    i = cuda.grid(1)
    if 0 <= i < n:
        out[i] = 1
    if 0 < out[i] + 1 < 5 < n:
        out[i] = 2

# === --emit=ir
# kernel inside(out: i64[::1], n: i64)
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   if 0 <= i and i < n
#     out[guard i] = 1
#   if let %3: i64 = out[guard i] + 1 in 0 < %3 and (%3 < 5 and 5 < n)
#     out[guard i] = 2
