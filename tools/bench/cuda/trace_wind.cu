// params: u.ptr v.ptr xs.ptr ys.ptr end_x.ptr end_y.ptr u.shape0:i32 u.shape1:i32 xs.size:i32 dt steps:i32
__device__ float between(const float* field, int cols, float x, float y) {
    int x0 = (int)floorf(x), y0 = (int)floorf(y);
    float fx = x - x0, fy = y - y0;
    const float* upper = field + y0 * cols + x0;
    const float* lower = upper + cols;
    float top = upper[0] * (1 - fx) + upper[1] * fx;
    float bottom = lower[0] * (1 - fx) + lower[1] * fx;
    return top * (1 - fy) + bottom * fy;
}

extern "C" __global__ void trace_wind(const float* __restrict__ u, const float* __restrict__ v,
                                      const float* __restrict__ xs, const float* __restrict__ ys,
                                      float* __restrict__ end_x, float* __restrict__ end_y, int rows, int cols,
                                      int count, float dt, int steps) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float x = xs[i], y = ys[i];
    for (int step = 0; step < steps; ++step) {
        if (x < 0 || y < 0 || x >= cols - 1 || y >= rows - 1) break;
        float middle_x = x + 0.5f * dt * between(u, cols, x, y);
        float middle_y = y + 0.5f * dt * between(v, cols, x, y);
        if (middle_x < 0 || middle_y < 0 || middle_x >= cols - 1 || middle_y >= rows - 1) break;
        x += dt * between(u, cols, middle_x, middle_y);
        y += dt * between(v, cols, middle_x, middle_y);
    }
    end_x[i] = x;
    end_y[i] = y;
}
