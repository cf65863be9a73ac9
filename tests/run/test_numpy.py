"""NumPy's functions of scalars, against NumPy on whole arrays."""

import numpy as np
import pytest

FLOATS = ["maximum", "minimum", "fmax", "fmin", "add", "subtract", "multiply",
          "divide", "copysign", "fmod", "less", "less_equal", "greater",
          "greater_equal", "equal", "not_equal", "logical_and", "logical_or",
          "logical_xor", "logaddexp", "logaddexp2"]
SINGLE = ["sign", "signbit", "square", "reciprocal", "floor", "ceil", "trunc",
          "rint", "fabs", "abs", "sqrt", "negative", "positive", "isnan",
          "isinf", "isfinite", "logical_not", "deg2rad", "degrees", "exp2",
          "log1p", "cbrt", "round"]
INTEGERS = ["maximum", "minimum", "add", "multiply", "floor_divide", "mod",
            "remainder", "fmod", "bitwise_and", "bitwise_or", "bitwise_xor",
            "less", "equal", "logical_xor"]
INEXACT = {"logaddexp", "logaddexp2", "deg2rad", "degrees", "exp2", "log1p",
           "cbrt"}


def edges(dtype):
    values = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.5, 7.25, -7.25, 90.0, np.inf,
              -np.inf, np.nan, 0.1]
    return np.array(values, dtype)


def rows(names, arity):
    args = "a[i]" if arity == 1 else "a[i], b[i]"
    return "".join(f"        out[{n}, i] = np.{name}({args})\n"
                   for n, name in enumerate(names))


def run_all(launch, names, arity, a, b, dtype):
    source = ("@cuda.jit\ndef k(a, b, out):\n    i = cuda.grid(1)\n"
              "    if i < a.size:\n" + rows(names, arity))
    out = np.zeros((len(names), a.size), dtype)
    got = launch(source, "k", (4,), (64,), [a, b, out], options=("--fmad=false",))
    for name, row in zip(names, got[2]):
        with np.errstate(all="ignore"):
            args = (a,) if arity == 1 else (a, b)
            want = getattr(np, name)(*args).astype(dtype)
        if name in INEXACT:
            tolerance = 1e-5 if dtype == "float32" else 1e-13
            np.testing.assert_allclose(row, want, tolerance, tolerance, err_msg=name)
        else:
            np.testing.assert_array_equal(row, want, err_msg=name)
            if row.dtype.kind == "f" and name not in ("maximum", "minimum", "fmax",
                                                      "fmin", "sign"):
                number = ~np.isnan(want)
                np.testing.assert_array_equal(
                    np.signbit(row)[number], np.signbit(want)[number], err_msg=name)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_of_two_floats(launch, dtype):
    a, b = (x.ravel() for x in np.meshgrid(edges(dtype), edges(dtype)))
    run_all(launch, FLOATS, 2, a.copy(), b.copy(), dtype)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_of_one_float(launch, dtype):
    run_all(launch, SINGLE, 1, edges(dtype), edges(dtype), dtype)


def test_of_integers(launch):
    values = np.array([-(2**62), -7, -3, -1, 0, 1, 2, 5, 2**40], "int64")
    a, b = (x.ravel() for x in np.meshgrid(values, values))
    run_all(launch, INTEGERS, 2, a.copy(), b.copy(), "int64")
    run_all(launch, ["sign", "square", "abs", "invert", "negative"], 1, values,
            values, "int64")


def test_clip_and_where(launch):
    source = """
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[0, i] = np.clip(a[i], -1, 2.5)
        out[1, i] = np.where(a[i] > 0, a[i], 7)
        out[2, i] = np.power(a[i], 2)
        out[3, i] = np.float_power(2, 3)
"""
    a = edges("float32")
    got = launch(source, "k", (1,), (32,), [a, np.zeros((4, a.size), "float32")])
    want = [np.clip(a, -1, 2.5), np.where(a > 0, a, 7), a * a, np.full_like(a, 8)]
    np.testing.assert_array_equal(got[1], want)


def test_arrays_of_constants(launch):
    source = """
W = np.array([[0.25, 0.5], [1, 2]], dtype=np.float32)
O = np.array([-1, 0, 1])

@cuda.jit
def k(x):
    i = cuda.grid(1)
    w = cuda.const.array_like(W)
    x[i] = w[i // 2, i % 2] + O[i % 3]
"""
    got = launch(source, "k", (1,), (4,), [np.zeros(4, "float32")])
    np.testing.assert_array_equal(got[0], [-0.75, 0.5, 2, 1])


def test_where_evaluates_its_condition_first(launch):
    source = """
@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = np.where((w := x[i]) > 2, w * 2, w - 1)
"""
    _, out = launch(source, "k", (1,), (8,), [np.arange(6), np.zeros(6)])
    np.testing.assert_array_equal(out, [-1, 0, 1, 6, 8, 10])
