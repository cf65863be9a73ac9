"""datetime64 and timedelta64: NumPy's arithmetic, NaT and units."""

import numpy as np
import pytest
from conftest import Failed

N = 40


def instants(unit, seed=1, low=-5000, high=5000):
    counts = np.random.default_rng(seed).integers(low, high, N)
    a = counts.astype(f"M8[{unit}]")
    a[::7] = "NaT"
    return a


def spans(unit, seed=2, low=-50, high=50):
    counts = np.random.default_rng(seed).integers(low, high, N)
    a = counts.astype(f"m8[{unit}]")
    a[::5] = "NaT"
    a[1] = 0
    return a


def out(dtype):
    return np.zeros(N, dtype)


@pytest.mark.parametrize("typing", ["python", "numba"])
@pytest.mark.parametrize("units", [("s", "s"), ("D", "ns"), ("W", "h"), ("M", "D"), ("Y", "M")])
def test_arithmetic(launch, units, typing):
    source = """
@cuda.jit
def k(a, b, t, u, x, y, z, w):
    i = cuda.grid(1)
    if i < a.shape[0]:
        x[i] = a[i] - b[i]
        y[i] = a[i] + t[i]
        z[i] = (u[i] + t[i]) - t[i] * 3
        w[i] = b[i] - t[i] if i % 2 == 0 else t[i] + b[i]
"""
    coarse, fine = units
    a, b = instants(coarse), instants(fine, 3, 0, 200000)
    t, u = spans(fine), spans(fine, 4)
    span, instant = f"m8[{fine}]", f"M8[{fine}]"
    args = [a, b, t, u, out(span), out(instant), out(span), out(instant)]
    launch.check(source, "k", (2,), (32,), args, options=(f"--typing={typing}",))


def test_by_numbers(launch):
    source = """
@cuda.jit
def k(t, n, f, g, o):
    i = cuda.grid(1)
    if i < t.shape[0]:
        o[i, 0] = t[i] * n[i]
        o[i, 1] = n[i] * t[i]
        o[i, 2] = t[i] * f[i]
        o[i, 3] = t[i] / n[i]
        o[i, 4] = t[i] // n[i]
        o[i, 5] = t[i] / f[i]
        o[i, 6] = t[i] * g[i]
        o[i, 7] = t[i] // f[i]
        o[i, 8] = -t[i]
        o[i, 9] = abs(t[i])
        o[i, 10] = t[i] * 2.5
        o[i, 11] = +t[i] + 3
        o[i, 12] = 3 - t[i]
        o[i, 13] = t[i] * True
"""
    rng = np.random.default_rng(5)
    n = rng.integers(-5, 5, N)
    f = rng.normal(size=N)
    f[3], f[4], f[6] = np.nan, np.inf, 1e30
    f[8] = 0.0
    g = rng.normal(size=N).astype(np.float32)
    t = spans("ms", 6, -1000, 1000)
    launch.check(source, "k", (2,), (32,), [t, n, f, g, np.zeros((N, 14), "m8[ms]")])


def test_quotients_of_spans(launch):
    source = """
@cuda.jit
def k(t, u, r, q, m, d):
    i = cuda.grid(1)
    if i < t.shape[0]:
        r[i] = t[i] / u[i]
        q[i] = t[i] // u[i]
        m[i] = t[i] % u[i]
        whole, rest = divmod(t[i], u[i])
        d[i] = rest * whole
"""
    t, u = spans("h", 7), spans("m", 8, -90, 90)
    args = [t, u, out("f8"), out("i8"), out("m8[m]"), out("m8[m]")]
    launch.check(source, "k", (2,), (32,), args)


def test_comparisons(launch):
    source = """
@cuda.jit
def k(a, b, t, u, o):
    i = cuda.grid(1)
    if i < a.shape[0]:
        o[i, 0] = a[i] < b[i]
        o[i, 1] = a[i] <= b[i]
        o[i, 2] = a[i] > b[i]
        o[i, 3] = a[i] >= b[i]
        o[i, 4] = a[i] == b[i]
        o[i, 5] = a[i] != b[i]
        o[i, 6] = t[i] < u[i]
        o[i, 7] = t[i] <= u[i]
        o[i, 8] = t[i] > u[i]
        o[i, 9] = t[i] >= u[i]
        o[i, 10] = t[i] == u[i]
        o[i, 11] = t[i] != u[i]
        o[i, 12] = np.isnat(a[i])
        o[i, 13] = 1 if t[i] else 0
        o[i, 14] = t[i] > 3
        o[i, 15] = a[i] >= np.datetime64('1970-01-15') and not np.isnat(u[i])
"""
    a, b = instants("D", 1, -30, 30), instants("h", 3, -700, 700)
    b[10:20] = a[10:20]
    t, u = spans("D", 6, -4, 4), spans("h", 8, -90, 90)
    u[10:20] = t[10:20]
    launch.check(source, "k", (2,), (32,), [a, b, t, u, np.zeros((N, 16), np.int8)])


