"""Warp operations, barriers with a result, fences, bits."""

import numpy as np
import pytest
from conftest import Failed, assert_same

TYPES = "int32 uint32 int64 uint64 float32 float64 int16 uint8".split()


def numbers(dtype, count):
    values = np.arange(count) * 7 - (0 if dtype.startswith("u") else 50)
    values = values.astype(dtype)
    if dtype in ("int64", "uint64"):
        values[1::2] += np.array(1 << 40, dtype)
    if dtype in ("float32", "float64"):
        values[3], values[4], values[5] = np.nan, -0.0, np.inf
    return values


@pytest.mark.parametrize("dtype", TYPES)
def test_shuffles(launch, dtype):
    source = """
@cuda.jit
def k(x, y):
    i = cuda.threadIdx.x
    lane = cuda.laneid
    y[0, i] = cuda.shfl_sync(0xffffffff, x[i], 5)
    y[1, i] = cuda.shfl_sync(-1, x[i], (lane * 3 + 1) % 32)
    y[2, i] = cuda.shfl_up_sync(0xffffffff, x[i], 3)
    y[3, i] = cuda.shfl_down_sync(0xffffffff, x[i], 1)
    y[4, i] = cuda.shfl_xor_sync(0xffffffff, x[i], 16)
    y[5, i] = cuda.shfl_sync(0xffffffff, x[i], 37)
"""
    x = numbers(dtype, 64)
    lane = np.arange(64) % 32
    base = np.arange(64) - lane
    lanes = [
        base + 5, base + (lane * 3 + 1) % 32,
        base + np.where(lane >= 3, lane - 3, lane),
        base + np.where(lane < 31, lane + 1, lane), base + (lane ^ 16), base + 5,
    ]
    got = launch(source, "k", (1,), (64,), [x, np.zeros((6, 64), dtype)])
    assert_same("y", got[1], np.stack([x[at] for at in lanes]))


def test_a_warp_sums(launch):
    source = """
@cuda.jit(device=True)
def warp_sum(v):
    offset = 16
    while offset > 0:
        v += cuda.shfl_down_sync(0xffffffff, v, offset)
        offset //= 2
    return v

@cuda.jit
def k(x, sums, total):
    s = cuda.shared.array(32, np.float32)
    i = cuda.threadIdx.x
    v = warp_sum(x[cuda.grid(1)])
    if i % 32 == 0:
        s[i // 32] = v
    cuda.syncthreads()
    if i < 32:
        v = s[i] if i < cuda.blockDim.x // 32 else np.float32(0)
        v = warp_sum(v)
        if i == 0:
            sums[cuda.blockIdx.x] = v
            cuda.atomic.add(total, 0, v)
"""
    x = np.arange(1024).astype(np.float32) % 17
    got = launch(source, "k", (4,), (256,),
                 [x, np.zeros(4, np.float32), np.zeros(1, np.float32)])
    assert_same("sums", got[1], x.reshape(4, 256).sum(1))
    assert got[2][0] == x.sum()


def test_votes(launch):
    source = """
@cuda.jit
def k(x, y):
    i = cuda.threadIdx.x
    y[0, i] = cuda.all_sync(0xffffffff, x[i])
    y[1, i] = cuda.any_sync(0xffffffff, x[i] > 0)
    y[2, i] = cuda.eq_sync(0xffffffff, x[i])
    y[3, i] = cuda.ballot_sync(0xffffffff, x[i] > 1)
    y[4, i] = cuda.lanemask_lt()
    y[5, i] = cuda.popc(cuda.ballot_sync(0xffffffff, x[i]) & cuda.lanemask_lt())
"""
    x = np.zeros((4, 32), np.int32)
    x[1], x[2, 5], x[3] = 1, 1, np.arange(32)
    want = np.zeros((6, 4, 32), np.int64)
    lane = np.arange(32)
    bits = 1 << lane
    for w in range(4):
        want[0, w] = (x[w] != 0).all()
        want[1, w] = (x[w] > 0).any()
        want[2, w] = len(set(x[w] != 0)) == 1
        want[3, w] = bits[x[w] > 1].sum()
        want[4, w] = bits - 1
        want[5, w] = np.cumsum(x[w] != 0) - (x[w] != 0)
    got = launch(source, "k", (1,), (128,),
                 [x.ravel(), np.zeros((6, 128), np.int64)])
    assert_same("y", got[1], want.reshape(6, 128))


