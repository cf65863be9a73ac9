// params: series.ptr template.ptr distance.ptr distance.size:i32
constexpr int WIDTH = 32;

extern "C" __global__ void dtw_local(const float* __restrict__ series, const float* __restrict__ shape,
                                     float* __restrict__ distance, int n) {
    int start = blockIdx.x * blockDim.x + threadIdx.x;
    if (start >= n) return;
    const float inf = __int_as_float(0x7f800000);
    float row[WIDTH + 1];
    for (int j = 1; j <= WIDTH; j++) row[j] = inf;
    row[0] = 0.0f;
    for (int i = 0; i < WIDTH; i++) {
        float value = series[start + i];
        float corner = row[0];
        row[0] = inf;
        for (int j = 1; j <= WIDTH; j++) {
            float cost = fabsf(value - shape[j - 1]);
            float best = fminf(fminf(corner, row[j]), row[j - 1]);
            corner = row[j];
            row[j] = cost + best;
        }
    }
    distance[start] = row[WIDTH];
}
