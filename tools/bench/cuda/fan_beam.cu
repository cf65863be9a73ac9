// params: filtered.ptr cosine.ptr sine.ptr distance bin_width pixel radius image.ptr filtered.shape0:i32 filtered.shape1:i32 image.shape0:i32 image.shape1:i32
extern "C" __global__ void fan_beam(const float* __restrict__ filtered, const float* __restrict__ cosine,
                                    const float* __restrict__ sine, float distance, float bin_width, float pixel,
                                    float radius, float* __restrict__ image, int views, int bins, int rows,
                                    int columns) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= columns || row >= rows) return;
    float x = (column - 0.5f * (columns - 1)) * pixel;
    float y = (0.5f * (rows - 1) - row) * pixel;
    if (x * x + y * y > radius * radius) {
        image[row * columns + column] = 0.0f;
        return;
    }
    float middle = 0.5f * (bins - 1);
    float total = 0.0f;
    for (int view = 0; view < views; view++) {
        float c = cosine[view], s = sine[view];
        float along = x * c + y * s;
        float across = y * c - x * s;
        float ratio = distance / (distance - along);
        float u = ratio * across / bin_width + middle;
        if (u < 0 || u >= bins - 1) continue;  // beside the detector
        int k = (int)u;
        float part = u - k;
        const float* at = filtered + view * bins + k;
        total += ratio * ratio * ((1 - part) * at[0] + part * at[1]);
    }
    image[row * columns + column] = total * 3.14159265f / views;
}
