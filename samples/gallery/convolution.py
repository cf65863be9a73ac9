"""Direct convolution: one picture, a bank of filters that see directions.

The filters are a global NumPy array: constants, laid into the code's memory.
A launch has three dimensions: columns, rows, filters.

    python convolution.py [PICTURE.png]
"""

import sys

import matplotlib.cbook as cbook
import matplotlib.pyplot as plt
import numpy as np

from pyk2ptx import cuda, float32

BLOCK = (32, 4, 1)
SIDE = 9


def gabor(angle):
    """Waves of one direction under a Gaussian."""
    y, x = np.mgrid[: SIDE, : SIDE] - SIDE // 2
    wave = np.cos(2 * np.pi * (x * np.cos(angle) + y * np.sin(angle)) / 5)
    weights = np.exp(-(x**2 + y**2) / 8) * wave
    return weights - weights.mean()


FILTERS = np.array([gabor(k * np.pi / 4) for k in range(4)], np.float32)


@cuda.jit
def convolve(image, out):
    """out[f] = image with filter f, where the filter lies inside."""
    x, y, f = cuda.grid(3)
    filters = cuda.const.array_like(FILTERS)
    if f < out.shape[0] and y < out.shape[1] and x < out.shape[2]:
        total = float32(0)
        for i in range(SIDE):
            for j in range(SIDE):
                total += filters[f, i, j] * image[y + i, x + j]
        out[f, y, x] = total


def apply(image):
    height, width = (n - SIDE + 1 for n in image.shape)
    out = cuda.device_array((len(FILTERS), height, width), np.float32)
    grid = tuple(-(-n // b) for n, b in zip(out.shape[::-1], BLOCK))
    convolve[grid, BLOCK](cuda.to_device(image), out)
    return out.copy_to_host()


def photograph():
    with cbook.get_sample_data("grace_hopper.jpg") as file:
        return plt.imread(file, format="jpg").mean(axis=2, dtype=np.float32) / 255


def main(file):
    figure, axes = plt.subplots(2, 4, figsize=(9, 4), layout="constrained", height_ratios=(1, 4))
    for column, weights, seen in zip(axes.T, FILTERS, apply(photograph())):
        column[0].imshow(weights, cmap="RdBu_r")
        column[1].imshow(seen, cmap="RdBu_r", vmin=-1.5, vmax=1.5)
        for axis in column:
            axis.set(xticks=[], yticks=[])
    figure.savefig(file, dpi=100)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "convolution.png")
