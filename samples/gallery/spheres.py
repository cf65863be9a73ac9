"""Ray tracing: mirroring spheres over a chequered floor, with shadows.

Vectors are tuples: a device function takes and gives them, and in the machine
code they are registers. Each thread follows one pixel's ray for four bounces.

    python spheres.py [PICTURE.png]
"""

import math
import sys

import matplotlib.pyplot as plt
import numpy as np

from pyk2ptx import cuda, float32

BLOCK, FAR = (16, 16), 1e9
LIGHT = (0.48, 0.64, -0.6)
SPHERES = np.array(
    [  # centre, radius, colour
        (0.0, 1.0, 3.0, 1.0, 1.0, 0.35, 0.3),
        (-1.7, 0.6, 2.2, 0.6, 0.35, 0.8, 0.4),
        (1.5, 0.5, 1.8, 0.5, 0.35, 0.5, 1.0),
        (0.3, 0.25, 1.2, 0.25, 1.0, 0.9, 0.4),
    ],
    np.float32,
)


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def along(a, b, t):
    return a[0] + b[0] * t, a[1] + b[1] * t, a[2] + b[2] * t


def nearest(spheres, start, way):
    """How far the ray goes, and to what: -1 is the sky, the floor is the last."""
    best, hit = FAR, -1
    for i in range(spheres.shape[0]):
        x, y, z, radius = spheres[i, :4]
        to = x - start[0], y - start[1], z - start[2]
        middle = dot(to, way)
        root = middle * middle - dot(to, to) + radius * radius
        t = middle - math.sqrt(max(root, 0))
        if root > 0 and 1e-3 < t < best:
            best, hit = t, i
    floor = -start[1] / way[1] if way[1] < -1e-6 else FAR
    if 1e-3 < floor < best:
        best, hit = floor, spheres.shape[0]
    return best, hit


@cuda.jit
def trace(image, spheres):
    column, row = cuda.grid(2)
    height, width = image.shape[:2]
    if column >= width or row >= height:
        return
    x, y = (column + 0.5 - width / 2) / height, (height / 2 - row - 0.5) / height
    length = math.sqrt(x * x + y * y + 1)
    way = float32(x / length), float32(y / length), float32(1 / length)
    at = float32(0), float32(0.9), float32(-1.5)
    seen = float32(0), float32(0), float32(0)
    share = float32(1)
    for _ in range(4):
        t, hit = nearest(spheres, at, way)
        if hit < 0:
            seen = along(seen, (0.75 - 0.5 * way[1], 0.85 - 0.35 * way[1], 1), share)
            break
        at = along(at, way, t)
        if hit == spheres.shape[0]:
            normal = float32(0), float32(1), float32(0)
            tone = float32(0.3 if (math.floor(at[0]) + math.floor(at[2])) % 2 else 0.9)
            colour = tone, tone, tone
        else:
            x, y, z, radius, red, green, blue = spheres[hit]
            normal = (at[0] - x) / radius, (at[1] - y) / radius, (at[2] - z) / radius
            colour = red, green, blue
        lit = nearest(spheres, at, LIGHT)[1] < 0
        bright = 0.25 + (0.75 * max(dot(normal, LIGHT), 0) if lit else 0)
        seen = along(seen, colour, 0.7 * share * bright)
        share *= 0.3
        way = along(way, normal, -2 * dot(way, normal))
    image[row, column] = seen


def render(width, height):
    image = cuda.device_array((height, width, 3), np.float32)
    trace[(-(-width // BLOCK[0]), -(-height // BLOCK[1])), BLOCK](image, SPHERES)
    return image.copy_to_host()


def main(file):
    plt.imsave(file, np.clip(render(800, 450), 0, 1))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "spheres.png")
