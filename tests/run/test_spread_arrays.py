"""Local arrays that outlive a barrier, or an iteration of the block's: on the CPU device the
threads' elements lie side by side where all ask for the same one. Random kernels of them,
against the simulator and as coroutines (-G)."""

import random

import numpy as np
import pytest
from test_thread_loops import check_both

HEAD = """
@cuda.jit(device=True)
def fill(values, start):
    for place in range(values.size):
        values[place] = start + place


@cuda.jit(device=True)
def total(values):
    whole = 0
    for value in values:
        whole += int(value)
    return whole


@cuda.jit(device=True)
def first(values, least):
    for place in range(values.size):
        if values[place] >= least:
            return place
    return -1


@cuda.jit
def k(x, u, out):
    s = cuda.shared.array(64, np.int64)
    a = cuda.local.array(4, np.int64)
    b = cuda.local.array(5, np.int16)
    c = cuda.local.array((2, 3), np.float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    n = cuda.blockDim.x
    e = x[i]
    w = u[0]
    for j in range(4):
        a[j] = e + j
    for j in range(5):
        b[j] = j * 3
    for y in range(2):
        for z in range(3):
            c[y, z] = y * 4 + z
    v = a
    pair = (a, b)
"""
TAIL = """
    for j in range(4):
        e = e * 31 + a[j] - b[j]
    out[i] = e + int(c[0, 0] + c[1, 1] * 3 + c[1, 2]) + v[3] + b[4]
"""


def place(rng):
    array = rng.choice(("a", "a", "v", "b", "pair[0]", "pair[1]", "c"))
    if array == "c":
        return f"c[{rng.choice(('0', '1', 'w', 'e & 1'))}, {rng.choice(('0', '2', 'w + 1'))}]"
    at = rng.choice(("0", "1", "3", "-1", "w", "w + 2", "u[1]", "e & 3" if rng.randrange(4) == 0 else "2"))
    return f"{array}[{at}]"


def value(rng):
    return rng.choice(("e", "t", "7", f"{place(rng)} + 1", f"e & 15 if {place(rng)} > 3 else 2"))


def statement(rng, depth=0):
    array = rng.choice(("a", "v", "b", "pair[0]", "pair[1]"))
    small = f"int({value(rng)}) & 255"
    simple = (
        f"{place(rng)} = {small}", f"{place(rng)} = {small}", f"{place(rng)} += {rng.randrange(5)}",
        f"e = e * 3 + int({place(rng)})", f"e ^= int({place(rng)})",
        f"if e & 1 == 0:\n    {place(rng)} = {small}\nelse:\n    e += int({place(rng)})",
        f"for j in range(4):\n    {array}[j] = {small}", f"for j in range(u[2]):\n    {array}[j] += j",
        "for j in range(3):\n    c[w, j] = c[1 - w, 2 - j] + 1", f"fill({array}, e & 7)", f"e += total({array})",
        f"e += first({array}, e & 7)", f"part = {array}[1:3]\npart[0] = {small}", "v = (a if u[1] > 5 else v)",
        f"e += {array}.size * 2", "pair = (pair[0], b)", f"{array}[1], {array}[2] = {array}[2], {array}[1]",
        "s[t] = e\ncuda.syncthreads()\ne += s[(t + 3) % n]\ncuda.syncthreads()",
        "s[t] = e\ncuda.syncthreads()\ne ^= s[n - 1 - t]\ncuda.syncthreads()")  # fmt: skip
    if depth == 0 and rng.randrange(3) == 0:
        inner = "\n".join(statement(rng, 1) for _ in range(rng.randrange(2, 6)))
        turns = rng.choice(("3", "u[2]"))
        return f"for turn in range({turns}):\n    " + inner.replace("\n", "\n    ")
    return rng.choice(simple)


# What keeps an array from being spread: every other kernel has nothing of it.
UNEVEN = ("fill(", "total(", "first(", "part", "v = (", "e & 3")


def random_kernel(rng):
    lines = ["cuda.syncthreads()"]
    is_even = rng.randrange(2) == 0
    count = rng.randrange(3, 10)
    while len(lines) <= count:
        line = statement(rng)
        if not (is_even and any(word in line for word in UNEVEN)):
            lines.append(line)
    return HEAD + "    " + "\n".join(lines).replace("\n", "\n    ") + TAIL


@pytest.mark.parametrize("seed", range(30))
def test_random_kernels(launch, seed):
    rng = random.Random(seed)
    source = random_kernel(rng)
    block = rng.choice((32, 33, 7, 64, 1))
    x = np.random.default_rng(seed).integers(-1000, 1000, 2 * block)
    check_both(launch, source, (2,), (block,), [x, np.array([1, 3, 4]), np.zeros(2 * block, np.int64)])


@pytest.mark.parametrize("kind", ["int8", "float64", "complex64", "complex128", "bool"])
def test_kinds_of_elements(launch, kind):
    source = f"""
@cuda.jit
def k(x, out):
    s = cuda.shared.array(64, np.{kind})
    a = cuda.local.array(3, np.{kind})
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    a[0] = x[i]
    a[2] = x[i]
    s[t] = a[0]
    cuda.syncthreads()
    a[1] = s[cuda.blockDim.x - 1 - t]
    cuda.syncthreads()
    for j in range(3):
        out[j, i] = a[j]
"""
    x = (np.random.default_rng(1).integers(0, 100, 99) * 1.25).astype(kind)
    check_both(launch, source, (3,), (33,), [x, np.zeros((3, 99), kind)])


def test_places_of_a_grid(launch):
    """Indices of many axes: divided in one loop, summed in others."""
    source = """
@cuda.jit(device=True)
def to_places(number, extents, places):
    rest = number + 0
    for axis in range(len(extents) - 1, -1, -1):
        extent = extents[axis]
        places[axis] = int(rest % extent)
        rest = rest // extent


@cuda.jit(device=True)
def to_number(places, strides):
    number = 0
    for axis in range(len(strides)):
        number += places[axis] * strides[axis]
    return number


@cuda.jit
def k(x, extents, strides, out):
    places = cuda.local.array(8, np.int32)
    i = cuda.grid(1)
    if i < out.size:
        to_places(i, extents, places)
        for axis in range(len(extents)):
            if strides[axis] == 0:
                places[axis] = 0
        out[i] = x[to_number(places, strides)]
"""
    for extents, strides in [((3, 4, 5), (20, 5, 1)), ((5, 4, 3), (1, 5, 20)), ((60,), (1,)), ((2, 30), (0, 1)),
                             ((60, 1, 1), (0, 7, 3)), ((), ())]:  # fmt: skip
        args = [np.arange(60) ** 2, np.array(extents, np.int64), np.array(strides, np.int64), np.zeros(60, np.int64)]
        check_both(launch, source, (2,), (40,), args)
