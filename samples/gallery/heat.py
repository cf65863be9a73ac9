"""Heat equation: a hot wire in the shape of a ring cools in a cold plate.

Each thread owns one cell and reads its four neighbours. Two arrays change places
after each step, so that no thread reads what another one is just writing.

    python heat.py [PICTURE.png]
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

from pyk2ptx import cuda

BLOCK = (32, 8)


@cuda.jit
def step(old, new, rate):
    x, y = cuda.grid(2)
    height, width = old.shape
    if 0 < y < height - 1 and 0 < x < width - 1:
        here = old[y, x]
        around = old[y - 1, x] + old[y + 1, x] + old[y, x - 1] + old[y, x + 1]
        new[y, x] = here + rate * (around - 4 * here)


def ring(size):
    """A plate of size x size cells: 0 but for a ring of 1."""
    y, x = np.mgrid[-1 : 1 : size * 1j, -1 : 1 : size * 1j]
    return (np.abs(np.hypot(x, y) - 0.5) < 0.1).astype(np.float32)


def simulate(plate, steps, rate=0.2):
    old, new = cuda.to_device(plate), cuda.to_device(plate)
    grid = tuple(-(-n // b) for n, b in zip(plate.shape[::-1], BLOCK))
    for _ in range(steps):
        step[grid, BLOCK](old, new, np.float32(rate))
        old, new = new, old
    return old.copy_to_host()


def main(file):
    figure, axes = plt.subplots(1, 3, figsize=(9, 3.2), layout="constrained")
    plate = ring(200)
    for steps, axis in zip((0, 100, 900), axes):
        axis.imshow(simulate(plate, steps), cmap="inferno", vmin=0, vmax=1)
        axis.set(title=f"{steps} steps", xticks=[], yticks=[])
    figure.savefig(file, dpi=100)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "heat.png")
