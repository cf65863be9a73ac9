// params: vertices.ptr bones.ptr positions.ptr normals.ptr vertices.shape0:i32
struct Vertex {
    float pos[3], normal[3];
    int bones[4];
    float weights[4];
};

extern "C" __global__ void skin_vertices(const Vertex* __restrict__ vertices, const float* __restrict__ bones,
                                         float* __restrict__ positions, float* __restrict__ normals, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const Vertex& v = vertices[i];
    float px = 0, py = 0, pz = 0, nx = 0, ny = 0, nz = 0;
    for (int k = 0; k < 4; k++) {
        float w = v.weights[k];
        if (w == 0) continue;
        const float* m = bones + 12 * v.bones[k];
        px += w * (m[0] * v.pos[0] + m[1] * v.pos[1] + m[2] * v.pos[2] + m[3]);
        py += w * (m[4] * v.pos[0] + m[5] * v.pos[1] + m[6] * v.pos[2] + m[7]);
        pz += w * (m[8] * v.pos[0] + m[9] * v.pos[1] + m[10] * v.pos[2] + m[11]);
        nx += w * (m[0] * v.normal[0] + m[1] * v.normal[1] + m[2] * v.normal[2]);
        ny += w * (m[4] * v.normal[0] + m[5] * v.normal[1] + m[6] * v.normal[2]);
        nz += w * (m[8] * v.normal[0] + m[9] * v.normal[1] + m[10] * v.normal[2]);
    }
    float length = sqrtf(nx * nx + ny * ny + nz * nz);
    positions[3 * i] = px;
    positions[3 * i + 1] = py;
    positions[3 * i + 2] = pz;
    normals[3 * i] = nx / length;
    normals[3 * i + 1] = ny / length;
    normals[3 * i + 2] = nz / length;
}
