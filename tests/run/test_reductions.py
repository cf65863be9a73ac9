"""NumPy's functions of whole arrays in a thread, against NumPy."""

import numpy as np
import pytest
from conftest import Failed

ONE = ((1,), (1,))
VIEWS = ["a", "a.T", "a[:, 1]", "a[1]", "a[::2, ::-1]", "a[1:1]", "a[1:2, 1:2]",
         "a.reshape(-1)"]
EXACT = ["sum", "prod", "min", "max", "argmin", "argmax", "all", "any", "ptp",
         "count_nonzero"]


def run(launch, expressions, arrays, options=("--fmad=false",), dtype="float64"):
    names = list("abcd"[: len(arrays)])
    lines = "".join(f"    out[{i}] = {e}\n" for i, e in enumerate(expressions))
    source = f"@cuda.jit\ndef k({', '.join(names)}, out):\n{lines}"
    out = np.zeros(len(expressions), dtype)
    return launch(source, "k", *ONE, [*arrays, out], options=options)[-1]


def want(expressions, arrays):
    names = dict(zip("abcd", arrays), np=np)
    with np.errstate(all="ignore"):
        return [eval(e, names) for e in expressions]


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "uint8", "bool",
                                   "int64", "uint64"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_of_any_layout(launch, dtype, order):
    values = np.random.default_rng(1).integers(0, 4, (3, 4))
    a = np.asarray(values.astype(dtype), order=order)
    expressions = []
    for view in VIEWS:
        for name in EXACT:
            empty = view == "a[1:1]"
            if empty and name in ("min", "max", "argmin", "argmax", "ptp"):
                continue
            if dtype == "bool" and name == "ptp" or view == "a.reshape(-1)" and order == "F":
                continue
            expressions.append(f"np.{name}({view})")
            if name not in ("ptp", "count_nonzero"):
                expressions.append(f"{view}.{name}()")
    got = run(launch, expressions, [a])
    np.testing.assert_array_equal(got, np.array(want(expressions, [a]), "float64"))


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "bool"])
def test_means(launch, dtype):
    a = np.random.default_rng(2).integers(0, 9, (5, 7)).astype(dtype)
    expressions = [f"{v}.{m}" for v in VIEWS[:6] if v != "a[1:1]"
                   for m in ("mean()", "var()", "std()", "var(ddof=1)")]
    expressions += ["np.mean(a[1:1])", "np.std(a, ddof=2)", "np.mean(a, None)",
                    "np.sum(a[0], axis=0)", "a[0].max(axis=-1)",
                    "np.sum(a, dtype=np.float64)", "a[0, :1].var(ddof=1)"]
    got = run(launch, expressions, [a])
    np.testing.assert_allclose(got, np.array(want(expressions, [a]), "float64"),
                               rtol=3e-6 if dtype == "float32" else 1e-13)


def test_float32_accumulates_in_float32(launch):
    a = np.array([1e8, 1, 1, 1, -1e8], "float32")
    total = np.float32(0)
    for x in a:
        total += x
    got = run(launch, ["np.sum(a)", "np.sum(a, dtype=np.float64)", "sum(a)"], [a])
    np.testing.assert_array_equal(got, [total, 3, total])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_nan_and_infinity(launch, dtype):
    rows = [[1, np.nan, -2], [np.nan, np.nan, 1], [np.inf, -np.inf, 0],
            [3, 1, 1], [-np.inf, np.nan, -np.inf]]
    for row in rows:
        a = np.array(row, dtype)
        expressions = [f"np.{n}(a)" for n in EXACT] + ["np.amax(a)", "np.amin(a)"]
        np.testing.assert_array_equal(run(launch, expressions, [a]),
                                      np.array(want(expressions, [a]), "float64"))


def test_of_an_empty_array(launch):
    a = np.zeros(0, "float32")
    expressions = [f"np.{n}(a)" for n in
                   "sum prod min max argmin argmax all any ptp".split()]
    got = run(launch, expressions, [a])
    np.testing.assert_array_equal(got, [0, 1, 0, 0, 0, 0, 1, 0, 0])
    for name in "min max argmin argmax ptp".split():
        with pytest.raises(Failed, match="ValueError"):
            run(launch, [f"np.{name}(a)"], [a], options=("--debug",))


