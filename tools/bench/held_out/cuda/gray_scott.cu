// params: u.ptr v.ptr u_next.ptr v_next.ptr du dv feed kill dt u.shape0:i32 u.shape1:i32
extern "C" __global__ void gray_scott(const float* __restrict__ u, const float* __restrict__ v,
                                      float* __restrict__ u_next, float* __restrict__ v_next, float du,
                                      float dv, float feed, float kill, float dt, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (0 < i && i < n - 1 && 0 < j && j < m - 1) {
        int p = i * m + j;
        float a = u[p], b = v[p];
        float lap_u = u[p - m] + u[p + m] + u[p - 1] + u[p + 1] - 4 * a;
        float lap_v = v[p - m] + v[p + m] + v[p - 1] + v[p + 1] - 4 * b;
        float reaction = a * b * b;
        u_next[p] = a + dt * (du * lap_u - reaction + feed * (1 - a));
        v_next[p] = b + dt * (dv * lap_v + reaction - (feed + kill) * b);
    }
}
