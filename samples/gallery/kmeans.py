"""K-means: points find the nearest centre, centres move to the mean of theirs.

Each block first adds up its own points in shared memory, with atomic additions,
and then adds its sums to those of the grid.

    python kmeans.py [PICTURE.png]
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

from pyk2ptx import cuda, float64

THREADS = 256
MOST = 16  # centres


@cuda.jit
def assign(points, centres, labels, sums):
    mine = cuda.shared.array((MOST, 3), float64)
    for i in range(cuda.threadIdx.x, 3 * MOST, THREADS):
        mine[i // 3, i % 3] = 0
    cuda.syncthreads()
    i = cuda.grid(1)
    if i < labels.size:
        x, y = points[i]
        best, label = np.inf, 0
        for k in range(centres.shape[0]):
            dx, dy = x - centres[k, 0], y - centres[k, 1]
            if dx * dx + dy * dy < best:
                best, label = dx * dx + dy * dy, k
        labels[i] = label
        cuda.atomic.add(mine, (label, 0), x)
        cuda.atomic.add(mine, (label, 1), y)
        cuda.atomic.add(mine, (label, 2), 1)
    cuda.syncthreads()
    for i in range(cuda.threadIdx.x, 3 * centres.shape[0], THREADS):
        cuda.atomic.add(sums, (i // 3, i % 3), mine[i // 3, i % 3])


@cuda.jit
def move(centres, sums):
    k = cuda.grid(1)
    if k < centres.shape[0]:
        if sums[k, 2] > 0:
            centres[k] = sums[k, :2] / sums[k, 2]
        sums[k] = 0


def cluster(points, centres, steps):
    """The points' labels and the centres, after so many steps."""
    if len(centres) > MOST:
        raise ValueError(f"at most {MOST} centres")
    points, centres = cuda.to_device(points), cuda.to_device(centres)
    labels = cuda.device_array(len(points), np.int32)
    sums = cuda.to_device(np.zeros((len(centres), 3)))
    for _ in range(steps):
        assign[-(-labels.size // THREADS), THREADS](points, centres, labels, sums)
        move[1, MOST](centres, sums)
    return labels.copy_to_host(), centres.copy_to_host()


def spread_out(points, count):
    """Points far from each other, as first centres."""
    chosen = points[:1]
    while len(chosen) < count:
        gaps = np.linalg.norm(points[:, None] - chosen, axis=2).min(axis=1)
        chosen = np.append(chosen, points[[gaps.argmax()]], axis=0)
    return chosen


def clouds(count, seed=3):
    rng = np.random.default_rng(seed)
    middles = rng.uniform(-1, 1, (7, 2))
    return middles[rng.integers(0, 7, count)] + rng.normal(0, 0.12, (count, 2))


def main(file):
    points = clouds(5000)
    labels, centres = cluster(points, spread_out(points, 7), 20)
    figure, axis = plt.subplots(figsize=(6, 5), layout="constrained")
    axis.scatter(*points.T, s=2, c=labels, cmap="Set2")
    axis.plot(*centres.T, "k+", ms=12, mew=2)
    axis.set(xticks=[], yticks=[])
    figure.savefig(file, dpi=100)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "kmeans.png")
