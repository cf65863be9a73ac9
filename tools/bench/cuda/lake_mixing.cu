// params: warmth.ptr mixing.ptr thickness.ptr bottom.ptr dt after.ptr warmth.shape0:i32 warmth.shape1:i32 warmth.shape2:i32 warmth.stride0:i32 warmth.stride1:i32 mixing.stride0:i32 mixing.stride1:i32 after.stride0:i32 after.stride1:i32
constexpr int MOST_LEVELS = 64, EACH = sizeof(double);

// Strides are of bytes; rows have no gaps.
extern "C" __global__ void lake_mixing(const double* __restrict__ warmth, const double* __restrict__ mixing,
                                       const double* __restrict__ thickness, const int* __restrict__ bottom,
                                       double dt, double* __restrict__ after, int levels, int rows, int cols,
                                       int warmth_plane, int warmth_row, int mixing_plane, int mixing_row,
                                       int after_plane, int after_row) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= cols || y >= rows) return;
    warmth_plane /= EACH;
    mixing_plane /= EACH;
    after_plane /= EACH;
    const double* from = warmth + y * (warmth_row / EACH) + x;
    const double* mixed = mixing + y * (mixing_row / EACH) + x;
    double* to = after + y * (after_row / EACH) + x;
    int depth = bottom[y * cols + x];
    for (int k = depth; k < levels; k++) to[k * after_plane] = from[k * warmth_plane];
    if (depth == 0) return;
    double share[MOST_LEVELS], last = 0.0, above = 0.0;
    for (int k = 0; k < depth; k++) {
        double below = 0.0;
        if (k + 1 < depth) below = dt * mixed[(k + 1) * mixing_plane] / (0.5 * (thickness[k] + thickness[k + 1]));
        double a = -above / thickness[k];
        double c = -below / thickness[k];
        double b = 1 - a - c;
        if (k == 0) {
            share[k] = c / b;
            last = from[k * warmth_plane] / b;
        } else {
            double pivot = b - a * share[k - 1];
            share[k] = c / pivot;
            last = (from[k * warmth_plane] - a * last) / pivot;
        }
        to[k * after_plane] = last;
        above = below;
    }
    for (int k = depth - 2; k >= 0; k--) {
        last = to[k * after_plane] - share[k] * last;
        to[k * after_plane] = last;
    }
}
