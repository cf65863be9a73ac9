"""Image filters: a photograph blurred, and its edges.

A block loads its tile of the picture and a margin into shared memory, waits at
the barrier, and each thread then reads its neighbours from there.

    python filters.py [PICTURE.png]
"""

import math
import sys

import matplotlib.cbook as cbook
import matplotlib.pyplot as plt
import numpy as np

from pyk2ptx import cuda, float32

TILE = 16
RADIUS = 4
SIDE = TILE + 2 * RADIUS
# A Gaussian; a global array is a constant of the kernels that read it.
WEIGHTS = np.exp(-np.arange(-RADIUS, RADIUS + 1) ** 2 / (2 * 2.0**2)).astype(np.float32)
WEIGHTS /= WEIGHTS.sum()


@cuda.jit
def grey(picture, out):
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        red, green, blue = picture[y, x]
        out[y, x] = (0.299 * red + 0.587 * green + 0.114 * blue) / 255


@cuda.jit
def blur(image, out):
    tile = cuda.shared.array((SIDE, SIDE), float32)
    left, top = cuda.blockIdx.x * TILE - RADIUS, cuda.blockIdx.y * TILE - RADIUS
    height, width = image.shape
    for ty in range(cuda.threadIdx.y, SIDE, TILE):
        for tx in range(cuda.threadIdx.x, SIDE, TILE):
            y = min(max(top + ty, 0), height - 1)
            x = min(max(left + tx, 0), width - 1)
            tile[ty, tx] = image[y, x]
    cuda.syncthreads()
    total = float32(0)
    for i in range(2 * RADIUS + 1):
        for j in range(2 * RADIUS + 1):
            weight = WEIGHTS[i] * WEIGHTS[j]
            total += weight * tile[cuda.threadIdx.y + i, cuda.threadIdx.x + j]
    x, y = cuda.grid(2)
    if y < height and x < width:
        out[y, x] = total


@cuda.jit
def edges(image, out):
    """Sobel's operator; 0 along the border."""
    x, y = cuda.grid(2)
    if 0 < y < image.shape[0] - 1 and 0 < x < image.shape[1] - 1:
        a, b, c = image[y - 1, x - 1 : x + 2]
        d, _, e = image[y, x - 1 : x + 2]
        f, g, h = image[y + 1, x - 1 : x + 2]
        across = c + 2 * e + h - a - 2 * d - f
        down = f + 2 * g + h - a - 2 * b - c
        out[y, x] = math.hypot(across, down)


def photograph():
    """Rear Admiral Grace Hopper, who wrote the first compiler; matplotlib has it."""
    with cbook.get_sample_data("grace_hopper.jpg") as file:
        return plt.imread(file, format="jpg")


def apply(picture):
    """The picture in grey, blurred, and the edges of that; float32, 0 to 1."""
    results = [cuda.to_device(np.zeros(picture.shape[:2], np.float32)) for _ in range(3)]
    launch = tuple(-(-n // TILE) for n in picture.shape[1::-1]), (TILE, TILE)
    grey[launch](cuda.to_device(np.ascontiguousarray(picture)), results[0])
    blur[launch](results[0], results[1])
    edges[launch](results[1], results[2])
    return [result.copy_to_host() for result in results]


def main(file):
    names = "grey", "blurred", "its edges"
    figure, axes = plt.subplots(1, 3, figsize=(9, 3.9), layout="constrained")
    for axis, name, image in zip(axes, names, apply(photograph())):
        axis.imshow(image, cmap="gray")
        axis.set(title=name, xticks=[], yticks=[])
    figure.savefig(file, dpi=100)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "filters.png")
