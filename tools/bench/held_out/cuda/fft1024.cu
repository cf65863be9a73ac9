// params: signal.ptr twiddle.ptr spectrum.ptr
constexpr int N = 1024, LOG2N = 10;

extern "C" __global__ void fft1024(const float2* __restrict__ signal, const float2* __restrict__ twiddle,
                                   float2* __restrict__ spectrum) {
    __shared__ float2 buf[N];
    int tid = threadIdx.x;
    signal += (size_t)blockIdx.x * N;
    spectrum += (size_t)blockIdx.x * N;
    for (int i = tid; i < N; i += blockDim.x) buf[__brev(i) >> (32 - LOG2N)] = signal[i];
    __syncthreads();
    for (int half = 1; half < N; half *= 2) {
        int k = tid % half;
        int top = tid / half * half * 2 + k;
        float2 w = twiddle[k * (N / 2 / half)];
        float2 a = buf[top], c = buf[top + half];
        float2 b = make_float2(c.x * w.x - c.y * w.y, c.x * w.y + c.y * w.x);
        buf[top] = make_float2(a.x + b.x, a.y + b.y);
        buf[top + half] = make_float2(a.x - b.x, a.y - b.y);
        __syncthreads();
    }
    for (int i = tid; i < N; i += blockDim.x) spectrum[i] = buf[i];
}
