"""cuda.fp8: every number of both formats, and numbers between and beyond them."""

import numpy as np
import pytest
from conftest import Failed

FORMATS = {"E4M3": (3, 7, 126, 127), "E5M2": (2, 15, 123, 124)}


def decoded(code, name):
    digits, bias, most, _ = FORMATS[name]
    sign, size = (-1.0 if code & 128 else 1.0), code & 127
    if size > most:
        return sign * np.inf if name == "E5M2" and size == 124 else np.nan
    exponent, fraction = size >> digits, size & ((1 << digits) - 1)
    if exponent:
        return sign * (fraction + (1 << digits)) * 2.0 ** (exponent - bias - digits)
    return sign * fraction * 2.0 ** (1 - bias - digits)


def encoded(x, name, saturate):
    digits, bias, most, beyond = FORMATS[name]
    if np.isnan(x):
        return 127
    sign = 128 if np.signbit(x) else 0
    finite = np.array([decoded(c, name) for c in range(most + 1)])
    # One more than the largest, to which a number may round.
    above = finite[-1] + (finite[-1] - finite[-2])
    size = abs(float(x))
    at = np.searchsorted(finite, size)
    if at <= most and finite[at] == size:
        return sign | int(at)
    if at > most:
        near = most if size < (finite[-1] + above) / 2 else most + 1
        if size == (finite[-1] + above) / 2:
            near = most if most % 2 == 0 else most + 1
    else:
        low, high = size - finite[at - 1], finite[at] - size
        near = at - 1 if low < high or (low == high and (at - 1) % 2 == 0) else at
    if near > most:
        near = most if saturate else beyond
    return sign | int(near)


def numbers(dtype):
    rng = np.random.default_rng(1)
    known = [decoded(c, f) for f in FORMATS for c in range(0, 128, 3)]
    x = np.array(known + [0.0, -0.0, np.inf, -np.inf, np.nan, 448, 464, 465, 480, 57344, 61440, 61441, 1e30, 1e-30, 2.0**-10, 2.0**-17])
    near = rng.normal(size=300) * 2.0 ** rng.integers(-20, 18, 300)
    halves = np.array([(decoded(c, f) + decoded(c + 1, f)) / 2 for f in FORMATS for c in range(120)])
    with np.errstate(over="ignore"):
        return np.concatenate([x, -x, near, halves]).astype(dtype)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("source_type", ["half", "float", "double"])
def test_encode(launch, name, source_type):
    source = f"""
@cuda.jit
def k(x, y):
    i = cuda.grid(1)
    if i < x.shape[0]:
        y[0, i] = cuda.fp8.cvt_{source_type}_to_fp8(x[i], cuda.fp8.SATFINITE, cuda.fp8.{name})
        y[1, i] = cuda.fp8.__nv_cvt_{source_type}_to_fp8(x[i], cuda.fp8.__NV_NOSAT, cuda.fp8.__NV_{name})
"""
    x = numbers({"half": "f2", "float": "f4", "double": "f8"}[source_type])
    y = np.zeros((2, x.size), np.uint8)
    got = launch(source, "k", (20,), (64,), [x, y])[1]
    for row, saturate in enumerate((True, False)):
        want = [encoded(v, name, saturate) for v in x]
        np.testing.assert_array_equal(got[row], want)


@pytest.mark.parametrize("name", FORMATS)
def test_decode(launch, name):
    source = f"""
@cuda.jit
def k(c, x, h, back):
    i = cuda.grid(1)
    if i < c.shape[0]:
        x[i] = cuda.fp8.cvt_fp8_to_float(c[i], cuda.fp8.{name})
        h[i] = cuda.fp8.cvt_fp8_to_half(c[i], cuda.fp8.{name})
        back[i] = cuda.fp8.cvt_half_to_fp8(h[i], cuda.fp8.NOSAT, cuda.fp8.{name})
"""
    c = np.arange(256).astype(np.uint8)
    args = [c, np.zeros(256, "f4"), np.zeros(256, "f2"), np.zeros(256, "u1")]
    got = launch(source, "k", (4,), (64,), args)
    want = np.array([decoded(int(v), name) for v in c])
    np.testing.assert_array_equal(got[1], want.astype("f4"))
    np.testing.assert_array_equal(got[2], want.astype("f2"))
    np.testing.assert_array_equal(got[3], np.where(np.isnan(want), 127, c))


def test_exponents(launch):
    source = """
@cuda.jit
def k(x, y, c, z):
    i = cuda.grid(1)
    if i < x.shape[0]:
        y[0, i] = cuda.fp8.cvt_float_to_e8m0(x[i], cuda.fp8.SATFINITE, cuda.fp8.ROUND_ZERO)
        y[1, i] = cuda.fp8.cvt_float_to_e8m0(x[i], cuda.fp8.NOSAT, cuda.fp8.cudaRoundPosInf)
    if i < 256:
        z[i] = cuda.fp8.cvt_e8m0_to_float(c[i])
"""
    x = np.array([1, 1.5, -2, 3.9, 0, np.inf, np.nan, 3e38, 2.0**-126, 2.0**-149, 2.0**127], "f4")
    x = np.resize(x, 256)
    c = np.arange(256).astype(np.uint8)
    args = [x, np.zeros((2, 256), "u1"), c, np.zeros(256, "f4")]
    got = launch(source, "k", (4,), (64,), args)
    down = [127, 127, 128, 128, 0, 254, 255, 254, 1, 0, 254]
    up = [127, 128, 128, 129, 0, 255, 255, 255, 1, 0, 254]
    np.testing.assert_array_equal(got[1][0], np.resize(down, 256))
    np.testing.assert_array_equal(got[1][1], np.resize(up, 256))
    want = 2.0 ** (c.astype(float) - 127)
    want[255] = np.nan
    np.testing.assert_array_equal(got[3], want.astype("f4"))


@pytest.mark.parametrize("line, message", [
    ("cuda.fp8.cvt_float_to_fp8(d[i], 1, 0)", "`float32`"),
    ("cuda.fp8.cvt_float_to_fp8(x[i], 1, 2)", "cuda.fp8.E4M3"),
    ("cuda.fp8.cvt_float_to_fp8(x[i], i, 0)", "SATFINITE"),
    ("cuda.fp8.cvt_fp8_to_float(x[i], 0)", "uint8"),
    ("cuda.fp8.cvt_float_to_fp4(x[i], 1, 0)", "cuda.fp8.cvt_float_to_fp4"),
])
def test_what_is_refused(launch, line, message):
    source = f"@cuda.jit\ndef k(x, d, y):\n    i = cuda.grid(1)\n    y[i] = {line}\n"
    args = [np.zeros(4, "f4"), np.zeros(4), np.zeros(4, "u1")]
    with pytest.raises(Failed) as failure:
        launch(source, "k", (1,), (1,), args)
    assert failure.value.status == 1 and message in failure.value.stderr
