from numba import cuda


@cuda.jit("void(float32[::1], int32[::1], int64)")
def next_greater(x, ahead, most):
    """How far ahead the next greater value is; 0 where none is near."""
    i = cuda.grid(1)
    if i >= x.shape[0]:
        return
    ahead[i] = 0
    for k in range(1, most + 1):
        if i + k >= x.shape[0]:
            return
        if x[i + k] > x[i]:
            ahead[i] = k
            return
