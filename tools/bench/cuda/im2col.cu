// params: image.ptr columns.ptr image.shape0:i32 image.shape1:i32 image.shape2:i32 size:i32 pad:i32
extern "C" __global__ void im2col(const float* __restrict__ image, float* __restrict__ columns, int channels,
                                  int height, int width, int size, int pad) {
    int out_height = height + 2 * pad - size + 1, out_width = width + 2 * pad - size + 1;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < channels * out_height * out_width) {
        int x = i % out_width, y = i / out_width % out_height, c = i / (out_width * out_height);
        for (int ky = 0; ky < size; ++ky)
            for (int kx = 0; kx < size; ++kx) {
                int row = y + ky - pad, col = x + kx - pad;
                float value = 0;
                if (0 <= row && row < height && 0 <= col && col < width)
                    value = image[(c * height + row) * width + col];
                columns[((c * size + ky) * size + kx) * (out_height * out_width) + y * out_width + x] = value;
            }
    }
}
