"""Comprehensions, isinstance, named tuples, formats, tuple arguments, None,
default values, overloads."""

from collections import namedtuple

import numpy as np
import pytest
from conftest import Failed

A = np.array([1.5, -2.25, 0.0, 7.0], np.float32)


def test_comprehensions(launch):
    source = """
@cuda.jit(device=True)
def square(x):
    return x * x

@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    t = [square(a[j]) for j in range(4)]
    out[i, 0] = t[i]
    out[i, 1] = sum(x for x in t)
    out[i, 2] = sum(p * q for p in range(3) for q in (1, 2.5) if p > 0)
    u = tuple(x + i for x in (1, 2.5, i))
    out[i, 3] = u[0] + u[1] * u[2]
    out[i, 4] = any(x > 40 for x in t)
    out[i, 5] = all([x >= i for x in t])
    out[i, 6] = max(x - i for x in t) + min([3, 1, 2])
    total = 0
    for x in [n * i for n in range(3)]:
        total += x
    out[i, 7] = total
    out[i, 8] = sum([x * y for x, y in zip((1, 2, 3), (i, 5, a[i]))], start=10)
    j = 100
    out[i, 9] = sum(tuple(j for j in range(5))) + j
    out[i, 10] = i in [1, 2]
    grid = [[r * 3 + c for c in range(3)] for r in range(2)]
    out[i, 11] = grid[1][i % 3]
"""
    launch.check(source, "k", (1,), (4,), [A, np.zeros((4, 12))])


def test_what_values_have(launch):
    source = """
@cuda.jit
def k(a, n, x, out):
    i = cuda.grid(1)
    out[i, 0] = hasattr(a, "sum") * 2 + hasattr(a, "missing")
    out[i, 1] = hasattr(a[i], "fill") * 2 + hasattr(a, "T")
    out[i, 2] = x.astype(np.int32) + n.item() + (x + n).conjugate()
    out[i, 3] = np.float64(x).view(np.int64) % 1000
    out[i, 4] = (n, i, n).count(n) + (i, n).index(n)
    out[i, 5] = a.sum() + a.max() * a.reshape(2, -1)[1, 0]
    out[i, 6] = a.flags.contiguous + a.dtype.itemsize
"""
    out = launch(source, "k", (1,), (3,), [A, 7, 2.75, np.zeros((3, 7))])[-1]
    a, n, x = A, np.int64(7), np.float64(2.75)
    wanted = [
        [2, 1, x.astype(np.int32) + n + x + n, x.view(np.int64) % 1000,
         (n, i, n).count(n) + (i, n).index(n), a.sum() + a.max() * a[2], 1 + 4]
        for i in range(3)
    ]  # fmt: skip
    np.testing.assert_array_equal(out, wanted)


def test_questions_about_types(launch):
    source = """
@cuda.jit(device=True)
def kind(x):
    if isinstance(x, float32):
        return 3
    if isinstance(x, (float, tuple)):
        return 2
    return 1 if isinstance(x, int) else 0

@cuda.jit
def k(a, n, f, out):
    i = cuda.grid(1)
    out[i, 0] = kind(a[i]) * 1000 + kind(n) * 100 + kind(f) * 10 + kind((1, n))
    out[i, 1] = getattr(a, "size") if hasattr(a, "size") else 0
    out[i, 2] = (n - 5 * i).bit_count() + (n * i).bit_length()
    x = n
    x += 1
    y = x
    del x
    x = y * 0.5
    out[i, 3] = x
    out[i, 4] = (n > 3) is True
    out[i, 5] = None is None
"""
    launch.check(source, "k", (1,), (4,), [A, 9, 2.5, np.zeros((4, 6))])


def test_bit_counts_of_extremes(launch):
    source = """
@cuda.jit
def k(a, u, out):
    i = cuda.grid(1)
    out[i, 0] = a[i].bit_count()
    out[i, 1] = a[i].bit_length()
    out[i, 2] = u[i].bit_count()
    out[i, 3] = u[i].bit_length()
"""
    a = np.array([0, -1, -(2**63), 2**63 - 1, 12345, -255], np.int64)
    u = np.array([0, 1, 2**64 - 1, 2**63, 5, 255], np.uint64)
    launch.check(source, "k", (1,), (6,), [a, u, np.zeros((6, 4), np.int64)])


