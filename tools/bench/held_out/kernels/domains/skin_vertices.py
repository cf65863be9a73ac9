import math

import numba
import numpy as np
from numba import cuda, float32

vertex_type = np.dtype([("pos", np.float32, 3), ("normal", np.float32, 3), ("bones", np.int32, 4),
                        ("weights", np.float32, 4)])
vertex = numba.from_dtype(vertex_type)


@cuda.jit((vertex[:], float32[:, :, ::1], float32[:, ::1], float32[:, ::1]))
def skin_vertices(vertices, bones, positions, normals):
    """Linear blend skinning: each vertex is moved by four bones' matrices."""
    i = cuda.grid(1)
    if i >= vertices.shape[0]:
        return
    v = vertices[i]
    px = float32(0)
    py = float32(0)
    pz = float32(0)
    nx = float32(0)
    ny = float32(0)
    nz = float32(0)
    for k in range(4):
        w = v.weights[k]
        if w == 0:
            continue
        m = bones[v.bones[k]]
        px += w * (m[0, 0] * v.pos[0] + m[0, 1] * v.pos[1] + m[0, 2] * v.pos[2] + m[0, 3])
        py += w * (m[1, 0] * v.pos[0] + m[1, 1] * v.pos[1] + m[1, 2] * v.pos[2] + m[1, 3])
        pz += w * (m[2, 0] * v.pos[0] + m[2, 1] * v.pos[1] + m[2, 2] * v.pos[2] + m[2, 3])
        nx += w * (m[0, 0] * v.normal[0] + m[0, 1] * v.normal[1] + m[0, 2] * v.normal[2])
        ny += w * (m[1, 0] * v.normal[0] + m[1, 1] * v.normal[1] + m[1, 2] * v.normal[2])
        nz += w * (m[2, 0] * v.normal[0] + m[2, 1] * v.normal[1] + m[2, 2] * v.normal[2])
    length = math.sqrt(nx * nx + ny * ny + nz * nz)
    positions[i, 0] = px
    positions[i, 1] = py
    positions[i, 2] = pz
    normals[i, 0] = nx / length
    normals[i, 1] = ny / length
    normals[i, 2] = nz / length
