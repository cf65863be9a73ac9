"""Kernels whose barriers are uniform, which the CPU device runs as loops over
the threads, against the simulator and against themselves as coroutines (-G):
equal results, and the same lines in the same order."""

import random

import numpy as np
import pytest
from conftest import Failed


def refuse_races(launch, source, grid, block, args, kind="Race]"):
    if np.prod(grid) > 1:
        # Blocks run side by side: what they write in no order would be equal by luck.
        launch(source, "k", grid, block, args, options=("--check=races", "--fmad=false"))
        assert kind not in launch.stdout


def check_both(launch, source, grid, block, args, ordered=False):
    if launch.device != "cpu":
        pytest.skip("of the CPU device")
    # The simulator's threads take turns as they like.
    run = launch if ordered else launch.check
    looped = run(source, "k", grid, block, args, options=("--fmad=false",))
    printed = launch.stdout
    options = ("-G", "--fmad=false")
    stepped = launch(source, "k", grid, block, args, options=options)
    for one, other in zip(looped, stepped):
        if isinstance(one, np.ndarray):
            assert one.tobytes() == other.tobytes()
    assert printed == launch.stdout
    refuse_races(launch, source, grid, block, args)
    return looped


def against_coroutines(launch, source, grid, block, args, options=()):
    """What loops give, which is what coroutines give; without the simulator, which
    has no shuffles."""
    if launch.device != "cpu":
        pytest.skip("of the CPU device")
    looped = launch(source, "k", grid, block, args, options=("--fmad=false", *options))
    stepped = launch(source, "k", grid, block, args, options=("-G", "--fmad=false"))
    for one, other in zip(looped, stepped):
        assert np.asarray(one).tobytes() == np.asarray(other).tobytes()
    # Blocks that write the same are none of it.
    refuse_races(launch, source, grid, block, args, "[DataRace]")
    return looped


def test_values_of_each_thread_outlive_barriers(launch):
    source = """
@cuda.jit
def k(x, out):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x + cuda.threadIdx.y * cuda.blockDim.x
    i = cuda.grid(1) + cuda.threadIdx.y * 1000
    mine = x[t] * 3
    odd = mine % 2 == 1
    pair = (mine, t)
    half = np.float16(mine)
    s[t] = mine
    cuda.syncthreads()
    other = s[63 - t]
    cuda.syncthreads()
    s[t] = other + pair[0] - pair[1]
    cuda.syncthreads()
    if odd:
        mine += s[(t + 1) % 64]
    out[cuda.blockIdx.x, t] = mine + other + i + int(half)
"""
    check_both(launch, source, (3,), (16, 4), [
        np.arange(64, dtype=np.int64), np.zeros((3, 64), np.int64)
    ])


def test_local_arrays_outlive_barriers(launch):
    source = """
@cuda.jit
def k(out):
    s = cuda.shared.array(32, np.int32)
    own = cuda.local.array(4, np.int32)
    i = cuda.threadIdx.x
    for j in range(4):
        own[j] = i * 4 + j
    for j in range(4):
        s[i] = own[j]
        cuda.syncthreads()
        part = own[1:3]
        part[j % 2] += s[31 - i]
        cuda.syncthreads()
    for j in range(4):
        out[i, j] = own[j]
"""
    check_both(launch, source, (1,), (32,), [np.zeros((32, 4), np.int32)])


def test_threads_that_end_before_barriers(launch):
    source = """
@cuda.jit
def k(n, out):
    s = cuda.shared.array(32, np.int32)
    i = cuda.threadIdx.x
    s[i] = i
    cuda.syncthreads()
    if i >= n:
        out[i] = -1
        return
    total = 0
    for step in range(1, 9):
        total += s[(i + step) % 32]
        cuda.syncthreads()
        s[i] = total % 1000
        cuda.syncthreads()
        if total % 7 == step:
            out[i] = step
            return
    out[i] = total
"""
    launch.defects = ("barriers",)
    for n in 0, 1, 20, 32:
        check_both(launch, source, (1,), (32,), [n, np.zeros(32, np.int32)])


def test_uniform_jumps_around_barriers(launch):
    source = """
@cuda.jit
def k(n, out):
    s = cuda.shared.array(16, np.int64)
    i = cuda.threadIdx.x
    s[i] = i
    rounds = 0
    while True:
        cuda.syncthreads()
        rounds += 1
        if s[0] > n:
            break
        if rounds % 3 == 0:
            continue
        got = s[(i + 1) % 16]
        cuda.syncthreads()
        s[i] = got + rounds
    for j in range(n):
        if j == 5:
            break
        cuda.syncthreads()
        s[i] += j
    else:
        cuda.syncthreads()
        s[i] *= 2
    out[i] = s[i] * 100 + rounds
"""
    for n in 3, 40:
        check_both(launch, source, (1,), (16,), [n, np.zeros(16, np.int64)])


def test_conditions_read_from_memory(launch):
    source = """
@cuda.jit
def k(sizes, out):
    s = cuda.shared.array(32, np.int32)
    i = cuda.threadIdx.x
    size = sizes[cuda.blockIdx.x]
    s[i] = i
    for step in range(size):
        cuda.syncthreads()
        value = s[(i + step) % 32]
        cuda.syncthreads()
        s[i] = value + 1
    if sizes[cuda.blockIdx.x] > 2:
        cuda.syncthreads()
        if i % 2:
            s[i] += s[i ^ 1]
    out[cuda.blockIdx.x, i] = s[i]
"""
    sizes = np.array([0, 1, 2, 5], np.int64)
    check_both(launch, source, (4,), (32,), [sizes, np.zeros((4, 32), np.int32)])


