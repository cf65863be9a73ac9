"""Shuffles that the CPU device runs as pieces of loops over the threads
(compiler/blocks/exchanges.h), against NumPy and against themselves as
coroutines (-G)."""

import numpy as np
import pytest
from conftest import Failed
from test_thread_loops import against_coroutines, check_both

HEAD = """
FULL = 0xFFFFFFFF

@cuda.jit(device=True)
def warp_sum(value):
    offset = 16
    while offset > 0:
        value += cuda.shfl_down_sync(FULL, value, offset)
        offset //= 2
    return value
"""
BLOCKS = [(1,), (31,), (32,), (33,), (64, 3), (20, 5), (5, 1, 20), (96,), (1025 - 1,)]


def numbers(*shape, dtype=np.float32):
    return (np.random.default_rng(3).random(shape) * 100).astype(dtype)


def warp_sums(values):
    """Of whole and partial warps; a lane behind the block's end gives the own value."""
    value = values.copy()
    lane, count = np.arange(len(value)) % 32, len(value)
    for offset in (16, 8, 4, 2, 1):
        other = np.arange(count) + offset
        isOutside = (lane + offset > 31) | (other >= count)
        value = value + value[np.where(isOutside, np.arange(count), other)]
    return value


def sums(x, threads):
    acc = np.zeros(threads, np.float32)
    for i in range(0, len(x), 1024):
        part = x[i:i + 1024][:threads]
        acc[:len(part)] += part
    acc = warp_sums(acc)
    total = np.zeros(threads, np.float32)
    firsts = acc[::32]
    total[:len(firsts)] = firsts
    return warp_sums(total) * np.float32(2) + acc


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("options", [(), ("--facts",)])
def test_sum_of_a_block(launch, block, options):
    source = HEAD + """
@cuda.jit
def k(x, out):
    partial = cuda.shared.array(32, np.float32)
    t = (cuda.threadIdx.x + cuda.threadIdx.y * cuda.blockDim.x
         + cuda.threadIdx.z * cuda.blockDim.x * cuda.blockDim.y)
    acc = np.float32(0)
    for i in range(t, x.size, 1024):
        acc += x[i]
    acc = warp_sum(acc)
    if t % 32 == 0:
        partial[t // 32] = acc
    cuda.syncthreads()
    total = np.float32(0)
    if t < 32:
        total = partial[t] if t * 32 < cuda.blockDim.x * cuda.blockDim.y * cuda.blockDim.z else np.float32(0)
    total = warp_sum(total)
    out[t] = total * np.float32(2) + acc
"""
    threads = int(np.prod(block))
    if launch.device != "cpu":
        pytest.skip("of the CPU device")
    args = [numbers(3000), np.zeros(threads, np.float32)]
    looped = launch(source, "k", (2,), block, args, options=("--fmad=false", *options))
    stepped = launch(source, "k", (2,), block, args, options=("-G", "--fmad=false"))
    assert looped[1].tobytes() == stepped[1].tobytes()
    assert looped[1].tobytes() == sums(args[0], threads).tobytes()


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("condition", [
    "warp == 0", "warp != 1", "cuda.threadIdx.x < 32", "cuda.threadIdx.x >= 64",
    "warp % 2 == 0 and x.size > 3", "cuda.threadIdx.x >> 6 == 0"])
def test_under_conditions_of_warps(launch, block, condition):
    """Rows are whole warps or not: where they are not, threads of one warp part
    at the condition, and nobody shuffles."""
    whole = block[0] % 32 == 0 or len(block) == 1
    if not whole:
        pytest.skip("threads of a warp would part")
    source = HEAD + f"""
@cuda.jit
def k(x, out):
    t = cuda.threadIdx.x + cuda.threadIdx.y * cuda.blockDim.x
    warp = cuda.threadIdx.x // 32
    value = x[t % x.size]
    if {condition}:
        value = warp_sum(value) + value
        if x.size > 10:
            value = warp_sum(value * np.float32(0.5))
        out[cuda.blockIdx.x, t] = value
    else:
        out[cuda.blockIdx.x, t] = -value
    out[cuda.blockIdx.x, t] += value
"""
    threads = int(np.prod(block))
    check_both(launch, source, (2,), block, [numbers(50), np.zeros((2, threads), np.float32)], ordered=True)


