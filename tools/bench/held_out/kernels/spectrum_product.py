from numba import cuda


@cuda.jit("void(complex64[:, ::1], complex64[:, ::1], complex64[:, ::1])")
def spectrum_product(a, b, out):
    """The phases of a spectrum's product with another's conjugate."""
    j, i = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        product = a[i, j] * b[i, j].conjugate()
        magnitude = abs(product)
        if magnitude > 0:
            out[i, j] = product / magnitude
        else:
            out[i, j] = 0
