// params: image.ptr template.ptr score.ptr image.shape1:i32 template.shape0:i32 template.shape1:i32 score.shape0:i32 score.shape1:i32
extern "C" __global__ void template_match(const float* __restrict__ image, const float* __restrict__ shape,
                                          float* __restrict__ score, int width, int height_of_shape,
                                          int width_of_shape, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    int c = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols) {
        float sum = 0.0f;
        for (int i = 0; i < height_of_shape; i++)
            for (int j = 0; j < width_of_shape; j++) {
                float diff = image[(r + i) * width + c + j] - shape[i * width_of_shape + j];
                sum += diff * diff;
            }
        score[r * cols + c] = sum;
    }
}