@pytest.mark.parametrize("size", [1, 31, 32, 33, 70])
def test_elect(launch, size):
    """The lowest of those that are there: of a part of the mask, of a warp that
    is not full, of those that have not ended."""
    source = """
@cuda.jit
def k(y, some):
    i = cuda.grid(1)
    y[0, i] = cuda.elect_sync()
    if some >> (i % 32) & 1:
        y[1, i] = cuda.elect_sync(some)
        if cuda.elect_sync(some):
            cuda.atomic.add(y, (2, i // 32 * 32), 1)
    if i % 32 == 0:
        return
    y[3, i] = cuda.elect_sync()
"""
    some = 0b11010110_10011010_11101101_01100100
    lanes = np.arange(size) % 32
    want = np.zeros((4, size), np.int64)
    want[0] = lanes == 0
    want[1] = lanes == 2
    want[2, ::32] = [(lanes[at : at + 32] == 2).sum() for at in range(0, size, 32)]
    want[3] = lanes == 1
    got = launch(source, "k", (1,), (size,),
                 [np.zeros((4, size), np.int64), np.uint32(some)])
    assert_same("y", got[0], want)


def test_lane_masks(launch):
    source = """
@cuda.jit
def k(y):
    i = cuda.threadIdx.x
    y[0, i] = cuda.lanemask_lt()
    y[1, i] = cuda.lanemask_le()
    y[2, i] = cuda.lanemask_eq()
    y[3, i] = cuda.lanemask_ge()
    y[4, i] = cuda.lanemask_gt()
"""
    lanes = np.arange(32)
    bits = 1 << lanes
    order = [np.less, np.less_equal, np.equal, np.greater_equal, np.greater]
    want = [[bits[holds(lanes, i)].sum() for i in lanes] for holds in order]
    got = launch(source, "k", (1,), (64,), [np.zeros((5, 64), np.int64)])
    assert_same("y", got[0], np.tile(np.array(want), 2))


