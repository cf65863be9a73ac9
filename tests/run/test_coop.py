"""Cooperative primitives, against NumPy: blocks of every shape, parts of warps,
several items a thread, every schedule, and nothing for --check=all to find."""

import functools

import numpy as np
import pytest
from conftest import Failed, assert_same

COOP = "from cuda import coop\n"
BLOCKS = [(1,), (31,), (32,), (33,), (96,), (8, 5), (3, 5, 7), (1023,), (1024,)]
SCHEDULES = ["--schedule=reverse", "--schedule=random:7"]


def threads_of(block):
    return int(np.prod(block))


def numbers(count, dtype, seed=1):
    random = np.random.default_rng(seed)
    if np.dtype(dtype).kind == "f":
        return random.integers(-1000, 1000, count).astype(dtype)
    info = np.iinfo(dtype)
    return random.integers(info.min, info.max, count, dtype, endpoint=True)


def for_any_block(launch, source, grid, block, args, options, named):
    """The same kernel as the compiler makes it ahead of time."""
    try:
        return launch(
            COOP + source, "k", grid, block, args,
            options=[*options, "--any-block"], **named,
        )
    except Failed as failed:
        # Of 1024 threads.
        assert "ScratchTooLarge" in failed.stderr
        return ()


def checked(launch, source, grid, block, args, options=(), **named):
    """Once as it is, once for blocks of any size, and once with all checks in another
    order."""
    result = launch(COOP + source, "k", grid, block, args, options=options, **named)
    for a, b in zip(result, for_any_block(launch, source, grid, block, args, options, named)):
        if isinstance(a, np.ndarray):
            assert_same("for any block", b, a)
    if launch.device == "cpu":
        schedule = SCHEDULES[threads_of(block) % 2]
        again = launch(
            COOP + source, "k", grid, block, args,
            options=[*options, "--check=all", schedule], **named,
        )
        for a, b in zip(result, again):
            if isinstance(a, np.ndarray):
                assert_same("with checks", b, a)
    return result


OPERATORS = {
    "sum": np.add, "multiply": np.multiply, "min": np.minimum, "max": np.maximum,
    "bit_and": np.bitwise_and, "bit_or": np.bitwise_or, "bit_xor": np.bitwise_xor,
}


@pytest.mark.parametrize("op", OPERATORS)
@pytest.mark.parametrize("block", [(1,), (33,), (8, 5), (1024,)])
def test_block_reduce(launch, block, op):
    n = threads_of(block)
    x = numbers(n, np.int32)
    source = f"""
@cuda.jit
def k(x, y):
    block = coop.this_block()
    i = block.rank()
    y[1 + i] = coop.reduce(block, x[i], "{op}", broadcast=True)
    total = coop.reduce(block, x[i], "{op}")
    if i == 0:
        y[0] = total
"""
    y = checked(launch, source, (1,), block, [x, np.zeros(n + 1, np.int32)])[1]
    with np.errstate(over="ignore"):
        want = OPERATORS[op].reduce(x, dtype=np.int32)
    assert_same("all", y, np.full(n + 1, want))


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int64, np.uint64, np.float32, np.float64])
@pytest.mark.parametrize("block", [(33,), (3, 5, 7), (1024,)])
def test_block_sum_of_items(launch, block, dtype):
    n = threads_of(block)
    items = 1 + n % 5
    x = numbers(n * items, dtype, n)
    source = f"""
@cuda.jit
def k(x, y):
    block = coop.this_block()
    items = coop.ThreadData({items})
    coop.load(block, x, items)
    total = coop.sum(block, items)
    if block.rank() == 0:
        y[0] = total
"""
    y = checked(launch, source, (1,), block, [x, np.zeros(1, dtype)])[1]
    assert_same("sum", y, np.array([x.sum(dtype=dtype)]))


@pytest.mark.parametrize("valid", [1, 5, 31, 32, 33, 64, 100])
def test_valid_items(launch, valid):
    n = 100
    x = numbers(n, np.int32)
    source = """
@cuda.jit
def k(x, y, valid):
    block = coop.this_block()
    i = block.rank()
    total = coop.sum(block, x[i], valid_items=valid)
    part = coop.this_warp()
    if i < 96:
        least = coop.reduce(part, x[i], "min", valid_items=min(valid, 32))
        if i == 0:
            y[1] = least
    if i == 0:
        y[0] = total
"""
    y = checked(launch, source, (1,), (n,), [x, np.zeros(2, np.int32), valid])[1]
    want = [x[:valid].sum(dtype=np.int32), x[: min(valid, 32)].min()]
    assert_same("valid", y, np.array(want, np.int32))


