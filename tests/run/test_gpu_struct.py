"""Structs that host code makes, coop.gpu_struct: kernels make them and read their fields,
primitives have them as items, and arrays of them are NumPy's records."""

import numpy as np
import pytest
from conftest import Failed, assert_same
from coop_launch import COOP, checked, threads_of

BLOCKS = [(1,), (3, 11), (64,), (256,)]
PAIR = np.dtype([("a", np.int32), ("b", np.float64)], align=True)
INNER = np.dtype([("low", np.int16), ("high", np.float32)], align=True)
OUTER = np.dtype([("key", np.uint8), ("inner", INNER), ("z", np.complex64)], align=True)

# The same class by each of its forms.
FORMS = {
    "decorator": """
@coop.gpu_struct
class Pair:
    a: np.int32
    b: "float64"
""",
    "dict": """
Pair = coop.gpu_struct({"a": np.int32, "b": "f8"}, name="Pair")
""",
    "dtype": """
Pair = coop.gpu_struct(np.dtype([("a", "i4"), ("b", np.float64)]), "Pair")
""",
    "class": """
class Fields:
    a: np.int32
    b: np.float64

Pair = coop.gpu_struct(Fields)
""",
    "compute": """
from cuda.compute import gpu_struct

Pair = gpu_struct(field_dict={"a": int32, "b": float64})
""",
}
HEADER = "from numba import float64, int32\n"


def pairs(count, seed=1):
    random = np.random.default_rng(seed)
    made = np.zeros(count, PAIR)
    made["a"] = random.permutation(count)
    made["b"] = random.integers(-50, 50, count)
    return made


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("block", BLOCKS)
def test_structs_are_items(launch, form, block):
    n = threads_of(block)
    x = pairs(2 * n)
    source = f"""{HEADER}{FORMS[form]}
def add(p, q):
    return Pair(p.a + q.a, b=p.b + q.b)

def least(p, q):
    return p if (p.b, p.a) < (q.b, q.a) else q

def is_before(p, q):
    return p.b < q.b

@cuda.jit
def k(x, upto, ordered, found):
    block = coop.this_block()
    items = coop.ThreadData(2, Pair)
    coop.load(block, x, items)
    coop.store(block, upto, coop.inclusive_scan(block, items, add))
    one = coop.reduce(block, items, least, broadcast=True)
    mine = cuda.local.array(1, Pair.dtype)
    mine[0] = Pair(b=one.b, a=one.a + 1)
    if block.rank() == 0:
        found[0] = one
        found[1] = mine[0]
    coop.merge_sort_keys(block, items, is_before)
    coop.store(block, ordered, items)
"""
    args = [x, np.zeros_like(x), np.zeros_like(x), np.zeros(2, PAIR)]
    _, upto, ordered, found = checked(launch, source, (1,), block, args)
    for name in "ab":
        assert_same(name, upto[name], x[name].cumsum(dtype=x[name].dtype))
    assert_same("sorted", ordered, x[np.argsort(x["b"], kind="stable")])
    first = x[np.lexsort((x["a"], x["b"]))[0]]
    assert found[0] == first
    assert (found[1]["a"], found[1]["b"]) == (first["a"] + 1, first["b"])


NESTED = {
    "dict": """
Outer = coop.gpu_struct(
    {"key": np.uint8, "inner": {"low": np.int16, "high": np.float32}, "z": np.complex64}
)
""",
    "dtype": """
Outer = coop.gpu_struct(np.dtype([
    ("key", np.uint8), ("inner", [("low", np.int16), ("high", np.float32)]), ("z", "c8"),
]))
""",
    "classes": """
@coop.gpu_struct
class Inner:
    low: np.int16
    high: np.float32

@coop.gpu_struct
class Outer:
    key: np.uint8
    inner: Inner
    z: np.complex64
""",
    "of both": """
Inner = coop.gpu_struct({"low": np.int16, "high": np.float32})
Outer = coop.gpu_struct({"key": np.uint8, "inner": Inner, "z": np.complex64}, name="Outer")
""",
}


@pytest.mark.parametrize("form", NESTED)
@pytest.mark.parametrize("block", BLOCKS)
def test_structs_in_structs(launch, form, block):
    n = threads_of(block)
    random = np.random.default_rng(n)
    x = np.zeros(3 * n, OUTER)
    x["key"] = random.integers(0, 256, 3 * n)
    x["inner"]["low"] = random.integers(-99, 99, 3 * n)
    x["inner"]["high"] = random.integers(-99, 99, 3 * n)
    x["z"] = random.integers(-9, 9, 3 * n) + 1j * random.integers(-9, 9, 3 * n)
    source = f"""{NESTED[form]}
def add(p, q):
    inner = (p.inner.low + q.inner.low, p.inner.high + q.inner.high)
    return Outer(p.key + q.key, inner, p.z + q.z)

@cuda.jit
def k(x, upto, before, ordered, moved, total):
    block = coop.this_block()
    items = coop.ThreadData(3, Outer)
    coop.load(block, x, items)
    coop.store(block, upto, coop.inclusive_scan(block, items, add))
    zero = Outer(0, (0, 0.0), 0)
    coop.store(block, before, coop.exclusive_scan(block, items, add, initial_value=zero))
    coop.store(block, moved, coop.exchange(block, items, "striped_to_blocked"))
    whole = coop.reduce(block, items, add)
    if block.rank() == 0:
        total[0] = whole
    coop.merge_sort_keys(block, items, lambda p, q: p.inner.low < q.inner.low)
    coop.store(block, ordered, items)
"""
    args = [x, *(np.zeros_like(x) for _ in range(4)), np.zeros(1, OUTER)]
    _, upto, before, ordered, moved, total = checked(launch, source, (1,), block, args)

    def fields(of):
        return of["key"], of["inner"]["low"], of["inner"]["high"], of["z"]

    for was, now, shifted, whole in zip(*map(fields, (x, upto, before, total))):
        sums = was.cumsum(dtype=was.dtype)
        assert_same("upto", now, sums)
        assert_same("before", shifted, np.concatenate([np.zeros_like(sums[:1]), sums[:-1]]))
        assert_same("total", whole, sums[-1:])
    assert_same("moved", moved, x.reshape(n, 3).T.reshape(-1))
    order = np.argsort(x["inner"]["low"], kind="stable")
    assert_same("sorted", ordered, x[order])


