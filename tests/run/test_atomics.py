"""Atomics: every operation, type and space, against NumPy applied in turn."""

import numpy as np
import pytest
from conftest import Failed, assert_same

INTEGERS = ["int32", "uint32", "int64", "uint64"]
FLOATS = ["float32", "float64"]


def integers(dtype, count):
    info = np.iinfo(dtype)
    values = np.random.default_rng(3).integers(
        info.min, info.max, count, dtype, endpoint=True
    )
    values[:4] = [0, 1, info.min, info.max]
    return values


def reals(dtype, count):
    values = np.random.default_rng(5).normal(size=count).astype(dtype)
    values[:6] = [0.0, -0.0, np.inf, -np.inf, 1e-40, 3.5]
    return values


def apply(op, old, value):
    """What the element becomes."""
    with np.errstate(all="ignore"):
        if op == "add":
            return old + value
        if op == "sub":
            return old - value
        if op in ("max", "min"):
            return (value if old < value else old) if op == "max" else (
                value if old > value else old)
        if op in ("nanmax", "nanmin"):
            if np.isnan(value):
                return old
            return value if np.isnan(old) else apply(op[3:], old, value)
        if op == "inc":
            return old.dtype.type(0) if old >= value else old + old.dtype.type(1)
        if op == "dec":
            return value if old == 0 or old > value else old - old.dtype.type(1)
        return {"and_": lambda: old & value, "or_": lambda: old | value,
                "xor": lambda: old ^ value, "exch": lambda: value}[op]()


CASES = [
    (op, dtype)
    for dtypes, ops in [
        (INTEGERS, "add sub max min nanmax nanmin and_ or_ xor exch"),
        (FLOATS, "add sub max min nanmax nanmin exch"),
        (["uint32", "uint64"], "inc dec"),
    ]
    for op in ops.split()
    for dtype in dtypes
]


@pytest.mark.parametrize("op,dtype", CASES)
def test_each_operation(launch, op, dtype):
    """Thread i works on element i alone: old value, new value, in global and
    in shared memory, n-D and by several index types."""
    source = f"""
@cuda.jit
def k(x, y, v, old):
    s = cuda.shared.array((4, 16), np.{dtype})
    i = cuda.threadIdx.x
    s[i // 16, i % 16] = x[i]
    cuda.syncthreads()
    old[i, 0] = cuda.atomic.{op}(x, i, v[i])
    old[i, 1] = cuda.atomic.{op}(s, (i // 16, np.uint8(i % 16)), v[i])
    old[i, 2] = cuda.atomic.{op}(x, i + 1000, v[i])
    y[i] = s[i // 16, i % 16]
"""
    make = reals if dtype in FLOATS else integers
    x, v = make(dtype, 64), np.roll(make(dtype, 64), 7)
    v[20:30] = x[20:30]
    if dtype in FLOATS:
        x[40:44], v[42:46] = np.nan, np.nan
    if op in ("inc", "dec"):
        x[30:40], v[30:40] = np.arange(10), 5
    want = np.array([apply(op, a, b) for a, b in zip(x, v)], dtype)
    got = launch(source, "k", (1,), (64,),
                 [x.copy(), np.zeros_like(x), v, np.ones((64, 3), dtype)])
    assert_same("x", got[0], want)
    assert_same("y", got[1], want)
    assert_same("old", got[3], np.stack([x, x, np.zeros_like(x)], 1))


@pytest.mark.parametrize("dtype", INTEGERS)
def test_compare_and_swap(launch, dtype):
    source = f"""
@cuda.jit
def k(x, expected, v, old, first):
    s = cuda.shared.array(32, np.{dtype})
    i = cuda.threadIdx.x
    s[i] = x[i]
    old[i, 0] = cuda.atomic.cas(x, i, expected[i], v[i])
    old[i, 1] = cuda.atomic.cas(s, i, expected[i], v[i])
    old[i, 2] = s[i]
    old[i, 3] = cuda.atomic.compare_and_swap(first, i, i + 1)
"""
    x, v = integers(dtype, 32), integers(dtype, 32)[::-1].copy()
    expected = x.copy()
    expected[::3] += np.array(1, dtype)
    want = np.where(np.arange(32) % 3 == 0, x, v)
    got = launch(source, "k", (1,), (32,),
                 [x.copy(), expected, v, np.zeros((32, 4), dtype),
                  np.zeros(1, dtype)])
    assert_same("x", got[0], want)
    assert_same("old", got[3][:, :3], np.stack([x, x, want], 1))
    # Whoever came first, nobody saw a value twice.
    assert got[4][0] >= 1


@pytest.mark.parametrize("dtype", INTEGERS + FLOATS)
def test_threads_that_contend(launch, dtype):
    source = """
@cuda.jit
def k(x, low, high, total):
    i = cuda.grid(1)
    cuda.atomic.max(high, 0, x[i])
    cuda.atomic.min(low, (0,), x[i])
    cuda.atomic.sub(total, 0, 1)
"""
    x = np.random.default_rng(1).permutation(4096).astype(dtype)
    got = launch(source, "k", (32,), (128,),
                 [x, np.full(1, 5000, dtype), np.zeros(1, dtype),
                  np.full(1, 5000, dtype)])
    assert (got[1][0], got[2][0], got[3][0]) == (0, 4095, 904)


def test_inc_counts_and_a_lock_is_taken_once(launch):
    source = """
@cuda.jit
def k(count, lock, winners):
    cuda.atomic.inc(count, 0, 9)
    if cuda.atomic.cas(lock, 0, 0, 1) == 0:
        winners[0] += 1
    cuda.atomic.exch(lock, 1, cuda.grid(1))
"""
    got = launch(source, "k", (4,), (64,),
                 [np.zeros(1, np.uint32), np.zeros(2, np.int32),
                  np.zeros(1, np.int32)])
    assert got[0][0] == 256 % 10 and got[1][0] == 1 and got[2][0] == 1
    assert 0 <= got[1][1] < 256


def test_atomics_raise_where_asked(launch):
    source = """
@cuda.jit
def k(x):
    cuda.atomic.max(x, 7, 1)
"""
    launch(source, "k", (1,), (1,), [np.zeros(4, np.float32)])
    with pytest.raises(Failed) as failed:
        launch(source, "k", (1,), (1,), [np.zeros(4, np.float32)],
               options=["--check=bounds"])
    assert "index 7 is out of bounds" in failed.value.stderr


@pytest.mark.parametrize(
    "dtype", "bool int8 uint8 int16 uint16 int32 int64 float32 float64".split()
)
def test_cache_hints(launch, dtype):
    source = """
@cuda.jit
def k(x, y, z):
    s = cuda.shared.array(4, np.int32)
    i = cuda.threadIdx.x
    cuda.stcg(y, (0, i), cuda.ldca(x, i))
    cuda.stcs(y, (1, i), cuda.ldcg(x, i))
    cuda.stwb(y, (2, i), cuda.ldcs(x, -i - 1))
    cuda.stwt(y, (3, i), cuda.ldlu(x, i))
    cuda.stwt(y, (4, i), cuda.ldcv(x, i + 1))
    cuda.stcg(y, (5, i), 1)
    cuda.stcg(s, i, i)
    z[i] = cuda.ldcg(s, i)
"""
    x = np.array([1, 0, 3, 100]).astype(dtype)
    got = launch(source, "k", (1,), (4,),
                 [x, np.ones((5, 4), dtype), np.zeros(4, np.int32)])
    assert_same("y", got[1],
                np.stack([x, x, x[::-1], x, np.append(x[1:], x.dtype.type(0))]))
    assert list(got[2]) == [0, 1, 2, 3]
