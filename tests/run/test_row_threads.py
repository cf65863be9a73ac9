"""What a few threads of a row do by themselves: the CPU device runs a loop over them
alone, before or behind one over all. Random kernels of such statements among others,
and those whose order would show, as loops and as coroutines (-G): equal results, and
the same lines in the same order."""

import random

import numpy as np
import pytest
from test_thread_loops import check_both

BLOCKS = ((256,), (32,), (33,), (1,), (7,), (16, 16), (64, 2), (5, 3, 2), (1, 40), (32, 3))

HEAD = """
@cuda.jit
def k(x, out, u):
    s = cuda.shared.array(256, np.int64)
    held = cuda.local.array(4, np.int64)
    t = cuda.threadIdx.x
    r = (cuda.threadIdx.z * cuda.blockDim.y + cuda.threadIdx.y) * cuda.blockDim.x + t
    n = cuda.blockDim.x * cuda.blockDim.y * cuda.blockDim.z
    lane = r % 32
    warp = r // 32
    i = cuda.blockIdx.x * n + r
    a = x[i]
    b = i
    s[r] = a
    for j in range(4):
        held[j] = a + j
"""
TAIL = """
    out[i] = a ^ (b << 20) ^ s[r] ^ held[a & 3]
"""


def both_ways(launch, source, block, args, grid=(3,)):
    """As loops and as coroutines; without the simulator, which has no shuffles."""
    return check_both(launch, source, grid, block, args, ordered=True)


def condition(rng):
    number = rng.choice((t := "t", "r"))
    step = rng.choice((2, 4, 8, 16, 32, 64))
    few = rng.choice((
        f"{number} == {rng.randrange(40)}", f"{number} < {rng.choice((0, 1, 5, 32))}",
        f"{rng.randrange(33)} >= {number}", f"{number} % {step} == {rng.randrange(step)}",
        f"{number} & {step - 1} == {rng.randrange(step)}", f"t % {rng.choice((9, 12, 100))} == 3",
        f"lane == {rng.randrange(32)}", f"warp == {rng.randrange(3)}", f"{number} // 8 < 2",
        f"{t} % 8 == 9", f"{number} < u", f"lane < {rng.randrange(33)}"))  # fmt: skip
    other = rng.choice(("cuda.atomic.add(x, i, 3) & 1 == 0", "a & 1 == 0", "b > 3", f"{number} < u", "lane == 0", "warp < 2", "t == 0"))
    return rng.choice((few, few, few, f"{few} and {other}", f"{other} and {few}", f"{few} or {other}"))


def statement(rng):
    simple = rng.choice((
        "a = a * 3 + t", "b += x[i]", f"a ^= b + {rng.randrange(9)}", "s[r] += a", "q = t * 2 + lane\n    b += q",
        "held[b & 3] += a", "a += held[r & 3]", "b, a = a, b", "lane = r % 32", "c = u + 1\n    a += c"))  # fmt: skip
    kind = rng.randrange(8)
    if kind < 4:
        lines = [f"    if {condition(rng)}:"]
        for _ in range(rng.randrange(1, 3)):
            lines.append("        " + rng.choice((
                f"a += {rng.randrange(100)}", "s[r] = a - b", "for j in range(t % 5):\n            b += j * a",
                "held[1] = b", "b = s[r]", "if b & 1 == 0:\n            a = -a", "w = a * b\n        s[r] ^= w")))  # fmt: skip
        if rng.randrange(6) == 0:
            lines += ["    else:", "        b -= a"]
        return "\n".join(lines)
    if kind == 4:
        return "    cuda.syncthreads()\n    e = s[(r * 7 + 5) % n]\n    cuda.syncthreads()\n    a ^= e"
    if kind == 5:
        return "    a += cuda.shfl_xor_sync(0xffffffff, b, 1)" if rng.random() < 0.5 else "    cuda.syncwarp()"
    return "    " + simple


def random_kernel(rng):
    lines = [statement(rng) for _ in range(rng.randrange(4, 12))]
    if rng.randrange(3) == 0:
        at = rng.randrange(len(lines))
        inner = "\n".join(lines[at : at + 4]).replace("\n", "\n    ")
        lines[at : at + 4] = ["    for turn in range(2):\n    " + inner]
    return HEAD + "    cuda.syncthreads()\n" + "\n".join(lines) + TAIL


@pytest.mark.parametrize("seed", range(24))
def test_random_kernels(launch, seed):
    rng = random.Random(seed)
    source = random_kernel(rng)
    block = rng.choice(BLOCKS)
    # Shuffles want whole warps: elsewhere what they give is anything.
    if "shfl" in source and np.prod(block) % 32:
        block = (32, 3)
    n = 3 * int(np.prod(block))
    x = np.random.default_rng(seed).integers(-1000, 1000, n)
    both_ways(launch, source, block, [x, np.zeros(n, np.int64), np.int64(rng.randrange(70))])


