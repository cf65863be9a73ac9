// params: knots.ptr coeffs.ptr points.ptr fill values.ptr slopes.ptr knots.size:i32 points.size:i32
__device__ int find_interval(const double* __restrict__ knots, int count, double x) {
    int lo = 0, hi = count - 1;
    while (hi - lo > 1) {
        int mid = (lo + hi) / 2;
        if (knots[mid] <= x)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

extern "C" __global__ void spline_eval(const double* __restrict__ knots, const double* __restrict__ coeffs,
                                       const double* __restrict__ points, double fill, double* __restrict__ values,
                                       double* __restrict__ slopes, int knot_count, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double x = points[i];
    if (x < knots[0] || x > knots[knot_count - 1]) {
        values[i] = fill;
        slopes[i] = 0.0;
        return;
    }
    int k = find_interval(knots, knot_count, x);
    double h = x - knots[k], value = 0.0, slope = 0.0;
    for (int p = 0; p < 4; p++) {
        slope = slope * h + value;
        value = value * h + coeffs[p * (knot_count - 1) + k];
    }
    values[i] = value;
    slopes[i] = slope;
}
