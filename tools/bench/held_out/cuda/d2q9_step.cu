// params: f.ptr solid.ptr omega out.ptr f.shape1:i32 f.shape2:i32
constexpr __device__ int CX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
constexpr __device__ int CY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
constexpr __device__ int OPPOSITE[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
constexpr __device__ float WEIGHT[9] = {4 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f};

extern "C" __global__ void d2q9_step(const float* __restrict__ f, const unsigned char* __restrict__ solid, float omega,
                                     float* __restrict__ out, int height, int width) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int cells = height * width, cell = y * width + x;
    float here[9];
    float rho = 0.0f, ux = 0.0f, uy = 0.0f;
    #pragma unroll
    for (int q = 0; q < 9; q++) {
        int xs = (x - CX[q] + width) % width;
        int ys = (y - CY[q] + height) % height;
        here[q] = f[q * cells + ys * width + xs];
        rho += here[q];
        ux += CX[q] * here[q];
        uy += CY[q] * here[q];
    }
    if (solid[cell]) {
        #pragma unroll
        for (int q = 0; q < 9; q++) out[q * cells + cell] = here[OPPOSITE[q]];
        return;
    }
    ux /= rho;
    uy /= rho;
    float square = 1.5f * (ux * ux + uy * uy);
    #pragma unroll
    for (int q = 0; q < 9; q++) {
        float cu = 3.0f * (CX[q] * ux + CY[q] * uy);
        float rest = WEIGHT[q] * rho * (1.0f + cu + 0.5f * cu * cu - square);
        out[q * cells + cell] = here[q] + omega * (rest - here[q]);
    }
}
