from numba import cuda


@cuda.jit("void(float32[::1], float32[::1], float32[::1])")
def vecadd(A, B, C):
    work_index = cuda.grid(1)
    C[work_index] = A[work_index] + B[work_index]