@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "uint64", "float32", "float64"])
@pytest.mark.parametrize("block", [(32,), (45,), (7, 9)])
def test_each_kind(launch, dtype, block):
    source = f"""
@cuda.jit
def k(x, by, out):
    t = cuda.threadIdx.x + cuda.threadIdx.y * cuda.blockDim.x
    a = x[t]
    n = by[0]
    for i in range(3):
        a = a + cuda.shfl_up_sync(-1, a, i + 1)
    b = cuda.shfl_xor_sync(0xFFFFFFFF, a, 5) - cuda.shfl_sync(0xFFFFFFFF, a, t % 32)
    c = cuda.shfl_down_sync(0xFFFFFFFF, x[t], n) + cuda.shfl_up_sync(0xFFFFFFFF, b, n)
    out[t, 0] = a
    out[t, 1] = b
    out[t, 2] = c + cuda.shfl_sync(0xFFFFFFFF, np.{dtype}(3), 7)
    out[t, 3] = cuda.shfl_sync(0xFFFFFFFF, a, n)
"""
    threads = int(np.prod(block))
    for by in (0, 1, 31):
        check_both(launch, source, (1,), block, [
            numbers(threads, dtype=dtype), np.array([by], np.int32), np.zeros((threads, 4), dtype)
        ], ordered=True)


def test_loops_that_all_run(launch):
    """As often as memory says, with a barrier, and one that is not repeated."""
    source = HEAD + """
@cuda.jit
def k(x, out, n):
    t = cuda.threadIdx.x
    a = x[t]
    for i in range(n):
        a += cuda.shfl_xor_sync(FULL, a, i % 32) * np.float32(0.5)
        cuda.syncthreads()
        out[t] = a
    offset = 1
    while offset < n:
        a = max(a, cuda.shfl_up_sync(FULL, a, offset))
        offset *= 2
    out[t] = a
"""
    for n in (0, 1, 5, 40):
        check_both(launch, source, (1,), (70,), [
            numbers(70), np.zeros(70, np.float32), np.int64(n)
        ], ordered=True)


@pytest.mark.parametrize("level", ["-O0", "-O1", "-O2"])
def test_as_the_user_writes_them(launch, level):
    """Statements of their own already, where nothing takes shuffles apart."""
    if launch.device != "cpu":
        pytest.skip("of the CPU device")
    source = """
@cuda.jit
def k(x, out):
    t = cuda.threadIdx.x
    a = x[t]
    b = cuda.shfl_up_sync(0xFFFFFFFF, a, 1)
    first = t // 32 == 0
    c = np.float32(0)
    if first:
        c = cuda.shfl_xor_sync(0xFFFFFFFF, b, 3)
    b = cuda.shfl_sync(0xFFFFFFFF, b, 9)
    out[t] = a + b * c
"""
    args = [numbers(70), np.zeros(70, np.float32)]
    looped = launch(source, "k", (1,), (70,), args, options=(level, "--fmad=false"))
    stepped = launch(source, "k", (1,), (70,), args, options=("-G", "--fmad=false"))
    assert looped[1].tobytes() == stepped[1].tobytes()
    a, t = args[0], np.arange(70)
    b = a[np.where(t % 32 > 0, t - 1, t)]
    c = np.where(t < 32, b[(t ^ 3) % 70], np.float32(0))
    nine = t // 32 * 32 + 9
    b = b[np.where(nine < 70, nine, t)]
    assert looped[1].tobytes() == (a + b * c).tobytes()


def test_functions_that_stay_functions(launch):
    """They end in several places, or have arrays of their own."""
    source = """
@cuda.jit(device=True)
def early(value, n):
    if n > 3:
        return cuda.shfl_down_sync(0xFFFFFFFF, value, n)
    return value

@cuda.jit(device=True)
def with_array(value):
    own = cuda.local.array(2, np.float32)
    own[0] = cuda.shfl_up_sync(0xFFFFFFFF, value, 1)
    own[1] = value
    return own[0] - own[1]

@cuda.jit
def k(x, out, n):
    t = cuda.threadIdx.x
    a = x[t]
    if n > 0:
        for i in range(n):
            a = early(a, i)
        a = with_array(a) + early(a, n)
    else:
        a = early(a, 5)
    out[cuda.blockIdx.x, t] = a
"""
    for n in (0, 1, 5):
        check_both(launch, source, (2,), (48,), [
            numbers(48), np.zeros((2, 48), np.float32), np.int64(n)
        ], ordered=True)


