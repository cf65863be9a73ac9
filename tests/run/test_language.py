"""Walrus, chains, tuples, nested functions and lambdas, *args, match."""

import numpy as np
import pytest
from conftest import Failed


def test_walrus(launch):
    source = """
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    if (n := a[i] * 2) > 4 and (m := n + 1) < 12:
        out[i, 0] = n * 100 + m
    out[i, 1] = n
    s = 0
    while (n := n - 3) > -5:
        s += n
    out[i, 2] = s * 10 + n
    out[i, 3] = (y := a[i]) + (y := y + 1) * y
    x = 1
    z = (x := 5) if a[i] > 2 else 7
    out[i, 4] = x * 10 + z
"""
    a = np.array([0, 1, 2, 3, 4, 5, 6, 7])
    launch.check(source, "k", (1,), (8,), [a, np.zeros((8, 5), np.int64)])


def test_walrus_of_another_type(launch):
    """What a loop converts a name of another type from is set before it, once."""
    source = """
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    n = a[i] > 2
    out[i, 0] = bool((n := n + 1) - 1)
    out[i, 1] = n
    m = 9.5
    for j in range((m := int(a[i])), 6):
        m *= 1.5
    out[i, 2] = m
    for j in range((k := a[i] > 1), (k := k + 4), (k := k - 3)):
        k = k * 0.5 + j
    out[i, 3] = k
    for v in a[(w := i % 3):]:
        w = w * 0.5 + v
    out[i, 4] = w
    p = a[i] > 2
    p = p + 4
    out[i, 5] = 1 < p < (p := p + 1) < p + 1
    out[i, p] += (p := 2)
    q = p * 1.5
    q = 8
    out[i, q] += (q := 1)
    out[i, 9] = q
"""
    launch.check(source, "k", (2,), (4,), [np.arange(8) % 5, np.zeros((8, 10))])


def test_walrus_in_the_bounds_of_slices(launch):
    """Bounds are computed with the other subscripts, from left to right."""
    source = """
@cuda.jit
def k(a, b, out):
    i = cuda.grid(1)
    w = 2
    out[i, 0] = a[(w := i % 3):, w + 1][0]
    out[i, 1] = a[1, (w := w + 1):(w := w + 2):(w := 1)].size * 10 + w
    out[i, 2] = b[(w := 3) - 2:w][1] + w
    a[(w := 0):2, w + 4] = w + 7
    out[i, 3] = a[1, 4]
    w = 3
    a[(w := 1), :2] = b[w:w + 2]
    out[i, 4] = a[1, 0]
"""
    a = np.arange(40).reshape(5, 8)
    args = [a, np.arange(6), np.zeros((33, 5), np.int64)]
    launch.check(source, "k", (3,), (11,), args)


def test_walrus_in_the_target_of_several(launch):
    source = """
@cuda.jit
def k(a, b):
    w = 1
    a[(w := 2), 2:4] = w * 2, w
    a[(w := 0), :2] = b[w:w + 2] * w
"""
    args = [np.zeros((3, 5), np.int64), np.arange(5)]
    got = launch(source, "k", (1,), (1,), args)[0]
    want = np.zeros((3, 5), np.int64)
    want[2, 2:4] = 2, 1
    want[0, :2] = np.arange(2, 4) * 2
    np.testing.assert_array_equal(got, want)


def test_walrus_and_calls_within_conversions_and_tuples(launch):
    source = """
from numba import int64

@cuda.jit(device=True)
def take(x, i):
    x[i] += 3
    return x[i]

@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    z = a[i]
    out[i, 0] = int64(take(a, i))
    out[i, 1] = int64(cuda.atomic.add(a, i, 5)) + int64(take(a, i))
    p, q = (r := a[i]), z
    out[i, 2] = p * 100 + q * 10 + r
    q, p = (p := z + 1), (q := p)
    out[i, 3] = p * 10 + q
    (s, t), z = ((r := int64(z)), take(a, i)), (z := 2)
    out[i, 4] = s + t * 10 + r * 100 + z * 1000
    for n in range(3):
        z, p = int64(q := p + n), (r := z)
        out[i, 5] += p * 10 + q + r + z
    out[i, 6] = a[i]
"""
    a = np.array([0, 1, 2, 3, 4, 5, 6, 7])
    launch.check(source, "k", (1,), (8,), [a, np.zeros((8, 7), np.int64)])


