from numba import cuda


@cuda.jit("void(float32[::1], float32[::1], float32[::1], float32[::1])")
def table_interp(x, knots, values, y):
    i = cuda.grid(1)
    if i >= x.size:
        return
    q = x[i]
    last = knots.size - 1
    if q <= knots[0]:
        y[i] = values[0]
        return
    if q >= knots[last]:
        y[i] = values[last]
        return
    low = 0
    high = last
    while high - low > 1:
        middle = (low + high) // 2
        if knots[middle] <= q:
            low = middle
        else:
            high = middle
    t = (q - knots[low]) / (knots[low + 1] - knots[low])
    y[i] = values[low] + t * (values[low + 1] - values[low])
