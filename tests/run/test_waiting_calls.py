"""Functions whose threads wait for each other, which the CPU device makes part of
the kernel (compiler/blocks/waits_apart.h), and what whole warps exchange:
against NumPy's or the simulator's results, and against themselves as coroutines
(-G)."""

import random

import numpy as np
import pytest
from test_thread_loops import against_coroutines, check_both

BLOCKS = [(1,), (31,), (32,), (33,), (64, 3), (20, 5), (16, 2, 3), (160,)]
RANK = "t = (cuda.threadIdx.z * cuda.blockDim.y + cuda.threadIdx.y) * cuda.blockDim.x + cuda.threadIdx.x\n"


HEAD = """
FULL = 0xFFFFFFFF

@cuda.jit(device=True)
def shifted(value, by):
    s = cuda.shared.array(256, np.int32)
    own = cuda.local.array(2, np.int32)
    own[0] = value
    own[1] = by
    t = cuda.threadIdx.x
    s[t] = value
    cuda.syncthreads()
    if t < by:
        own[0] += s[t]
    else:
        own[0] += s[t - by]
    cuda.syncthreads()
    return own[0] * 10 + own[1]
"""


def test_arrays_of_the_function(launch):
    source = HEAD + """
@cuda.jit
def k(x, out):
    t = cuda.threadIdx.x
    a = shifted(x[t], 1)
    b = shifted(a, 2) - shifted(x[t], 3)
    out[t] = b
"""
    threads = 70
    x = np.arange(threads, dtype=np.int32)
    got = check_both(launch, source, (1,), (threads,), [x, np.zeros(threads, np.int32)])

    def shifted(value, by):
        other = np.where(np.arange(threads) < by, np.arange(threads), np.arange(threads) - by)
        return (value + value[other]) * 10 + by
    assert (got[1] == shifted(shifted(x, 1), 2) - shifted(x, 3)).all()


@pytest.mark.parametrize("expression", [
    "x[t] + shifted(x[t], 1) * 2",
    "shifted(x[t], 1) if n > 3 else shifted(x[t], 2)",
    "shifted(x[t], 1) if n < 3 else x[t]",
    "min(shifted(shifted(x[t], 1), 1), shifted(x[t] + 1, 2))",
    "int(n > 3 and shifted(x[t], 1) > 40)",
    "int(n < 3 or shifted(x[t], 1) > 40)",
    "x[shifted(t, 0) % x.size] + x[t]",
    "cuda.atomic.add(x, t, 1) + shifted(x[t], 1)",
])
def test_inside_of_expressions(launch, expression):
    source = HEAD + f"""
@cuda.jit
def k(x, n, out):
    t = cuda.threadIdx.x
    out[t] = {expression}
"""
    x = np.arange(64, dtype=np.int32) * 7 % 13
    check_both(launch, source, (1,), (64,), [x, 5, np.zeros(64, np.int32)])


def test_several_results_and_ways(launch):
    source = """
@cuda.jit(device=True)
def first(value, n):
    s = cuda.shared.array(64, np.float64)
    t = cuda.threadIdx.x
    if n == 0:
        return value, False
    s[t] = value
    cuda.syncthreads()
    if n == 1:
        r = s[0]
        cuda.syncthreads()
        return r, True
    count = s[0]
    for i in range(n):
        if s[i] > value:
            count += 1
    isLarge = s[n - 1] > 0.5
    cuda.syncthreads()
    return count, isLarge

@cuda.jit
def k(x, n, out):
    t = cuda.threadIdx.x
    value, isLarge = first(x[t], n)
    again = first(value, 1)
    out[t] = value + (100 if isLarge else 0) + again[0]
"""
    for n in (0, 1, 7):
        x = np.random.default_rng(5).random(40)
        check_both(launch, source, (1,), (40,), [x, n, np.zeros(40)])


