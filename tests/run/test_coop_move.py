"""Items of threads that are loaded, stored, exchanged, compared with their
neighbours, counted and repeated, against NumPy."""

import numpy as np
import pytest
from conftest import assert_same
from coop_launch import BLOCKS, checked, numbers, threads_of


@pytest.mark.parametrize("block", BLOCKS)
def test_moving_items(launch, block):
    n = threads_of(block)
    items = 1 + n % 6
    x = np.arange(n * items, dtype=np.int16)
    ranks = np.random.default_rng(n).permutation(n * items).astype(np.int32)
    source = f"""
@cuda.jit
def k(x, ranks, y):
    block = coop.this_block()
    items = coop.ThreadData({items})
    at = coop.ThreadData({items})
    coop.load(block, x, items, algorithm="striped")
    coop.load(block, ranks, at)
    coop.store(block, y[0], items)
    blocked = coop.exchange(block, items)
    coop.store(block, y[1], blocked)
    striped = coop.exchange(block, blocked, mode="blocked_to_striped")
    coop.store(block, y[2], striped, algorithm="striped")
    coop.store(block, y[3], coop.exchange(block, blocked, "scatter_to_blocked", at))
    coop.store(block, y[4], coop.shuffle(block, blocked))
    coop.store(block, y[5], coop.shuffle(block, blocked, "down"))
    i = block.rank()
    y[6, i] = coop.shuffle(block, x[i], "rotate", 3)
    y[7, i] = coop.shuffle(block, x[i], "offset", -2)
"""
    y = checked(launch, source, (1,), block, [x, ranks, np.zeros((8, n * items), np.int16)])[2]
    scattered = np.zeros_like(x)
    scattered[ranks] = x
    i = np.arange(n)
    want = [
        x.reshape(items, n).T.reshape(-1), x, x, scattered,
        np.insert(x, 0, x[0])[:-1], np.append(x, x[-1])[1:],
    ]
    for row, values in enumerate(want):
        assert_same(f"row {row}", y[row], values)
    assert_same("rotate", y[6, :n], x[(i + 3) % n])
    assert_same("offset", y[7, :n], x[np.where(i >= 2, i - 2, i)])


@pytest.mark.parametrize("width", [1, 4, 32])
@pytest.mark.parametrize("items", [1, 3, 4, 7])
def test_moving_items_of_warps(launch, items, width):
    n = 64
    x = numbers(n * items, np.float64)
    source = f"""
@cuda.jit
def k(x, y):
    part = coop.this_warp().group_by({width})
    start = (cuda.threadIdx.x - part.rank()) * {items}
    items = coop.ThreadData({items})
    coop.load(part, x, items, algorithm="striped", offset=start)
    blocked = coop.exchange(part, items)
    coop.store(part, y[0], blocked, offset=start)
    striped = coop.exchange(part, blocked, "blocked_to_striped")
    coop.store(part, y[1], striped, "striped", offset=start)
"""
    y = checked(launch, source, (1,), (n,), [x, np.zeros((2, n * items))])[1]
    assert_same("blocked", y[0], x)
    assert_same("striped", y[1], x)


@pytest.mark.parametrize("valid", [0, 1, 31, 70, 128])
def test_partial_tiles(launch, valid):
    x = numbers(128, np.int32)
    source = """
@cuda.jit
def k(x, y, valid):
    block = coop.this_block()
    items = coop.ThreadData(2)
    coop.load(block, x, items, valid_items=valid, oob_default=-1)
    coop.store(block, y[0], items)
    coop.store(block, y[1], items, valid_items=valid)
"""
    y = checked(launch, source, (1,), (64,), [x, np.zeros((2, 128), np.int32), valid])[1]
    inside = np.arange(128) < valid
    assert_same("loaded", y[0], np.where(inside, x, -1))
    assert_same("stored", y[1], np.where(inside, x, 0))


