// params: a.ptr out.ptr a.shape0:i32 a.shape1:i32
constexpr int TILE = 32, ROWS = 8;

extern "C" __global__ void transpose(const float* __restrict__ a, float* __restrict__ out, int height,
                                     int width) {
    __shared__ float tile[TILE][TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y;
    int col = blockIdx.x * TILE + tx;
    int row = blockIdx.y * TILE + ty;
    for (int k = 0; k < TILE; k += ROWS)
        if (row + k < height && col < width) tile[ty + k][tx] = a[(row + k) * width + col];
    __syncthreads();
    col = blockIdx.y * TILE + tx;
    row = blockIdx.x * TILE + ty;
    for (int k = 0; k < TILE; k += ROWS)
        if (row + k < width && col < height) out[(row + k) * height + col] = tile[tx][ty + k];
}
