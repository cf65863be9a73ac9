"""Cooperative reductions against NumPy."""

import numpy as np
import pytest
from conftest import assert_same
from coop_launch import OPERATORS, checked, numbers, threads_of


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
