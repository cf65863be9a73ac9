from numba import cuda, float32


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32[::1], float32[:, ::1], float32[::1], float32, "
          "float32[:, ::1])")
def project_points(points, rotation, translation, camera, distortion, near, pixels):
    """Where a camera with radial distortion sees points, and their depth."""
    i = cuda.grid(1)
    if i >= points.shape[0]:
        return
    px = points[i, 0]
    py = points[i, 1]
    pz = points[i, 2]
    x = rotation[0, 0] * px + rotation[0, 1] * py + rotation[0, 2] * pz + translation[0]
    y = rotation[1, 0] * px + rotation[1, 1] * py + rotation[1, 2] * pz + translation[1]
    z = rotation[2, 0] * px + rotation[2, 1] * py + rotation[2, 2] * pz + translation[2]
    if z < near:
        pixels[i, 0] = -1
        pixels[i, 1] = -1
        pixels[i, 2] = z
        return
    u = x / z
    v = y / z
    r2 = u * u + v * v
    stretch = float32(1.0) + distortion[0] * r2 + distortion[1] * r2 * r2
    pixels[i, 0] = camera[0, 0] * u * stretch + camera[0, 2]
    pixels[i, 1] = camera[1, 1] * v * stretch + camera[1, 2]
    pixels[i, 2] = z
