"""Blocks beside each other that the CPU device runs as one with longer rows
(compiler/blocks/joined_blocks.h): against the simulator and against themselves
as coroutines (-G), for grids of many blocks and of few, and with kernels that
see which block they are in."""

import numpy as np
import pytest
from test_thread_loops import against_coroutines, check_both

GRIDS = [((1,), (32,)), ((70,), (33,)), ((1025,), (32,)), ((300,), (1,)), ((5, 9), (16, 4)),
         ((40, 3, 2), (8, 2, 2)), ((2, 40), (31, 1))]

PLACES = {
    "grid": "i, j, k = cuda.grid(3)",
    "spelt": "i = cuda.threadIdx.x + cuda.blockDim.x * cuda.blockIdx.x\n"
             "    j = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y\n"
             "    k = cuda.threadIdx.z + cuda.blockIdx.z * cuda.blockDim.z",
    "steps": "tx = cuda.threadIdx.x\n"
             "    bx = cuda.blockIdx.x\n"
             "    width = cuda.blockDim.x\n"
             "    i = bx * width + tx\n"
             "    j = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y\n"
             "    k = cuda.blockIdx.z * cuda.blockDim.z + cuda.threadIdx.z",
}


@pytest.mark.parametrize("grid, block", GRIDS)
@pytest.mark.parametrize("place", PLACES)
def test_places_in_the_grid(launch, place, grid, block):
    source = f"""
@cuda.jit
def k(x, out):
    {PLACES[place]}
    if i >= out.shape[2] or j >= out.shape[1] or k >= out.shape[0]:
        return
    v = x[k, j, i] * 3
    if 0 < i < out.shape[2] - 1:
        v += x[k, j, i - 1] + x[k, j, i + 1]
    out[k, j, i] = v + i - j * 7 + k * 11
"""
    shape = [int(a * b) for a, b in zip((*grid, 1, 1)[:3], (*block, 1, 1)[:3])][::-1]
    shape[2] = max(shape[2] - 5, 1)
    x = np.random.default_rng(1).integers(0, 1000, shape).astype(np.int32)
    check_both(launch, source, grid, block, [x, np.zeros(shape, np.int64)])


@pytest.mark.parametrize("grid, block", [((70,), (33,)), ((1025,), (32,)), ((3,), (64,))])
@pytest.mark.parametrize("value", [
    "cuda.threadIdx.x",
    "cuda.blockIdx.x",
    "cuda.grid(1) * 2 + cuda.blockIdx.x",
    "cuda.laneid",
    "cuda.grid(1) + cuda.gridsize(1) + cuda.blockDim.x + cuda.gridDim.x",
    "(cuda.blockIdx.x + 1) * cuda.blockDim.x + cuda.threadIdx.x",
    "cuda.blockIdx.x * cuda.blockDim.x - cuda.threadIdx.x",
])
def test_who_sees_its_block(launch, value, grid, block):
    source = f"""
@cuda.jit
def k(out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = {value}
"""
    check_both(launch, source, grid, block, [np.zeros(grid[0] * block[0] - 7, np.int64)])


@pytest.mark.parametrize("grid, block", [((70,), (33,)), ((3, 7), (32, 4))])
def test_loops_over_the_grid(launch, grid, block):
    source = """
@cuda.jit
def k(x, rows, out):
    i, j = cuda.grid(2)
    width, height = cuda.gridsize(2)
    for row in range(j, x.shape[0], height):
        for column in range(i, x.shape[1], width):
            s = x[row, column]
            for r in range(rows):
                s += x[r, column] * r
            out[row, column] = s
"""
    x = np.random.default_rng(2).integers(0, 100, (9, 5000)).astype(np.int64)
    check_both(launch, source, grid, block, [x, 4, np.zeros_like(x)])


@pytest.mark.parametrize("size", [0, 1, 100, 2310, 2311, 7000])
def test_strides_of_the_grid(launch, size):
    """What a thread does in each turn, in the order of its turns; and from behind its place."""
    source = """
@cuda.jit
def k(x, out, last, first):
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        out[i] += x[i] * 3
        last[cuda.grid(1)] = i
    start = cuda.grid(1) + first
    step = cuda.blockDim.x * cuda.gridDim.x
    for j in range(start, x.size, step):
        out[j] = out[j] * 2 + j
"""
    x = np.arange(size) % 11
    for grid, block in [((70,), (33,)), ((1,), (64,)), ((100,), (8,))]:
        check_both(launch, source, grid, block, [x, np.ones_like(x), np.zeros(2310, np.int64), 0])
    check_both(launch, source, (70,), (33,), [x, np.ones_like(x), np.zeros(2310, np.int64), 2310])


def test_blocks_that_share(launch):
    """Their own arrays, without a barrier; a function that asks for a place; atomics."""
    source = """
@cuda.jit(device=True)
def place():
    return cuda.grid(1)

@cuda.jit
def k(x, out, count, seen):
    own = cuda.shared.array(64, np.int64)
    i = cuda.grid(1)
    t = i % 64
    own[t] = i
    if i < x.size:
        out[place()] = own[t] + x[i]
        cuda.atomic.add(count, 0, 1)
        seen[i] = cuda.atomic.max(count, 1, 5) >= 0
"""
    x = np.arange(64 * 90 - 3)
    args = [x, np.zeros_like(x), np.zeros(2, np.int64), np.zeros_like(x)]
    against_coroutines(launch, source, (90,), (64,), args)


def test_commuting_atomics(launch):
    source = """
@cuda.jit
def k(x, count):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(count, x[i] % 7, x[i])
"""
    x = np.random.default_rng(4).integers(0, 1000, 100_003)
    check_both(launch, source, (1564,), (64,), [x, np.zeros(7, np.int64)])
