// params: coeff.ptr quant.ptr out.ptr coeff.shape1:i32 coeff.shape2:i32
__constant__ float basis[8][8] = {
  {0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f},
  {0.49039264f, 0.415734806f, 0.277785117f, 0.097545161f, -0.097545161f, -0.277785117f, -0.415734806f, -0.49039264f},
  {0.461939766f, 0.191341716f, -0.191341716f, -0.461939766f, -0.461939766f, -0.191341716f, 0.191341716f, 0.461939766f},
  {0.415734806f, -0.097545161f, -0.49039264f, -0.277785117f, 0.277785117f, 0.49039264f, 0.097545161f, -0.415734806f},
  {0.353553391f, -0.353553391f, -0.353553391f, 0.353553391f, 0.353553391f, -0.353553391f, -0.353553391f, 0.353553391f},
  {0.277785117f, -0.49039264f, 0.097545161f, 0.415734806f, -0.415734806f, -0.097545161f, 0.49039264f, -0.277785117f},
  {0.191341716f, -0.461939766f, 0.461939766f, -0.191341716f, -0.191341716f, 0.461939766f, -0.461939766f, 0.191341716f},
  {0.097545161f, -0.277785117f, 0.415734806f, -0.49039264f, 0.49039264f, -0.415734806f, 0.277785117f, -0.097545161f}};

extern "C" __global__ void jpeg_idct(const short* __restrict__ coeff, const unsigned short* __restrict__ quant,
                                     unsigned char* __restrict__ out, int height, int width) {
    __shared__ float tile[8][8], rows[8][8];
    int tx = threadIdx.x, ty = threadIdx.y, c = blockIdx.z;
    int x = blockIdx.x * blockDim.x + tx;
    int y = blockIdx.y * blockDim.y + ty;
    size_t at = ((size_t)c * height + y) * width + x;

    tile[ty][tx] = coeff[at] * quant[(c * 8 + ty) * 8 + tx];
    __syncthreads();

    float total = 0.0f;
    for (int u = 0; u < 8; u++) total += basis[u][tx] * tile[ty][u];
    rows[ty][tx] = total;
    __syncthreads();

    total = 0.0f;
    for (int v = 0; v < 8; v++) total += basis[v][ty] * rows[v][tx];
    int pixel = (int)floorf(total + 128.5f);
    out[at] = min(max(pixel, 0), 255);
}
