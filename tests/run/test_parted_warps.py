"""Warps that part from each other, exchange values among their lanes and meet again
at barriers: on the CPU device each is a coroutine that runs loops over its lanes
(compiler/lower/thread_loops.cpp), against threads that are one each (-G)."""

import random

import numpy as np
import pytest
from test_thread_loops import against_coroutines

FULL = "FULL = 0xFFFFFFFF\n"
BLOCKS = [(128,), (32,), (96, 2), (64, 1, 2), (33,), (40, 3)]


def numbers(*shape):
    return (np.random.default_rng(5).random(shape) * 100).astype(np.float32)


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("options", [(), ("--facts",)])
def test_rows_of_warps_are_one_for_the_block_in_the_end(launch, block, options):
    """As attention over parts of a sequence is computed: a maximum, a sum and a
    vector for each warp, joined in shared memory."""
    source = FULL + """
@cuda.jit
def k(q, v, table, lengths, out):
    place = cuda.threadIdx.x + cuda.blockDim.x * (cuda.threadIdx.y
                                                  + cuda.blockDim.y * cuda.threadIdx.z)
    threads = cuda.blockDim.x * cuda.blockDim.y * cuda.blockDim.z
    warps = (threads + 31) // 32
    lane = place % 32
    warp = place // 32
    tops = cuda.shared.array(32, np.float32)
    totals = cuda.shared.array(32, np.float32)
    sums = cuda.shared.array((32, 64), np.float32)
    own = cuda.local.array(2, np.float32)
    for j in range(2):
        own[j] = 0
    row = cuda.blockIdx.x
    top = np.float32(-1000)
    total = np.float32(0)
    for t in range(warp, lengths[row], warps):
        page = table[row, t // 4] * 4 + t % 4
        s = np.float32(0)
        for j in range(2):
            s += q[row, lane + 32 * j] * v[page, lane + 32 * j]
        for offset in (16, 8, 4, 2, 1):
            s += cuda.shfl_down_sync(FULL, s, offset)
        s = cuda.shfl_sync(FULL, s, 0) / np.float32(1000)
        new = max(top, s)
        before = np.float32(1) / (1 + new - top)
        total = total * before + s
        for j in range(2):
            own[j] = own[j] * before + s * v[page, lane + 32 * j]
        top = new
    for j in range(2):
        sums[warp, lane + 32 * j] = own[j]
    if lane == 0:
        tops[warp] = top
        totals[warp] = total
    cuda.syncthreads()
    for i in range(place, 64, threads):
        whole = np.float32(0)
        for w in range(warps):
            whole += sums[w, i] * totals[w] + tops[w]
        out[row, i] = whole
"""
    table = np.random.default_rng(1).integers(0, 9, (3, 10)).astype(np.int32)
    if block[0] % 32:  # A warp that is not whole has no lane 31.
        source = source.replace("warps = (threads + 31) // 32", "warps = 1")
        source = source.replace("lane = place % 32\n    warp = place // 32",
                                "lane = min(place, 31)\n    warp = 0")
        source = source.replace("sums[warp, lane", "if place < 32:\n            sums[warp, lane")
        source = source.replace("if lane == 0:", "if place == 0:")
    looped = against_coroutines(launch, source, (3,), block, [
        numbers(3, 64), numbers(36, 64), table, np.array([37, 0, 2], np.int32),
        np.zeros((3, 64), np.float32),
    ], options)
    assert np.asarray(looped[4]).any()


@pytest.mark.parametrize("update", ["x += {}", "x = max(x, {})", "x = min({}, x)"])
@pytest.mark.parametrize("block", [*BLOCKS, (50,), (31,), (1,)])
def test_butterflies(launch, block, update):
    """Lanes that have nobody to ask keep what they have: it is not one value there."""
    place = "cuda.threadIdx.x"  # Alone, it lets warps take turns.
    if len(block) > 1:
        place += " + cuda.blockDim.x * (cuda.threadIdx.y + cuda.blockDim.y * cuda.threadIdx.z)"
    source = FULL + f"""
@cuda.jit
def k(data, out):
    place = {place}
    x = data[place]
    for o in (16, 8, 4, 2, 1):
        {update.format("cuda.shfl_xor_sync(FULL, x, o)")}
    y = x * x + np.float32(1)
    out[place, 0] = y
    if place % 32 < 5:
        x += data[place]
    out[place, 1] = x
    out[place, 2] = cuda.shfl_up_sync(FULL, y, 1) - x
"""
    threads = int(np.prod(block))
    against_coroutines(launch, source, (1,), block, [numbers(threads), np.zeros((threads, 3), np.float32)])


