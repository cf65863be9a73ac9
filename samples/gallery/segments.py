"""Segmented reduction: a photograph as a mosaic, each stone the mean of its pixels.

Pixels are sorted by the stone that they belong to, so a stone is a segment, of any
length. One warp adds up one segment; its sums meet by shuffles.

    python segments.py [PICTURE.png]
"""

import sys

import matplotlib.cbook as cbook
import matplotlib.pyplot as plt
import numpy as np

from pyk2ptx import cuda, float32

WARP, THREADS = 32, 128


@cuda.jit
def nearest_stone(centres, stones):
    x, y = cuda.grid(2)
    if y < stones.shape[0] and x < stones.shape[1]:
        best, stone = np.inf, 0
        for k in range(centres.shape[0]):
            dy, dx = y - centres[k, 0], x - centres[k, 1]
            if dx * dx + dy * dy < best:
                best, stone = dx * dx + dy * dy, k
        stones[y, x] = stone


@cuda.jit
def means(values, starts, out):
    """out[s] = the mean of values[starts[s]:starts[s + 1]], 0 of none."""
    segment, lane = cuda.grid(1) // WARP, cuda.laneid
    inside = segment < out.shape[0]
    first, end = (starts[segment], starts[segment + 1]) if inside else (0, 0)
    for channel in range(values.shape[1]):
        total = float32(0)
        for i in range(first + lane, end, WARP):
            total += values[i, channel]
        for step in (16, 8, 4, 2, 1):
            total += cuda.shfl_down_sync(0xFFFFFFFF, total, step)
        if lane == 0 and inside:
            out[segment, channel] = total / max(end - first, 1)


def segment_means(values, starts):
    out = cuda.device_array((starts.size - 1, values.shape[1]), np.float32)
    blocks = -(-len(out) * WARP // THREADS)
    means[blocks, THREADS](cuda.to_device(values), cuda.to_device(starts), out)
    return out.copy_to_host()


def mosaic(picture, count, seed=2):
    rng = np.random.default_rng(seed)
    centres = rng.uniform(0, 1, (count, 2)) * picture.shape[:2]
    stones = cuda.device_array(picture.shape[:2], np.int32)
    grid = -(-stones.shape[1] // 32), -(-stones.shape[0] // 8)
    nearest_stone[grid, (32, 8)](cuda.to_device(centres), stones)
    stones = stones.copy_to_host()
    order = np.argsort(stones, axis=None, kind="stable")
    values = (picture.reshape(-1, 3)[order] / 255).astype(np.float32)
    starts = np.searchsorted(stones.ravel()[order], np.arange(count + 1)).astype(np.int32)
    return segment_means(values, starts)[stones]


def main(file):
    with cbook.get_sample_data("grace_hopper.jpg") as photograph:
        picture = plt.imread(photograph, format="jpg")
    plt.imsave(file, np.clip(mosaic(picture[:400], 900), 0, 1))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "segments.png")
