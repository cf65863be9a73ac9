"""Loops whose bounds are another for each row of a block, or are loaded
(compiler/blocks/lockstep.h, step_bounds.h): the CPU device runs them for a row,
or a block, together. Against the simulator and against coroutines (-G)."""

import numpy as np
import pytest
from test_thread_loops import Kernels, against_coroutines, check_both

BLOCKS = [(32, 8), (5, 3), (1, 7), (8, 2, 3)]


def floats(*shape):
    return np.random.default_rng(6).random(shape, dtype=np.float32)


def offsets(rows, most=7):
    """Where each of the rows begins, and the last one ends; some are empty."""
    lengths = np.random.default_rng(rows).integers(0, most, rows)
    lengths[: rows // 4] = 0
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("features", [1, 31, 33])
def test_bags(launch, block, features):
    """What is skipped, what is beside the arrays, and threads that have ended."""
    source = """
@cuda.jit
def k(table, index, first, weights, skipped, out):
    d, bag = cuda.grid(2)
    if bag >= out.shape[0] or d >= out.shape[1] or cuda.threadIdx.z > 0:
        return
    total = np.float32(0)
    weight = np.float32(0)
    for j in range(first[bag], first[bag + 1]):
        at = index[j]
        if at == skipped:
            continue
        total += weights[j] * table[at, d]
        weight += weights[j]
    if weight > 0:
        total /= weight
    out[bag, d] = total
"""
    rows = 19
    first = offsets(rows)
    count = int(first[-1])
    index = np.random.default_rng(1).integers(-3, 12, count)
    for given in (first, first[:10].copy()):
        check_both(launch, source, (-(-features // block[0]), -(-rows // block[1])), block, [
            floats(10, features), index, given, floats(count), np.int64(3),
            floats(rows, features),
        ])


@pytest.mark.parametrize("block", BLOCKS)
def test_triangles(launch, block):
    """Bounds of the thread's place; a parameter that each row sets anew, and a
    number that some set."""
    source = """
@cuda.jit
def k(a, b, n, out):
    x = cuda.threadIdx.x
    y = cuda.threadIdx.y + cuda.threadIdx.z * cuda.blockDim.y
    n -= y
    for i in range(3):
        if i == y:
            last = i + 10
        if y > i:
            last += y
    total = np.float32(0)
    for i in range(y + 1):
        total += a[y, i] * b[i, x]
    for i in range(n - 1, y, -2):
        total -= b[i, x]
        last += n
    if y % 3 == 1:
        return
    for i in range(y, a.shape[1], 3):
        if x < n:
            total += a[y, i] + b[i, x]
    out[y, x] = total + last
"""
    rows = block[1] * (block[2] if len(block) > 2 else 1)
    source = source.replace("for i in range(3):", "last = 1\n    for i in range(3):", 1)
    check_both(launch, source, (1,), block, [
        floats(rows, rows + 9), floats(rows + 9, block[0]), np.int64(9),
        np.zeros((rows, block[0]), np.float32),
    ])


@pytest.mark.parametrize("block", BLOCKS)
def test_rows_of_a_matrix(launch, block):
    """A row's elements by the row's threads; loops in loops; few threads of a
    row, by their number in the block."""
    source = """
@cuda.jit
def k(first, columns, sizes, values, out, sums, marks):
    x = cuda.threadIdx.x
    y = cuda.threadIdx.y + cuda.threadIdx.z * cuda.blockDim.y
    row = cuda.blockIdx.x * cuda.blockDim.y * cuda.blockDim.z + y
    if row + 1 >= first.size:
        return
    for j in range(first[row] + x, first[row + 1], cuda.blockDim.x):
        out[j] = values[j] * np.float32(2) + y
    s = np.float32(0)
    for j in range(first[row], first[row + 1]):
        begin = columns[j]
        if sizes[begin] > 1:
            for i in range(begin, begin + sizes[begin]):
                s += values[(i + x) % values.size]
    if (x + cuda.blockDim.x * y) % 8 == 0:
        marks[row, x] = row + 1
    sums[row, x] = s
"""
    rows = 3 * block[1] * (block[2] if len(block) > 2 else 1) - 1
    first = offsets(rows)
    count = int(first[-1])
    random = np.random.default_rng(2)
    check_both(launch, source, (3,), block, [
        first, random.integers(0, 9, count), random.integers(-1, 5, 9), floats(count),
        floats(count), floats(rows, block[0]), np.zeros((rows, block[0]), np.int64),
    ])


def test_a_block_s_part(launch):
    """A row of a matrix for each block, with barriers behind the loop, and
    without; the end is the smaller of two numbers."""
    source = """
@cuda.jit
def k(first, values, out, sums, n):
    s = cuda.shared.array(64, np.float32)
    t = cuda.threadIdx.x
    row = cuda.blockIdx.x
    total = np.float32(0)
    for j in range(first[row] + t, first[row + 1], cuda.blockDim.x):
        total += values[j]
    for j in range(first[row], first[row + 1]):
        if first[row] < n:
            out[j, t] = values[j] + t
    s[t] = total
    cuda.syncthreads()
    for i in range(t + 1):
        total += s[i]
    sums[row, t] = total
"""
    first = offsets(11, 90)
    for block in (1, 33, 64):
        check_both(launch, source, (11,), (block,), [
            first, floats(int(first[-1])), floats(int(first[-1]), block),
            floats(11, block), np.int64(100),
        ])


def test_what_a_thread_has_just_stored(launch):
    """The bound is what the thread itself has made it."""
    source = """
@cuda.jit
def k(ends, x, out):
    y = cuda.threadIdx.y
    ends[y] = ends[y] * 2 + 1
    total = np.float32(0)
    for j in range(ends[y]):
        total += x[j, y]
        ends[y + 8] = j
    for j in range(ends[y + 8] + 1):
        total -= x[j, y] * np.float32(0.5)
    out[y] = total
"""
    check_both(launch, source, (1,), (1, 8), [
        np.arange(16), floats(20, 8), np.zeros(8, np.float32)
    ])


@pytest.mark.parametrize("update", [
    "cuda.atomic.add(sums, 0, x[j, t])",
    "total += x[j, t]",
])
def test_order_that_shows(launch, update):
    """Float sums by atomics are those of one thread after the other."""
    source = f"""
@cuda.jit
def k(ends, x, sums):
    t = cuda.threadIdx.x
    total = np.float32(0)
    for j in range(ends[cuda.threadIdx.y]):
        {update}
    cuda.atomic.add(sums, 0, total * np.float32(0.37))
"""
    check_both(launch, source, (1,), (9, 6), [
        np.arange(6) + 1, floats(20, 9), np.zeros(1, np.float32)
    ], ordered=True)


def test_conditions_of_the_row_and_of_the_thread(launch):
    source = """
@cuda.jit
def k(a, ends, out, w):
    x, y = cuda.grid(2)
    total = np.float32(1)
    if y < out.shape[0] and x < w and (y & 1) == 0 and a[0, x] < 0.9:
        for j in range(ends[y]):
            total = total * np.float32(0.5) + a[j, x]
        if not (x >= w - 1 or y > 3):
            for j in range(y):
                total += a[j, x]
    else:
        for j in range(y, 9):
            total -= a[j, x]
    if y < out.shape[0] and x < out.shape[1]:
        out[y, x] = total
"""
    for w in (0, 9, 40):
        check_both(launch, source, (2, 3), (16, 4), [
            floats(12, 32), np.arange(12) % 5, floats(10, 30), np.int64(w)
        ])


class TurnKernels(Kernels):
    """Kernels by chance in which nobody waits for the block. u0 to u2 are the same
    for all threads of a turn; counters of loops are among them, and are read
    behind the loops, too."""

    def loop(self, depth, meets):
        self.loops += 1
        some = self.uniform if meets else self.varying
        counter = f"i{self.loops}"
        if self.random.random() < 0.4:
            counter = f"{'u' if meets else 'v'}{self.random.randrange(3)}"
        end = f"{self.value(some)} & 3"
        bounds = self.random.choice([
            end, end, f"p[{self.value(some)} & 7] & 3",
            f"{self.value(some)} & 1, {end}, {self.random.randrange(1, 3)}",
            f"{end}, -1, -1",
        ])
        self.add(depth, f"for {counter} in range({bounds}):")
        self.block(depth + 1, meets)
        if self.random.random() < 0.3:
            self.add(depth + 1, f"if ({self.value(some)}) % 3 == {counter}:")
            self.add(depth + 2, self.random.choice(["break", "continue"]))
            self.block(depth + 1, meets)

    def statement(self, depth, meets):
        if depth < 4 and self.random.random() < 0.25:
            self.loop(depth, meets)
        elif self.random.random() < 0.1:
            some = self.uniform if meets else self.varying
            self.add(depth, f"if p[{self.value(some)} & 7] > 1 and {self.random.choice(some)} > 2:")
            self.block(depth + 1, meets)
        else:
            super().statement(depth, meets)

    def source(self):
        self.lines.clear()
        for _ in range(8):
            self.statement(1, True)
        return self.head + "\n".join(self.lines) + """
    out[at] = v0 + 3 * v1 + 5 * v2 + 7 * u0 + 11 * u1 + 13 * u2 + own[t & 3]
"""


class RowKernels(TurnKernels):
    uniform = ["u0", "u1", "u2", "n", "y", "p[y & 7]"]
    varying = [*uniform, "v0", "v1", "v2", "t"]
    head = """
@cuda.jit
def k(n, p, a, out):
    own = cuda.local.array(4, np.int64)
    t = int(cuda.threadIdx.x)
    y = int(cuda.threadIdx.y)
    at = (int(cuda.blockIdx.x) * int(cuda.blockDim.y) + y) * int(cuda.blockDim.x) + t
    for j in range(4):
        own[j] = j + t
    u0 = n
    u1 = 3
    u2 = y + 2
    v0 = t * 3 + 1
    v1 = at
    v2 = 7 - t
"""

    def exchange(self, depth):
        name = f"v{self.random.randrange(3)}"
        self.add(depth, f"{name} += a[{self.value(self.uniform)} & 7, t]")


class WarpKernels(TurnKernels):
    uniform = ["u0", "u1", "u2", "n", "w", "p[w & 7]"]
    varying = [*uniform, "v0", "v1", "v2", "t"]
    head = """
@cuda.jit
def k(n, p, a, out):
    own = cuda.local.array(4, np.int64)
    at = int(cuda.grid(1))
    w = at // 32
    t = int(cuda.threadIdx.x) % 32
    for j in range(4):
        own[j] = j + t
    u0 = n
    u1 = 3
    u2 = w + 2
    v0 = t * 3 + 1
    v1 = at
    v2 = 7 - t
    if w > n:
        return
"""

    def exchange(self, depth):
        name = f"v{self.random.randrange(3)}"
        lane = self.random.choice([str(self.random.randrange(32)), f"({self.value(self.uniform)}) & 31"])
        self.add(depth, self.random.choice([
            f"{name} += cuda.shfl_xor_sync(0xffffffff, {name}, {self.random.choice([1, 2, 16])})",
            f"{name} = cuda.shfl_sync(0xffffffff, {name} + t, {lane})",
            f"{name} -= cuda.shfl_down_sync(0xffffffff, {self.value(self.varying)}, {lane})",
            f"u{self.random.randrange(3)} = int(cuda.ballot_sync(0xffffffff, {name} > 40)) & 15",
            f"{name} += a[{self.value(self.uniform)} & 7, t]",
        ]))

    def statement(self, depth, meets):
        # Returns are of whole warps.
        before = len(self.lines)
        super().statement(depth, meets)
        isReturn = any(line.strip() == "return" for line in self.lines[before:])
        if isReturn:
            del self.lines[before:]
            self.exchange(depth) if meets else self.add(depth, "v0 += 1")


def turn_args(threads):
    random = np.random.default_rng(4)
    return [5, random.integers(0, 4, 8), random.integers(0, 99, (8, 32)), np.zeros(threads, np.int64)]


@pytest.mark.parametrize("seed", range(12))
def test_rows_by_chance(launch, seed):
    source = RowKernels(seed).source()
    check_both(launch, source, (2,), (13, 3), turn_args(2 * 13 * 3))


@pytest.mark.parametrize("seed", range(12))
def test_warps_by_chance(launch, seed):
    source = WarpKernels(seed).source()
    against_coroutines(launch, source, (2,), (96,), turn_args(192))
