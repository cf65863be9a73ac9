"""Cooperative scans against NumPy."""

import numpy as np
import pytest
from conftest import assert_same
from coop_launch import BLOCKS, checked, numbers, threads_of


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
