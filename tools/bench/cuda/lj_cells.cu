// params: pos.ptr cell_start.ptr cells box cutoff force.ptr energy.ptr pos.shape0:i32
__device__ float nearest_image(float d, float box) {
    if (d > box * 0.5f)
        d -= box;
    else if (d < -box * 0.5f)
        d += box;
    return d;
}

extern "C" __global__ void lj_cells(const float* __restrict__ pos, const int* __restrict__ cell_start, int cells,
                                    float box, float cutoff, float* __restrict__ force, float* __restrict__ energy,
                                    int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float xi = pos[3 * i], yi = pos[3 * i + 1], zi = pos[3 * i + 2];
    int cx = min((int)(xi / box * cells), cells - 1);
    int cy = min((int)(yi / box * cells), cells - 1);
    int cz = min((int)(zi / box * cells), cells - 1);
    float fx = 0, fy = 0, fz = 0, e = 0;
    for (int dz = -1; dz <= 1; dz++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int cell = ((cz + dz + cells) % cells * cells + (cy + dy + cells) % cells) * cells +
                           (cx + dx + cells) % cells;
                int end = cell_start[cell + 1];
                for (int j = cell_start[cell]; j < end; j++) {
                    if (i == j) continue;
                    float rx = nearest_image(xi - pos[3 * j], box);
                    float ry = nearest_image(yi - pos[3 * j + 1], box);
                    float rz = nearest_image(zi - pos[3 * j + 2], box);
                    float r2 = rx * rx + ry * ry + rz * rz;
                    if (r2 < cutoff * cutoff) {
                        float inv2 = 1.0f / r2;
                        float inv6 = inv2 * inv2 * inv2;
                        float f = 24.0f * inv6 * (2.0f * inv6 - 1.0f) * inv2;
                        fx += f * rx;
                        fy += f * ry;
                        fz += f * rz;
                        e += 2.0f * inv6 * (inv6 - 1.0f);
                    }
                }
            }
    force[3 * i] = fx;
    force[3 * i + 1] = fy;
    force[3 * i + 2] = fz;
    energy[i] = e;
}