def test_named_tuples(launch):
    source = """
from collections import namedtuple
from typing import NamedTuple
P = namedtuple("P", "x y")

@cuda.jit(device=True)
def swapped(p):
    return P(p.y, x=p.x) if False else P(p.y, p.x)

@cuda.jit
def k(p, q, out):
    i = cuda.grid(1)
    out[i, 0] = p.x * i + p.y
    r = swapped(p)
    out[i, 1] = r.x - r[1]
    for j in range(i):
        r = P(r.y + j, r.x)
    out[i, 2] = r.x * 10 + r.y
    a, b = r
    out[i, 3] = a - b
    out[i, 4] = q.data[i] + q.p.y
    q.data[i] += 1
"""
    point = namedtuple("P", "x y")
    inner = namedtuple("Q", "data p")
    source = source.replace("p.y, x=p.x", "p.y, y=p.x")
    args = [point(2, 0.5), inner(A.copy(), point(1, 7)), np.zeros((4, 5))]
    launch.check(source, "k", (1,), (4,), args)


def test_tuple_arguments(launch):
    source = """
@cuda.jit
def k(t, n, out):
    i = cuda.grid(1)
    scale, (offset, data), flag = t
    out[i, 0] = data[i] * scale + offset
    out[i, 1] = len(t) + flag
    out[i, 2] = 1 if n is None else 2
    if n is not None:
        out[i, 2] += n
    s = t[0]
    for v in (t[0], offset):
        s += v
    out[i, 3] = s
"""
    t = (2, (np.float32(0.25), A), True)
    launch.check(source, "k", (1,), (4,), [t, None, np.zeros((4, 4))])
    launch.check(source, "k", (1,), (4,), [t, 5, np.zeros((4, 4))])
    sig = "Tuple((int64, Tuple((float32, float32[::1])), boolean)), Optional(int64), float64[:, ::1]"
    got = launch(source, "k", (1,), (4,), [t, None, np.zeros((4, 4))], sig)
    assert got[2][:, 2].tolist() == [1] * 4
    got = launch(source, "k", (1,), (4,), [t, 5, np.zeros((4, 4))], sig)
    assert got[2][:, 2].tolist() == [7] * 4


def test_default_values(launch):
    source = """
@cuda.jit
def k(out, n=3, scale=0.5, extra=None, pair=(1, 2)):
    i = cuda.grid(1)
    n += 1
    out[i] = i * n * scale + pair[1]
    if extra is not None:
        out[i] += extra
"""
    name = source.replace("n=3, scale=0.5, extra=None, pair=(1, 2)", "n, scale, extra, pair")
    want = launch(name, "k", (1,), (4,), [np.zeros(4), 3, 0.5, None, (1, 2)])[0]
    got = launch(source, "k", (1,), (4,), [np.zeros(4)])[0]
    assert got.tolist() == want.tolist() == [0 + 2, 2 + 2, 4 + 2, 6 + 2]
    got = launch(source, "k", (1,), (4,), [np.zeros(4)], "float64[::1]")[0]
    assert got.tolist() == want.tolist()


def test_enums(launch):
    source = """
import enum
class Color(enum.IntEnum):
    RED = 1
    GREEN = enum.auto()

CHOSEN = Color["GREEN"]

@cuda.jit
def k(c: Color, out: "int64[::1]"):
    i = cuda.grid(1)
    out[i] = c == Color.GREEN
    if c in (Color.RED, Color["GREEN"]):
        out[i] += 10 * Color["GREEN"].value + 100 * CHOSEN + 1000 * Color["RED"]
"""
    got = launch(source, "k", (1,), (2,), [2, np.zeros(2, np.int64)])
    assert got[1].tolist() == [1221, 1221]
    for name in ("'BLUE'", "c"):
        with pytest.raises(Failed):
            launch(source.replace('Color["GREEN"])', f"Color[{name}])"), "k", (1,), (1,), [2, np.zeros(2, np.int64)])