def test_integers_do_not_overflow_their_width(launch):
    a = np.full(1000, 127, "int8")
    b = np.array([-128, 127], "int8")
    c = np.array([2**63, 2**63 - 1], "uint64")
    got = run(launch, ["a.sum()", "np.ptp(b)", "c.max() == c[0]", "c.argmax()",
                       "a[:8].prod()", "a.mean()", "b.min()"], [a, b, c])
    np.testing.assert_array_equal(got, [127000, 255, 1, 0, 127**8, 127, -128])


def test_python_folds_and_membership(launch):
    a = np.array([3, 1, 2, 0], "int32")
    b = np.array([np.nan, 2.5, 1.0])
    expressions = ["sum(a)", "min(a)", "max(a)", "any(a)", "all(a)", "2 in a",
                   "7 in a", "7 not in a", "2.5 in b", "np.nan in b",
                   "a[0] in range(4)", "a[0] in range(3)", "3 in range(9, 0, -3)",
                   "4 in range(9, 0, -3)", "a[1] not in range(2, 5)",
                   "2.0 in range(4)", "2.5 in range(4)", "a[0] in range(1, 9, a[2])",
                   "a[0] in range(1, 9, a[3] + 3)", "1 in a.reshape(2, 2)"]
    got = run(launch, expressions, [a, b])
    # A range with step 0 is empty, and a run-time one is what these are.
    np.testing.assert_array_equal(
        got, np.array([eval(e, dict(a=a, b=b, np=np)) for e in expressions],
                      "float64"))
    assert run(launch, ["min(b)", "max(b)"], [a, b]).tolist() == [1.0, 2.5]


def test_two_arrays(launch):
    rng = np.random.default_rng(3)
    a, b = rng.integers(-4, 5, 9).astype("float32"), rng.integers(-4, 5, 9)
    c = rng.integers(-4, 5, (3, 3)).astype("float64")
    d = c.copy(order="F")
    expressions = ["np.dot(a, b)", "a @ b", "np.vdot(a, b)", "np.vdot(c, d)",
                   "np.dot(c[0], d[:, 1])", "np.array_equal(c, d)",
                   "np.array_equal(c, d.T)", "np.array_equal(a, b)",
                   "np.array_equal(a, c)", "np.array_equal(a, a[:5])",
                   "np.dot(a[:0], b[:0])", "np.array_equal(a[::-1], a[::-1])"]
    np.testing.assert_array_equal(run(launch, expressions, [a, b, c, d]),
                                  np.array(want(expressions, [a, b, c, d]), "float64"))
    with pytest.raises(Failed, match="ValueError"):
        run(launch, ["np.dot(a, b[:3])"], [a, b], options=("--debug",))


@pytest.mark.parametrize("dtype", ["float32", "float64", "int64"])
def test_searches(launch, dtype):
    x = np.array([1, 2, 2, 2, 4, 8], dtype)
    y = np.array([10, 20, 5, 5, 0, -3], "float64")
    points = [0, 1, 1.5, 2, 3, 3.25, 4, 7.5, 8, 9]
    expressions = [f"np.searchsorted(a, {p})" for p in points]
    expressions += [f"np.searchsorted(a, {p}, side='right')" for p in points]
    expressions += ["np.searchsorted(a[::-1], 2, 'left')", "np.searchsorted(a[:0], 2)"]
    np.testing.assert_array_equal(run(launch, expressions, [x, y]),
                                  np.array(want(expressions, [x, y]), "float64"))
    x = np.array([1, 2, 3, 5, 6, 8], dtype)
    expressions = [f"np.interp({p}, a, b)" for p in points]
    expressions += ["np.interp(0, a, b, left=-1)", "np.interp(99, a, b, right=7)",
                    "np.interp(np.nan, a, b)", "np.interp(2, a[:1], b[:1])",
                    "np.interp(4.5, a[::1], b[::-1])"]
    np.testing.assert_allclose(run(launch, expressions, [x, y]),
                               np.array(want(expressions, [x, y]), "float64"),
                               rtol=1e-6 if dtype == "float32" else 1e-15)