@pytest.mark.parametrize("block", [(128,), (64, 2), (33,)])
def test_long_arrays_outlive_barriers(launch, block):
    """What lanes keep is in memory of the block's own, beside the warps' frames."""
    source = FULL + """
@cuda.jit
def k(data, out):
    place = cuda.threadIdx.x + cuda.blockDim.x * cuda.threadIdx.y
    warp = place // 32
    own = cuda.local.array(300, np.float32)
    other = cuda.local.array(200, np.float64)
    shared = cuda.shared.array(32, np.float32)
    x = data[place]
    for i in range(300):
        own[i] = x + i
    for i in range(200):
        other[i] = x * i
    for j in range(warp, 9, 2):
        x = x * np.float32(0.5) + cuda.shfl_down_sync(FULL, own[j], 1)
        other[j * 7] += x
    if place % 32 == 0:
        shared[warp] = x
    cuda.syncthreads()
    x += shared[0]
    for j in range(warp + 1):
        x -= cuda.shfl_sync(FULL, np.float32(other[int(abs(x)) % 200]), j)
    cuda.syncthreads()
    total = np.float64(0)
    for i in range(200):
        total += own[i + 50] * other[i]
    out[place, 0] = x
    out[place, 1] = total
"""
    threads = int(np.prod(block))
    against_coroutines(launch, source, (3,), block, [numbers(threads), np.zeros((threads, 2), np.float64)])