def test_constant_records(launch):
    source = """
ROW = np.dtype([("x", np.float32), ("h", np.float16), ("n", np.int16), ("big", np.int64), ("on", np.bool_)])
ROWS = np.array([(1.5, 0.1, -3, 2**40, True), (-0.25, 3, 9, -7, False), (1e-8, -1, 0, 1, 1)], dtype=ROW)

@cuda.jit
def k(out):
    i = cuda.grid(1)
    if i < ROWS.shape[0]:
        row = ROWS[i]
        out[0, i] = row.x
        out[1, i] = row['h']
        out[2, i] = ROWS.n[i]
        out[3, i] = ROWS[i].big
        out[4, i] = 1 if row.on else 0
"""
    got = launch(source, "k", (1,), (4,), [np.zeros((5, 3))])[0]
    want = [
        np.array([1.5, -0.25, 1e-8], "f4"), np.array([0.1, 3, -1], "f2"),
        [-3, 9, 0], [2**40, -7, 1], [1, 0, 1],
    ]
    np.testing.assert_array_equal(got, np.array([np.asarray(w, "f8") for w in want]))
    for line in ("ROWS[0].x = 1", "ROWS[0] = ROWS[1]"):
        with pytest.raises(Failed) as failure:
            launch(source + f"    {line}\n", "k", (1,), (1,), [np.zeros((5, 3))])
        assert failure.value.status == 1


def test_overloads(launch):
    source = """
@cuda.jit(["int64(int64)", "float32(float32)", "float64(float64)", "int64(none)"], device=True)
def f(x):
    if x is None:
        return 7
    return x + x

@cuda.jit(["void(int64, float64[::1])", "void(float64, float64[::1])"])
def k(x, out):
    i = cuda.grid(1)
    out[0] = f(x)
    out[1] = f(np.float32(0.1))
    out[2] = f(None)
    out[3] = f(True)
    out[4] = x / 2 if isinstance(x, float) else -1
"""
    out = launch(source, "k", (1,), (1,), [3, np.zeros(5)])[1]
    assert out.tolist() == [6, np.float32(0.1) * 2, 7, 2, -1]
    out = launch(source, "k", (1,), (1,), [3.0, np.zeros(5)])[1]
    assert out.tolist() == [6, np.float32(0.1) * 2, 7, 2, 1.5]


@pytest.mark.parametrize(
    "text",
    [
        "{x:.3f}", "{x:8.2f}|", "{x:<9.1e}|", "{x:+g}", "{i:5d}|", "{i:05d}",
        "{i:<4}|", "{x:.1%}", "{u:x} {u:#x} {u:o} {u:X}", "{i:.2f}", "{'ab':>5}|",
        "{'ab'!r:<6}|", "{'ab':^6}|", "{i} and {x}", "{i!r}", "{b:3d}", "{i=}",
        "100% {i}", "{{{i}}}",
    ],
)
def test_formats(launch, text):
    source = f"""
@cuda.jit
def k(x, i, u, b):
    print(f"{text}", i, sep="-", end="!\\n")
"""
    args = [2.625, -42, np.uint64(48879), True]
    launch(source, "k", (1,), (1,), args)
    values = {"x": 2.625, "i": -42, "u": 48879, "b": True}
    expected = eval(f'f"{text}"', values) + "--42!"
    assert launch.stdout.splitlines()[0] == expected


def test_recursion(launch):
    source = """
@cuda.jit(device=True)
def factorial(n):
    if n > 1:
        return n * factorial(n - 1)
    return 1

@cuda.jit(device=True)
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

@cuda.jit("boolean(int64)", device=True)
def is_even(n):
    return True if n == 0 else is_odd(n - 1)

@cuda.jit(device=True)
def is_odd(n):
    return False if n == 0 else is_even(n - 1)

@cuda.jit(device=True)
def total(a, low, high):
    if high - low == 1:
        return a[low]
    middle = (low + high) // 2
    return total(a, low, middle) + total(a, middle, high)

@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    out[i, 0] = factorial(i)
    out[i, 1] = fibonacci(i)
    out[i, 2] = is_even(i) * 10 + is_odd(i)
    out[i, 3] = total(a, 0, i + 1)
"""
    a = np.arange(12).astype(np.float32) * np.float32(0.3)
    launch.check(source, "k", (1,), (12,), [a, np.zeros((12, 4))])