def test_chains_evaluate_in_order(launch):
    source = """
@cuda.jit(device=True)
def note(out, i, value):
    out[i] = out[i] * 10 + value
    return value

@cuda.jit
def k(a, out, result):
    i = cuda.grid(1)
    result[i] = note(out, i, 3) < note(out, i, a[i]) < note(out, i, 6) <= note(out, i, 7)
"""
    a = np.array([1, 4, 8])
    launch.check(
        source, "k", (1,), (3,), [a, np.zeros(3, np.int64), np.zeros(3, np.int64)]
    )


def test_tuples(launch):
    source = """
@cuda.jit(device=True)
def pair(x):
    return x, x * 2.5, 3

@cuda.jit
def k(a, b, out):
    i = cuda.grid(1)
    x, y = a[i], b[i]
    t = (x, y, 4, x)
    out[i, 0] = x in (1, 3, y)
    out[i, 1] = x not in t[1:3]
    out[i, 2] = (x, y) < (y, x)
    out[i, 3] = (x, 2, y) >= (x, 2, 3)
    out[i, 4] = (x, y) == (1, 2.0)
    out[i, 5] = (x, y) != (y, x) or (x, y) <= (x, y, 1)
    s = 0
    for j in range(4):
        s = s * 7 + t[j] + t[-j - 1]
    out[i, 6] = s
    first, *rest = t
    out[i, 7] = first + len(rest) * 10 + rest[-1]
    *head, last = (1, 2, x)
    p, *none, q = (x, y)
    out[i, 8] = last + len(head) * 10 + p * q + len(none)
    out[i, 9] = t.count(x) * 10 + t.index(4)
    u = (*t, x + 1)[::-2]
    out[i, 10] = u[0] * 100 + u[1] * 10 + u[2]
    r = pair(x)
    out[i, 11] = r[1:][0] + (3 in r)
"""
    a = np.array([1, 3, 4, 2, 0])
    b = np.array([2, 1, 4, 4, 3])
    launch.check(source, "k", (1,), (5,), [a, b, np.zeros((5, 12))])


def test_nested_functions(launch):
    source = """
@cuda.jit(device=True)
def apply(f, x, times=2):
    for _ in range(times):
        x = f(x)
    return x

@cuda.jit(device=True)
def double(x):
    return x * 2

@cuda.jit(device=True)
def total(scale, *values):
    s = 0
    for v in values:
        s += v
    return s * scale + len(values)

@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    n = a[i]
    three = 3
    def add(x, y=n, z=10):
        return x + y + z + n + three
    n += 1
    out[i, 0] = add(1)
    out[i, 1] = add(1, z=5) + add(1, 2)
    f = lambda x, y=2: x * y + n
    out[i, 2] = f(4) + f(4, 5)
    def store(where, value):
        out[i, where] = value
    store(3, n * 7)
    out[i, 4] = apply(double, n) + apply(lambda x: x + 1, n, 3)
    out[i, 5] = total(2) + total(2, n) + total(3, n, 2.5, 4)
    t = (n, 5)
    out[i, 6] = total(*t) + total(1, *t)
    def outer(x):
        def inner(y):
            return x * y
        return inner(x) + n
    out[i, 7] = outer(3)
"""
    a = np.array([0, 1, -2, 7], np.int32)
    launch.check(source, "k", (1,), (4,), [a, np.zeros((4, 8))])


def test_match(launch):
    source = """
@cuda.jit
def k(a, b, out):
    i = cuda.grid(1)
    x, y = a[i], b[i]
    match x:
        case 0:
            out[i, 0] = 1
        case 1 | 2 | -3:
            out[i, 0] = 2
        case n if n > y:
            out[i, 0] = n * 10
        case 5 as m if m == y:
            out[i, 0] = m * 100
        case _:
            out[i, 0] = -1
    match (x, y):
        case (0, 0):
            out[i, 1] = 1
        case (0, v) if 0.5 > 1.5:
            x = np.uint64(x)
        case (1, v):
            out[i, 1] = v
        case (u, 4):
            out[i, 1] = u + 0.5
        case u, v if u == v:
            out[i, 1] = u * v
        case other:
            out[i, 1] = other[0] - other[1]
    out[i, 1] += x
    match x:
        case 3:
            out[i, 2] = 3
    match 7:
        case 7:
            out[i, 3] = 7
        case _:
            out[i, 3] = 8
"""
    a = np.array([0, 1, 2, -3, 9, 5, 3, 5, 0])
    b = np.array([0, 4, 4, 1, 3, 5, 9, 7, 3])
    launch.check(source, "k", (1,), (9,), [a, b, np.zeros((9, 4))])


