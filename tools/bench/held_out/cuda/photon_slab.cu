// params: states.ptr thickness albedo photons passed.ptr returned.ptr passed.size:i32
using uint64 = unsigned long long;

__device__ uint64 rotl(uint64 x, int k) { return (x << k) | (x >> (64 - k)); }

struct State {
    uint64 s0, s1;

    __device__ float uniform() {
        uint64 result = s0 + s1;
        uint64 mixed = s1 ^ s0;
        s0 = rotl(s0, 55) ^ mixed ^ (mixed << 14);
        s1 = rotl(mixed, 36);
        return (float)((result >> 11) * (1.0 / (1ull << 53)));
    }
};

extern "C" __global__ void photon_slab(State* __restrict__ states, float thickness, float albedo,
                                       int photons, int* __restrict__ passed,
                                       int* __restrict__ returned, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    State state = states[i];
    int through = 0, back = 0;
    for (int k = 0; k < photons; k++) {
        float depth = 0.0f, cosine = 1.0f;
        while (true) {
            depth -= cosine * logf(1.0f - state.uniform());
            if (depth < 0.0f) {
                back++;
                break;
            }
            if (depth > thickness) {
                through++;
                break;
            }
            if (state.uniform() > albedo) break;
            cosine = 2.0f * state.uniform() - 1.0f;
        }
    }
    states[i] = state;
    passed[i] = through;
    returned[i] = back;
}
