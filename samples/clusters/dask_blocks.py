"""A kernel over an array that is larger than a machine: Dask gives it block by block.

    python dask_blocks.py [ADDRESS]     of a scheduler; without, two processes here

Each worker compiles the kernel for its own device, once, and takes its blocks one
after the other. `brightened` needs its own block alone (map_blocks); `blurred` reads
two cells beyond it, which Dask copies from the neighbours (map_overlap). Workers with
a GPU each are what dask-cuda starts; without one, the kernels run on the CPU device.
"""

import sys

import dask.array as da
import numpy as np
from dask.distributed import Client, LocalCluster

from pyk2ptx import cuda

BLOCK = (32, 8)
RADIUS = 2


@cuda.jit
def brighten(picture, low, high, out):
    x, y = cuda.grid(2)
    if y < out.shape[0] and x < out.shape[1]:
        out[y, x] = min(max((picture[y, x] - low) / (high - low), 0), 1)


@cuda.jit
def blur(picture, out):
    """The mean of a square; its edges are those of the picture."""
    x, y = cuda.grid(2)
    height, width = picture.shape
    if y < height and x < width:
        total, count = 0.0, 0
        for v in range(max(y - RADIUS, 0), min(y + RADIUS + 1, height)):
            for u in range(max(x - RADIUS, 0), min(x + RADIUS + 1, width)):
                total += picture[v, u]
                count += 1
        out[y, x] = total / count


def over(kernel, block, *numbers):
    """What a worker does with a block: NumPy's array in, NumPy's array out."""
    out = cuda.device_array(block.shape, block.dtype)
    grid = tuple(-(-n // b) for n, b in zip(block.shape[::-1], BLOCK))
    if block.size:
        kernel[grid, BLOCK](cuda.to_device(block), *numbers, out)
    return out.copy_to_host()


def brightened(picture, low, high):
    def one(block):
        return over(brighten, block, np.float32(low), np.float32(high))

    return picture.map_blocks(one, dtype=picture.dtype, meta=picture._meta)


def blurred(picture):
    def one(block):
        return over(blur, block)

    return picture.map_overlap(
        one, depth=RADIUS, boundary="none", dtype=picture.dtype, meta=picture._meta
    )


def main(address=None):
    # Port 0: any that is free, for the page that shows what the workers do.
    cluster = address or LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0"
    )
    with Client(cluster) as client:
        rows = np.arange(1000, dtype=np.float32)
        picture = da.from_array(np.add.outer(rows, rows), chunks=(300, 400))
        result = blurred(brightened(picture, 100, 1900))
        workers = len(client.scheduler_info()["workers"])
        mean = result.mean().compute()
        print(f"{picture.npartitions} blocks, {workers} workers, mean {mean:.4f}")
    if cluster is not address:
        cluster.close()


if __name__ == "__main__":
    main(*sys.argv[1:2])