def test_in_tuples_and_matched(launch):
    source = """
@cuda.jit
def k(t, u, x, y, z):
    i = cuda.grid(1)
    if i < t.shape[0]:
        x[i] = t[i] in (u[i], np.timedelta64(3, "s"))
        y[i] = (t[i], u[i], t[0]).count(t[i])
        match u[i]:
            case 2:
                z[i] = 5
"""
    t, u = spans("s", 2, -4, 5), spans("ms", 4, -4, 5)
    u[2] = t[2]
    args = [t, u, out(np.int64), out(np.int64), out(np.int64)]
    got = launch(source, "k", (2,), (32,), args)
    three, two = np.timedelta64(3, "s"), np.timedelta64(2, "ms")
    is_in = (t == u) | (t == three)
    assert is_in.any() and got[2].tolist() == is_in.astype(int).tolist()
    count = (t == t).astype(int) + (t == u) + (t == t[0])
    assert got[3].tolist() == count.tolist()
    assert got[4].tolist() == np.where(u == two, 5, 0).tolist()


def test_least_and_greatest(launch):
    source = """
@cuda.jit
def k(a, b, t, u, x, y):
    i = cuda.grid(1)
    if i < a.shape[0]:
        x[i, 0] = min(a[i], b[i])
        x[i, 1] = max(a[i], b[i], a[0])
        x[i, 2] = np.maximum(a[i], b[i])
        x[i, 3] = np.minimum(a[i], b[i])
        x[i, 4] = np.fmax(a[i], b[i])
        x[i, 5] = np.fmin(a[i], b[i])
        y[i, 0] = max(t[i], u[i])
        y[i, 1] = np.where(t[i] < u[i], t[i], u[i])
        y[i, 2] = np.clip(t[i], u[0], u[1])
"""
    a, b = instants("s"), instants("s", 3)
    t, u = spans("s"), spans("s", 3)
    x, y = np.zeros((N, 6), "M8[s]"), np.zeros((N, 3), "m8[s]")
    launch.check(source, "k", (2,), (32,), [a, b, t, u, x, y])