def test_nan_is_last_in_a_sorted_vector(launch):
    a = np.array([1.0, 2.0, np.nan, np.nan])
    expressions = ["np.searchsorted(a, np.nan)", "np.searchsorted(a, 3.0)",
                   "np.searchsorted(a, np.nan, 'right')",
                   "np.searchsorted(a, np.inf, 'right')"]
    np.testing.assert_array_equal(run(launch, expressions, [a]), want(expressions, [a]))


def test_number_theory(launch):
    values = [0, 1, -1, 4, 6, -12, 35, 2**40]
    a, b = (x.ravel() for x in np.meshgrid(values, values))
    source = """
@cuda.jit
def k(a, b, out, small):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = np.gcd(a[i], b[i])
        out[1, i] = np.lcm(a[i], b[i])
        out[2, i] = math.gcd(a[i], 12)
        out[3, i] = np.gcd(small[i % 4], 6)
"""
    small = np.array([0, 4, 9, 250], "uint8")
    got = launch(source, "k", (1,), (64,), [a, b, np.zeros((4, 64), "int64"), small])[2]
    np.testing.assert_array_equal(got[0], np.gcd(a, b))
    np.testing.assert_array_equal(got[1], np.lcm(a, b))
    np.testing.assert_array_equal(got[2], np.gcd(a, 12))
    np.testing.assert_array_equal(got[3], np.gcd(np.tile(small, 16), 6))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_functions_of_floats(launch, dtype):
    x = np.array([0.0, -0.0, 1.0, -1.5, 1e-30, -3e20, 7.25, np.inf, -np.inf, np.nan],
                 dtype)
    a, b = (v.ravel() for v in np.meshgrid(x, x))
    source = """
@cuda.jit
def k(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = np.isclose(a[i], b[i])
        out[1, i] = np.isclose(a[i], b[i], equal_nan=True)
        out[2, i] = np.isclose(a[i], b[i], 0.5, atol=3)
        out[3, i] = np.spacing(a[i])
        out[4, i] = np.heaviside(a[i], 0.5)
        out[5, i] = np.nan_to_num(a[i])
        out[6, i] = np.nan_to_num(a[i], nan=2.0, neginf=-1)
        out[7, i] = np.nextafter(a[i], b[i])
        out[8, i] = np.ldexp(a[i], 3)
        m, e = np.frexp(a[i])
        out[9, i] = m
        out[10, i] = e if math.isfinite(a[i]) else 0
        f, w = np.modf(a[i])
        out[11, i] = f
        out[12, i] = w
        out[13, i] = np.round(a[i], 1)
        out[14, i] = np.clip(a[i], None, 2)
        out[15, i] = np.clip(a[i], -1, None)
"""
    got = launch(source, "k", (4,), (32,), [a, b, np.zeros((16, a.size), dtype)])[2]
    three = dtype(3) if callable(dtype) else np.dtype(dtype).type(3)
    with np.errstate(all="ignore"):
        m, e = np.frexp(a)
        f, w = np.modf(a)
        rows = [np.isclose(a, b), np.isclose(a, b, equal_nan=True),
                np.isclose(a, b, 0.5, three), np.spacing(a),
                np.heaviside(a, np.dtype(dtype).type(0.5)), np.nan_to_num(a),
                np.nan_to_num(a, nan=2.0, neginf=-1), np.nextafter(a, b),
                np.ldexp(a, 3), m, np.where(np.isfinite(a), e, 0), f, w,
                np.round(a, 1), np.clip(a, None, 2), np.clip(a, -1, None)]
    for i, row in enumerate(rows):
        np.testing.assert_array_equal(got[i], row.astype(dtype), err_msg=str(i))


