// params: x.ptr gamma.ptr beta.ptr eps out.ptr x.shape1:i32
constexpr int WARPS = 256 / 32;

__device__ float block_sum(float value, float* scratch) {
    int tid = threadIdx.x;
    for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffffu, value, offset);
    if (tid % 32 == 0) scratch[tid / 32] = value;
    __syncthreads();
    float total = 0;
    for (int w = 0; w < WARPS; w++) total += scratch[w];
    __syncthreads();
    return total;
}

extern "C" __global__ void layernorm(const float* __restrict__ x, const float* __restrict__ gamma,
                                     const float* __restrict__ beta, float eps, float* __restrict__ out, int cols) {
    __shared__ float scratch[WARPS];
    int tid = threadIdx.x;
    x += (size_t)blockIdx.x * cols;
    out += (size_t)blockIdx.x * cols;
    float s = 0;
    for (int i = tid; i < cols; i += blockDim.x) s += x[i];
    float mean = block_sum(s, scratch) / cols;
    s = 0;
    for (int i = tid; i < cols; i += blockDim.x) {
        float d = x[i] - mean;
        s += d * d;
    }
    float rstd = 1.0f / sqrtf(block_sum(s, scratch) / cols + eps);
    for (int i = tid; i < cols; i += blockDim.x) out[i] = (x[i] - mean) * rstd * gamma[i] + beta[i];
}