@pytest.mark.parametrize("block", [(1,), (33,), (8, 5), (256,)])
def test_neighbours_and_counts(launch, block):
    n, items = threads_of(block), 3
    x = (numbers(n * items, np.int32) % 4).astype(np.int32)
    source = """
@cuda.jit
def k(x, y, batched):
    block = coop.this_block()
    items = coop.ThreadData(3)
    coop.load(block, x, items)
    coop.store(block, y[0], coop.adjacent_difference(block, items))
    coop.store(block, y[1], coop.adjacent_difference(block, items, "right"))
    coop.store(block, y[2], coop.adjacent_difference(block, items, op=lambda a, b: a + b, tile_neighbor=9))
    coop.store(block, y[3], coop.discontinuity(block, items))
    coop.store(block, y[4], coop.discontinuity(block, items, "tails"))
    heads, tails = coop.discontinuity(block, items, "heads_and_tails", lambda a, b: a < b)
    coop.store(block, y[5], heads)
    coop.store(block, y[6], tails)
    bins = cuda.shared.array(4, np.int32)
    coop.histogram(block, items, bins)
    coop.histogram(block, items, bins, init=False)
    if block.rank() < 1:
        for i in range(4):
            y[7, i % 3] = bins[i]
            batched[i] = bins[i]
"""
    args = [x, np.zeros((8, n * items), np.int32), np.zeros(4, np.int32)]
    _, y, bins = checked(launch, source, (1,), block, args)
    x = x.astype(np.int64)
    left, right = np.diff(x), x[:-1] - x[1:]
    want = [
        np.insert(left, 0, x[0]), np.append(right, x[-1]),
        x + np.insert(x[:-1], 0, 9), np.insert(left != 0, 0, 1), np.append(left != 0, 1),
        np.insert(left > 0, 0, 1), np.append(left > 0, 1),
    ]
    for row, values in enumerate(want):
        assert_same(f"row {row}", y[row], values.astype(np.int32))
    inside = x[(x >= 0) & (x < 4)]
    assert_same("bins", bins, 2 * np.bincount(inside, minlength=4).astype(np.int32))

DECODE = "items, n = coop.run_length_decode(block, v, c, 4, start={start})"

DECODE_INTO = """items = coop.ThreadData(4, v.dtype)
    n = coop.run_length_decode_into(block, v, c, items, {start})"""


@pytest.mark.parametrize("decode", [DECODE, DECODE_INTO], ids=["", "into"])
@pytest.mark.parametrize("threads", [1, 33, 64])
def test_runs(launch, threads, decode):
    random = np.random.default_rng(threads)
    values = random.integers(0, 100, 2 * threads).astype(np.int16)
    lengths = random.integers(0, 4, 2 * threads).astype(np.int32)
    lengths[-1] = 1
    whole = np.repeat(values, lengths)
    start = min(3, len(whole) - 1)
    decode = decode.format(start=start)
    source = f"""
@cuda.jit
def k(values, lengths, y, count):
    block = coop.this_block()
    v = coop.ThreadData(2)
    c = coop.ThreadData(2)
    coop.load(block, values, v)
    coop.load(block, lengths, c)
    {decode}
    coop.store(block, y, items)
    count[block.rank()] = n
"""
    args = [values, lengths, np.zeros(4 * threads, np.int16), np.zeros(threads, np.int64)]
    _, _, y, count = checked(launch, source, (1,), (threads,), args)
    want = whole[start : start + 4 * threads]
    assert_same("items", y[: len(want)], want)
    assert_same("count", count, np.full(threads, len(whole)))


@pytest.mark.parametrize("block", [(1,), (31,), (64,), (3, 5, 7), (1024,)])
def test_items_striped_in_warps(launch, block):
    n, items = threads_of(block), 1 + threads_of(block) % 4
    x = np.arange(n * items, dtype=np.int32)
    ranks = np.random.default_rng(n).permutation(n * items).astype(np.int32)
    ranks[::3] = -1
    source = f"""
@cuda.jit
def k(x, ranks, y):
    block = coop.this_block()
    items = coop.ThreadData({items})
    at = coop.ThreadData({items})
    flags = coop.ThreadData({items}, np.int32)
    coop.load(block, x, items)
    coop.load(block, ranks, at)
    for i in range({items}):
        flags[i] = items[i] % 2
    striped = coop.exchange(block, items, "blocked_to_warp_striped")
    coop.store(block, y[0], striped)
    coop.store(block, y[1], coop.exchange(block, striped, "warp_striped_to_blocked"))
    out = coop.exchange(block, items, "scatter_to_striped_guarded", at)
    coop.store(block, y[2], out, "striped")
    out = coop.exchange(block, items, "scatter_to_striped_flagged", at, flags)
    coop.store(block, y[3], out, "striped")
"""
    y = checked(launch, source, (1,), block, [x, ranks, np.zeros((4, n * items), np.int32)])[2]
    warps = [x[start * items : (start + 32) * items] for start in range(0, n, 32)]
    striped = np.concatenate([warp.reshape(items, -1).T.reshape(-1) for warp in warps])
    assert_same("striped", y[0], striped)
    assert_same("back", y[1], x)
    assert_same("guarded", y[2][ranks[ranks >= 0]], x[ranks >= 0])
    chosen = (ranks >= 0) & (x % 2 == 1)
    assert_same("flagged", y[3][ranks[chosen]], x[chosen])
