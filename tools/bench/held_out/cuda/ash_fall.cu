// params: u.ptr v.ptr w.ptr release.ptr settling.ptr dt steps place.ptr fate.ptr settling.shape0:i32 u.shape0:i32 u.shape1:i32 u.shape2:i32
__device__ float wind(const float* __restrict__ field, float x, float y, float z, int levels, int rows, int cols) {
    int k = min(max((int)z, 0), levels - 2), j = min(max((int)y, 0), rows - 2);
    int west = min((int)x, cols - 1), east = west + 1;
    if (east == cols) east = 0;
    float fx = x - west, fy = y - j, fz = z - k;
    const float* low_row = field + (k * rows + j) * cols;
    const float* high_row = low_row + rows * cols;
    float low_south = low_row[west] * (1 - fx) + low_row[east] * fx;
    float low_north = low_row[cols + west] * (1 - fx) + low_row[cols + east] * fx;
    float high_south = high_row[west] * (1 - fx) + high_row[east] * fx;
    float high_north = high_row[cols + west] * (1 - fx) + high_row[cols + east] * fx;
    float low = low_south * (1 - fy) + low_north * fy;
    float high = high_south * (1 - fy) + high_north * fy;
    return low * (1 - fz) + high * fz;
}

extern "C" __global__ void ash_fall(const float* __restrict__ u, const float* __restrict__ v,
                                    const float* __restrict__ w, const float* __restrict__ release,
                                    const float* __restrict__ settling, float dt, int steps,
                                    float* __restrict__ place, signed char* __restrict__ fate, int n, int levels,
                                    int rows, int cols) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float top = levels - 1, north = rows - 1, around = cols;
    float x = release[3 * i], y = release[3 * i + 1], z = release[3 * i + 2], falls = settling[i];
    int state = 0;
    for (int step = 0; step < steps; step++) {
        float dx = wind(u, x, y, z, levels, rows, cols) * dt;
        float dy = wind(v, x, y, z, levels, rows, cols) * dt;
        float dz = (wind(w, x, y, z, levels, rows, cols) - falls) * dt;
        x += dx;
        y += dy;
        z += dz;
        if (x < 0)
            x += around;
        else if (x >= around)
            x -= around;
        if (y < 0 || y > north) {
            state = 2;
            break;
        }
        if (z > top) z = top;
        if (z <= 0) {
            z = 0;
            state = 1;
            break;
        }
    }
    place[3 * i] = x;
    place[3 * i + 1] = y;
    place[3 * i + 2] = z;
    fate[i] = state;
}
