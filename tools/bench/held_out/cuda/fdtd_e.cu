// params: ex.ptr ey.ptr ez.ptr hx.ptr hy.ptr hz.ptr eps.ptr dt dx ex.shape0:i32 ex.shape1:i32 ex.shape2:i32
extern "C" __global__ void fdtd_e(float* __restrict__ ex, float* __restrict__ ey, float* __restrict__ ez,
                                  const float* __restrict__ hx, const float* __restrict__ hy,
                                  const float* __restrict__ hz, const float* __restrict__ eps, float dt, float dx,
                                  int nx, int ny, int nz) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int i = blockIdx.z * blockDim.z + threadIdx.z;
    if (i >= nx || j >= ny || k >= nz) return;
    int at = (i * ny + j) * nz + k, in_i = ny * nz, in_j = nz;
    float coef = dt / (eps[at] * dx);
    if (j > 0 && k > 0) ex[at] += coef * ((hz[at] - hz[at - in_j]) - (hy[at] - hy[at - 1]));
    if (i > 0 && k > 0) ey[at] += coef * ((hx[at] - hx[at - 1]) - (hz[at] - hz[at - in_i]));
    if (i > 0 && j > 0) ez[at] += coef * ((hy[at] - hy[at - in_i]) - (hx[at] - hx[at - in_j]));
}
