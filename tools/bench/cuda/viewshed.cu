// params: dem.ptr row0 col0 eye cell visible.ptr dem.shape0:i32 dem.shape1:i32
constexpr float CURVATURE = 6.8e-8f;

__device__ float elevation(const float* dem, int rows, int cols, float x, float y) {
    int c = (int)x, r = (int)y;
    int c1 = min(c + 1, cols - 1), r1 = min(r + 1, rows - 1);
    float fx = x - c, fy = y - r;
    float top = dem[r * cols + c] + (dem[r * cols + c1] - dem[r * cols + c]) * fx;
    float bottom = dem[r1 * cols + c] + (dem[r1 * cols + c1] - dem[r1 * cols + c]) * fx;
    return top + (bottom - top) * fy;
}

extern "C" __global__ void viewshed(const float* __restrict__ dem, int row0, int col0, float eye, float cell,
                                    unsigned char* __restrict__ visible, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols) return;
    float dy = row - row0, dx = col - col0;
    int steps = max(abs(row - row0), abs(col - col0));
    if (steps <= 1) {
        visible[row * cols + col] = 1;
        return;
    }
    float z0 = dem[row0 * cols + col0] + eye;
    float distance = sqrtf(dx * dx + dy * dy) * cell;
    float target = (dem[row * cols + col] - distance * distance * CURVATURE - z0) / distance;
    bool seen = true;
    for (int s = 1; s < steps; s++) {
        float f = (float)s / (float)steps;
        float z = elevation(dem, rows, cols, col0 + f * dx, row0 + f * dy);
        float d = f * distance;
        if ((z - d * d * CURVATURE - z0) / d > target) {
            seen = false;
            break;
        }
    }
    visible[row * cols + col] = seen;
}