class Program:
    """Statements of a warp's and, between barriers, of all. `w` and `n` are a warp's,
    `x`, `y` and own[] a lane's."""

    def __init__(self, seed, are_whole):
        self.random, self.lines, self.counters, self.are_whole = random.Random(seed), [], 0, are_whole

    def say(self, depth, line):
        self.lines.append("    " * depth + line)

    def number(self):
        r = self.random
        return r.choice(["x", "y", "own[n % 4]", "np.float32(lane)", "np.float32(n)",
                         f"data[(w * 7 + lane + {r.randrange(9)}) % data.size]",
                         "shared[(w + n) % 32, lane % 8]"])

    def of_warp(self):
        r = self.random
        return r.choice([f"w % 2 == {r.randrange(2)}", "w > 1", "n % 3 == 1", "w == 0",
                         f"n > {r.randrange(6)}", "bounds[w % 4] > 2"])

    def exchange(self, depth):
        r, name = self.random, self.random.choice("xy")
        call = r.choice(["shfl_down_sync", "shfl_up_sync", "shfl_xor_sync", "shfl_sync"])
        by = r.choice([1, 2, 4, 16, "n", "(lane * 3) % 32"])
        kind = r.randrange(6)
        if kind == 5:
            self.butterfly(depth, name)
        elif kind < 3:
            self.say(depth, f"{name} = {name} * np.float32(0.5) + cuda.{call}(FULL, {self.number()}, {by})")
        elif kind == 3:
            self.say(depth, f"n += cuda.popc(cuda.ballot_sync(FULL, {self.number()} > 20)) % 3")
        else:
            vote = r.choice(["any_sync", "all_sync"])
            self.say(depth, f"if cuda.{vote}(FULL, {self.number()} > {r.randrange(60)}):")
            self.say(depth + 1, f"n = (n + {r.randrange(1, 4)}) % 11")

    def butterfly(self, depth, name):
        """All lanes have its result, if they are all there and all bits of their numbers."""
        r = self.random
        bits = r.sample([1, 2, 4, 8, 16], r.choice([5, 5, 5, 4]))
        self.say(depth, f"for o in {tuple(bits)}:")
        shuffle = f"cuda.shfl_xor_sync(FULL, {name}, o)"
        self.say(depth + 1, r.choice([f"{name} += {shuffle}", f"{name} = max({name}, {shuffle})", f"{name} = min({shuffle}, {name})",
                                      f"{name} = {name} - {shuffle}"]))  # fmt: skip
        is_one = "- cuda" not in self.lines[-1] and len(bits) == 5
        self.say(depth, f"{name} = {name} * np.float32(0.03125)")
        if is_one and self.are_whole and r.randrange(2):
            self.say(depth, f"n = int(abs({name})) % 5")

    def of_lane(self, depth):
        r = self.random
        kind = r.randrange(4)
        if kind == 0:
            self.say(depth, f"own[{r.randrange(4)}] = {self.number()} - y")
        elif kind == 1:
            self.say(depth, f"if lane % {r.randrange(2, 6)} == 0:")
            self.say(depth + 1, f"y = {self.number()} * np.float32(0.25)")
        elif kind == 2:
            self.say(depth, f"for e in range(lane % {r.randrange(2, 6)}):")
            self.say(depth + 1, f"x += {self.number()} * np.float32(0.125)")
        else:
            self.say(depth, f"x = {self.number()} + np.float32({r.randrange(5)})")

    def warp_body(self, depth, deep):
        for _ in range(self.random.randrange(2, 4)):
            kind = self.random.randrange(6)
            if kind < 2 or deep == 0:
                self.exchange(depth)
            elif kind == 2:
                self.of_lane(depth)
            elif kind == 3:
                self.say(depth, f"if {self.of_warp()}:")
                self.warp_body(depth + 1, deep - 1)
            else:
                self.loop(depth, deep)

    def loop(self, depth, deep):
        r = self.random
        self.counters += 1
        name = f"c{self.counters}"
        if r.randrange(2):
            start, stop = r.choice([("w", "7"), ("0", "w + 1"), ("0", "bounds[w % 4]"), ("0", "n % 4")])
            self.say(depth, f"for {name} in range({start}, {stop}, {r.randrange(1, 4)}):")
            self.warp_body(depth + 1, deep - 1)
            if r.randrange(3) == 0:
                self.say(depth + 1, f"if {self.of_warp()}:")
                self.say(depth + 2, r.choice(["break", "continue"]))
                self.exchange(depth + 1)
        else:
            self.say(depth, f"{name} = {r.choice(['w', '0', 'n % 3'])}")
            self.say(depth, f"while {name} < {r.randrange(2, 6)}:")
            self.say(depth + 1, f"{name} += 1")
            self.warp_body(depth + 1, deep - 1)

    def meet(self, depth):
        """What others of the block have left, behind a barrier."""
        self.say(depth, "cuda.syncthreads()")
        self.say(depth, "if lane < 8:")
        self.say(depth + 1, f"shared[w, lane] = {self.random.choice(['x', 'x - y', 'own[n % 4]'])}")
        self.say(depth, "cuda.syncthreads()")
        self.of_lane(depth)
        self.exchange(depth)
        self.say(depth, "cuda.syncthreads()")

    def text(self):
        for _ in range(self.random.randrange(2, 5)):
            self.warp_body(1, 2)
            if self.random.randrange(2):
                self.loop(1, 2)
            if self.random.randrange(3) == 0:
                self.say(1, f"for r{len(self.lines)} in range(rounds[0]):")
                self.warp_body(2, 1)
                self.meet(2)
            else:
                self.meet(1)
        return "\n".join(self.lines)


@pytest.mark.parametrize("seed", range(60))
def test_random_kernels(launch, seed):
    block = random.Random(-seed).choice([(96,), (32, 3), (128,), (64, 2), (50,)])
    source = FULL + """
@cuda.jit
def k(data, bounds, rounds, out):
    place = cuda.threadIdx.x + cuda.blockDim.x * cuda.threadIdx.y
    lane = place % 32
    w = place // 32
    n = w
    x = data[place % data.size]
    y = np.float32(lane)
    own = cuda.local.array(4, np.float32)
    shared = cuda.shared.array((32, 8), np.float32)
    for i in range(4):
        own[i] = y * i
    for i in range(place, 256, cuda.blockDim.x * cuda.blockDim.y):
        shared[i // 8, i % 8] = 3
    cuda.syncthreads()
""" + Program(seed, block[0] % 32 == 0).text() + """
    out[cuda.blockIdx.x, place, 0] = x
    out[cuda.blockIdx.x, place, 1] = y + own[n % 4]
    out[cuda.blockIdx.x, place, 2] = n
"""
    threads = int(np.prod(block))
    against_coroutines(launch, source, (2,), block, [
        numbers(70), np.array([3, 0, 5, 1], np.int32), np.array([2], np.int32),
        np.zeros((2, threads, 3), np.float32),
    ])
