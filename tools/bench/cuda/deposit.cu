// params: px.ptr py.ptr charge.ptr density.ptr px.size:i32 density.shape1:i32
extern "C" __global__ void deposit(const float* __restrict__ px, const float* __restrict__ py,
                                   const float* __restrict__ charge, float* __restrict__ density, int n,
                                   int width) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float x = px[i], y = py[i], q = charge[i];
        int ix = (int)floorf(x), iy = (int)floorf(y);
        float fx = x - ix, fy = y - iy;
        float* cell = density + iy * width + ix;
        atomicAdd(cell, q * (1 - fx) * (1 - fy));
        atomicAdd(cell + 1, q * fx * (1 - fy));
        atomicAdd(cell + width, q * (1 - fx) * fy);
        atomicAdd(cell + width + 1, q * fx * fy);
    }
}
