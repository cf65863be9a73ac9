// params: states.ptr start strike drift volatility steps payoff.ptr payoff.size:i32
using uint64 = unsigned long long;

__device__ uint64 rotl(uint64 x, int k) { return (x << k) | (x >> (64 - k)); }

struct State {
    uint64 s0, s1;

    __device__ uint64 next() {
        uint64 result = s0 + s1;
        uint64 mixed = s1 ^ s0;
        s0 = rotl(s0, 55) ^ mixed ^ (mixed << 14);
        s1 = rotl(mixed, 36);
        return result;
    }
    __device__ float uniform() { return (float)((next() >> 11) * (1.0 / (1ull << 53))); }
    __device__ float normal() {
        float u1 = uniform(), u2 = uniform();
        return sqrtf(-2.0f * logf(u1)) * cosf(6.283185307179586f * u2);
    }
};

extern "C" __global__ void option_paths(State* __restrict__ states, float start, float strike,
                                        float drift, float volatility, int steps,
                                        float* __restrict__ payoff, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        State state = states[i];
        float price = start, total = 0.0f;
        for (int k = 0; k < steps; k++) {
            price *= expf(drift + volatility * state.normal());
            total += price;
        }
        states[i] = state;
        payoff[i] = fmaxf(total / (float)steps - strike, 0.0f);
    }
}