@pytest.mark.parametrize("pair", ["D M", "D Y", "M D", "Y s", "ns D", "D us", "W D", "D W"])
def test_units_convert_when_stored(launch, pair):
    source = """
@cuda.jit
def k(a, o):
    i = cuda.grid(1)
    if i < a.shape[0]:
        o[i] = a[i]
"""
    one, other = pair.split()
    high = 10**17 if one == "ns" else 3000 if one in "YM" else 400000
    if one == "Y":
        high = 5000
    a = instants(one, 9, -high // 10, high)
    launch.check(source, "k", (2,), (32,), [a, out(f"M8[{other}]")])


def test_conversions(launch):
    source = """
WEEK = np.timedelta64(1, 'W')
START = np.datetime64('2020-02-28T12:30')
@cuda.jit
def k(a, t, n, o, x, y):
    i = cuda.grid(1)
    if i < a.shape[0]:
        n[i, 0] = a[i].astype(np.int64)
        n[i, 1] = int(t[i]) + np.int64(t[i])
        n[i, 2] = t[i].view(np.int64)
        n[i, 3] = (a[i] - START) // WEEK
        o[i] = np.datetime64(n[i, 0], 'D') + np.timedelta64(i, 'D')
        x[i] = a[i].astype('datetime64[M]')
        y[i] = t[i].astype('timedelta64[h]') + WEEK * 2
"""
    args = [instants("D"), spans("m", 2, -900, 900), np.zeros((N, 4), np.int64)]
    args += [out("M8[D]"), out("M8[M]"), out("m8[h]")]
    launch.check(source, "k", (2,), (32,), args)


def test_scalars_and_variables(launch):
    source = """
@cuda.jit(device=True)
def later(t, by):
    return t + by

@cuda.jit
def k(a, start, step, o):
    i = cuda.grid(1)
    at = start
    for j in range(i):
        if j % 3 == 0:
            at = later(at, step)
        else:
            at += np.timedelta64(1, 'h')
    pair = (at, step * 2)
    if i < a.shape[0]:
        a[i] = pair[0]
        o[i] = at - start
        o[i] += pair[1]
        a[i] -= step
"""
    args = [out("M8[s]"), np.datetime64("2024-02-28", "s"), np.timedelta64(90, "s")]
    launch.check(source, "k", (1,), (32,), [*args, out("m8[s]")])
    sig = "datetime64[s][:], NPDatetime('s'), NPTimedelta('s'), NPTimedelta('s')[::1]"
    launch.check(source, "k", (1,), (32,), [*args, out("m8[s]")], sig)


def test_fields_and_array_expressions(launch):
    source = """
@cuda.jit
def k(r, a, o, n):
    i = cuda.grid(1)
    if i < r.shape[0]:
        r[i].until = r[i].since + r[i].length
        r[i].length *= 2
        n[i] = r[i].until > r[i].since
    if i == 0:
        o[:] = a - np.datetime64('2000-01-01')
        o[3:5] = np.timedelta64(7, 'D')
"""
    dtype = np.dtype([("n", "i4"), ("since", "M8[h]"), ("length", "m8[h]"), ("until", "M8[h]")])
    r = np.zeros(N, dtype)
    r["since"], r["length"] = instants("h"), spans("h")
    a = instants("D")
    got = launch(source, "k", (2,), (32,), [r, a, out("m8[D]"), out("i8")])
    until = r["since"] + r["length"]
    np.testing.assert_array_equal(got[0]["until"], until)
    np.testing.assert_array_equal(got[0]["length"], r["length"] * 2)
    np.testing.assert_array_equal(got[3], until > r["since"])
    want = a - np.datetime64("2000-01-01")
    want[3:5] = np.timedelta64(7, "D")
    np.testing.assert_array_equal(got[2], want)


def test_shared_memory_and_overflow(launch):
    source = """
@cuda.jit
def k(a, o, p):
    s = cuda.shared.array(32, 'datetime64[ns]')
    i = cuda.grid(1)
    s[i] = a[i]
    cuda.syncthreads()
    o[i] = s[31 - i]
    p[i] = a[i] - np.datetime64('1970-01-01')
"""
    a = np.array([10**6, -(10**6), 7, 0] * 8).astype("M8[D]")
    a[2] = "NaT"
    got = launch(source, "k", (1,), (32,), [a, out("M8[ns]"), out("m8[D]")])
    want = a[::-1].copy()
    want[np.abs(want.view(np.int64)) == 10**6] = "NaT"
    np.testing.assert_array_equal(got[1][:32], want.astype("M8[ns]"))
    np.testing.assert_array_equal(got[2][:32], a - np.datetime64("1970-01-01"))


@pytest.mark.parametrize("line, message", [
    ("o[i] = a[i] + a[i]", "`+`"),
    ("o[i] = t[i] - a[i]", "`-`"),
    ("o[i] = t[i] * t[i]", "`*`"),
    ("o[i] = a[i] * 2", "`*`"),
    ("n[i] = t[i]", "timedelta64[s]"),
    ("a[i] = t[i]", "datetime64[D]"),
    ("n[i] = a[i] < t[i]", "`<`"),
    ("n[t[i]] = 1", "index"),
    ("n[i] = math.sqrt(t[i])", "math.sqrt"),
    ("o[i] = np.timedelta64(1, 'Y') + t[i]", "`+`"),
    ("o[i] = np.timedelta64(1, 'fortnight')", "unit"),
    ("a[i] = np.datetime64('2020-13-01')", "no date"),
    ("o[i] = -a[i]", "`-`"),
    ("print(t[i])", "print"),
    ("n[i] = t.sum()", "numbers"),
])
def test_what_times_do_not_do(launch, line, message):
    source = f"""
@cuda.jit
def k(a, t, o, n):
    i = cuda.grid(1)
    {line}
"""
    args = [instants("D"), spans("s"), out("m8[s]"), out("i8")]
    with pytest.raises(Failed) as failure:
        launch(source, "k", (1,), (1,), args)
    assert failure.value.status == 1 and message in failure.value.stderr
