"""Names that are used again, and local arrays that are filled again, between barriers:
the CPU device keeps from one to the next what somebody may read there. Random kernels
of them, against the simulator and as coroutines (-G)."""

import random

import numpy as np
import pytest
from test_thread_loops import check_both

HEAD = """
@cuda.jit(device=True)
def total(values):
    whole = 0
    for value in values:
        whole += value
    return whole


@cuda.jit(device=True)
def fill(values, start):
    for place in range(values.size):
        values[place] = start + place


@cuda.jit
def k(x, out):
    s = cuda.shared.array(64, np.int64)
    a = cuda.local.array(4, np.int64)
    b = cuda.local.array(4, np.int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    n = cuda.blockDim.x
    e = x[i]
    for j in range(4):
        a[j] = e + j
        b[j] = 0
    v = a
    pair = (a, b)
    j = 0
    p = i
"""
TAIL = """
    for j in range(4):
        e = e * 31 + a[j] - b[j]
    out[i] = e + v[0]
"""


def statement(rng, depth=0):
    array, other = rng.sample(("a", "b", "v", "pair[0]", "pair[1]"), 2)
    simple = (
        f"for j in range(4):\n    {array}[j] = e + j * {rng.randrange(9)}",
        f"for j in range(4):\n    {array}[j] = {other}[j] + e",
        f"for j in range(4):\n    {array}[j] = {array}[3 - j] + e",
        f"for j in range({rng.randrange(5)}):\n    {array}[j] = j",
        f"for j in range(4):\n    if j != e & 3:\n        {array}[j] = e",
        f"for j in range(4):\n    if j > {rng.randrange(4)}:\n        break\n    {array}[j] = e",
        f"for j in range(t % 5):\n    e += j * {array}[j & 3]",
        f"for q in range(t, n, 7):\n    e += s[q]",
        f"for j in range(t, n, 5):\n    e ^= s[j] + j",
        "\n".join(f"{array}[{j}] = e - {j}" for j in rng.sample(range(4), rng.randrange(1, 5))),
        f"if e & 1 == 0:\n    {array}[0] = e\nelse:\n    {array}[1] = e",
        f"if e & 1 == 0:\n    fill({array}, e)\nelse:\n    for j in range(4):\n        {array}[j] = -e",
        f"fill({array}, e & 7)", f"e += total({array})", f"{array}[e & 3] += 1", f"{array}[1] = t",
        f"e = e * 3 + {array}[{rng.randrange(4)}]", f"e += {array}[e & 3]", "e += j", "j = j + 1", "j = e & 3",
        f"v = {rng.choice(('a', 'b', 'pair[1]'))}", "if e & 2 == 2:\n    v = b", "pair = (pair[1], pair[0])",
        f"part = {array}[1:3]\npart[1] = e\ne += part[0]", f"part = {array}\nfor j in range(4):\n    part[j] = e",
        f"p = i + {rng.randrange(5)}", f"p = t * i\ne += s[p % n]", "if e & 1 == 0:\n    p = i\n    e += s[p % n]",
        f"p = i\nwhile p < i + {rng.randrange(20)}:\n    e += s[p % n]\n    p += 7", "e += s[p % n] + p", "p += i",
        "for q in range(3):\n    p = q * i\n    e += s[p % n]", "for q in range(2):\n    e ^= p\n    p = q + i",
        "for q in range(4):\n    p = i\n    if e & 1 << q:\n        p = q + i\n        continue\n    p = i * 2\ne += p",
        "for q in range(4):\n    if x[i] & 1 << q:\n        p = i - q\n    if e & 2 << q:\n        break\n    p = q * i\ne += p",
        "for q in range(4):\n    p = q + i\nelse:\n    e += p\n    p = i * 3", "for q in range(e & 3):\n    p = q + i\nelse:\n    e ^= s[p % n]",
        f"e += {array}.size", "cuda.syncthreads()\ns[t] = e\ncuda.syncthreads()\ne += s[(t + 3) % n]")  # fmt: skip
    if depth == 0 and rng.randrange(3) == 0:
        count = rng.randrange(2, 6)
        inner = "\n".join(statement(rng, 1) for _ in range(count))
        inner += "\ncuda.syncthreads()\ns[t] = e\ncuda.syncthreads()\ne ^= s[n - 1 - t]"
        return "for turn in range(3):\n    " + inner.replace("\n", "\n    ")
    return rng.choice(simple)


def random_kernel(rng):
    lines = ["s[t] = e", "cuda.syncthreads()"]
    lines += [statement(rng) for _ in range(rng.randrange(3, 9))]
    return HEAD + "    " + "\n".join(lines).replace("\n", "\n    ") + TAIL


@pytest.mark.parametrize("seed", range(30))
def test_random_kernels(launch, seed):
    rng = random.Random(seed)
    source = random_kernel(rng)
    block = rng.choice((32, 33, 7, 64, 1))
    x = np.random.default_rng(seed).integers(-1000, 1000, 2 * block)
    check_both(launch, source, (2,), (block,), [x, np.zeros(2 * block, np.int64)])


def test_counters_of_one_name(launch):
    """A loop of no turn leaves its counter as it was."""
    source = """
@cuda.jit
def k(x, out, n):
    s = cuda.shared.array(32, np.int64)
    t = cuda.threadIdx.x
    total = 0
    for j in range(t, x.size, 32):
        total += x[j]
    s[t] = total
    cuda.syncthreads()
    for j in range(t, 32, 8):
        total += s[j]
    j = 7
    for j in range(t, n, 8):
        total ^= j
    cuda.syncthreads()
    out[t] = total * 100 + j
"""
    x = np.arange(100) ** 2
    check_both(launch, source, (1,), (32,), [x, np.zeros(32, np.int64), np.int64(20)])


def test_views_of_one_name(launch):
    source = """
@cuda.jit
def k(x, out):
    part = cuda.shared.array((4, 8), np.int64)
    t = cuda.threadIdx.x
    part[t // 8, t % 8] = x[t]
    cuda.syncthreads()
    row = part[t % 4]
    row = row[1:5]
    cuda.syncthreads()
    total = row[0] + row[3]
    row = x[t:]
    cuda.syncthreads()
    out[t] = total + row[0] * 1000
"""
    x = np.arange(32)
    got = check_both(launch, source, (1,), (32,), [x, np.zeros(32, np.int64)])
    assert got[1][5] == 9 + 12 + 5000
