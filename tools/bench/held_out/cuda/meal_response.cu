// params: glucose.ptr patient.ptr eaten.ptr margin window peak.ptr area.ptr outcome.ptr eaten.shape0:i32 glucose.shape1:i32
extern "C" __global__ void meal_response(const float* __restrict__ glucose, const int* __restrict__ patient,
                                         const int* __restrict__ eaten, float margin, int window,
                                         float* __restrict__ peak, float* __restrict__ area,
                                         signed char* __restrict__ outcome, int n, int samples) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int start = eaten[i];
    const float* row = glucose + patient[i] * samples;
    float baseline = row[start];
    if (isnan(baseline)) {
        peak[i] = 0;
        area[i] = 0;
        outcome[i] = 5;
        return;
    }
    int last = min(start + window, samples - 1);
    int next_meal = i + 1 < n && patient[i + 1] == patient[i] ? eaten[i + 1] : -1;
    float highest = 0;
    double total = 0;
    int missing = 0, result = 0;
    for (int t = start + 1; t <= last; t++) {
        if (t == next_meal) {
            result = 2;
            break;
        }
        float value = row[t];
        if (isnan(value)) {
            missing++;
            if (missing > 4) {
                result = 3;
                break;
            }
            continue;
        }
        missing = 0;
        if (value < 70.0f) {
            result = 4;
            break;
        }
        float rise = value - baseline;
        highest = fmaxf(highest, rise);
        if (rise > 0) total += rise * 5.0;
        if (highest > 2 * margin && rise < margin) {
            result = 1;
            break;
        }
    }
    peak[i] = highest;
    area[i] = total;
    outcome[i] = result;
}
