// params: u.ptr v.ptr start.ptr dt steps end.ptr start.shape0:i32 u.shape0:i32 u.shape1:i32
__device__ int cell(float position, int points) {
    return min(max((int)floorf(position), 0), points - 2);
}

__device__ float sample(const float* __restrict__ field, float x, float y, int rows, int cols) {
    int i = cell(y, rows), j = cell(x, cols);
    float fx = x - j, fy = y - i;
    const float* at = field + i * cols + j;
    float above = at[0] * (1 - fx) + at[1] * fx;
    float below = at[cols] * (1 - fx) + at[cols + 1] * fx;
    return above * (1 - fy) + below * fy;
}

extern "C" __global__ void drifters(const float* __restrict__ u, const float* __restrict__ v,
                                    const float* __restrict__ start, float dt, int steps,
                                    float* __restrict__ end, int n, int rows, int cols) {
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= n) return;
    float x = start[2 * p], y = start[2 * p + 1];
    for (int step = 0; step < steps; step++) {
        if (x < 0 || y < 0 || x > cols - 1 || y > rows - 1) break;
        float half_x = x + 0.5f * dt * sample(u, x, y, rows, cols);
        float half_y = y + 0.5f * dt * sample(v, x, y, rows, cols);
        x += dt * sample(u, half_x, half_y, rows, cols);
        y += dt * sample(v, half_x, half_y, rows, cols);
    }
    end[2 * p] = x;
    end[2 * p + 1] = y;
}