def test_operands_beyond_a_warp(launch):
    """Five bits of the lane count, as on the GPU."""
    source = """
@cuda.jit
def k(x, by, out):
    t = cuda.threadIdx.x
    if t % 32 < 40:
        out[t, 0] = cuda.shfl_sync(0xFFFFFFFF, x[t], by[0])
        out[t, 1] = cuda.shfl_down_sync(0xFFFFFFFF, x[t], by[0])
    a = cuda.shfl_up_sync(0xFFFFFFFF, x[t], by[0])
    out[t, 2] = a
"""
    x, t = numbers(64), np.arange(64)
    for by in (32, 256, 257, 512 + 3):
        got = launch(source, "k", (1,), (64,), [
            x, np.array([by], np.int32), np.zeros((64, 3), np.float32)
        ], options=("--fmad=false",))[2]
        lane, n = t % 32, by % 32
        assert (got[:, 0] == x[t - lane + n]).all()
        assert (got[:, 1] == x[np.where(lane + n < 32, t + n, t)]).all()
        assert (got[:, 2] == x[np.where(lane >= n, t - n, t)]).all()


def test_threads_that_end_before(launch):
    """Who reads the value of one that has ended gets his own."""
    source = """
@cuda.jit
def k(x, out, n):
    t = cuda.threadIdx.x
    if t >= n:
        return
    a = x[t]
    out[t] = a + cuda.shfl_down_sync(0xFFFFFFFF, a, 3)
"""
    for n in (0, 1, 30, 33):
        check_both(launch, source, (1,), (64,), [
            numbers(64), np.zeros(64, np.float32), np.int64(n)
        ], ordered=True)


def test_part_of_a_warp_waits_for_ever(launch):
    if launch.device != "cpu":
        pytest.skip("of the CPU device")
    source = """
@cuda.jit
def k(x, out):
    t = cuda.threadIdx.x
    a = x[t]
    if t < 16:
        a = cuda.shfl_down_sync(0xFFFFFFFF, a, 3)
    cuda.syncthreads()
    out[t] = a
"""
    with pytest.raises(Failed, match="DeadlockError"):
        launch(source, "k", (1,), (64,), [numbers(64), np.zeros(64, np.float32)])


def test_rows_that_are_no_warps(launch):
    """The lanes of a row's end and of the next one's beginning are of a warp."""
    if launch.device != "cpu":
        pytest.skip("of the CPU device")
    source = HEAD + """
@cuda.jit
def k(x, out):
    t = cuda.threadIdx.x + cuda.threadIdx.y * cuda.blockDim.x
    value = x[t]
    if cuda.threadIdx.x < 32:
        value = warp_sum(value)
    cuda.syncthreads()
    out[t] = value
"""
    with pytest.raises(Failed, match="DeadlockError"):
        launch(source, "k", (1,), (48, 2), [numbers(96), np.zeros(96, np.float32)])


def test_order_of_effects_stays(launch):
    source = """
@cuda.jit
def k(out, n):
    t = cuda.threadIdx.x
    a = cuda.atomic.add(out, 0, 1)
    a = cuda.shfl_down_sync(0xFFFFFFFF, a, 1)
    out[t + 2] = cuda.atomic.add(out, 1, a) + a
"""
    check_both(launch, source, (1,), (64,), [np.zeros(70, np.int32), np.int64(3)], ordered=True)


def test_a_python_float_comes_back_as_float64(launch):
    """Nobody knows whose it is: no literal that takes the type beside it."""
    source = """
@cuda.jit
def k(x, out):
    t = cuda.threadIdx.x
    out[t] = cuda.shfl_sync(-1, 0.1, 3) * x[t]
"""
    x = np.full(32, 1.5, np.float16)
    _, out = launch(source, "k", (1,), (32,), [x, np.zeros(32)])
    assert (out == 0.1 * 1.5).all()


@pytest.mark.parametrize(
    "line",
    [
        "v = (w := x) * 100",
        "v = 3 + (w := x % 17)",
        "v = x + (w := x % 5) * w",
        "v = w + (w := x) + w",
        "if (w := x + total) > 9: v = w",
        "v = w if (w := x) > 4 else -w",
        "v = abs(w := x - 7)",
        "for i in range(w := x % 4): v += w + i",
    ],
)
def test_a_name_that_was_a_constant_is_set_in_an_expression(launch, line):
    source = f"""
@cuda.jit
def k(out):
    x = cuda.grid(1)
    w = 1
    v = 0
    total = x % 7
    cuda.syncwarp()
    {line}
    out[x, 0] = v
    out[x, 1] = w
    out[x, 2] = total
"""
    got = launch(source, "k", (2,), (32,), [np.zeros((64, 3), np.int64)])[0]
    for x in range(64):
        names = {"x": x, "w": 1, "v": 0, "total": x % 7}
        exec(line, names)
        assert got[x].tolist() == [names["v"], names["w"], names["total"]]


