import math

from numba import cuda, float32


@cuda.jit("void(float32[:, ::1], int32[:, ::1], float32[:, ::1], float32[::1])")
def face_normals(vertices, faces, normals, areas):
    """The unit normal of each triangle of a mesh, zero of one that has no area, and its area."""
    i = cuda.grid(1)
    if i >= faces.shape[0]:
        return
    a = faces[i, 0]
    b = faces[i, 1]
    c = faces[i, 2]
    ux = vertices[b, 0] - vertices[a, 0]
    uy = vertices[b, 1] - vertices[a, 1]
    uz = vertices[b, 2] - vertices[a, 2]
    vx = vertices[c, 0] - vertices[a, 0]
    vy = vertices[c, 1] - vertices[a, 1]
    vz = vertices[c, 2] - vertices[a, 2]
    nx = uy * vz - uz * vy
    ny = uz * vx - ux * vz
    nz = ux * vy - uy * vx
    length = math.sqrt(nx * nx + ny * ny + nz * nz)
    if length > 0:
        nx /= length
        ny /= length
        nz /= length
    normals[i, 0] = nx
    normals[i, 1] = ny
    normals[i, 2] = nz
    areas[i] = float32(0.5) * length