def test_sum_any_all_and_slices(launch):
    source = """
@cuda.jit
def k(a, m, out):
    i = cuda.grid(1)
    t = (a[i], 2.5, a[i] - 1)
    out[i, 0] = sum(t) + sum((1, a[i]), 10)
    out[i, 1] = any((a[i], a[i] - 1)) + 2 * all((a[i], a[i] - 1))
    if (n := a[i]) and (p := n * 2) > 2 and p < 10:
        out[i, 2] = p
    if i == 0:
        m[1:3, :2] = 7
        m[0] = a[:3]
        m[-1, ::2] = a[::-1][:2]
        m[3:4] = m[0]
"""
    a = np.array([0, 1, 2, 3, 5])
    expected = np.zeros((5, 3))
    m = np.zeros((5, 3))
    got = launch(source, "k", (1,), (5,), [a, m, expected])
    m[1:3, :2] = 7
    m[0] = a[:3]
    m[-1, ::2] = a[::-1][:2]
    m[3:4] = m[0]
    assert got[1].tolist() == m.tolist()
    for i, x in enumerate(a.tolist()):
        expected[i, 0] = sum((x, 2.5, x - 1)) + 11 + x
        expected[i, 1] = any((x, x - 1)) + 2 * all((x, x - 1))
        if x and 2 < x * 2 < 10:
            expected[i, 2] = x * 2
    assert got[2].tolist() == expected.tolist()


def test_functions_as_values(launch):
    source = """
import functools

square = lambda x: x * x
half = cuda.jit(device=True)(lambda x: x / 2)

@cuda.jit(device=True)
def line(a, b, x, c=1):
    return a * x + b * c

steep = functools.partial(line, 5, c=3)
steeper = functools.partial(steep, -1)

@cuda.jit(device=True)
def apply(f, *rest):
    return f(*rest)

@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    out[i, 0] = square(a[i]) + half(a[i])
    out[i, 1] = apply(steep, 2, a[i]) - apply(steeper, a[i]) * apply(square, 3)
    out[i, 2] = steeper(a[i], c=a[i])
    out[i, 3] = apply(lambda x: steeper(x, c=2), a[i])
    for f in (square, half, steeper):
        out[i, 3] += f(out[i, 3])
"""
    a = np.array([0.5, -1, 2, 7])
    launch.check(source, "k", (1,), (4,), [a, np.zeros((4, 4))])


def test_starred_arguments(launch):
    source = """
@cuda.jit(device=True)
def pair(x):
    return x, x + 1

@cuda.jit(device=True)
def mixed(a, b, c=5):
    return a * 100 + b * 10 + c

@cuda.jit(device=True)
def note(out, i, value):
    out[i, 5] = out[i, 5] * 10 + value
    return value

@cuda.jit
def k(a, s, out):
    i = cuda.grid(1)
    out[i, 0] = max(*pair(a[i]))
    out[i, 1] = mixed(*pair(a[i])) + mixed(1, *pair(a[i]))
    out[i, 2] = math.hypot(*(3, a[i]))
    out[i, 3] = a.reshape(*s)[1, 0] + a.reshape(pair(1))[0, 1]
    out[i, 4] = mixed(note(out, i, 1), *pair(note(out, i, 2)))
"""
    a = np.array([4.0, 7])
    got = launch(source, "k", (1,), (2,), [a, (2, 1), np.zeros((2, 6))])[-1]
    expected = [
        [x + 1, (x * 100 + (x + 1) * 10 + 5) + (100 + x * 10 + x + 1),
         np.hypot(3, x), 14, 123, 12] for x in a
    ]
    # libdevice's hypot and NumPy's differ in the last bit.
    np.testing.assert_allclose(got, expected, rtol=3e-16)


