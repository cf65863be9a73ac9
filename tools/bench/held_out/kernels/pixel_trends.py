from numba import cuda


@cuda.jit("void(float64[:, ::1], float32[:, ::1], float64[::1], float32, float64[::1], float64[::1])")
def pixel_trends(value, quality, when, least, slope, mean):
    """The trend of each pixel, by the dates on which it was seen well enough."""
    i = cuda.grid(1)
    if i < value.shape[0]:
        count = 0
        sum_t = 0.0
        sum_y = 0.0
        sum_tt = 0.0
        sum_ty = 0.0
        for k in range(value.shape[1]):
            if quality[i, k] > least:
                count += 1
                sum_t += when[k]
                sum_y += value[i, k]
                sum_tt += when[k] * when[k]
                sum_ty += when[k] * value[i, k]
        if count < 3:
            slope[i] = 0.0
            mean[i] = 0.0
        else:
            slope[i] = (count * sum_ty - sum_t * sum_y) / (count * sum_tt - sum_t * sum_t)
            mean[i] = sum_y / count
