// params: points.ptr rotation.ptr translation.ptr camera.ptr distortion.ptr near pixels.ptr points.shape0:i32
extern "C" __global__ void project_points(const float* __restrict__ points,
                                          const float* __restrict__ rotation,
                                          const float* __restrict__ translation,
                                          const float* __restrict__ camera,
                                          const float* __restrict__ distortion, float near,
                                          float* __restrict__ pixels, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float px = points[i * 3], py = points[i * 3 + 1], pz = points[i * 3 + 2];
    const float *r = rotation, *t = translation;
    float x = r[0] * px + r[1] * py + r[2] * pz + t[0];
    float y = r[3] * px + r[4] * py + r[5] * pz + t[1];
    float z = r[6] * px + r[7] * py + r[8] * pz + t[2];
    float* pixel = pixels + i * 3;
    if (z < near) {
        pixel[0] = -1.0f;
        pixel[1] = -1.0f;
        pixel[2] = z;
        return;
    }
    float u = x / z, v = y / z;
    float r2 = u * u + v * v;
    float stretch = 1.0f + distortion[0] * r2 + distortion[1] * r2 * r2;
    pixel[0] = camera[0] * u * stretch + camera[2];
    pixel[1] = camera[4] * v * stretch + camera[5];
    pixel[2] = z;
}
