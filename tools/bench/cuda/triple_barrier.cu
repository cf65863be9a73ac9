// params: price.ptr volume.ptr width.ptr horizon label.ptr held.ptr price.size:i32
extern "C" __global__ void triple_barrier(const float* __restrict__ price, const int* __restrict__ volume,
                                          const float* __restrict__ width, int horizon,
                                          signed char* __restrict__ label, int* __restrict__ held, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (volume[i] == 0) {
        label[i] = 0;
        held[i] = 0;
        return;
    }
    float upper = price[i] * (1.0f + width[i]);
    float lower = price[i] * (1.0f - width[i]);
    int t = i + 1, outcome = 0;
    for (int waited = 0; t < n && waited < horizon; t++) {
        if (volume[t] == 0) continue;
        float now = price[t];
        if (now >= upper) {
            outcome = 1;
            break;
        }
        if (now <= lower) {
            outcome = -1;
            break;
        }
        waited++;
    }
    label[i] = outcome;
    held[i] = t - i;
}