@pytest.mark.parametrize("width", [1, 4, 32])
def test_structs_of_parts_of_warps(launch, width):
    x = pairs(64)
    source = f"""{HEADER}{FORMS["dict"]}
def add(p, q):
    return Pair(p.a + q.a, p.b + q.b)

@cuda.jit
def k(x, y, z):
    part = coop.this_warp().group_by({width})
    i = cuda.threadIdx.x
    y[i] = coop.inclusive_scan(part, x[i], add)
    z[i] = coop.reduce(part, Pair(x[i].a, x[i].b), add, broadcast=True)
"""
    _, y, z = checked(launch, source, (1,), (64,), [x, np.zeros_like(x), np.zeros_like(x)])
    for name in "ab":
        parts = x[name].reshape(-1, width)
        assert_same(name, y[name], parts.cumsum(1, dtype=parts.dtype).reshape(-1))
        assert_same(name, z[name], parts.sum(1, dtype=parts.dtype).repeat(width))


@pytest.mark.parametrize("form", ["decorator", "dict"])
@pytest.mark.parametrize("block", [(33,), (64,)])
def test_structs_of_makers(launch, form, block):
    """Their scratch memory is as large as the maker says."""
    n = threads_of(block)
    x = pairs(2 * n)
    source = f"""{HEADER}{FORMS[form]}
def add(result, lhs, rhs):
    result[0] = Pair(lhs[0].a + rhs[0].a, lhs[0].b + rhs[0].b)

def is_before(p, q):
    return p.b > q.b

total_of = coop.block.make_reduce(Pair, {block}, add, items_per_thread=2)
sort = coop.block.make_merge_sort_keys(Pair, {block}, 2, is_before)

@cuda.jit
def k(x, y, total):
    block = coop.this_block()
    items = cuda.local.array(2, Pair)
    coop.load(block, x, items)
    temp = cuda.shared.array(total_of.temp_storage_bytes, np.uint8)
    made = total_of(temp, items)
    if block.rank() == 0:
        total[0] = made
    more = cuda.shared.array(sort.temp_storage_bytes, np.uint8)
    sort(more, items)
    coop.store(block, y, items)
"""
    args = [x, np.zeros_like(x), np.zeros(1, PAIR)]
    _, y, total = checked(launch, source, (1,), block, args)
    assert total[0]["a"] == x["a"].sum() and total[0]["b"] == x["b"].sum()
    assert_same("sorted", y, x[np.argsort(-x["b"], kind="stable")])


def test_structs_as_parameters_and_results(launch):
    source = f"""{HEADER}{FORMS["decorator"]}
@cuda.jit(device=True)
def twice(p: Pair):
    return Pair(p.a * 2, p.b * 2)

@cuda.jit
def k(x, y):
    i = cuda.grid(1)
    if i < x.size:
        p = Pair(x[i].a, x[i].b)
        for _ in range(3):
            p = twice(p)
        y[i] = p
"""
    x = pairs(70)
    _, y = launch(COOP + source, "k", (2,), (64,), [x, np.zeros_like(x)])
    for name in "ab":
        assert_same(name, y[name], x[name] * x[name].dtype.type(8))


WRONG = {
    "Pair = coop.gpu_struct({})": "one field at least",
    "Pair = coop.gpu_struct(3)": "a dict of names and types, a record's dtype or an annotated class",
    'Pair = coop.gpu_struct({"a b": np.int32})': "which is no name in Python",
    'Pair = coop.gpu_struct({"a": "nothing"})': "has a field `a` of no type of numbers",
    'Pair = coop.gpu_struct({"a": np.dtype([("v", "f4", 3)])})': "has a field `a` of no type of numbers",
    "Pair = coop.gpu_struct()": "takes the fields",
}


@pytest.mark.parametrize("made", WRONG)
def test_wrong_structs(launch, made):
    source = f"""
{made}

@cuda.jit
def k(x):
    x[0] = Pair(1).a
"""
    with pytest.raises(Failed) as failed:
        launch(COOP + source, "k", (1,), (1,), [np.zeros(1, np.int32)])
    assert WRONG[made] in failed.value.stderr, failed.value.stderr


CALLS = {
    "Pair(1)": "needs",
    "Pair(1, 2, 3)": "0 to 2 arguments, 3 given",
    "Pair(1, b=2, c=3)": "c",
    "Pair(1, a=2)": "a",
    "Pair(1, 2j)": "complex",
}


@pytest.mark.parametrize("call", CALLS)
def test_wrong_calls(launch, call):
    source = f"""{HEADER}{FORMS["dict"]}
@cuda.jit
def k(x):
    x[0] = {call}.a
"""
    with pytest.raises(Failed) as failed:
        launch(COOP + source, "k", (1,), (1,), [np.zeros(1, np.int32)])
    assert f"x[0] = {call}.a" in failed.value.stderr
    assert CALLS[call] in failed.value.stderr, failed.value.stderr