def test_numbers_as_other_types(launch):
    source = """
@cuda.jit
def k(f, d, n, out, bits):
    i = cuda.grid(1)
    if i < f.shape[0]:
        out[0, i] = f[i].astype(np.int16)
        out[1, i] = n[i].astype(f[i].dtype)
        out[2, i] = n[i].view(np.float32)
        bits[0, i] = f[i].view(np.int32)
        bits[1, i] = f[i].view(np.uint32)
        bits[2, i] = d[i].view('int64')
        bits[3, i] = n[i].view(np.uint32)
        bits[4, i] = bits[2, i].view(np.float64).view(np.int64)
"""
    rng = np.random.default_rng(1)
    f, d = rng.normal(size=20).astype("f4") * 100, rng.normal(size=20)
    n = rng.integers(-(2**31), 2**31 - 1, 20).astype(np.int32) & ~0x40000000
    args = [f, d, n, np.zeros((3, 20), "f4"), np.zeros((5, 20), "i8")]
    out, bits = launch(source, "k", (1,), (32,), args)[3:]
    np.testing.assert_array_equal(out, [f.astype("i2").astype("f4"), n.astype("f4"), n.view("f4")])
    want = [f.view("i4"), f.view("u4"), d.view("i8"), n.view("u4"), d.view("i8")]
    np.testing.assert_array_equal(bits, [w.astype("i8") for w in want])
    for line in ("f[i].view(np.float64)", "f[i].view(np.int16)", "(1.0).view(np.int64)"):
        with pytest.raises(Failed) as failure:
            launch(f"@cuda.jit\ndef k(f, n):\n    i = cuda.grid(1)\n    n[i] = {line}\n", "k", (1,), (1,), [f, n])
        assert "as wide as" in failure.value.stderr


def test_operators_by_name(launch):
    source = """
import operator
@cuda.jit
def k(a, b, out):
    i = cuda.grid(1)
    x = operator.iadd(a[i], 3)
    x = operator.imul(x, b[i])
    x = operator.isub(x, operator.ifloordiv(a[i], 2))
    x = operator.ixor(operator.ilshift(x, 2), operator.irshift(b[i], 1))
    out[0, i] = operator.ior(x, operator.iand(a[i], 6))
    out[1, i] = operator.itruediv(a[i], 4) + operator.ipow(b[i], 2) + operator.imod(a[i], 5)
    out[2, i] = operator.truth(a[i]) * 10 + operator.contains((1, 2, 3), a[i])
    out[3, i] = operator.is_(None, None) * 10 + operator.is_not(a, None)
"""
    a, b = np.arange(-4, 5), np.arange(9) * 3 - 7
    got = launch(source, "k", (1,), (9,), [a, b, np.zeros((4, 9))])[2]
    x = ((((a + 3) * b) - a // 2) << 2) ^ (b >> 1)
    want = [x | (a & 6), a / 4 + b**2 + a % 5, (a != 0) * 10 + np.isin(a, [1, 2, 3]), np.full(9, 11)]
    np.testing.assert_array_equal(got, want)
    with pytest.raises(Failed) as failure:
        launch("import operator\n@cuda.jit\ndef k(a):\n    operator.iadd(a, a)\n", "k", (1,), (1,), [a])
    assert "a[:] += b" in failure.value.stderr


def test_tuples_of_tuples_by_index(launch):
    source = """
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
@cuda.jit
def k(f, out):
    i = cuda.grid(1)
    dx, dy = STEPS[i % 4]
    pairs = ((f[i], 1), (2.5, i))
    out[0, i] = dx * 10 + dy
    out[1, i] = STEPS[-1 - i % 4][1]
    out[2, i] = pairs[i % 2][0] + pairs[i % 2][1]
    out[3, i] = STEPS[9 + i][0]
"""
    f = np.linspace(0, 1, 8)
    got = launch(source, "k", (1,), (8,), [f, np.zeros((4, 8))])[1]
    steps = np.array([(0, 1), (1, 0), (0, -1), (-1, 0)])
    i = np.arange(8)
    want = [
        steps[i % 4] @ [10, 1], steps[-1 - i % 4][:, 1],
        np.where(i % 2, 2.5 + i, f + 1), np.zeros(8),
    ]
    np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("line", [
    "sum(u[0] + v for u, v in ((m, 2), (m, 3)))", "sum([u[1] * v for u, v in ((m, 2), (m[1:], 3))])",
    "max(v - u[2] for v, u in ((2, m), (3, m[::-1])))", "sum(u[0] * w[1] for (u, v), w in (((m, 1), m), ((m[1:], 2), m[2:])))",
])  # fmt: skip
def test_tuples_with_arrays_in_comprehensions(launch, line):
    m = np.array([4, 5, 7, 11], np.int64)
    out = launch(f"@cuda.jit\ndef k(m, out):\n    out[0] = {line}\n", "k", (1,), (1,), [m, np.zeros(1, np.int64)])[1]
    assert out[0] == eval(line, {"m": m})
