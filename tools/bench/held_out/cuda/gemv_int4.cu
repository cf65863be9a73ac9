// params: packed.ptr scales.ptr zeros.ptr x.ptr y.ptr packed.shape0:i32 packed.shape1:i32 scales.shape1:i32
#include <cuda_fp16.h>

constexpr int GROUP = 128, WARPS = 4;

extern "C" __global__ void gemv_int4(const unsigned* __restrict__ packed, const __half* __restrict__ scales,
                                     const unsigned char* __restrict__ zeros, const __half* __restrict__ x,
                                     float* __restrict__ y, int rows, int words, int groups) {
    int lane = threadIdx.x % 32;
    int row = blockIdx.x * WARPS + threadIdx.x / 32;
    if (row >= rows) return;
    float acc = 0;
    for (int w = lane; w < words; w += 32) {
        unsigned word = packed[(size_t)row * words + w];
        int group = w * 8 / GROUP;
        float zero = zeros[row * groups + group];
        float part = 0;
        for (int k = 0; k < 8; k++) {
            float q = word >> (4 * k) & 0xf;
            part += (q - zero) * __half2float(x[w * 8 + k]);
        }
        acc += part * __half2float(scales[row * groups + group]);
    }
    for (int offset = 16; offset > 0; offset /= 2) acc += __shfl_down_sync(0xffffffffu, acc, offset);
    if (lane == 0) y[row] = acc;
}