def test_order_of_prints_and_atomics(launch):
    source = """
@cuda.jit
def k(count, out):
    i = cuda.threadIdx.x
    print("first", i)
    cuda.syncthreads()
    for j in range(2):
        print("loop", j, i)
        cuda.syncthreads()
    out[i] = cuda.atomic.add(count, 0, 1)
    for j in range(2):
        out[i] = out[i] * 10 + cuda.atomic.add(count, 0, 1)
        cuda.syncthreads()
"""
    arrays = [np.zeros(1, np.int64), np.zeros(4, np.int64)]
    check_both(launch, source, (1,), (4,), arrays, ordered=True)
    lines = launch.stdout.splitlines()
    assert lines[:5] == ["first 0", "first 1", "first 2", "first 3", "loop 0 0"]


def test_the_first_thread_reports(launch):
    source = """
@cuda.jit
def k(x, out):
    s = cuda.shared.array(8, np.int32)
    i = cuda.threadIdx.x
    s[i] = x[i]
    cuda.syncthreads()
    for j in range(2):
        out[s[i] + j] = i
        cuda.syncthreads()
    out[i] = 9
"""
    x = np.array([0, 1, 7, 3, 6, 5, 4, 2], np.int32)
    for options in [("--bounds=raise",), ("--bounds=raise", "-G")]:
        with pytest.raises(Failed) as error:
            launch(source, "k", (1,), (8,), [x, np.zeros(7, np.int32)], options=options)
        assert "thread (2,0,0)" in error.value.stderr


class Kernels:
    """Kernels by chance, without races: a thread writes its own element of
    shared memory, and reads the others' behind a barrier. u0 to u2 are the same
    in all threads, v0 to v2 are not."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.loops = 0

    def add(self, depth, text):
        self.lines.append("    " * depth + text)

    def value(self, names):
        pick = self.random.choice
        left = pick(names + [str(self.random.randrange(20))])
        right = pick(names + [str(self.random.randrange(1, 9))])
        return f"({left} {pick(['+', '-', '*', '^', '&', '//', '%'])} {right}) & 1023"

    uniform = ["u0", "u1", "u2", "n", "int(cuda.blockIdx.x)"]
    varying = [*uniform, "v0", "v1", "v2", "t"]

    def exchange(self, depth):
        name = f"v{self.random.randrange(3)}"
        self.add(depth, f"s[t] = {self.value(self.varying)}")
        self.add(depth, "cuda.syncthreads()")
        self.add(depth, f"{name} = s[(t + {self.random.randrange(9)}) % size] + {name}")
        if self.random.random() < 0.3:
            self.add(depth, f"u{self.random.randrange(3)} = s[{self.random.randrange(6)}]")
        self.add(depth, "cuda.syncthreads()")

    def statement(self, depth, meets):
        kind = self.random.randrange(9)
        name = f"v{self.random.randrange(3)}"
        if kind == 0 and meets:
            self.add(depth, f"u{self.random.randrange(3)} = {self.value(self.uniform)}")
        elif kind in (1, 2) and meets:
            self.exchange(depth)
        elif kind == 3:
            self.add(depth, f"if {self.value(self.varying)} > {self.random.randrange(400)}:")
            self.block(depth + 1, False)
        elif kind == 4 and meets:
            self.add(depth, f"if {self.value(self.uniform)} > {self.random.randrange(40)}:")
            self.block(depth + 1, True)
            if self.random.random() < 0.5:
                self.add(depth, "else:")
                self.block(depth + 1, True)
        elif kind == 5 and depth < 4:
            self.loops += 1
            end = self.value(self.uniform if meets else self.varying)
            self.add(depth, f"for i{self.loops} in range({end} & 3):")
            inner = self.loops
            self.block(depth + 1, meets)
            if self.random.random() < 0.4:
                some = self.uniform if meets else self.varying
                jump = self.random.choice(["break", "continue"])
                self.add(depth + 1, f"if ({self.value(some)}) % 3 == i{inner}:")
                self.add(depth + 2, jump)
                self.block(depth + 1, meets)
        elif kind == 6:
            self.add(depth, f"own[{self.value(self.varying)} & 3] = {name}")
            self.add(depth, f"{name} = own[{self.value(self.varying)} & 3] + 1")
        elif kind == 7 and meets and self.random.random() < 0.3:
            self.add(depth, f"if {self.value(self.varying)} > 900:")
            self.add(depth + 1, "out[at] = v0 - v1")
            self.add(depth + 1, "return")
        else:
            self.add(depth, f"{name} = {self.value(self.varying)}")

    def block(self, depth, meets):
        for _ in range(self.random.randrange(1, 4)):
            self.statement(depth, meets)

    def source(self):
        for _ in range(8):
            self.statement(1, True)
        return """
@cuda.jit
def k(n, out):
    s = cuda.shared.array(64, np.int64)
    own = cuda.local.array(4, np.int64)
    t = int(cuda.threadIdx.x)
    size = int(cuda.blockDim.x)
    at = int(cuda.grid(1))
    for j in range(4):
        own[j] = j + t
    s[t] = t
    cuda.syncthreads()
    u0 = n
    u1 = 3
    u2 = int(cuda.blockIdx.x) + 2
    v0 = t * 3 + 1
    v1 = at
    v2 = 7 - t
""" + "\n".join(self.lines) + """
    out[at] = v0 + 3 * v1 + 5 * v2 + 7 * u0 + 11 * u1 + 13 * u2 + own[t & 3]
"""


@pytest.mark.parametrize("seed", range(10))
def test_kernels_by_chance(launch, seed):
    source = Kernels(seed).source()
    launch.defects = ("barriers",)
    check_both(launch, source, (2,), (13,), [5, np.zeros(26, np.int64)])