def test_starts_as_zero_in_every_call(launch):
    source = """
@cuda.jit(device=True)
def count(s, value, n):
    t = cuda.threadIdx.x
    s[t] = value
    cuda.syncthreads()
    for i in range(n):
        if s[i] > 3:
            found = i
    cuda.syncthreads()
    if n > 0:
        return found
    return 0

@cuda.jit
def k(x, out):
    s = cuda.shared.array(64, np.int32)
    t = cuda.threadIdx.x
    out[t] = 0
    for n in range(0, 30, 7):
        out[t] = out[t] * 10 + count(s, x[t] - n, n)
"""
    x = np.arange(32, dtype=np.int32)[::-1] % 7
    against_coroutines(launch, source, (1,), (32,), [np.ascontiguousarray(x), np.zeros(32, np.int64)])


VOTES = {
    "all": "int(cuda.all_sync(FULL, v > 1))",
    "any": "int(cuda.any_sync(FULL, v > 90))",
    "eq": "int(cuda.eq_sync(FULL, v > 90))",
    "ballot": "int(cuda.ballot_sync(FULL, v % 3 == 0))",
    "match": "int(cuda.match_any_sync(FULL, v % 5))",
    "add": "int(cuda.redux_sync_add(FULL, v))",
    "min": "int(cuda.redux_sync_min(FULL, np.int32(v - 50)))",
    "max": "int(cuda.redux_sync_max(FULL, v))",
    "umax": "int(cuda.redux_sync_max(FULL, np.uint32(v - 50)))",
    "and": "int(cuda.redux_sync_and(FULL, np.int32(v | 3)))",
    "or": "int(cuda.redux_sync_or(FULL, np.int32(v << 2)))",
    "xor": "int(cuda.redux_sync_xor(FULL, v))",
    "uniform": "int(cuda.redux_sync_add(FULL, n)) + int(cuda.ballot_sync(FULL, n > 3))",
    "up": "int(cuda.shfl_up_sync(FULL, v, 5)) + int(cuda.shfl_up_sync(FULL, v > 50, 1))",
    "down": "int(cuda.shfl_down_sync(FULL, v, 31)) + int(cuda.shfl_down_sync(FULL, v, 0))",
    "xor_lanes": "int(cuda.shfl_xor_sync(FULL, v, 17))",
    "lane": "int(cuda.shfl_sync(FULL, v, 9)) + int(cuda.shfl_sync(FULL, v, 41))",
    "uniform_lane": "int(cuda.shfl_sync(FULL, v, n)) + int(cuda.shfl_down_sync(FULL, v, n))",
    "own_lane": "int(cuda.shfl_sync(FULL, v, (v + t) % 32))",
    "wide": "int(cuda.shfl_xor_sync(FULL, np.int64(v) << 40, 2) >> 38)",
    "double": "int(cuda.shfl_up_sync(FULL, np.float64(v) / 7, 3) * 1e6)",
}


@pytest.mark.parametrize("block", [(1,), (33,), (64, 3), (16, 2, 3)])
@pytest.mark.parametrize("vote", VOTES)
def test_exchanges_of_a_warp(launch, vote, block):
    threads = int(np.prod(block))
    source = f"""
FULL = 0xFFFFFFFF

@cuda.jit
def k(x, n, out):
    {RANK}
    v = x[t]
    r = {VOTES[vote]}
    if t // 32 == 1:
        v = np.int32(v * 3)
        r = r * 7 + {VOTES[vote]}
    for i in range(n):
        v = np.int32(v + i)
        r = r * 7 + {VOTES[vote]}
    out[t] = r + v
"""
    x = np.random.default_rng(7).integers(0, 100, threads).astype(np.int32)
    against_coroutines(launch, source, (2,), block, [x, np.int32(5), np.zeros(threads, np.int64)])


