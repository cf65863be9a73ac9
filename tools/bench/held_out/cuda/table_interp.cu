// params: x.ptr knots.ptr values.ptr y.ptr x.size:i32 knots.size:i32
extern "C" __global__ void table_interp(const float* __restrict__ x, const float* __restrict__ knots,
                                        const float* __restrict__ values, float* __restrict__ y, int n,
                                        int knotCount) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float q = x[i];
    int last = knotCount - 1;
    if (q <= knots[0]) {
        y[i] = values[0];
        return;
    }
    if (q >= knots[last]) {
        y[i] = values[last];
        return;
    }
    int low = 0, high = last;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (knots[middle] <= q)
            low = middle;
        else
            high = middle;
    }
    float t = (q - knots[low]) / (knots[low + 1] - knots[low]);
    y[i] = values[low] + t * (values[low + 1] - values[low]);
}
