"""Items of cooperative primitives that are more than numbers, and operators that
write their result to a place."""

import numpy as np
import pytest
from conftest import Failed, assert_same
from coop_launch import COOP, checked, numbers, threads_of

RECORD = np.dtype([("a", np.int32), ("b", np.float64), ("c", np.int8)])
BLOCKS = [(1,), (31,), (3, 11), (64,), (1024,)]


def records(count):
    made = np.zeros(count, RECORD)
    random = np.random.default_rng(count)
    made["a"] = random.permutation(count)
    made["b"] = made["a"] % 17
    made["c"] = random.integers(-100, 100, count)
    return made


@pytest.mark.parametrize("block", BLOCKS)
def test_records_are_reduced_and_scanned(launch, block):
    n = threads_of(block)
    x = records(2 * n)
    source = """
def add(p, q):
    return (p.a + q.a, p.b + q.b, p.c + q.c)

def first_largest(p, q):
    return p if p.b >= q.b else q

@cuda.jit
def k(x, upto, before, largest):
    block = coop.this_block()
    items = coop.ThreadData(2, x.dtype)
    coop.load(block, x, items)
    coop.store(block, upto, coop.inclusive_scan(block, items, add))
    one = coop.exclusive_scan(block, items[1], add, initial_value=x[0])
    before[block.rank()] = one
    found = coop.reduce(block, items, first_largest, broadcast=True)
    if block.rank() == 0:
        largest[0] = found
        largest[1] = coop.reduce(coop.this_thread(), items, first_largest)
"""
    args = [x, np.zeros_like(x), np.zeros(n, RECORD), np.zeros(2, RECORD)]
    _, upto, before, largest = checked(launch, source, (1,), block, args)
    for name in "abc":
        assert_same(name, upto[name], x[name].cumsum(dtype=x[name].dtype))
        later = x[name][1::2].cumsum(dtype=x[name].dtype)
        assert_same(name, before[name][0], x[name][0])
        if n > 1:
            assert_same(name, before[name][1:], (x[name][0] + later[:-1]).astype(later.dtype))
    assert largest[0] == x[np.argmax(x["b"])]
    assert largest[1] == x[np.argmax(x["b"][:2])]


@pytest.mark.parametrize("block", [(1,), (33,), (64,)])
@pytest.mark.parametrize("part", [0, 1, 2])
def test_records_are_sorted_and_exchanged(launch, block, part):
    n = threads_of(block)
    x = records(3 * n)
    source = """
@cuda.jit
def k(x, y, z, w, valid):
    block = coop.this_block()
    items = coop.ThreadData(3, x.dtype)
    coop.load(block, x, items)
    coop.store(block, z, coop.exchange(block, items, "striped_to_blocked"))
    coop.store(block, w, coop.shuffle(block, items, "up"))
    coop.merge_sort_keys(block, items, lambda p, q: p.b < q.b, valid)
    coop.store(block, y, items)
"""
    valid = [0, n, 3 * n][part]
    args = [x, np.zeros_like(x), np.zeros_like(x), np.zeros_like(x), valid]
    _, y, z, w, _ = checked(launch, source, (1,), block, args)
    order = np.argsort(x["b"][:valid], kind="stable")
    assert_same("sorted", y[:valid], x[:valid][order])
    assert_same("behind", y[valid:], x[valid:])
    assert_same("exchanged", z, x.reshape(n, 3).T.reshape(-1))
    assert_same("up", w, np.concatenate([x[:1], x[:-1]]))


@pytest.mark.parametrize("width", [1, 8, 32])
def test_records_of_parts_of_warps(launch, width):
    x = records(64)
    source = f"""
def add(p, q):
    return (p.a + q.a, p.b + q.b, p.c + q.c)

@cuda.jit
def k(x, y, z):
    part = coop.this_warp().group_by({width})
    i = cuda.threadIdx.x
    y[i] = coop.inclusive_scan(part, x[i], add)
    z[i] = coop.reduce(part, x[i], add, broadcast=True)
"""
    _, y, z = checked(launch, source, (1,), (64,), [x, np.zeros_like(x), np.zeros_like(x)])
    for name in "abc":
        parts = x[name].reshape(-1, width)
        assert_same(name, y[name], parts.cumsum(1, dtype=parts.dtype).reshape(-1))
        assert_same(name, z[name], parts.sum(1, dtype=parts.dtype).repeat(width))