@pytest.mark.parametrize("block", [(16,), (33,), (64,), (32, 3), (40, 2)])
def test_syncwarp(launch, block):
    threads = int(np.prod(block))
    source = f"""
@cuda.jit
def k(x, out):
    s = cuda.shared.array(256, np.float32)
    {RANK}
    if t >= x.size:
        return
    s[t] = x[t]
    cuda.syncwarp()
    v = s[t ^ 1] if (t ^ 1) < x.size else np.float32(0)
    cuda.syncwarp()
    if t // 32 == 0:
        s[t] = v * 2
        cuda.syncwarp()
        v += s[t // 2]
        cuda.syncwarp(0xFFFFFFFF)
    out[t] = v
"""
    x = np.random.default_rng(1).random(threads).astype(np.float32)
    against_coroutines(launch, source, (2,), block, [x, np.zeros(threads, np.float32)])


class Writer:
    """A kernel of random functions that wait in random places."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.functions = []
        self.lines = []

    def value(self):
        return self.random.choice(["v", "v ^ t", "v + 3", "w - v", "v * 3", "w", "x[t]"])

    def wait(self, depth, inWarps):
        pick, value = self.random, self.value()
        by = pick.randrange(32)
        kinds = [
            f"v = cuda.shfl_{pick.choice(['up', 'down', 'xor'])}_sync(FULL, int({value}), {by})",
            f"v = v + cuda.shfl_sync(FULL, int({value}), {pick.choice([by, '(v + t) % 32', 'n'])})",
            f"w = int(cuda.ballot_sync(FULL, ({value}) % {2 + by % 3} == 0)) - v",
            f"v = v ^ int(cuda.redux_sync_{pick.choice(['add', 'max', 'xor'])}(FULL, np.int32({value})))",
            f"w = w + (1 if cuda.any_sync(FULL, ({value}) % {2 + by} == 1) else 2)",
            "cuda.syncwarp()",
        ]
        if not inWarps:
            kinds += [
                f"s[t] = {value}\ncuda.syncthreads()\nv = v + s[(t + {by}) % size]\ncuda.syncthreads()",
                f"own[{by % 4}] = {value}\ncuda.syncthreads()\nw = w ^ own[{by % 4}]",
            ]
            kinds += 2 * [f"{pick.choice('vw')} = {f}(s, x, {value}, w, n, t, size)" for f in self.functions]
        return pick.choice(kinds)

    def block(self, depth, inWarps=False):
        lines = []
        for _ in range(self.random.randrange(1, 4)):
            kind = self.random.randrange(8 if depth < 2 else 5)
            if kind < 4:
                lines += self.wait(depth, inWarps).split("\n")
            elif kind == 4:
                lines.append(f"{self.random.choice('vw')} = {self.value()}")
            elif kind == 5:
                condition = self.random.choice(["t // 32 == 1", "t // 32 < n", "not t // 32 == 0"])
                lines += self.nest(f"if {condition}:", self.block(depth + 1, True))
                if self.random.random() < 0.5:
                    lines += self.nest("else:", self.block(depth + 1, True))
            elif kind == 6:
                condition = self.random.choice(["n > 2", "n == 2", "x.size > n"])
                lines += self.nest(f"if {condition}:", self.block(depth + 1, inWarps))
            else:
                count = self.random.choice(["2", "n"]) if not inWarps else "2"
                lines += self.nest(f"for i{depth} in range({count}):",
                                   [*self.block(depth + 1, inWarps), f"v = v + i{depth}"])
        return lines

    @staticmethod
    def nest(head, body):
        return [head, *["    " + line for line in body]]

    def function(self):
        name = f"f{len(self.functions)}"
        body = ["own = cuda.local.array(4, np.int64)", *[f"own[{i}] = v + {i}" for i in range(4)],
                *self.block(1)]
        if self.random.random() < 0.3:
            body += ["if n > 2:", "    return v - w"]
        self.lines += ["@cuda.jit(device=True)",
                       *self.nest(f"def {name}(s, x, v, w, n, t, size):", [*body, "return v + w"]), ""]
        self.functions.append(name)

    def kernel(self):
        for _ in range(self.random.randrange(1, 4)):
            self.function()
        body = [RANK.strip(), "size = cuda.blockDim.x * cuda.blockDim.y * cuda.blockDim.z",
                "s = cuda.shared.array(256, np.int64)", "own = cuda.local.array(4, np.int64)",
                *[f"own[{i}] = {i}" for i in range(4)], "v = int(x[t])", "w = t * 5"]
        if self.random.random() < 0.3:
            body += ["if x.size < n:", "    return"]
        body += [*self.block(0), *self.block(0), "out[t] = (v ^ w) & 0xFFFFFFFF"]
        return "\n".join(["FULL = 0xFFFFFFFF", *self.lines, "@cuda.jit",
                          *self.nest("def k(x, n, out):", body)]) + "\n"


def check_random(launch, seed):
    source = Writer(seed).kernel()
    block = random.Random(seed).choice(BLOCKS)
    threads = int(np.prod(block))
    x = np.random.default_rng(seed).integers(0, 1000, threads)
    against_coroutines(launch, source, (2,), block, [x, 1 + seed % 4, np.zeros(threads, np.int64)])


@pytest.mark.parametrize("seed", range(24))
def test_random_functions(launch, seed):
    check_random(launch, seed)


def test_behind_a_return(launch):
    """Threads that have ended are missed by nobody."""
    source = """
