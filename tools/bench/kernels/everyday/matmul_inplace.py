from numba import cuda


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32[:, ::1])")
def matmul_inplace(a, b, c):
    """The sum is kept in the product, as those do it who write their first kernel."""
    col, row = cuda.grid(2)
    if row < c.shape[0] and col < c.shape[1]:
        c[row, col] = 0
        for k in range(a.shape[1]):
            c[row, col] += a[row, k] * b[k, col]