@pytest.mark.parametrize("width", [1, 2, 4, 8, 16, 32])
def test_parts_of_warps(launch, width):
    n = 96
    x = numbers(n, np.int32)
    source = f"""
@cuda.jit
def k(x, y):
    part = coop.this_warp().group_by({width})
    i = coop.this_block().rank()
    y[0, i] = coop.sum(part, x[i], broadcast=True)
    y[1, i] = coop.inclusive_sum(part, x[i])
    y[2, i] = coop.exclusive_sum(part, x[i])
    y[3, i] = coop.inclusive_scan(part, x[i], "max")
    y[4, i] = coop.exclusive_scan(part, x[i], "min", initial_value=5)
    y[5, i] = part.rank()
    y[6, i] = part.size()
"""
    y = checked(launch, source, (1,), (n,), [x, np.zeros((7, n), np.int32)])[1]
    parts = x.reshape(-1, width)
    with np.errstate(over="ignore"):
        sums = parts.cumsum(1, dtype=np.int32)
        before = np.minimum.accumulate(np.insert(parts, 0, 5, 1), 1)[:, :-1]
        want = [
            np.repeat(sums[:, -1], width), sums, sums - parts,
            np.maximum.accumulate(parts, 1), before,
            np.tile(np.arange(width), n // width), np.full(n, width),
        ]
    for row, values in enumerate(want):
        assert_same(f"row {row}", y[row], values.reshape(-1).astype(np.int32))


@pytest.mark.parametrize("block", BLOCKS)
def test_block_scan(launch, block):
    n = threads_of(block)
    items = 1 + n % 4
    x = numbers(n * items, np.int32, n)
    source = f"""
@cuda.jit
def k(x, y, whole):
    block = coop.this_block()
    items = coop.ThreadData({items})
    total = coop.ThreadData(1)
    coop.load(block, x, items)
    total[0] = x[0]
    coop.store(block, y[0], coop.inclusive_sum(block, items))
    coop.store(block, y[1], coop.exclusive_sum(block, items, aggregate=total))
    coop.store(block, y[2], coop.inclusive_scan(block, items, "max"))
    coop.store(block, y[3], coop.exclusive_scan(block, items, max, initial_value=-7))
    coop.store(block, y[4], coop.scan(block, items, "bit_xor", mode="inclusive"))
    coop.store(block, y[5], items)
    y[6, block.rank()] = coop.inclusive_sum(block, items[0])
    y[7, block.rank()] = coop.exclusive_sum(block, items[0])
    if block.rank() == block.size() - 1:
        whole[0] = total[0]
"""
    args = [x, np.zeros((8, n * items), np.int32), np.zeros(1, np.int32)]
    _, y, whole = checked(launch, source, (1,), block, args)
    with np.errstate(over="ignore"):
        sums = x.cumsum(dtype=np.int32)
        firsts = x[::items].cumsum(dtype=np.int32)
        want = [
            sums, sums - x, np.maximum.accumulate(x),
            np.maximum.accumulate(np.insert(x, 0, -7))[:-1],
            np.bitwise_xor.accumulate(x), x,
        ]
        for row, values in enumerate(want):
            assert_same(f"row {row}", y[row], values)
        assert_same("values", y[6, :n], firsts)
        assert_same("values before", y[7, :n], firsts - x[::items])
        assert_same("whole", whole, sums[-1:])


def test_order_is_kept(launch):
    """Of an operator that is not commutative: composing x -> a * x + b."""
    n = 173
    x = numbers((n, 2), np.int32)
    source = """
def compose(f, g):
    return f[0] * g[0], f[1] * g[0] + g[1]

@cuda.jit
def k(x, y):
    block = coop.this_block()
    i = block.rank()
    f = x[i, 0], x[i, 1]
    a, b = coop.inclusive_scan(block, f, compose)
    c, d = coop.reduce(block, f, compose, broadcast=True)
    y[i, 0] = a
    y[i, 1] = b
    y[i, 2] = c
    y[i, 3] = d
"""
    y = checked(launch, source, (1,), (n,), [x, np.zeros((n, 4), np.int32)])[1]
    want, so_far = [], None
    with np.errstate(over="ignore"):
        for g in x:
            f = so_far
            so_far = g if f is None else np.array([f[0] * g[0], f[1] * g[0] + g[1]])
            want.append(so_far)
    want = np.array(want, np.int32)
    assert_same("scan", y[:, :2], want)
    assert_same("reduce", y[:, 2:], np.tile(want[-1], (n, 1)))


def test_prefix_callback(launch):
    """A block that scans a long array in tiles carries the sum along."""
    n, threads, items = 1000, 64, 3
    x = numbers(n, np.int64) % 1000
    source = f"""
@cuda.jit
def k(x, y):
    block = coop.this_block()
    carry = cuda.local.array(1, np.int64)
    carry[0] = 0
    items = coop.ThreadData({items})

    def running(total):
        before = carry[0]
        carry[0] = before + total
        return before

    start = 0
    while start < x.size:
        coop.load(block, x, items, valid_items=x.size - start, oob_default=0, offset=start)
        out = coop.inclusive_sum(block, items, prefix_op=running)
        coop.store(block, y, out, valid_items=x.size - start, offset=start)
        start += {threads * items}
"""
    y = checked(launch, source, (1,), (threads,), [x, np.zeros(n, np.int64)])[1]
    assert_same("sums", y, x.cumsum())


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


MAKERS = """
import numba
from cuda.cccl.cooperative.experimental import warp

def larger(a, b):
    return a if a > b else b

block_sum = coop.block.make_sum(numba.int32, 64)
block_max = coop.block.reduce(numba.int32, (64, 1), larger, items_per_thread=2)
warp_max = warp.make_reduce(numba.int32, lambda a, b: a if a > b else b, threads_in_warp=16)
load = coop.block.make_load(numba.int32, 64, 2, "striped")
store = coop.block.make_store(numba.int32, 64, 2)
scan = coop.block.make_exclusive_sum(dtype=numba.int32, threads_per_block=64, items_per_thread=2)
one = coop.block.make_inclusive_scan(numba.int32, 64, larger)
exchange = coop.block.make_exchange("StripedToBlocked", numba.int32, 64, 2)
"""


@pytest.mark.parametrize("temp", ["", "temp, "])
def test_makers(launch, temp):
    x = numbers(128, np.int32) % 1000
    source = MAKERS + f"""
@cuda.jit(link=block_sum.files + load.files)
def k(x, y):
    temp = cuda.shared.array(shape=exchange.temp_storage_bytes, dtype="uint8")
    i = cuda.threadIdx.x
    items = cuda.local.array(2, numba.int32)
    out = cuda.local.array(2, numba.int32)
    total = block_sum({temp}x[i])
    some = block_sum({temp}x[i], 40)
    load({temp}x, items)
    most = block_max({temp}items)
    part = warp_max({temp}x[i])
    scan({temp}items, out)
    store({temp}y[0], out)
    exchange({temp}items)
    store({temp}y[1], items)
    y[2, i] = one({temp}x[i])
    if i % 16 == 0:
        y[3, i] = part
    if i == 0:
        y[3, 1] = total
        y[3, 2] = some
        y[3, 3] = most
"""
    y = checked(launch, source, (1,), (64,), [x, np.zeros((4, 128), np.int32)])[1]
    blocked = x.reshape(2, 64).T.reshape(-1)
    assert_same("scan", y[0], blocked.cumsum(dtype=np.int32) - blocked)
    assert_same("exchange", y[1], x)
    assert_same("one", y[2, :64], np.maximum.accumulate(x[:64]))
    assert_same("warps", y[3, :64:16], x[:64].reshape(4, 16).max(1))
    want = [x[:64].sum(), x[:40].sum(), x.max()]
    assert_same("block", y[3, 1:4], np.array(want, np.int32))


def test_smallest_and_largest_groups(launch):
    n = 96
    x = numbers(n * 3, np.int64).reshape(n, 3) % 1000
    source = """
@cuda.jit
def k(x, y):
    i = coop.this_grid().rank()
    temp = coop.TempStorage()
    items = coop.ThreadData(3)
    for j in range(3):
        items[j] = x[i, j]
    y[i, 0] = coop.sum(coop.this_thread(), items, temp_storage=temp)
    y[i, 1] = coop.this_thread().rank() + coop.this_block().rank()
"""
    y = checked(launch, source, (3,), (32,), [x, np.zeros((n, 2), np.int64)])[1]
    assert_same("sum", y[:, 0], x.sum(1))
    assert_same("rank", y[:, 1], np.arange(n) % 32)


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


SORTERS = """
import numba

digits = coop.block.make_radix_sort_keys(numba.int32, 64, 2)
down = coop.block.radix_sort_keys_descending(numba.int32, 64, 2)
merge = coop.block.make_merge_sort_keys(numba.int32, 64, 2, lambda a, b: a < b)
lanes = coop.warp.make_merge_sort_keys(numba.int32, 2, lambda a, b: a > b)
"""


def test_makers_of_sorts(launch):
    x = numbers(128, np.int32)
    source = SORTERS + """
@cuda.jit(launch_bounds=64)
def k(x, y):
    block = coop.this_block()
    items = cuda.local.array(2, np.int32)
    coop.load(block, x, items)
    digits(items)
    coop.store(block, y[0], items)
    down(items)
    coop.store(block, y[1], items)
    digits(items, 4, 12)
    coop.store(block, y[2], items)
    merge(items)
    coop.store(block, y[3], items)
    coop.load(block, x, items)
    lanes(items)
    coop.store(block, y[4], items)
"""
    y = checked(launch, source, (1,), (64,), [x, np.zeros((5, 128), np.int32)])[1]
    up = np.sort(x)
    some = up[::-1][np.argsort((up[::-1] >> 4) & 255, kind="stable")]
    rows = [up, up[::-1], some, up, np.sort(x.reshape(2, 64), 1)[:, ::-1].reshape(-1)]
    for row, want in enumerate(rows):
        assert_same(f"row {row}", y[row], want)


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


@pytest.mark.parametrize("width, items", [(4, 4), (8, 3), (32, 7)])
def test_reduce_batched(launch, width, items):
    x = numbers(64 * items, np.int32).reshape(64, items)
    source = f"""
@cuda.jit
def k(x, y):
    part = coop.this_warp().group_by({width})
    i = cuda.threadIdx.x
    items = coop.ThreadData({items})
    coop.load(coop.this_block(), x.ravel(), items)
    y[i] = coop.reduce_batched(part, items, "max")
"""
    y = checked(launch, source, (1,), (64,), [x, np.zeros(64, np.int32)])[1]
    most = x.reshape(-1, width, items).max(1)
    assert_same("most", y.reshape(-1, width)[:, :items], most)


@pytest.mark.parametrize("block", [(1,), (31,), (32,), (33,), (96,), (1024,)])
@pytest.mark.parametrize("part", [0, 1, 2, 3])
def test_scans_of_valid_items(launch, block, part):
    n, items = threads_of(block), 3
    valid, some = n * items * part // 3, n * part // 3
    x = numbers(n * items, np.int32, n)
    source = """
@cuda.jit
def k(x, y, whole, valid, some):
    block = coop.this_block()
    i = block.rank()
    items = coop.ThreadData(3)
    total = coop.ThreadData(1)
    coop.load(block, x, items)
    total[0] = items[0]
    coop.store(block, y[0], coop.inclusive_sum(block, items, aggregate=total, valid_items=valid))
    coop.store(block, y[1], coop.exclusive_scan(block, items, "max", initial_value=-9, valid_items=valid))
    whole[i] = total[0]
    y[2, i] = coop.inclusive_scan(block, x[i], "bit_xor", aggregate=total, valid_items=some)
    whole[block.size() + i] = total[0]
"""
    args = [x, np.zeros((3, n * items), np.int32), np.zeros(2 * n, np.int32), valid, some]
    _, y, whole, *_ = checked(launch, source, (1,), block, args)
    inside = np.arange(n * items) < valid
    with np.errstate(over="ignore"):
        sums = x.cumsum(dtype=np.int32)
    before = np.maximum.accumulate(np.insert(x, 0, -9))[:-1]
    assert_same("sums", y[0], np.where(inside, sums, x))
    assert_same("before", y[1], np.where(inside, before, x))
    xors = np.bitwise_xor.accumulate(x[:n])
    assert_same("values", y[2, :n], np.where(np.arange(n) < some, xors, x[:n]))
    if valid:
        assert_same("whole", whole[:n], np.full(n, sums[valid - 1]))
    if some:
        assert_same("whole of values", whole[n:], np.full(n, xors[some - 1]))


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


@pytest.mark.parametrize("threads", [32, 33, 128])
def test_memory_that_is_given(launch, threads):
    """As much as is said to be needed is enough, and the array is the user's own
    before and after."""
    n = threads * 3
    x = numbers(n, np.int32)
    source = f"""
import numba

sort = coop.block.make_radix_sort_keys(numba.int32, {threads}, 3)
merge = coop.block.make_merge_sort_keys(numba.int32, {threads}, 3, lambda a, b: a > b)
total = coop.block.make_sum(numba.int32, {threads}, 3)
sums = coop.block.make_inclusive_sum(numba.int32, {threads}, 3)
swap = coop.block.make_exchange("StripedToBlocked", numba.int32, {threads}, 3)

@cuda.jit
def k(x, y):
    i = cuda.threadIdx.x
    a = cuda.shared.array(sort.temp_storage_bytes, np.uint8)
    b = coop.TempStorage(merge.temp_storage_bytes)
    c = coop.TempStorage(size_in_bytes=total.temp_storage_bytes, alignment=64)
    d = cuda.shared.array(sums.temp_storage_bytes, np.uint8)
    items = coop.ThreadData(3, np.int32)
    coop.load(coop.this_block(), x, items)
    if i < 16:
        a[i] = 1
    cuda.syncthreads()
    sort(a, items)
    coop.store(coop.this_block(), y[0], items)
    merge(b, items)
    coop.store(coop.this_block(), y[1], items)
    whole = total(c, items)
    if i == 0:
        y[3, 0] = whole
    scanned = coop.ThreadData(3, np.int32)
    sums(d, items, scanned)
    coop.store(coop.this_block(), y[2], scanned)
    e = coop.TempStorage(swap.temp_storage_bytes)
    swap(e, items)
    y[3, 1 + i] = coop.sum(coop.this_block(), items[0], broadcast=True, temp_storage=e)
"""
    y = checked(launch, source, (1,), (threads,), [x, np.zeros((4, n), np.int32)])[1]
    down = np.sort(x)[::-1]
    assert_same("sorted", y[0], np.sort(x))
    assert_same("merged", y[1], down)
    with np.errstate(over="ignore"):
        assert_same("sums", y[2], down.cumsum(dtype=np.int32))
        assert_same("whole", y[3, 0], x.sum(dtype=np.int32))
        swapped = down.reshape(threads, 3).T.reshape(-1)
        assert_same("swapped", y[3, 1 : 1 + threads],
                    np.full(threads, swapped[::3].sum(dtype=np.int32)))


def test_memory_that_is_used_again(launch):
    """Without a barrier before the primitive: both lines are told."""
    source = """
@cuda.jit
def k(x, y):
    i = cuda.threadIdx.x
    temp = coop.TempStorage(256)
    temp[i] = 1
    y[i] = coop.sum(coop.this_block(), x[i], broadcast=True, temp_storage=temp)
"""
    args = [np.ones(128, np.int32), np.zeros(128, np.int32)]
    if launch.device != "cpu":
        pytest.skip("the GPU does not look for races")
    with pytest.raises(Failed) as failed:
        launch(COOP + source, "k", (1,), (128,), args, options=["--check=races"])
    assert "temp" in failed.value.stderr and "race" in failed.value.stderr.lower()
    assert failed.value.stderr.count("^") >= 2


def test_another_block_than_made_for(launch):
    source = """
import numba
total = coop.block.make_sum(numba.int32, 64)

@cuda.jit
def k(x):
    x[0] = total(x[cuda.threadIdx.x])
"""
    for options, text in [
        ([], "made for blocks of 64 threads (threads_per_block), and those of the launch have 32"),
        (["--any-block"], "for blocks of 64 threads, and the launch has blocks of 32"),
    ]:
        with pytest.raises(Failed) as failed:
            launch(COOP + source, "k", (1,), (32,), [np.zeros(64, np.int32)], options=options)
        assert text in failed.value.stderr


def told(launch, body, block, *options):
    """What is said of a kernel whose threads do not all come."""
    if launch.device != "cpu":
        pytest.skip("a GPU hangs")
    source = f"""
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    block = coop.this_block()
{body}
"""
    with pytest.raises(Failed) as failed:
        launch(COOP + source, "k", (1,), block, [np.ones(64, np.int32)], options=options)
    return failed.value.stderr


def test_some_threads_of_a_block_stay_away(launch):
    text = told(launch, """
    if i < 40:
        x[i] = coop.inclusive_sum(block, x[i])
""", (64,), "--check=barriers")
    assert "[MissedBarrier]" in text and "coop.inclusive_sum(block, x[i])" in text
    assert "ended here" in text and "if i < 40:" in text


def test_threads_of_a_block_at_two_primitives(launch):
    text = told(launch, """
    if i < 40:
        x[i] = coop.sum(block, x[i], broadcast=True)
    else:
        x[i] = coop.sum(block, x[i] + 1, broadcast=True)
""", (64,), "--check=barriers")
    assert "[Deadlock]" in text
    assert "coop.sum(block, x[i], broadcast=True)" in text
    assert "coop.sum(block, x[i] + 1, broadcast=True)" in text


def test_lanes_of_a_warp_at_two_primitives(launch):
    text = told(launch, """
    if i % 32 < 20:
        x[i] = coop.sum(coop.this_warp(), x[i])
    else:
        x[i] = coop.inclusive_sum(coop.this_warp(), x[i])
""", (64,), "--check=barriers")
    assert "[Deadlock]" in text
    assert "coop.sum(coop.this_warp(), x[i])" in text
    assert "coop.inclusive_sum(coop.this_warp(), x[i])" in text


def test_parts_of_a_warp_go_their_own_ways(launch):
    """Each is complete, which is enough."""
    source = """
@cuda.jit
def k(x):
    i = cuda.threadIdx.x
    part = coop.this_warp().group_by(8)
    if i // 8 % 2 == 0:
        x[i] = coop.sum(part, x[i], broadcast=True)
    else:
        items = coop.ThreadData(1)
        items[0] = x[i]
        coop.merge_sort_keys(part, items, lambda a, b: a > b)
        x[i] = items[0]
"""
    x = np.arange(64, dtype=np.int32)
    got = checked(launch, source, (1,), (64,), [x])[0].reshape(-1, 8)
    parts = x.reshape(-1, 8)
    assert_same("sums", got[::2], np.repeat(parts[::2].sum(1, dtype=np.int32), 8).reshape(-1, 8))
    assert_same("sorted", got[1::2], parts[1::2, ::-1])


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


@pytest.mark.parametrize("op", ["+", "*", "&", "|", "^", "add", "minimum", "np.add", "np.bitwise_xor"])
def test_other_names_of_operators(launch, op):
    x = numbers(64, np.int32)
    given = op if op.startswith("np.") else f'"{op}"'
    source = f"""
@cuda.jit
def k(x, y):
    i = cuda.threadIdx.x
    y[i] = coop.reduce(coop.this_block(), x[i], {given}, broadcast=True)
"""
    y = checked(launch, source, (1,), (64,), [x, np.zeros_like(x)])[1]
    by_name = {"+": np.add, "*": np.multiply, "&": np.bitwise_and, "|": np.bitwise_or,
               "^": np.bitwise_xor, "add": np.add, "minimum": np.minimum,
               "np.add": np.add, "np.bitwise_xor": np.bitwise_xor}
    with np.errstate(over="ignore"):
        assert_same("all", y, np.full(64, by_name[op].reduce(x, dtype=np.int32)))


def test_callback_with_state(launch):
    x = numbers(512, np.int32) % 1000
    source = """
import numba

class Running:
    def __call__(state, total):
        before = state[0]
        state[0] = before + total
        return before

sums = coop.block.make_inclusive_sum(
    numba.int32, 64, 2, prefix_op=coop.StatefulFunction(Running, numba.int32))

@cuda.jit
def k(x, y):
    block = coop.this_block()
    state = cuda.local.array(1, numba.int32)
    state[0] = 0
    items = cuda.local.array(2, numba.int32)
    out = cuda.local.array(2, numba.int32)
    start = 0
    while start < x.size:
        coop.load(block, x, items, offset=start)
        sums(items, out, state)
        coop.store(block, y, out, offset=start)
        start += 128
"""
    y = checked(launch, source, (1,), (64,), [x, np.zeros_like(x)])[1]
    assert_same("sums", y, x.cumsum(dtype=np.int32))


def test_items_of_an_array(launch):
    """A maker's items may be the next ones of an array of any length."""
    x = numbers(192, np.int32)
    source = """
import numba

least = coop.block.make_reduce(numba.int32, 64, lambda a, b: a if a < b else b, items_per_thread=3)

@cuda.jit
def k(x, y):
    i = cuda.threadIdx.x
    total = least(x[3 * i :])
    if i == 0:
        y[0] = total
"""
    y = checked(launch, source, (1,), (64,), [x, np.zeros(1, np.int32)])[1]
    assert_same("least", y, x.min(keepdims=True))
