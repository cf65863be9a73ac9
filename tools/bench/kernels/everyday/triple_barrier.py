from numba import cuda


@cuda.jit("void(float32[::1], int32[::1], float32[::1], int32, int8[::1], int32[::1])")
def triple_barrier(price, volume, width, horizon, label, held):
    """What becomes of a trade that is begun at each bar: a gain, a loss, or no time left."""
    i = cuda.grid(1)
    if i >= price.size:
        return
    label[i] = 0
    held[i] = 0
    if volume[i] == 0:
        return
    upper = price[i] * (1 + width[i])
    lower = price[i] * (1 - width[i])
    t = i + 1
    waited = 0
    while t < price.size and waited < horizon:
        if volume[t] == 0:  # nothing is traded
            t += 1
            continue
        if price[t] >= upper:
            label[i] = 1
            held[i] = t - i
            return
        if price[t] <= lower:
            label[i] = -1
            held[i] = t - i
            return
        waited += 1
        t += 1
    held[i] = t - i
