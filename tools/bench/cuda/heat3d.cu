// params: u.ptr v.ptr nx ny nz r
extern "C" __global__ void heat3d(const float* __restrict__ u, float* __restrict__ v, int nx, int ny,
                                  int nz, float r) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    int k = blockIdx.z * blockDim.z + threadIdx.z;
    if (i >= nx || j >= ny || k >= nz) return;
    int p = (k * ny + j) * nx + i;
    if (i == 0 || i == nx - 1 || j == 0 || j == ny - 1 || k == 0 || k == nz - 1) {
        v[p] = u[p];
        return;
    }
    int plane = nx * ny;
    float around = u[p - 1] + u[p + 1] + u[p - nx] + u[p + nx] + u[p - plane] + u[p + plane];
    v[p] = u[p] + r * (around - 6 * u[p]);
}
