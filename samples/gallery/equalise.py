"""Histogram equalisation: a dull picture gets all the shades there are.

Blocks count in shared memory, with atomic additions, and add their counts to the
whole. One block then makes of the counts their running sum, in log2(256) rounds.

    python equalise.py [PICTURE.png]
"""

import sys

import matplotlib.cbook as cbook
import matplotlib.pyplot as plt
import numpy as np

from pyk2ptx import cuda, int32

SHADES = 256


@cuda.jit
def histogram(image, counts):
    mine = cuda.shared.array(SHADES, int32)
    shade = cuda.threadIdx.x
    mine[shade] = 0
    cuda.syncthreads()
    for i in range(cuda.grid(1), image.size, cuda.gridsize(1)):
        cuda.atomic.add(mine, image[i], 1)
    cuda.syncthreads()
    cuda.atomic.add(counts, shade, mine[shade])


@cuda.jit
def running_sum(counts):
    sums = cuda.shared.array(SHADES, int32)
    i = cuda.threadIdx.x
    sums[i] = counts[i]
    cuda.syncthreads()
    step = 1
    while step < SHADES:
        before = sums[i - step] if i >= step else int32(0)
        cuda.syncthreads()
        sums[i] += before
        cuda.syncthreads()
        step *= 2
    counts[i] = sums[i]


@cuda.jit
def spread(image, sums):
    i = cuda.grid(1)
    if i < image.size:
        image[i] = sums[image[i]] * (SHADES - 1) // image.size


def equalise(image):
    pixels = cuda.to_device(image.ravel())
    counts = cuda.to_device(np.zeros(SHADES, np.int32))
    histogram[16, SHADES](pixels, counts)
    running_sum[1, SHADES](counts)
    spread[-(-image.size // SHADES), SHADES](pixels, counts)
    return pixels.copy_to_host().reshape(image.shape)


def dull_photograph():
    """A grey photograph of half the shades, in shadow."""
    with cbook.get_sample_data("grace_hopper.jpg") as file:
        picture = plt.imread(file, format="jpg")
    return (picture.mean(axis=2) / 255) ** 2 * 120 + 20


def main(file):
    dull = dull_photograph().astype(np.uint8)
    figure, axes = plt.subplots(2, 2, figsize=(7, 6), layout="constrained")
    for column, image in zip(axes.T, (dull, equalise(dull))):
        column[0].imshow(image, cmap="gray", vmin=0, vmax=255)
        column[0].set(xticks=[], yticks=[])
        column[1].hist(image.ravel(), SHADES // 2, range=(0, SHADES), color="grey")
        column[1].set(yticks=[])
    figure.savefig(file, dpi=100)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "equalise.png")