@cuda.jit(device=True)
def reversed_in(s, value, n):
    t = cuda.threadIdx.x
    s[t] = value
    cuda.syncthreads()
    r = s[n - 1 - t]
    cuda.syncthreads()
    return r

@cuda.jit
def k(x, out):
    s = cuda.shared.array(128, np.int32)
    t = cuda.threadIdx.x
    if t >= x.size:
        return
    out[t] = reversed_in(s, x[t], x.size) + reversed_in(s, x[t] * 2, x.size)
"""
    x = np.arange(70, dtype=np.int32)
    got = against_coroutines(launch, source, (2,), (100,), [x, np.zeros(70, np.int32)])
    assert (got[1] == 3 * x[::-1]).all()


def test_operands_of_many_types(launch):
    source = """
@cuda.jit(device=True)
def shared_max(s, value):
    t = cuda.threadIdx.x
    s[t] = value
    cuda.syncthreads()
    r = max(s[t], s[t ^ 1])
    cuda.syncthreads()
    return r

@cuda.jit(device=True)
def put(record, value, pair, row, z):
    record["a"] = value + pair[0]
    record["b"] = row[0] * pair[1] + z.real

@cuda.jit
def k(x, records, rows, out):
    s = cuda.shared.array(64, np.int32)
    t = cuda.threadIdx.x
    put(records[t], shared_max(s, x[t]), (x[t], shared_max(s, x[t] + 1)), rows[t, ::2],
        complex(x[t], shared_max(s, 3)))
    out[t], rows[t, shared_max(s, 0)] = shared_max(s, x[t]), shared_max(s, t)
    out[t] += records[t]["a"] if shared_max(s, 1) > 0 else records[t]["b"]
"""
    x = np.arange(64, dtype=np.int32) * 5 % 17
    records = np.zeros(64, [("a", np.int64), ("b", np.float64)])
    rows = np.random.default_rng(3).random((64, 6))
    against_coroutines(launch, source, (1,), (64,), [x, records, rows, np.zeros(64, np.int64)])


def test_printed_values(launch):
    source = HEAD + """
@cuda.jit
def k(x):
    t = cuda.threadIdx.x
    if x.size > 3:
        print(t, shifted(x[t], 1), x[t])
"""
    if launch.device != "cpu":
        pytest.skip("of the CPU device")
    x = np.arange(8, dtype=np.int32)
    launch(source, "k", (1,), (8,), [x])
    looped = sorted(line for line in launch.stdout.splitlines() if line[0].isdigit())
    launch(source, "k", (1,), (8,), [x], options=("-G",))
    assert looped == sorted(line for line in launch.stdout.splitlines() if line[0].isdigit())
    assert len(looped) == 8
