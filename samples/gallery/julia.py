"""Julia set: how fast z = z² + c leaves the plane, for each pixel's z.

Kernels compute with complex numbers as Python does. Threads of a warp leave the
loop at different times; the compiler takes care of that.

    python julia.py [PICTURE.png]
"""

import math
import sys

import matplotlib.pyplot as plt
import numpy as np

from pyk2ptx import cuda

BLOCK = (32, 8)
C = -0.8 + 0.156j


@cuda.jit(device=True)
def escape(z, c, limit):
    """The number of steps until |z| > 10, with a fraction; `limit` if never."""
    for i in range(limit):
        z = z * z + c
        size = z.real * z.real + z.imag * z.imag
        if size > 100:
            return i + 2 - math.log2(math.log(size))
    return float(limit)


@cuda.jit
def julia(image, c, width, height, limit):
    x, y = cuda.grid(2)
    if y < image.shape[0] and x < image.shape[1]:
        re = (x / (image.shape[1] - 1) - 0.5) * width
        im = (0.5 - y / (image.shape[0] - 1)) * height
        image[y, x] = escape(complex(re, im), c, limit)


def render(columns, rows, c=C, limit=200):
    image = cuda.device_array((rows, columns), np.float64)
    grid = (-(-columns // BLOCK[0]), -(-rows // BLOCK[1]))
    julia[grid, BLOCK](image, c, 3.2, 3.2 * rows / columns, limit)
    return image.copy_to_host()


def main(file):
    image = render(900, 500)
    plt.imsave(file, np.log(np.maximum(image, 1)), cmap="twilight_shifted")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "julia.png")
