// params: query.ptr keys.ptr values.ptr table.ptr length.ptr out.ptr query.shape1:i32 table.shape1:i32
#include <math_constants.h>
constexpr int D = 64, PAGE = 16, WARPS = 4;
constexpr unsigned FULL = 0xFFFFFFFF;

extern "C" __global__ void attend_decode(const float* __restrict__ query, const float* __restrict__ keys,
                                         const float* __restrict__ values, const int* __restrict__ table,
                                         const int* __restrict__ length, float* __restrict__ out, int heads,
                                         int pages) {
    int head = blockIdx.x, request = blockIdx.y;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    __shared__ float most[WARPS], sums[WARPS], parts[WARPS * D];
    const float scale = 0.125f;
    const float* q = query + (request * heads + head) * D;
    float q0 = q[lane] * scale, q1 = q[lane + 32] * scale;
    float m = -CUDART_INF_F, total = 0.0f, acc0 = 0.0f, acc1 = 0.0f;
    int end = length[request];
    for (int t = warp; t < end; t += WARPS) {
        int page = table[request * pages + t / PAGE];
        int at = ((page * heads + head) * PAGE + t % PAGE) * D + lane;
        float s = q0 * keys[at] + q1 * keys[at + 32];
        #pragma unroll
        for (int offset = 16; offset > 0; offset /= 2) s += __shfl_xor_sync(FULL, s, offset);
        float larger = fmaxf(m, s);
        float fade = expf(m - larger), p = expf(s - larger);
        total = total * fade + p;
        acc0 = acc0 * fade + p * values[at];
        acc1 = acc1 * fade + p * values[at + 32];
        m = larger;
    }
    if (lane == 0) {
        most[warp] = m;
        sums[warp] = total;
    }
    parts[warp * D + lane] = acc0;
    parts[warp * D + lane + 32] = acc1;
    __syncthreads();
    int d = threadIdx.x;
    if (d < D) {
        float largest = fmaxf(fmaxf(most[0], most[1]), fmaxf(most[2], most[3]));
        float above = 0.0f, below = 0.0f;
        for (int w = 0; w < WARPS; w++) {
            float fade = expf(most[w] - largest);
            above += fade * parts[w * D + d];
            below += fade * sums[w];
        }
        out[(request * heads + head) * D + d] = above / below;
    }
}