@pytest.mark.parametrize("dtype", TYPES)
def test_match(launch, dtype):
    source = """
@cuda.jit
def k(x, y):
    i = cuda.threadIdx.x
    y[0, i] = cuda.match_any_sync(0xffffffff, x[i])
    mask, same = cuda.match_all_sync(0xffffffff, x[i])
    y[1, i] = mask
    y[2, i] = same
"""
    x = numbers(dtype, 64)
    x[10:15] = x[8]
    x[32:] = x[6]
    want = np.zeros((3, 64), np.int64)
    for i in range(64):
        warp = x[i // 32 * 32:][:32]
        same = [a.tobytes() == x[i].tobytes() for a in warp]
        want[0, i] = sum(1 << n for n, s in enumerate(same) if s)
        want[1:, i] = (0xFFFFFFFF, 1) if all(same) else (0, 0)
    got = launch(source, "k", (1,), (64,), [x, np.zeros((3, 64), np.int64)])
    assert_same("y", got[1], want)


def test_masks_split_a_warp(launch):
    source = """
@cuda.jit
def k(y):
    i = cuda.threadIdx.x
    if i < 16:
        y[0, i] = cuda.shfl_xor_sync(0xffff, i, 1)
        y[1, i] = cuda.ballot_sync(0xffff, i % 3 == 0)
    else:
        y[0, i] = cuda.shfl_xor_sync(0xffff0000, i, 2)
        cuda.syncwarp(0xffff0000)
        y[1, i] = cuda.all_sync(0xffff0000, i > 15)
    cuda.syncwarp()
    y[2, i] = cuda.shfl_sync(0xffffffff, y[0, i], 20)
"""
    i = np.arange(32)
    ballot = sum(1 << n for n in range(0, 16, 3))
    want = np.stack([np.where(i < 16, i ^ 1, i ^ 2),
                     np.where(i < 16, ballot, 1), np.full(32, 22)])
    got = launch(source, "k", (1,), (32,), [np.zeros((3, 32), np.int64)])
    assert_same("y", got[0], want)


def test_threads_that_ended_do_not_count(launch):
    launch.defects = ("barriers",)
    source = """
@cuda.jit
def k(y, n):
    i = cuda.grid(1)
    if i >= n:
        return
    y[i] = cuda.any_sync(0xffffffff, i == 3)
    cuda.syncthreads()
    y[i] += cuda.syncthreads_count(i % 2) * 10
"""
    got = launch(source, "k", (1,), (40,), [np.zeros(40, np.int64), 20])
    assert_same("y", got[0], np.where(np.arange(40) < 20, 101, 0))


def test_activemask(launch):
    source = """
@cuda.jit
def k(x, count, out):
    i = cuda.grid(1)
    if x[i] > 0:
        mask = cuda.activemask()
        leader = cuda.ffs(mask) - 1
        at = np.int32(0)
        if cuda.laneid == leader:
            at = cuda.atomic.add(count, 0, cuda.popc(mask))
        at = cuda.shfl_sync(mask, at, leader)
        out[at + cuda.popc(mask & cuda.lanemask_lt())] = x[i]
"""
    x = np.arange(128, dtype=np.int32) % 5
    got = launch(source, "k", (2,), (64,),
                 [x, np.zeros(1, np.int32), np.zeros(128, np.int32)])
    kept = x[x > 0]
    assert got[1][0] == len(kept)
    assert sorted(got[2][: len(kept)]) == sorted(kept)


def test_barriers_with_a_result(launch):
    source = """
@cuda.jit
def k(x, y):
    i = cuda.threadIdx.x
    y[0, i] = cuda.syncthreads_count(x[i] > 10)
    y[1, i] = cuda.syncthreads_and(x[i])
    y[2, i] = cuda.syncthreads_or(x[i] == 99)
    cuda.syncthreads()
    y[3, i] = cuda.syncthreads_and(x[i] >= 0)
    y[4, i] = cuda.syncthreads_or(x[i] < 0)
"""
    x = np.arange(100, dtype=np.int32)
    got = launch(source, "k", (1,), (100,), [x, np.zeros((5, 100), np.int32)])
    assert_same("y", got[1], np.repeat(
        np.array([[89], [0], [1], [1], [0]], np.int32), 100, 1))


def test_warps_of_a_3d_block(launch):
    """Lanes count x first, then y, then z."""
    source = """
@cuda.jit
def k(y):
    t = cuda.threadIdx
    i = t.x + 4 * (t.y + 4 * t.z)
    y[i] = cuda.shfl_xor_sync(0xffffffff, i, 31) * 100 + cuda.laneid
"""
    i = np.arange(64)
    got = launch(source, "k", (1,), (4, 4, 4), [np.zeros(64, np.int64)])
    assert_same("y", got[0], (i ^ 31) * 100 + i % 32)


def test_fences_sleep_and_clocks(launch):
    source = """
@cuda.jit
def k(data, flag, out):
    i = cuda.grid(1)
    before = cuda.clock64()
    data[i] = i
    cuda.threadfence()
    cuda.threadfence_block()
    cuda.threadfence_system()
    cuda.nanosleep(100)
    cuda.atomic.add(flag, 0, 1)
    out[i] = cuda.clock64() - before >= 0 and cuda.clock() >= 0
"""
    got = launch(source, "k", (2,), (32,),
                 [np.zeros(64, np.int32), np.zeros(1, np.int32),
                  np.zeros(64, np.int32)])
    assert got[1][0] == 64 and (got[2] == 1).all()


@pytest.mark.parametrize(
    "dtype", "int8 uint8 int16 uint16 int32 uint32 int64 uint64".split()
)
def test_bits(launch, dtype):
    source = """
@cuda.jit
def k(x, y, r):
    i = cuda.grid(1)
    y[0, i] = cuda.popc(x[i])
    y[1, i] = cuda.clz(x[i])
    y[2, i] = cuda.ffs(x[i])
    y[3, i] = cuda.selp(x[i] > 5, x[i], 7)
    r[i] = cuda.brev(x[i])
"""
    info = np.iinfo(dtype)
    values = np.random.default_rng(2).integers(info.min, info.max, 64, dtype)
    values[:6] = [0, 1, 2, 8, info.max, info.min]
    wide = 64 if info.bits == 64 else 32
    want, reverse = np.zeros((4, 64), np.int64), []
    for i, v in enumerate(int(v) for v in values):
        bits = v & ((1 << wide) - 1)
        want[0, i] = bin(v & ((1 << info.bits) - 1)).count("1")
        want[1, i] = wide - bits.bit_length()
        want[2, i] = (bits & -bits).bit_length()
        chosen = v if v > 5 else 7
        want[3, i] = chosen - (1 << 64) if chosen >= 1 << 63 else chosen
        reverse.append(int(f"{bits:0{wide}b}"[::-1], 2))
    got = launch(source, "k", (1,), (64,),
                 [values, np.zeros((4, 64), np.int64), np.zeros(64, np.uint64)])
    assert_same("y", got[1], want)
    assert_same("r", got[2], np.array(reverse, np.uint64))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_fma_and_cbrt(launch, dtype):
    source = """
@cuda.jit
def k(x, y):
    i = cuda.grid(1)
    y[0, i] = cuda.fma(x[i], x[i], -1)
    y[1, i] = cuda.cbrt(x[i])
"""
    eps = np.finfo(dtype).eps
    x = np.array([1 + eps, 1 - eps, 2, -8, np.inf, np.nan, 0.0], dtype)
    got = launch(source, "k", (1,), (7,), [x, np.zeros((2, 7), dtype)])
    # (1 + e)**2 - 1 is 2e + e**2, which only one rounding sees.
    assert got[1][0, 0] == 2 * eps + eps * eps
    assert got[1][0, 1] == -2 * eps + eps * eps
    np.testing.assert_allclose(got[1][1], np.cbrt(x), rtol=4 * eps)


def test_cbrt_is_off_by_one_place_at_most(launch):
    source = """
@cuda.jit
def k(x, y):
    i = cuda.grid(1)
    y[i] = math.cbrt(x[i])
"""
    x = np.append(np.random.default_rng(1).uniform(1, 8, 1023), 10 / 7)
    got = launch(source, "k", (8,), (128,), [x, np.zeros(1024)])[1]
    exact = np.cbrt(x.astype(np.longdouble))
    assert np.max(np.abs(got - exact) / np.spacing(got)) <= 1


@pytest.mark.parametrize("wait,name", [
    ("cuda.syncthreads()", "shfl_sync"),
    ("cuda.any_sync(0xffffffff, 1)", "shfl_sync"),
])
def test_a_deadlock_is_an_error(launch, wait, name):
    launch.defects = ("bounds", "races", "barriers", "uninit",)
    if launch.device != "cpu":
        pytest.skip("a GPU hangs")
    source = f"""
@cuda.jit
def k(y):
    i = cuda.threadIdx.x
    if i < 16:
        y[i] = cuda.shfl_sync(0xffffffff, i, 0)
    else:
        {wait}
"""
    with pytest.raises(Failed) as failed:
        launch(source, "k", (1,), (32,), [np.zeros(32, np.int32)])
    assert "DeadlockError" in failed.value.stderr
    assert f"thread (0,0,0) waits for ever in cuda.{name}" in failed.value.stderr


# What becomes of a sum that lanes exchange: as much of it as is asked for comes from other lanes.
USES = {
    "int32": "total",
    "uint8": "total",
    "int64": "total",
    "float64": "float(total)",
    "uint32": "(total * 5 ^ total << 3) - (total & 0xff)",
    "int16": "total // 3",
    "bool": "total == other",
    "uint64": "total >> 20",
}
SUMS = {
    "adds": "total += other",
    "some": "total += other if lane >= step else 0",
    "mixes": "total = (total << 5) + total ^ other",
    "least": "total = min(total, other)",
    "greatest": "total = max(other, total)",
    "halves": "total = (total + other) // 2",
}


def summed(how, total, other, lane, step):
    names = {"total": total, "other": other, "lane": lane, "step": step}
    exec(how, names)
    return (int(names["total"]) + 2**63) % 2**64 - 2**63


TURNS = {
    "for step in (1, 2, 4, 8, 16):": ((1, 2, 4, 8, 16), "shfl_xor_sync", lambda lane, step: lane ^ step),
    "for step in range(n, 0, -1):": (
        (3, 2, 1), "shfl_up_sync", lambda lane, step: lane - step if lane >= step else lane),
}  # fmt: skip


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("how", SUMS)
@pytest.mark.parametrize("dtype", ["int32", "uint32"])
def test_what_is_asked_of_sums(launch, dtype, how, use):
    x = numbers(dtype, 32)
    x[7], x[9] = np.iinfo(dtype).max, np.iinfo(dtype).min
    for turns, (steps, shuffle, source_of) in TURNS.items():
        source = f"""
@cuda.jit
def k(x, y, n):
    lane = cuda.laneid
    total = np.int64(x[cuda.threadIdx.x])
    other = np.int64(0)
    {turns}
        other = cuda.{shuffle}(0xffffffff, total, step)
        {SUMS[how]}
    y[lane] = {USES[use]}
"""
        totals, others = [int(v) for v in x], []
        for step in steps:
            others = [totals[source_of(lane, step)] for lane in range(32)]
            totals = [summed(SUMS[how], totals[lane], others[lane], lane, step) for lane in range(32)]
        expected = np.zeros(32, use)
        for lane in range(32):
            value = eval(USES[use], {"total": totals[lane], "other": others[lane]})
            whole = isinstance(value, int) and not isinstance(value, bool)
            expected[lane] = np.array((value + 2**63) % 2**64 - 2**63 if whole else value).astype(use)
        got = launch(source, "k", (1,), (32,), [x, np.zeros(32, use), 3])
        assert_same("y", got[1], expected)
