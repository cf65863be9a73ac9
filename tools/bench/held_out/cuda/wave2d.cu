// params: before.ptr now.ptr after.ptr c2 now.shape0:i32 now.shape1:i32
extern "C" __global__ void wave2d(const double* __restrict__ before, const double* __restrict__ now,
                                  double* __restrict__ after, double c2, int ny, int nx) {
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < 2 || i >= ny - 2 || j < 2 || j >= nx - 2) return;
    const double* u = now + i * nx + j;
    double across = -u[-2] + 16 * u[-1] - 30 * u[0] + 16 * u[1] - u[2];
    double down = -u[-2 * nx] + 16 * u[-nx] - 30 * u[0] + 16 * u[nx] - u[2 * nx];
    after[i * nx + j] = 2 * u[0] - before[i * nx + j] + c2 * (across + down) / 12;
}
