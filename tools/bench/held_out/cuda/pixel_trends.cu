// params: value.ptr quality.ptr when.ptr least slope.ptr mean.ptr value.shape0:i32 value.shape1:i32
extern "C" __global__ void pixel_trends(const double* __restrict__ value,
                                        const float* __restrict__ quality,
                                        const double* __restrict__ when, float least,
                                        double* __restrict__ slope, double* __restrict__ mean, int pixels,
                                        int dates) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pixels) return;
    int count = 0;
    double sum_t = 0, sum_y = 0, sum_tt = 0, sum_ty = 0;
    for (int k = 0; k < dates; k++) {
        if (quality[i * dates + k] > least) {
            double t = when[k], y = value[i * dates + k];
            count++;
            sum_t += t;
            sum_y += y;
            sum_tt += t * t;
            sum_ty += t * y;
        }
    }
    bool enough = count >= 3;
    slope[i] = enough ? (count * sum_ty - sum_t * sum_y) / (count * sum_tt - sum_t * sum_t) : 0.0;
    mean[i] = enough ? sum_y / count : 0.0;
}