def test_folds_of_generators(launch):
    source = """
SCALE = 3

@cuda.jit
def k(x, m, n, out):
    i = cuda.grid(1)
    out[i, 0] = sum(x[j] for j in range(n[i]) if x[j] > 0)
    out[i, 1] = max(abs(v) for v in m[i])
    out[i, 2] = min([v * SCALE for v in m[i] if v > -100])
    out[i, 3] = sum([m[i, a] * b for a in range(n[i]) for b in range(a)], 0.5)
    out[i, 4] = max((v for v in m[i] if v > 1000), default=n[i] + 0.25)
    out[i, 5] = sum(a * b for a, b in zip(m[i], x))
    out[i, 6] = sum(x[j] for j in range(3) if x[j] > 0)
    out[i, 7] = sum(1 for v in x if v == x[i])
    out[i, 8] = sum((sum(v for v in row[: n[i]]) for row in m), start=i)
    j = 7
    out[i, 9] = max(j * j - 6 * j for j in range(n[i] + 1)) + j
    f = lambda v: v * n[i]
    out[i, 10] = min(f(v) for v in x)
    total = [sum(x[a] * c for a in range(n[i])) for c in (1, 2.5)]
    out[i, 11] = total[0] * total[1]
    out[i, 12] = sum(a * w for a, w in zip(x, (n[i], 0.5, 2)))
    out[i, 13] = max(v for v in range(2000) if v % (i + 7) == 0)
    out[i, 14] = min((v for v in x if v > 5), default=-1)
"""
    x = np.array([1.5, -2, 4, 0.25], np.float32)
    m = np.arange(-6, 6, dtype=np.int32).reshape(3, 4)
    n = np.array([1, 3, 4], np.int64)
    launch.check(source, "k", (1,), (3,), [x, m, n, np.zeros((3, 15))])


def test_a_generator_without_elements(launch):
    source = """
@cuda.jit
def k(x, out):
    out[0] = 1
    out[1] = max(v for v in x if v > 0)
    out[2] = 1
"""
    out = np.zeros(3)
    with pytest.raises(Failed, match="iterable argument is empty"):
        launch(source, "k", (1,), (1,), [np.zeros(3), out], options=("--debug",))
    x = np.array([np.nan, 1, np.nan, 3])
    assert launch(source, "k", (1,), (1,), [x, out])[1].tolist() == [1, 3, 1]


def test_functions_that_call_functions_that_capture(launch):
    source = """
@cuda.jit(device=True)
def twice(f, i):
    return f(i) + f(i + 1)

@cuda.jit(device=True)
def again(f, i):
    x = 1000
    return twice(f, i) + twice(lambda j: f(j) * x, i)

@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    n = i + 1
    def get(j):
        return x[j] + n
    def two(j):
        return get(j) * get(j + 1)
    out[i, 0] = two(i)
    n += 1
    out[i, 1] = two(i)
    out[i, 2] = twice(get, i)
    out[i, 3] = again(get, i)
    def put(at, value):
        out[i, at] = value
    def both(at, value):
        put(at, value)
        put(at + 1, value * n)
    both(4, x[i])
    def outer(j):
        x = 5
        def inner(l):
            return two(l) + x + j
        return twice(inner, j)
    out[i, 6] = outer(i)
    def fact(j):
        return x[0] if j < 2 else j * fact(j - 1)
    def facts(j):
        return fact(j) + fact(j + 1)
    out[i, 7] = facts(i + 2)
    plus = functools.partial(lambda a, b: a + b + x[i], 10)
    out[i, 8] = twice(plus, n)
    out[i, 9] = sum(f(i) for f in (get, two))
"""
    x = np.array([3, 5, -2, 7, 11, 4], np.int32)
    source = "import functools\n" + source
    launch.check(source, "k", (1,), (3,), [x, np.zeros((3, 10))])


