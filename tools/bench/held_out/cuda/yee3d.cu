// params: ex.ptr ey.ptr ez.ptr hx.ptr hy.ptr hz.ptr c ex.shape0:i32 ex.shape1:i32 ex.shape2:i32
extern "C" __global__ void yee3d(float* __restrict__ ex, float* __restrict__ ey, float* __restrict__ ez,
                                 const float* __restrict__ hx, const float* __restrict__ hy,
                                 const float* __restrict__ hz, float c, int nx, int ny, int nz) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (0 < i && i < nx && 0 < j && j < ny && 0 < k && k < nz) {
        int p = (i * ny + j) * nz + k, di = ny * nz, dj = nz;
        ex[p] += c * ((hz[p] - hz[p - dj]) - (hy[p] - hy[p - 1]));
        ey[p] += c * ((hx[p] - hx[p - 1]) - (hz[p] - hz[p - di]));
        ez[p] += c * ((hy[p] - hy[p - di]) - (hx[p] - hx[p - dj]));
    }
}
