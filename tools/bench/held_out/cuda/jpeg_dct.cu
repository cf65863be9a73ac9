// params: image.ptr basis.ptr quant.ptr out.ptr image.shape0:i32 image.shape1:i32
constexpr int TILE = 8;

extern "C" __global__ void jpeg_dct(const unsigned char* __restrict__ image,
                                    const float* __restrict__ basis, const float* __restrict__ quant,
                                    short* __restrict__ out, int height, int width) {
    __shared__ float tile[TILE][TILE], half[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;
    if (x >= width || y >= height) return;
    tile[ty][tx] = image[y * width + x] - 128.0f;
    __syncthreads();
    float total = 0.0f;
    for (int k = 0; k < TILE; k++) total += tile[ty][k] * basis[tx * TILE + k];
    half[ty][tx] = total;
    __syncthreads();
    total = 0.0f;
    for (int k = 0; k < TILE; k++) total += basis[ty * TILE + k] * half[k][tx];
    out[y * width + x] = (short)rintf(total / quant[ty * TILE + tx]);
}