@pytest.mark.parametrize("table", ["(3, 1, 4, 1, 5, 9, 2, 6, 5, 3)", "(3, 1.5, 4, 1, 5, 9, 2, 6, 5, -3)", "(3, 1, 4)"])
@pytest.mark.parametrize("kind", ["int64", "uint64", "int32", "uint8"])
def test_tuples_of_constants(launch, table, kind):
    """Outside of a tuple is zero, as of an array; a uint64 is never negative."""
    source = f"""
TABLE = {table}
@cuda.jit
def k(index, out):
    i = cuda.grid(1)
    if i < index.size:
        out[i] = TABLE[index[i]]
"""
    values = eval(table)
    index = np.array([0, 2, -1, -3, len(values), -len(values), -len(values) - 1, 200, 9, 7], np.int64).astype(kind)
    index = np.append(index, np.iinfo(kind).max).astype(kind)
    out = launch(source, "k", (1,), (32,), [index, np.full(index.size, 7.0)])[1]
    want = [values[i] if -len(values) <= i < len(values) else 0 for i in index.tolist()]
    np.testing.assert_array_equal(out, want)


def test_a_permutation_of_a_local_array(launch):
    source = """
from numba import int64
LANES = (10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1)
@cuda.jit
def k(x, out, rounds):
    i = cuda.grid(1)
    a = cuda.local.array(25, int64)
    for j in range(25):
        a[j] = x[i, j]
    for r in range(rounds):
        held = a[1]
        for lane in LANES:
            a[lane], held = held + r, a[lane]
        for j in range(0, 25, 5):
            for c in range(5):
                a[j + c] ^= a[(j + 7 * c) % 25]
        for j in range(24, -1, -8):
            a[j] += LANES[j // 2]
    for j in range(25):
        out[i, j] = a[j]
"""
    x = np.random.default_rng(3).integers(-(2**40), 2**40, (64, 25))
    launch.check(source, "k", (2,), (32,), [x, np.zeros_like(x), 3])


def test_what_is_evaluated_first(launch):
    # Arguments in the order of the call, also those that stand before a keyword for an earlier parameter; a value
    # before the subscripts that it is stored at.
    source = """from collections import namedtuple
Pair = namedtuple('Pair', 'x y')

@cuda.jit(device=True)
def digits(a, b, c=9, *, d):
    return ((a * 10 + b) * 10 + c) * 10 + d

@cuda.jit(device=True)
def one(value):
    return value

@cuda.jit(device=True)
def parts(b, t):
    return (t[0] * 10 + t[1][0]) * 10 + b

@cuda.jit(device=True)
def rest(p, *rest, q, r):
    return ((p * 10 + rest[0]) * 10 + q) * 10 + r

@cuda.jit('void(int32[::1], int64[::1])')
def k(count, out):
    out[0] = digits(b=cuda.atomic.add(count, 0, 1), a=cuda.atomic.add(count, 0, 1), d=cuda.atomic.add(count, 0, 1))
    out[1] = digits(cuda.atomic.add(count, 0, 1), d=cuda.atomic.add(count, 0, 1), c=cuda.atomic.add(count, 0, 1),
                    b=cuda.atomic.add(count, 0, 1))
    out[2] = digits(d=one(value=cuda.atomic.add(count, 0, -1)), c=count[0], a=1, b=cuda.atomic.add(count, 0, -1))
    out[cuda.atomic.add(count, 0, 1)] = cuda.atomic.add(count, 0, 1)
    part = out[8:]
    part[cuda.atomic.add(count, 0, 1) - 7 : 4] = cuda.atomic.add(count, 0, 1)
    part[5:8], count[0] = cuda.atomic.add(count, 0, 1), cuda.atomic.add(count, 0, 1)
    count[0] = 1
    out[3] = parts(t=(count[0], [cuda.atomic.add(count, 0, 1)]), b=cuda.atomic.add(count, 0, 1))
    out[4] = rest(count[0], cuda.atomic.add(count, 0, 1), r=cuda.atomic.add(count, 0, 1), q=count[0])
    pair = Pair(y=cuda.atomic.add(count, 0, 1), x=(cuda.atomic.add(count, 0, 1), count[0]))
    out[5] = (pair.x[0] * 10 + pair.x[1]) * 10 + pair.y
"""
    launch.check(source, "k", (1,), (1,), [np.zeros(1, np.int32), np.zeros(16, np.int64)])
