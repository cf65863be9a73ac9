// params: f.ptr solid.ptr omega push f_next.ptr f.shape1:i32 f.shape2:i32
__constant__ int CX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, CY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ int OPPOSITE[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
__constant__ float WEIGHT[9] = {4 / 9.0f,  1 / 9.0f,  1 / 9.0f,  1 / 9.0f, 1 / 9.0f,
                                1 / 36.0f, 1 / 36.0f, 1 / 36.0f, 1 / 36.0f};

extern "C" __global__ void channel_flow(const float* __restrict__ f, const bool* __restrict__ solid, float omega,
                                        float push, float* __restrict__ f_next, int ny, int nx) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, cells = ny * nx;
    if (i >= cells) return;
    int x = i % nx, y = i / nx;
    float here[9];
    for (int k = 0; k < 9; k++)
        here[k] = f[k * cells + (y - CY[k] + ny) % ny * nx + (x - CX[k] + nx) % nx];
    if (solid[i]) {
        for (int k = 0; k < 9; k++) f_next[k * cells + i] = here[OPPOSITE[k]];
        return;
    }
    float rho = 0, ux = 0, uy = 0;
    for (int k = 0; k < 9; k++) {
        rho += here[k];
        ux += here[k] * CX[k];
        uy += here[k] * CY[k];
    }
    ux = ux / rho + push;
    uy = uy / rho;
    float speed = ux * ux + uy * uy;
    for (int k = 0; k < 9; k++) {
        float along = 3.0f * (CX[k] * ux + CY[k] * uy);
        float even = WEIGHT[k] * rho * (1 + along + 0.5f * along * along - 1.5f * speed);
        f_next[k * cells + i] = here[k] + omega * (even - here[k]);
    }
}
