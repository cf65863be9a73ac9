// params: state.ptr gate.ptr low high state.size:i64
extern "C" __global__ void two_qubit_gate(float2* state, const float2* __restrict__ gate, int low, int high,
                                          long long size) {
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i >= size / 4) return;
    long long base = (i >> low) << (low + 1) | (i & ((1LL << low) - 1));
    base = (base >> high) << (high + 1) | (base & ((1LL << high) - 1));
    long long at[4] = {base, base | 1LL << low, base | 1LL << high, base | 1LL << low | 1LL << high};
    float2 amplitudes[4];
    for (int k = 0; k < 4; k++) amplitudes[k] = state[at[k]];
    for (int r = 0; r < 4; r++) {
        float2 total = make_float2(0, 0);
        for (int k = 0; k < 4; k++) {
            float2 g = gate[4 * r + k], a = amplitudes[k];
            total.x += g.x * a.x - g.y * a.y;
            total.y += g.x * a.y + g.y * a.x;
        }
        state[at[r]] = total;
    }
}
