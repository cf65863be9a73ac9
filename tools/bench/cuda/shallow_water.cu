// params: h.ptr u.ptr v.ptr next_h.ptr next_u.ptr next_v.ptr h.shape0:i32 h.shape1:i32 dt dx
extern "C" __global__ void shallow_water(const float* __restrict__ h, const float* __restrict__ u,
                                         const float* __restrict__ v, float* __restrict__ next_h,
                                         float* __restrict__ next_u, float* __restrict__ next_v, int rows,
                                         int cols, float dt, float dx) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (0 < x && x < cols - 1 && 0 < y && y < rows - 1) {
        const float g = 9.81f;
        int p = y * cols + x;
        float r = dt / (2.0f * dx);
        float h_x = h[p + 1] - h[p - 1], h_y = h[p + cols] - h[p - cols];
        float u_x = u[p + 1] - u[p - 1], u_y = u[p + cols] - u[p - cols];
        float v_x = v[p + 1] - v[p - 1], v_y = v[p + cols] - v[p - cols];
        next_h[p] = h[p] - r * (u[p] * h_x + v[p] * h_y + h[p] * (u_x + v_y));
        next_u[p] = u[p] - r * (u[p] * u_x + v[p] * u_y + g * h_x);
        next_v[p] = v[p] - r * (u[p] * v_x + v[p] * v_y + g * h_y);
    }
}