def test_math_isclose(launch):
    import math
    pairs = [(1.0, 1.0 + 1e-10), (1.0, 1.1), (0.0, 1e-12), (math.inf, math.inf),
             (math.inf, 1.0), (math.nan, math.nan), (5.0, 5.0)]
    a, b = (np.array(v) for v in zip(*pairs))
    source = """
@cuda.jit
def k(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = math.isclose(a[i], b[i])
        out[1, i] = math.isclose(a[i], b[i], rel_tol=0.2, abs_tol=1e-9)
"""
    got = launch(source, "k", (1,), (8,), [a, b, np.zeros((2, len(pairs)), "int64")])[2]
    np.testing.assert_array_equal(got[0], [math.isclose(*p) for p in pairs])
    np.testing.assert_array_equal(
        got[1], [math.isclose(*p, rel_tol=0.2, abs_tol=1e-9) for p in pairs])


@pytest.mark.parametrize("dtype", ["float32", "int32", "complex64"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_along_an_axis(launch, dtype, order):
    values = np.random.default_rng(3).integers(0, 9, (2, 3, 4))
    a = np.asarray(values.astype(dtype), order=order)
    real = dtype != "complex64"
    calls = ["np.sum(a, {0}, out={1})", "a.prod(axis={0}, out={1})",
             "a.mean({0}, np.complex128 if {2} else np.float64, {1})"]
    if real:
        calls += ["np.all(a, axis={0}, out={1})", "a.max(axis={0}, out={1})", "np.std(a, {0}, ddof=1, out={1})",
                  "a.argmin({0}, {1})", "np.ptp(a, axis={0}, out={1})"]
    wide = "complex128" if not real else "float64"
    outs = [np.zeros((len(calls), *a.sum(axis).shape), wide) for axis in range(3)]
    lines = "".join(
        f"    {call.format(axis - 3 * (i % 2), f'{name}[{i}]', int(not real))}\n"
        for axis, name in enumerate("xyz") for i, call in enumerate(calls)
    ).replace("np.complex128 if 0 else np.float64", "np.float64").replace(
        "np.complex128 if 1 else np.float64", "np.complex128")
    source = f"@cuda.jit\ndef k(a, x, y, z):\n{lines}"
    got = launch(source, "k", *ONE, [a, *outs], options=("--fmad=false",))[1:]
    for axis, result in enumerate(got):
        with np.errstate(all="ignore"):
            expected = [a.sum(axis), a.prod(axis), a.mean(axis)]
            if real:
                expected += [a.all(axis), a.max(axis), a.std(axis, ddof=1), a.argmin(axis),
                             np.ptp(a, axis=axis)]
        np.testing.assert_allclose(result, np.array(expected), rtol=1e-6)


def test_an_output_of_another_shape(launch):
    source = "@cuda.jit\ndef k(a, b):\n    b[0] = np.sum(a, 0, out=b)[1]\n"
    a = np.ones((2, 3), np.float32)
    got = launch(source, "k", *ONE, [a, np.zeros(3, np.float32)])[1]
    assert got.tolist() == [2, 2, 2]
    with pytest.raises(Failed, match="ValueError"):
        launch(source, "k", *ONE, [a, np.zeros(2, np.float32)], options=("--debug",))


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32"])
def test_without_nan(launch, dtype):
    a = np.random.default_rng(4).integers(0, 9, (4, 5)).astype(dtype)
    if dtype != "int32":
        a[0, 1] = a[2, 3] = np.nan
        a[3] = np.nan
    names = ["nansum", "nanprod", "nanmin", "nanmax", "nanmean", "nanvar", "nanstd"]
    expressions = [f"np.{n}({v})" for n in names for v in ("a", "a[1]", "a[3]", "a.T")]
    expressions += ["np.nanvar(a, ddof=1)", "np.nanstd(a, ddof=30)",
                    "np.nansum(a, dtype=np.float64)"]
    got = run(launch, expressions, [a])
    np.testing.assert_allclose(got, np.array(want(expressions, [a]), "float64"),
                               rtol=3e-6)
    source = """
@cuda.jit
def k(a, out):
    np.nanmean(a, axis=1, out=out[0])
    np.nanmax(a, 1, out[1])
    np.nanstd(a, axis=1, out=out[2])
"""
    got = launch(source, "k", *ONE, [a, np.zeros((3, 4))])[1]
    expected = [np.nanmean(a, 1), np.nanmax(a, 1), np.nanstd(a, 1)]
    np.testing.assert_allclose(got, expected, rtol=3e-6)