@pytest.mark.parametrize("dtype", [np.int8, np.int64, np.float32, np.complex64])
@pytest.mark.parametrize("block", BLOCKS)
def test_operators_that_write(launch, block, dtype):
    """op(result, lhs, rhs), which earlier versions have for types of programs."""
    n = threads_of(block)
    x = numbers(2 * n, np.int8).astype(dtype)
    source = f"""
import numba

def add(result, lhs, rhs):
    result[0] = lhs[0] + rhs[0]

total_of = coop.block.make_reduce(numba.{np.dtype(dtype)}, {block}, add, items_per_thread=2)

@cuda.jit
def k(x, y, total):
    block = coop.this_block()
    items = coop.ThreadData(2, x.dtype)
    coop.load(block, x, items)
    coop.store(block, y, coop.inclusive_scan(block, items, add))
    made = total_of(items)
    alone = coop.reduce(coop.this_thread(), items, add)
    if block.rank() == 0:
        total[0] = made
        total[1] = alone
"""
    args = [x, np.zeros_like(x), np.zeros(2, dtype)]
    _, y, total = checked(launch, source, (1,), block, args)
    assert_same("scan", y, x.cumsum(dtype=dtype))
    assert_same("total", total[0], x.sum(dtype=dtype))
    assert_same("alone", total[1], x[:2].sum(dtype=dtype))


def test_operators_that_write_dataclasses(launch):
    source = """
from dataclasses import dataclass
import numba

@dataclass
class Complex:
    real: numba.int32
    imag: numba.float32

def op(result_ptr, lhs_ptr, rhs_ptr):
    real = numba.int32(lhs_ptr[0].real + rhs_ptr[0].real)
    result_ptr[0] = Complex(real, lhs_ptr[0].imag + rhs_ptr[0].imag)

made = coop.block.make_reduce(
    dtype=Complex, binary_op=op, threads_per_block=(4, 8), items_per_thread=2,
    methods={"construct": op, "assign": op})

@cuda.jit
def k(x, y):
    items = coop.ThreadData(2, Complex)
    rank = coop.this_block().rank()
    items[0] = Complex(x[rank], x[rank] * 2)
    items[1] = Complex(1, 3)
    total = made(items)
    if rank == 0:
        y[0] = total.real
        y[1] = total.imag
"""
    x = np.arange(32, dtype=np.int32)
    y = checked(launch, source, (1,), (4, 8), [x, np.zeros(2)])[1]
    assert y.tolist() == [x.sum() + 32, 2 * x.sum() + 96]


@pytest.mark.parametrize("call, text", [
    ("coop.reduce(block, (x[0], x[1]), three)", "for tuples return the result"),
    ("coop.reduce(block, x, three)", "the items of a thread are an array"),
    ("coop.reduce(block, x[0], four)", "needs an argument"),
    ("coop.reduce(block, r[0], writes)", "which is a value; make a new one"),
    ("coop.radix_sort_keys(block, keys)", "integers or floats"),
])
def test_what_no_operator_can_be(launch, call, text):
    source = f"""
def three(result, lhs, rhs):
    result[0] = lhs[0]

def four(a, b, c, d):
    return a

def writes(p, q):
    p.a = 3
    return p

@cuda.jit
def k(x, r):
    block = coop.this_block()
    keys = coop.ThreadData(2, r.dtype)
    coop.load(block, r, keys)
    {call}
"""
    with pytest.raises(Failed) as failed:
        launch(COOP + source, "k", (1,), (32,), [np.zeros(64, np.int32), records(64)])
    assert text in failed.value.stderr