def test_lanes_that_store_for_their_warp(launch):
    source = """
@cuda.jit
def k(x, sums):
    part = cuda.shared.array(8, np.int64)
    t = cuda.threadIdx.x
    total = x[cuda.grid(1)]
    for step in (16, 8, 4, 2, 1):
        total += cuda.shfl_down_sync(0xffffffff, total, step)
    if t % 32 == 0:
        part[t // 32] = total
    cuda.syncthreads()
    if t == 0:
        whole = 0
        for warp in range(cuda.blockDim.x // 32):
            whole += part[warp]
        sums[cuda.blockIdx.x] = whole
"""
    x = np.random.default_rng(1).integers(0, 1000, 3 * 256)
    _, sums = both_ways(launch, source, (256,), [x, np.zeros(3, np.int64)])
    assert np.array_equal(sums, x.reshape(3, 256).sum(1))


@pytest.mark.parametrize("block", BLOCKS)
def test_numbers_in_blocks_of_every_shape(launch, block):
    """A row begins anywhere in a warp."""
    source = """
@cuda.jit
def k(out, u):
    r = (cuda.threadIdx.z * cuda.blockDim.y + cuda.threadIdx.y) * cuda.blockDim.x + cuda.threadIdx.x
    n = cuda.blockDim.x * cuda.blockDim.y * cuda.blockDim.z
    i = cuda.blockIdx.x * n + r
    out[i] += 1
    cuda.syncthreads()
    out[i] += r
    if r % 8 == 5:
        out[i] += 1000
    cuda.syncthreads()
    if r & 15 == 0:
        out[i] += 10000
    cuda.syncthreads()
    if cuda.threadIdx.x % 10 == 9:
        out[i] += 100000
    cuda.syncthreads()
    if r < u:
        out[i] += 1000000
    if r // 4 == 1:
        out[i] += 10000000
"""
    n = int(np.prod(block))
    out, _ = both_ways(launch, source, block, [np.zeros(3 * n, np.int64), np.int64(20)])
    r, x = np.arange(3 * n) % n, np.arange(3 * n) % n % block[0]
    wanted = 1 + r + 1000 * (r % 8 == 5) + 10000 * (r % 16 == 0) + 100000 * (x % 10 == 9)
    assert np.array_equal(out, wanted + 1000000 * (r < 20) + 10000000 * (r // 4 == 1))


def test_order_that_shows_is_the_threads(launch):
    """A thread prints and adds before the next one begins."""
    source = """
@cuda.jit
def k(x, out):
    t = cuda.threadIdx.x
    cuda.syncthreads()
    old = cuda.atomic.exch(x, 0, t)
    if t % 8 == 0:
        out[t] = cuda.atomic.exch(x, 0, t + 1000) + old
    cuda.syncthreads()
    print("all", t)
    if t < 2:
        print("few", t)
    cuda.syncthreads()
    if t < 2:
        print("first", t)
    print("then", t)
"""
    out = both_ways(launch, source, (20,), [np.full(1, -1), np.zeros(20, np.int64)], grid=(1,))[1]
    assert list(out[::8]) == [-1, 7 + 8, 15 + 16]


def test_conditions_that_do_something_are_asked_of_all(launch):
    source = """
@cuda.jit(device=True)
def grown(x, place):
    x[place] += 1
    return x[place] > 0


@cuda.jit
def k(x, out):
    t = cuda.threadIdx.x
    cuda.syncthreads()
    if cuda.atomic.add(x, 0, 1) >= 0 and t == 0:
        out[0] = 1
    cuda.syncthreads()
    if cuda.atomic.add(x, 1, 1) >= 0:
        if t % 8 == 1:
            out[t] = 2
    cuda.syncthreads()
    if grown(x, t + 2) and t < 4:
        out[t + 2] = 3
    cuda.syncthreads()
    if t == 5 and cuda.atomic.add(x, 2, 10) >= 0:
        out[t] = 4
"""
    x, out = both_ways(launch, source, (40,), [np.zeros(42, np.int64), np.zeros(42, np.int64)], grid=(1,))
    assert list(x) == [40, 40, 11] + [1] * 39
    assert list(out[:10]) == [1, 2, 3, 3, 3, 4, 0, 0, 0, 2]


def test_threads_that_have_ended_do_nothing(launch):
    source = """
@cuda.jit
def k(x, out):
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    cuda.syncthreads()
    if t % 8 == 1:
        out[i] = 5
        if x[i] > 0:
            return
    out[i] += x[i]
    if t % 8 == 1:
        out[i] += 100
"""
    x = np.arange(96) % 16 - 7
    _, out = both_ways(launch, source, (32,), [x, np.zeros(96, np.int64)])
    is_few = np.arange(96) % 8 == 1
    wanted = np.where(is_few, np.where(x > 0, 5, 105 + x), x)
    assert np.array_equal(out, wanted)
