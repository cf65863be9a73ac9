from numba import cuda


@cuda.jit(device=True)
def find_interval(knots, x):
    """As np.searchsorted(knots, x, side='right') - 1, and the last interval at the last knot."""
    lo = 0
    hi = len(knots) - 1
    while hi - lo > 1:
        mid = (lo + hi) // 2
        if knots[mid] <= x:
            lo = mid
        else:
            hi = mid
    return lo


@cuda.jit("void(float64[:], float64[:, :], float64[:], float64, float64[:], float64[:])")
def spline_eval(knots, coeffs, points, fill, values, slopes):
    """A cubic spline (coefficients as SciPy's PPoly has them) and its derivative."""
    i = cuda.grid(1)
    if i < points.shape[0]:
        x = points[i]
        if x < knots[0] or x > knots[-1]:
            values[i] = fill
            slopes[i] = 0.0
        else:
            k = find_interval(knots, x)
            h = x - knots[k]
            value = 0.0
            slope = 0.0
            for p in range(4):
                slope = slope * h + value
                value = value * h + coeffs[p, k]
            values[i] = value
            slopes[i] = slope
