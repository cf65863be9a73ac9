from numba import cuda


@cuda.jit("void(float64[:, ::1], float64[:, ::1], float64[::1], float64)")
def masked_means(values, weights, means, least):
    """Of a column's values, by weights that are large enough; -1 where there are none."""
    k = cuda.grid(1)
    if k < values.shape[1]:
        total = 0.0
        weight = 0.0
        for i in range(values.shape[0]):
            if weights[i, k] > least:
                total += weights[i, k] * values[i, k]
                weight += weights[i, k]
        if weight > 0:
            means[k] = total / weight
        else:
            means[k] = -1.0
