import math
from numba import cuda
from scale import factor


@cuda.jit("void(float32, float32[::1], float32[::1])")
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = a * x[i] * factor + y[i]


@cuda.jit("void(float32[:, ::1], float64[::1, :], int32[:], boolean)")
def layouts(c, f, new, flag):
    i = cuda.threadIdx.x
    if flag:
        c[0, i] = f[i, 0] + new[i]


@cuda.jit("void(int64[::1])")
def reversed_block(x):
    s = cuda.shared.array(0, dtype=int)
    i = cuda.threadIdx.x
    s[i] = x[i]
    cuda.syncthreads()
    x[i] = s[cuda.blockDim.x - 1 - i]
