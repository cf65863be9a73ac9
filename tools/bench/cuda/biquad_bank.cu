// params: signal.ptr sos.ptr out.ptr signal.shape0:i32 signal.shape1:i32
constexpr int SECTIONS = 4;

extern "C" __global__ void biquad_bank(const float* __restrict__ signal, const float* __restrict__ sos,
                                       float* __restrict__ out, int samples, int channels) {
    int channel = blockIdx.x * blockDim.x + threadIdx.x;
    if (channel >= channels) return;
    float coef[SECTIONS][5], state[SECTIONS][2];
    for (int s = 0; s < SECTIONS; s++) {
        for (int k = 0; k < 5; k++) coef[s][k] = sos[(s * 5 + k) * channels + channel];
        state[s][0] = state[s][1] = 0;
    }
    for (int t = 0; t < samples; t++) {
        float x = signal[t * channels + channel];
        for (int s = 0; s < SECTIONS; s++) {
            float y = coef[s][0] * x + state[s][0];
            state[s][0] = coef[s][1] * x - coef[s][3] * y + state[s][1];
            state[s][1] = coef[s][2] * x - coef[s][4] * y;
            x = y;
        }
        out[t * channels + channel] = x;
    }
}
