"""Cooperative sorts and selections against NumPy."""

import numpy as np
import pytest
from conftest import assert_same
from coop_launch import checked, numbers, threads_of

SORTED_BLOCKS = [((1,), 5), ((33,), 1), ((3, 5, 7), 4), ((64,), 7), ((1024,), 2)]


@pytest.mark.parametrize("dtype, block, items", [
    (dtype, *SORTED_BLOCKS[i % 5])
    for i, dtype in enumerate(
        ["int32", "uint64", "int8", "float64", "float32", "uint16", "int64", "uint8"])
])
def test_radix_sort(launch, block, items, dtype):
    n = threads_of(block) * items
    x = numbers(n, dtype, n)
    x[: n // 2] = x[n - n // 2 :][::-1]
    source = f"""
@cuda.jit(launch_bounds={threads_of(block)})
def k(x, y, places):
    block = coop.this_block()
    keys = coop.ThreadData({items})
    coop.load(block, x, keys)
    coop.radix_sort_keys(block, keys, descending=True)
    coop.store(block, y[0], keys)
    coop.load(block, x, keys)
    where = coop.ThreadData({items}, np.int32)
    for i in range({items}):
        where[i] = block.rank() * {items} + i
    coop.radix_sort_pairs(block, keys, where)
    coop.store(block, y[1], keys)
    coop.store(block, places, where)
"""
    args = [x, np.zeros((2, n), dtype), np.zeros(n, np.int32)]
    _, y, places = checked(launch, source, (1,), block, args)
    order = np.argsort(x, kind="stable")
    assert_same("down", y[0], np.sort(x)[::-1])
    assert_same("up", y[1], x[order])
    assert_same("places", places, order.astype(np.int32))


@pytest.mark.parametrize("dtype", [np.int64, np.float64, np.uint32])
@pytest.mark.parametrize("threads", [897, 929, 1023])
def test_radix_sort_of_many_threads(launch, threads, dtype):
    """Counters and items have the same memory, of odd many words."""
    x = numbers(threads, dtype, threads)
    source = """
@cuda.jit
def k(x, y):
    block = coop.this_block()
    keys = coop.ThreadData(1)
    coop.load(block, x, keys)
    coop.radix_sort_keys(block, keys)
    coop.store(block, y, keys)
"""
    y = checked(launch, source, (1,), (threads,), [x, np.zeros_like(x)])[1]
    assert_same("sorted", y, np.sort(x))


@pytest.mark.parametrize("begin, end", [(0, 4), (3, 17), (8, 8), (0, 64)])
@pytest.mark.parametrize("valid", [0, 7, 100, 192])
def test_some_bits_of_some_items(launch, begin, end, valid):
    x = numbers(192, np.uint32)
    source = f"""
@cuda.jit(launch_bounds=64)
def k(x, y, valid):
    block = coop.this_block()
    keys = coop.ThreadData(3)
    coop.load(block, x, keys)
    ranks = coop.radix_rank(block, keys, {begin}, {begin} + 2)
    coop.store(block, y[1], coop.exchange(block, keys, "scatter_to_blocked", ranks))
    coop.radix_sort_keys(block, keys, {begin}, {end}, valid_items=valid)
    coop.store(block, y[0], keys)
"""
    y = checked(launch, source, (1,), (64,), [x, np.zeros((2, 192), np.uint32), valid])[1]
    bits = (x.astype(np.uint64) >> begin) & ((1 << (min(end, 32) - begin)) - 1)
    order = np.argsort(bits[:valid], kind="stable")
    assert_same("sorted", y[0], np.concatenate([x[:valid][order], x[valid:]]))
    assert_same("ranked", y[1], x[np.argsort((x >> begin) & 3, kind="stable")])


@pytest.mark.parametrize("block, items", SORTED_BLOCKS)
@pytest.mark.parametrize("part", [0, 1, 3])
def test_merge_sort(launch, block, items, part):
    n = threads_of(block) * items
    valid = n * part // 3
    x = numbers(n, np.int64, n) % 50
    source = f"""
@cuda.jit(launch_bounds={threads_of(block)})
def k(x, y, valid):
    block = coop.this_block()
    keys = coop.ThreadData({items})
    where = coop.ThreadData({items})
    coop.load(block, x, keys)
    for i in range({items}):
        where[i] = np.float32(block.rank() * {items} + i)
    coop.merge_sort_pairs(block, keys, where, valid_items=valid)
    coop.store(block, y[0], keys)
    for i in range({items}):
        y[1, block.rank() * {items} + i] = int(where[i])
    coop.load(block, x, keys)
    coop.merge_sort_keys(block, keys, lambda a, b: a > b)
    coop.store(block, y[2], keys)
"""
    y = checked(launch, source, (1,), block, [x, np.zeros((3, n), np.int64), valid])[1]
    order = np.concatenate([np.argsort(x[:valid], kind="stable"), np.arange(valid, n)])
    assert_same("keys", y[0], x[order])
    assert_same("values", y[1], order)
    assert_same("down", y[2], np.sort(x)[::-1])


@pytest.mark.parametrize("width", [1, 4, 32])
@pytest.mark.parametrize("items", [1, 3, 4])
def test_merge_sort_of_warps(launch, width, items):
    n = 64 * items
    x = numbers(n, np.int32) % 20
    source = f"""
@cuda.jit
def k(x, y):
    part = coop.this_warp().group_by({width})
    start = (cuda.threadIdx.x - part.rank()) * {items}
    keys = coop.ThreadData({items})
    where = coop.ThreadData({items})
    coop.load(part, x, keys, offset=start)
    for i in range({items}):
        where[i] = np.int16(part.rank() * {items} + i)
    coop.merge_sort_pairs(part, keys, where)
    coop.store(part, y[0], keys, offset=start)
    for i in range({items}):
        y[1, start + part.rank() * {items} + i] = where[i]
    coop.load(part, x, keys, offset=start)
    coop.merge_sort_keys(part, keys, valid_items={items} * {width} // 2)
    coop.store(part, y[2], keys, offset=start)
"""
    y = checked(launch, source, (1,), (64,), [x, np.zeros((3, n), np.int32)])[1]
    parts = x.reshape(-1, width * items)
    order = np.argsort(parts, 1, kind="stable")
    half = items * width // 2
    assert_same("keys", y[0], np.sort(parts, 1).reshape(-1))
    assert_same("values", y[1], order.reshape(-1).astype(np.int32))
    some = np.concatenate([np.sort(parts[:, :half], 1), parts[:, half:]], 1)
    assert_same("some", y[2], some.reshape(-1))


@pytest.mark.parametrize("valid", [1, 30, 96])
def test_topk(launch, valid):
    x = numbers(96, np.float32)
    source = """
@cuda.jit
def k(x, y, valid):
    block = coop.this_block()
    keys = coop.ThreadData(3)
    values = coop.ThreadData(3)
    coop.load(block, x, keys)
    coop.topk_min_keys(block, keys, k=5, valid_items=valid)
    coop.store(block, y[0], keys, valid_items=5)
    coop.load(block, x, keys)
    coop.topk_max_keys(block, keys, 5, valid)
    coop.store(block, y[1], keys, valid_items=5)
    coop.load(block, x, keys)
    coop.load(block, x, values)
    coop.topk_max_pairs(block, keys, values, 5, valid)
    coop.store(block, y[2], values, valid_items=5)
    coop.load(block, x, keys)
    coop.load(block, x, values)
    coop.topk_min_pairs(block, keys, values, 5, valid)
    coop.store(block, y[3], values, valid_items=5)
"""
    y = checked(launch, source, (1,), (32,), [x, np.zeros((4, 96), np.float32), valid])[1]
    count = min(5, valid)
    least = np.sort(x[:valid])[:count]
    most = np.sort(x[:valid])[len(x[:valid]) - count :]
    for row, want in enumerate([least, most, most, least]):
        assert_same(f"row {row}", np.sort(y[row, :count]), want)


@pytest.mark.parametrize("dtype", ["int8", "uint32", "int64", "float32", "float64"])
@pytest.mark.parametrize("k", [0, 1, 40, 41, 500])
def test_topk_of_many(launch, dtype, k):
    """With equal items, a prefix, and what goes along."""
    x = (numbers(41 * 5, dtype, k) % 7).astype(dtype)
    source = f"""
@cuda.jit
def k(x, y, places, valid):
    block = coop.this_block()
    keys = coop.ThreadData(5)
    where = coop.ThreadData(5, np.int32)
    coop.load(block, x, keys)
    for i in range(5):
        where[i] = block.rank() * 5 + i
    coop.topk_min_pairs(block, keys, where, {k}, valid)
    coop.store(block, y, keys)
    coop.store(block, places, where)
"""
    for valid in 0, 60, 205:
        args = [x, np.zeros_like(x), np.zeros(205, np.int32), valid]
        _, y, places, _ = checked(launch, source, (1,), (41,), args)
        taken = min(k, valid)
        assert_same("keys", np.sort(y[:taken]), np.sort(x[:valid])[:taken])
        assert_same("all of them", np.sort(places), np.arange(205, dtype=np.int32))
        assert_same("with their keys", x[places], y)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_sorting_floats(launch, dtype):
    """Zeros of both signs are equal, and infinite ones are where they belong."""
    x = numbers(99, np.float64).astype(dtype) / dtype(8)
    x[::9], x[1::9], x[2::27], x[3::27] = 0.0, -0.0, np.inf, -np.inf
    source = """
@cuda.jit(launch_bounds=33)
def k(x, y, places):
    block = coop.this_block()
    keys = coop.ThreadData(3)
    where = coop.ThreadData(3, np.int32)
    coop.load(block, x, keys)
    for i in range(3):
        where[i] = 3 * block.rank() + i
    coop.radix_sort_pairs(block, keys, where)
    coop.store(block, y, keys)
    coop.store(block, places, where)
"""
    args = [x, np.zeros_like(x), np.zeros(99, np.int32)]
    _, y, places = checked(launch, source, (1,), (33,), args)
    order = np.argsort(x, kind="stable").astype(np.int32)
    assert_same("places", places, order)
    assert_same("sorted", y, x[order])


@pytest.mark.parametrize("real", ["float16", "float32", "float64"])
@pytest.mark.parametrize("threads", [1, 5, 32, 64])
def test_merge_sort_with_nan(launch, real, threads):
    """nan is behind all numbers, as NumPy has it, and nothing is lost."""
    source = f"""
@cuda.jit(launch_bounds={threads})
def k(x, out):
    block = cuda.coop.this_block()
    t = cuda.threadIdx.x
    items = cuda.coop.ThreadData(4, x.dtype)
    for i in range(4):
        items[i] = x[4 * t + i]
    cuda.coop.merge_sort_keys(block, items)
    for i in range(4):
        out[4 * t + i] = items[i]
"""
    x = np.random.default_rng(threads).permutation(4 * threads).astype(real)
    x[::3] = np.nan
    x[1::5] = np.inf
    x[2::7] = -np.inf
    out = launch(source, "k", (1,), (threads,), [x, np.zeros_like(x)])[1]
    np.testing.assert_array_equal(out, np.sort(x))
