"""One thread does the work of several: all of it together without checks, or, where an index is
outside, one after the other from the beginning. Nothing is done twice, and nothing left out."""

from random import Random

import numpy as np
import pytest

OPTIONS = pytest.mark.parametrize("passes", ["all", "gpu"])
LANES = pytest.mark.parametrize("lanes", [2, 4])


def index(random):
    return random.choice(["i", "i + 1", "i - 1", "i + 2", "k", "k + i", "i + k - 1", "k * 2", "n - 1 - i", "i // 2"])


def statement(random, depth=0):
    """Lines that read x, y and change t, u, s, out, count."""
    kind = random.randrange(9 if depth < 2 else 6)
    if kind == 0:
        return [f"{random.choice('tu')} = x[{index(random)}] + y[{index(random)}]"]
    if kind == 1:
        return [f"s += x[{index(random)}] * {random.randint(1, 3)}"]
    if kind == 2:
        return [f"k = (k * 3 + {random.choice(['i', 't', '1'])}) % {random.choice(['n', '7', '64'])}"]
    if kind == 3:
        terms = " + ".join(f"{random.choice('xy')}[{index(random)}]" for _ in range(4))
        return [f"{random.choice('tus')} = {terms}"]
    if kind == 4:
        return [f"out[i, {random.randrange(3)}] += {random.choice('tus')} + x[{index(random)}]"]
    if kind == 5:
        return [f"cuda.atomic.add(count, {random.randrange(4)}, {random.choice(['1', 't', 's'])})"]
    inner = [line for _ in range(random.randint(1, 3)) for line in statement(random, depth + 1)]
    if kind == 6:
        head = f"for k in range({random.choice(['3', 'n // 4', 'm', '1, 4'])}):"
    else:
        head = random.choice(["if t > u:", "if i < n - 3:", "if n > 20:", "if m > 2:"])
    return [head, *("    " + line for line in inner)]


def kernel(random):
    lines = ["@cuda.jit", "def k(x, y, m, out, count):", "    i = cuda.grid(1)", "    n = x.size",
             "    s, t, u, k = 0, i, 1, 0"]  # fmt: skip
    if random.random() < 0.3:
        lines.append(f"    for turn in range({random.randint(1, 3)}):")
        indent = "        "
    else:
        indent = "    "
    lines.append(f"{indent}if i < {random.choice(['out.shape[0]', 'n', 'm * 30'])}:")
    for _ in range(random.randint(3, 8)):
        lines += [f"{indent}    {line}" for line in statement(random)]
    lines += ["    if i < out.shape[0]:", "        out[i, 0] += s * 3 + t - u"]
    return "\n".join(lines) + "\n"


@OPTIONS
@LANES
@pytest.mark.parametrize("seed", range(24))
def test_random_kernels(launch, seed, lanes, passes):
    random = Random(seed)
    size = random.choice([1, 60, 255, 256, 300, 512])
    x = np.arange(size, dtype=np.int64) * 7 % 31
    y = np.arange(random.choice([size, size // 2 + 1, 300]), dtype=np.int64) * 5 % 17
    args = [x, y, np.int64(random.choice([0, 2, 9, 20])), np.zeros((512, 3), np.int64), np.zeros(4, np.int64)]
    options = [f"--per-thread={lanes}", f"--passes={passes}"]
    launch.check(kernel(random), "k", (2,), (256,), args, options=options)
