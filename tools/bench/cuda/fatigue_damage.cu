// params: stress.ptr strength limit slope damage.ptr cycles.ptr stress.shape0:i32 stress.shape1:i32
constexpr int MOST_TURNS = 64;

__device__ float wear(float a, float b, float strength, float limit, float slope) {
    float amplitude = 0.5f * fabsf(a - b), middle = 0.5f * (a + b);
    if (middle > 0) amplitude /= 1 - middle / strength;
    return amplitude < limit ? 0.0f : powf(amplitude / strength, slope);
}

extern "C" __global__ void fatigue_damage(const float* __restrict__ stress, float strength, float limit, float slope,
                                          float* __restrict__ damage, int* __restrict__ cycles, int steps,
                                          int nodes) {
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes) return;
    float turns[MOST_TURNS], total = 0.0f;
    turns[0] = stress[node];
    int count = 1, closed = 0;
    for (int step = 1; step < steps; step++) {
        float now = stress[step * nodes + node];
        if (count == 1) {
            if (now == turns[0]) continue;
            turns[1] = now;
            count = 2;
        } else if ((now - turns[count - 1]) * (turns[count - 1] - turns[count - 2]) >= 0) {
            turns[count - 1] = now;  // goes on as it went
        } else {
            turns[count++] = now;
        }
        while (count >= 3) {
            float last = fabsf(turns[count - 1] - turns[count - 2]);
            float before = fabsf(turns[count - 2] - turns[count - 3]);
            if (last < before) break;
            float worn = wear(turns[count - 3], turns[count - 2], strength, limit, slope);
            if (count == 3) {  // the first turn began no cycle: a half
                total += 0.5f * worn;
                turns[0] = turns[1];
                turns[1] = turns[2];
                count = 2;
            } else {
                total += worn;
                turns[count - 3] = turns[count - 1];
                count -= 2;
                closed++;
            }
        }
    }
    for (int k = 0; k < count - 1; k++) total += 0.5f * wear(turns[k], turns[k + 1], strength, limit, slope);
    damage[node] = total;
    cycles[node] = closed;
}
