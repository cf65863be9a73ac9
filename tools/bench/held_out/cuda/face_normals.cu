// params: vertices.ptr faces.ptr normals.ptr areas.ptr faces.shape0:i32
extern "C" __global__ void face_normals(const float* __restrict__ vertices, const int* __restrict__ faces,
                                        float* __restrict__ normals, float* __restrict__ areas, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float* a = vertices + faces[i * 3] * 3;
    const float* b = vertices + faces[i * 3 + 1] * 3;
    const float* c = vertices + faces[i * 3 + 2] * 3;
    float ux = b[0] - a[0], uy = b[1] - a[1], uz = b[2] - a[2];
    float vx = c[0] - a[0], vy = c[1] - a[1], vz = c[2] - a[2];
    float nx = uy * vz - uz * vy;
    float ny = uz * vx - ux * vz;
    float nz = ux * vy - uy * vx;
    float length = sqrtf(nx * nx + ny * ny + nz * nz);
    if (length > 0) {
        nx /= length;
        ny /= length;
        nz /= length;
    }
    float* normal = normals + i * 3;
    normal[0] = nx;
    normal[1] = ny;
    normal[2] = nz;
    areas[i] = 0.5f * length;
}
