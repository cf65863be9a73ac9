"""Several divisions in a row, of numbers of which most, but not all, have 32 bits."""

from random import Random

import numpy as np
import pytest

EDGES = [0, 1, 2, 3, 7, 100, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**33, 2**62, 2**63 - 1,
         -1, -2, -7, -(2**31), -(2**32), -(2**63), -(2**63) + 1, 12345, 65537, 4096]  # fmt: skip


def kernel(random):
    lines = ["@cuda.jit", "def k(xs, ys, bs, n, m, out):", "    i = cuda.grid(1)", "    if i < xs.size:",
             "        x, y, b = xs[i], ys[i], bs[i]"]  # fmt: skip
    names = ["x", "y", "int(b)", "i", "n", "m", "xs.size"]
    if random.random() < 0.5:
        lines += ["        for t in range(3):"]
        names.append("t")
    indent = " " * (12 if len(lines) > 5 else 8)
    for place in range(random.randint(2, 6)):
        left, right = random.choice(names), random.choice(names)
        if random.random() < 0.4:
            left = f"({left} {random.choice('+-*^')} {random.choice(names)})"
        if random.random() < 0.2:
            right = f"({right} {random.choice('+*')} {random.choice(names)})"
        name = f"v{place}"
        kind = random.randrange(4)
        if kind == 0:
            lines.append(f"{indent}{name}, w{place} = divmod({left}, {right})")
            names.append(f"w{place}")
        else:
            lines.append(f"{indent}{name} = {left} {random.choice(['//', '%'])} {right}")
        names.append(name)
        if random.random() < 0.3:
            lines.append(f"{indent}out[i, {place}] += {name} ^ xs[({name}) % xs.size]")
        else:
            lines.append(f"{indent}out[i, {place}] += {name}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("passes", ["all", "gpu"])
@pytest.mark.parametrize("typed", [np.int64, np.uint64, np.int32, np.int16, np.int8])
@pytest.mark.parametrize("seed", range(6))
def test_random_divisions(launch, seed, typed, passes):
    random = Random(seed)
    with np.errstate(over="ignore"):
        edges = np.array([e % 2**64 for e in EDGES], np.uint64).astype(typed)
    x, y = np.repeat(edges, len(EDGES)), np.tile(edges, len(EDGES))
    b = (np.arange(x.size) * 37).astype(np.uint8)
    scalars = [typed(edges[random.randrange(len(EDGES))]), np.uint32(random.choice([0, 1, 9, 2**32 - 1]))]
    args = [x, y, b, *scalars, np.zeros((x.size, 6), np.int64)]
    launch.check(kernel(random), "k", (20,), (32,), args, options=[f"--passes={passes}"])


def test_places_of_flat_arrays(launch):
    """What they are mostly for; and where the product of extents has more than 32 bits."""
    source = """
@cuda.jit
def k(a, far, depth, height, width, out):
    i = cuda.grid(1)
    if i < a.size:
        x = i % a.shape[2]
        y = i // a.shape[2] % a.shape[1]
        z = i // (a.shape[2] * a.shape[1])
        out[i, 0] = a[z, y, x] * 3 + a[z, y, a.shape[2] - 1 - x]
        j = far[i]
        out[i, 1] = j % width
        out[i, 2] = j // width % height
        out[i, 3] = j // (width * height) % depth
"""
    a = np.arange(3 * 5 * 7).reshape(3, 5, 7)
    far = np.arange(a.size) * 987654321 * 12345
    for height in (5, 2**16, 2**31, 0):
        args = [a, far, np.int64(9), np.int64(height), np.int64(2**17 + 1), np.zeros((a.size, 4), np.int64)]
        launch.check(source, "k", (4,), (32,), args)


def test_what_only_ranges_know(launch):
    """A sum that is short by the range of a signed byte is computed between the divisions."""
    source = """
@cuda.jit
def k(bytes, far, n, out):
    i = cuda.grid(1)
    if i < far.size:
        first = far[i] // n
        second = (bytes[i] + 200) // (i + 1)
        out[i] = first * 1000003 + second + (bytes[i] + 128) % n
"""
    far = np.array(EDGES * 3)
    for n in (7, 2**33, -3):
        args = [(np.arange(far.size) * 37 - 90).astype(np.int8), far, np.int64(n), np.zeros(far.size, np.int64)]
        launch.check(source, "k", (3,), (32,), args, options=["--passes=gpu"] if launch.device == "cpu" else [])


@pytest.mark.parametrize("typed", [np.int64, np.int32, np.int16, np.int8, np.uint8])
@pytest.mark.parametrize("passes", ["all", "gpu", "gpu,-version-loops"])
def test_places_of_any_number_of_axes(launch, typed, passes):
    """A divisor may be zero or negative, of any type, and comes again and again."""
    source = """
@cuda.jit
def k(shape, strides, step, out):
    i = cuda.grid(1)
    if i < out.size:
        rest = i
        place = 0
        for axis in range(len(shape) - 1, -1, -1):
            place += rest % shape[axis] * strides[axis]
            rest //= shape[axis]
        out[i] = place * 7 + rest + i // step % 5 + i % step // 3
"""
    for shape in ((3, 4), (), (2, 3, 2, 2, 2), (5, 0, 2), (3, -2, 4), (-128, 1, 100)):
        shape = np.array(shape, np.int64).astype(typed)
        strides = np.arange(shape.size, dtype=np.int32) * 1000 - 700
        for step in (1, 0, -3, 100):
            launch.check(source, "k", (5,), (32,), [shape, strides, np.int32(step), np.zeros(130, np.int64)],
                         options=[f"--passes={passes}"])