@pytest.mark.parametrize("block", [(64,), (96,), (32, 2), (33,), (40,)])
def test_loops_of_some_warps(launch, block):
    """A row for each warp; some have none, and go on to the end with those that
    do. What the counter was before stays, where the loop is not theirs."""
    source = HEAD + """
@cuda.jit
def k(q, v, out, last):
    place = cuda.blockIdx.x * cuda.blockDim.x * cuda.blockDim.y
    place += cuda.threadIdx.x + cuda.threadIdx.y * cuda.blockDim.x
    row = place // 32
    lane = place % 32
    j = 100
    if row < q.shape[0]:
        most = np.float32(-1000)
        total = np.float32(0)
        for j in range(v.shape[0]):
            s = q[row, lane] * v[j, lane]
            for offset in (16, 8, 4, 2, 1):
                s += cuda.shfl_xor_sync(FULL, s, offset)
            if j % 3 == 1:
                s -= cuda.shfl_sync(FULL, s + lane, j)
            most = max(most, s)
            if row % 2 == 0:
                for i in range(2, 40, 7):
                    total += cuda.shfl_down_sync(FULL, s, 1) * np.float32(i)
        out[row, lane] = most + total
    last[place] = j
"""
    threads = 3 * block[0] * (block[1] if len(block) > 1 else 1)
    if threads // 3 % 32:  # a row is in two blocks
        source = source.replace("row = place // 32", "row = cuda.blockIdx.x")
        source = source.replace("lane = place % 32", "lane = cuda.threadIdx.x")
        source = source.replace("row < q.shape[0]", "row % 3 < 2")
    for rows in (0, 1, 5):
        against_coroutines(launch, source, (3,), block, [
            numbers(max(rows, 3), 50) / 100, numbers(7, 50) / 100,
            np.zeros((max(rows, 3), 50), np.float32), np.zeros(threads, np.int64),
        ])


@pytest.mark.parametrize("block", [(64,), (32, 3), (33,), (64, 1, 2)])
@pytest.mark.parametrize("options", [(), ("--facts",)])
def test_warps_by_turns(launch, block, options):
    """Loops and conditions of a warp's own, with shuffles and votes in them; a
    thread's own array; bounds that are loaded; lanes by a number; few lanes."""
    if launch.device != "cpu":
        pytest.skip("of the CPU device")
    source = HEAD + """
@cuda.jit
def k(first, x, out, marks, sums):
    t = cuda.threadIdx.x
    rank = t + cuda.blockDim.x * (cuda.threadIdx.y + cuda.blockDim.y * cuda.threadIdx.z)
    warp = rank // 32
    lane = rank % 32
    row = cuda.blockIdx.x * 4 + warp
    own = cuda.local.array(4, np.float32)
    for i in range(4):
        own[i] = np.float32(i)
    if row + 1 >= first.size:
        return
    total = np.float32(0)
    found = -1
    for j in range(first[row] + lane, first[row + 1], 32):
        total += x[j]
    total = warp_sum(total)
    for j in range(row):
        s = x[(j + lane) % x.size]
        if cuda.any_sync(FULL, s > 0.99):
            found = j
            break
        s += cuda.shfl_sync(FULL, s, j)
        s -= cuda.shfl_sync(FULL, s, (lane * 3) % 32)
        own[j % 4] += s
        if j % 2 == warp % 2:
            continue
        own[(j + 1) % 4] -= cuda.shfl_up_sync(FULL, total, 2)
    n = warp
    while n < 6:
        n += 1 + (cuda.ballot_sync(FULL, own[n % 4] > n) & 1)
        total += cuda.shfl_xor_sync(FULL, own[n % 4], n)
    if lane == 0:
        sums[row] = total
    if rank % 8 == 3:
        marks[row, lane // 8] = found * 100 + n
    out[row, lane] = total + own[lane % 4]
"""
    warps = -(-block[0] * (block[1] if len(block) > 1 else 1)
              * (block[2] if len(block) > 2 else 1) // 32)
    rows = 4 * 2 + warps
    lengths = np.random.default_rng(2).integers(0, 90, rows - 1)
    first = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    against_coroutines(launch, source, (3,), block, [
        first, numbers(int(first[-1])) / 100, np.zeros((rows, 32), np.float32),
        np.zeros((rows, 4), np.int64), np.zeros(rows, np.float32),
    ], options)
