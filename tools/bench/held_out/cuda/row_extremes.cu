// params: x.ptr low.ptr high.ptr where.ptr x.shape1:i32
constexpr int BLOCK = 256;

extern "C" __global__ void row_extremes(const float* __restrict__ x, float* __restrict__ low,
                                        float* __restrict__ high, int* __restrict__ where, int cols) {
    __shared__ float lows[BLOCK], highs[BLOCK];
    __shared__ int places[BLOCK];
    int row = blockIdx.x, tid = threadIdx.x;
    const float* values = x + (size_t)row * cols;
    float least = __int_as_float(0x7f800000), most = -least;
    int place = 0;
    for (int j = tid; j < cols; j += BLOCK) {
        float value = values[j];
        if (value < least) least = value;
        if (value > most) {
            most = value;
            place = j;
        }
    }
    lows[tid] = least;
    highs[tid] = most;
    places[tid] = place;
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s >>= 1) {
        if (tid < s) {
            if (lows[tid + s] < lows[tid]) lows[tid] = lows[tid + s];
            if (highs[tid + s] > highs[tid] ||
                (highs[tid + s] == highs[tid] && places[tid + s] < places[tid])) {
                highs[tid] = highs[tid + s];
                places[tid] = places[tid + s];
            }
        }
        __syncthreads();
    }
    if (tid == 0) {
        low[row] = lows[0];
        high[row] = highs[0];
        where[row] = places[0];
    }
}
