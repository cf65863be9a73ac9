from numba import cuda, float32


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32[:, ::1])")
def clifford_product(a, b, out):
    """Geometric products of multivectors in three dimensions: 1 e1 e2 e3 e12 e13 e23 e123."""
    i = cuda.grid(1)
    if i >= out.shape[0]:
        return
    x = cuda.local.array(8, float32)
    y = cuda.local.array(8, float32)
    for k in range(8):
        x[k] = a[i, k]
        y[k] = b[i, k]
    out[i, 0] = (x[0] * y[0] + x[1] * y[1] + x[2] * y[2] + x[3] * y[3]
                 - x[4] * y[4] - x[5] * y[5] - x[6] * y[6] - x[7] * y[7])
    out[i, 1] = (x[0] * y[1] + x[1] * y[0] - x[2] * y[4] - x[3] * y[5]
                 + x[4] * y[2] + x[5] * y[3] - x[6] * y[7] - x[7] * y[6])
    out[i, 2] = (x[0] * y[2] + x[1] * y[4] + x[2] * y[0] - x[3] * y[6]
                 - x[4] * y[1] + x[5] * y[7] + x[6] * y[3] + x[7] * y[5])
    out[i, 3] = (x[0] * y[3] + x[1] * y[5] + x[2] * y[6] + x[3] * y[0]
                 - x[4] * y[7] - x[5] * y[1] - x[6] * y[2] - x[7] * y[4])
    out[i, 4] = (x[0] * y[4] + x[1] * y[2] - x[2] * y[1] + x[3] * y[7]
                 + x[4] * y[0] - x[5] * y[6] + x[6] * y[5] + x[7] * y[3])
    out[i, 5] = (x[0] * y[5] + x[1] * y[3] - x[2] * y[7] - x[3] * y[1]
                 + x[4] * y[6] + x[5] * y[0] - x[6] * y[4] - x[7] * y[2])
    out[i, 6] = (x[0] * y[6] + x[1] * y[7] + x[2] * y[3] - x[3] * y[2]
                 - x[4] * y[5] + x[5] * y[4] + x[6] * y[0] + x[7] * y[1])
    out[i, 7] = (x[0] * y[7] + x[1] * y[6] - x[2] * y[5] + x[3] * y[4]
                 + x[4] * y[3] - x[5] * y[2] + x[6] * y[1] + x[7] * y[0])
