"""The heat equation in slabs, each of an actor that keeps its own on its device.

    python ray_actors.py [ACTORS]

After each step an actor gives its outermost rows, which its neighbours take as their
halos; nothing else travels. With GPUs, Ray gives each actor one; without, the kernel
runs on the CPU device. Ray starts here what is not running yet.
"""

import sys

import numpy as np
import ray

from pyk2ptx import cuda

BLOCK = (32, 8)


@cuda.jit
def step(old, new, rate):
    """All rows but the first and the last, which are halos, or the plate's edge."""
    x, y = cuda.grid(2)
    height, width = old.shape
    if 0 < y < height - 1 and x < width:
        here = old[y, x]
        if 0 < x < width - 1:
            around = old[y - 1, x] + old[y + 1, x] + old[y, x - 1] + old[y, x + 1]
            here += rate * (around - 4 * here)
        new[y, x] = here


class Slab:
    """Rows of a plate, with one more above and below."""

    def __init__(self, rows):
        self.old, self.new = cuda.to_device(rows), cuda.to_device(rows)
        columns, height = rows.shape[1], rows.shape[0]
        self.grid = (-(-columns // BLOCK[0]), -(-height // BLOCK[1]))

    def edges(self):
        return self.old[1].copy_to_host(), self.old[-2].copy_to_host()

    def advance(self, above, below, rate):
        """A step, with the halos that the neighbours gave; None: the plate's edge."""
        if above is not None:
            self.old[0].copy_to_device(above)
        if below is not None:
            self.old[-1].copy_to_device(below)
        self.new[0].copy_to_device(self.old[0])
        self.new[-1].copy_to_device(self.old[-1])
        step[self.grid, BLOCK](self.old, self.new, np.float32(rate))
        self.old, self.new = self.new, self.old
        return self.edges()

    def rows(self):
        return self.old[1:-1].copy_to_host()


def simulate(plate, steps, count, rate=0.2):
    """The plate after `steps`, by `count` actors; its outermost rows stay."""
    gpus = ray.cluster_resources().get("GPU", 0)
    actor = ray.remote(num_gpus=1 if gpus >= count else 0)(Slab)
    parts = np.array_split(np.arange(1, len(plate) - 1), count)
    slabs = [actor.remote(plate[part[0] - 1 : part[-1] + 2]) for part in parts]
    edges = ray.get([slab.edges.remote() for slab in slabs])
    for _ in range(steps):
        above = [None, *(last for _, last in edges[:-1])]
        below = [*(first for first, _ in edges[1:]), None]
        edges = ray.get(
            [s.advance.remote(a, b, rate) for s, a, b in zip(slabs, above, below)]
        )
    inner = ray.get([slab.rows.remote() for slab in slabs])
    return np.concatenate([plate[:1], *inner, plate[-1:]])


def main(count=2):
    ray.init(include_dashboard=False, log_to_driver=False, ignore_reinit_error=True)
    plate = np.zeros((101, 120), np.float32)
    plate[40:60, 30:90] = 1
    after = simulate(plate, 50, int(count))
    print(
        f"{count} actors: after 50 steps the edge of the hot spot is {after[40, 60]:.4f}"
    )
    ray.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:2])
