// params: profiles.ptr platform.ptr spacing near step wavenumber image.ptr profiles.shape0:i32 profiles.shape1:i32 image.shape0:i32 image.shape1:i32
extern "C" __global__ void sar_backproject(const float2* __restrict__ profiles, const float* __restrict__ platform,
                                           float spacing, float near, float step, float wavenumber,
                                           float2* __restrict__ image, int pulses, int bins, int rows, int cols) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= cols || y >= rows) return;
    float px = (x - cols / 2) * spacing, py = (y - rows / 2) * spacing;
    float2 total = make_float2(0, 0);
    for (int p = 0; p < pulses; p++) {
        float dx = px - platform[3 * p], dy = py - platform[3 * p + 1], dz = platform[3 * p + 2];
        float distance = sqrtf(dx * dx + dy * dy + dz * dz);
        float place = (distance - near) / step;
        int k = (int)place;
        if (k >= 0 && k + 1 < bins) {
            float share = place - k;
            float2 a = profiles[p * bins + k], b = profiles[p * bins + k + 1];
            float re = a.x * (1 - share) + b.x * share, im = a.y * (1 - share) + b.y * share;
            float phase = wavenumber * (distance - near);
            float s, c;
            sincosf(phase, &s, &c);
            total.x += re * c - im * s;
            total.y += re * s + im * c;
        }
    }
    image[y * cols + x] = total;
}
