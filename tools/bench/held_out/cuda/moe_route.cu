// params: logits.ptr chosen.ptr weights.ptr position.ptr load.ptr logits.shape0:i32
#include <math_constants.h>

constexpr int EXPERTS = 64, WARPS = 4;

__device__ void warp_best(float& value, int& index) {
    for (int offset = 16; offset > 0; offset /= 2) {
        float other = __shfl_xor_sync(0xffffffffu, value, offset);
        int where = __shfl_xor_sync(0xffffffffu, index, offset);
        if (other > value || (other == value && where < index)) {
            value = other;
            index = where;
        }
    }
}

extern "C" __global__ void moe_route(const float* __restrict__ logits, int* __restrict__ chosen,
                                     float* __restrict__ weights, int* __restrict__ position, int* __restrict__ load,
                                     int tokens) {
    int lane = threadIdx.x % 32;
    int token = blockIdx.x * WARPS + threadIdx.x / 32;
    if (token >= tokens) return;
    float a = logits[token * EXPERTS + lane], b = logits[token * EXPERTS + lane + 32];
    float first = fmaxf(a, b), second;
    int e1 = a >= b ? lane : lane + 32, e2;
    warp_best(first, e1);
    if (lane == e1) a = -CUDART_INF_F;
    if (lane + 32 == e1) b = -CUDART_INF_F;
    second = fmaxf(a, b);
    e2 = a >= b ? lane : lane + 32;
    warp_best(second, e2);
    if (lane < 2) {
        int expert = lane == 0 ? e1 : e2;
        float share = 1.0f / (1.0f + expf(second - first));
        chosen[2 * token + lane] = expert;
        weights[2 * token + lane] = lane == 0 ? share : 1.0f - share;
        position[2 * token + lane] = atomicAdd(&load[expert], 1);
    }
}
