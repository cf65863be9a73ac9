// params: position.ptr first.ptr count.ptr members.ptr box cutoff force.ptr energy.ptr position.shape0:i32 first.shape0:i32
extern "C" __global__ void liquid_forces(const float* __restrict__ position, const int* __restrict__ first,
                                         const int* __restrict__ count, const int* __restrict__ members, float box,
                                         float cutoff, float* __restrict__ force, float* __restrict__ energy, int n,
                                         int cells) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = position[3 * i], y = position[3 * i + 1], z = position[3 * i + 2];
    int cx = min((int)(x / box * cells), cells - 1);
    int cy = min((int)(y / box * cells), cells - 1);
    int cz = min((int)(z / box * cells), cells - 1);
    float half = 0.5f * box;
    float fx = 0.0f, fy = 0.0f, fz = 0.0f, total = 0.0f;
    for (int dz = -1; dz <= 1; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int kz = (cz + dz + cells) % cells;
                int ky = (cy + dy + cells) % cells;
                int kx = (cx + dx + cells) % cells;
                int cell = (kz * cells + ky) * cells + kx;
                int begin = first[cell], end = begin + count[cell];
                for (int m = begin; m < end; m++) {
                    int j = members[m];
                    if (j == i) continue;
                    float rx = x - position[3 * j], ry = y - position[3 * j + 1], rz = z - position[3 * j + 2];
                    // The nearest of the other's images.
                    if (rx > half) rx -= box;
                    else if (rx < -half) rx += box;
                    if (ry > half) ry -= box;
                    else if (ry < -half) ry += box;
                    if (rz > half) rz -= box;
                    else if (rz < -half) rz += box;
                    float r2 = rx * rx + ry * ry + rz * rz;
                    if (r2 < cutoff * cutoff) {
                        float s2 = 1 / r2;
                        float s6 = s2 * s2 * s2;
                        float push = 24 * s2 * s6 * (2 * s6 - 1);
                        fx += push * rx;
                        fy += push * ry;
                        fz += push * rz;
                        total += 2 * s6 * (s6 - 1);
                    }
                }
            }
    force[3 * i] = fx;
    force[3 * i + 1] = fy;
    force[3 * i + 2] = fz;
    energy[i] = total;
}
