"""float16 and bfloat16, to the bit."""

import numpy as np
import pytest
from conftest import Failed

EDGES = [0.0, -0.0, 1.0, -1.5, 0.1, 3.0, 2049.0, 65504.0, -65504.0, 6e-8, 6e-5,
         1e-7, np.inf, -np.inf, np.nan]


def pairs(dtype="float16"):
    rng = np.random.default_rng(3)
    with np.errstate(over="ignore"):
        x, y = (v.ravel() for v in np.meshgrid(EDGES, EDGES))
        noise = rng.normal(size=(2, 400)) * 10.0 ** rng.integers(-5, 5, (2, 400))
        return (np.append(v, n).astype(dtype) for v, n in ((x, noise[0]), (y, noise[1])))


ARITHMETIC = """
@cuda.jit
def k(x, y, out, same):
    i = cuda.grid(1)
    if i < x.size:
        a = {cast}(x[i])
        b = {cast}(y[i])
        out[0, i] = a + b
        out[1, i] = a - b
        out[2, i] = a * b
        out[3, i] = a / b
        out[4, i] = -a
        out[5, i] = abs(a)
        out[6, i] = a * 0.1 + 1
        out[7, i] = 3 - b
        out[8, i] = i / a
        out[9, i] = a if a < b else b
        same[0, i] = a == b
        same[1, i] = a < b
        same[2, i] = a >= b
        same[3, i] = a != b
        same[4, i] = not a
"""


def test_float16(launch):
    x, y = pairs()
    out = np.zeros((10, x.size), "float16")
    launch.check(ARITHMETIC.format(cast=""), "k", (10,), (64,),
                 [x, y, out, np.zeros((5, x.size), bool)])


def test_bfloat16(launch):
    x, y = pairs("float32")
    source = "from numba import bfloat16\n" + ARITHMETIC.format(cast="bfloat16")
    out = np.zeros((10, x.size), "float32")
    launch.check(source, "k", (10,), (64,), [x, y, out, np.zeros((5, x.size), bool)])


@pytest.mark.parametrize("other", ["float32", "float64", "int32", "uint64", "complex64"])
def test_float16_meets_others(launch, other):
    source = """
@cuda.jit
def k(x, y, out):
    i = cuda.grid(1)
    if i < x.size:
        a = x[i]
        b = y[i % y.size]
        out[0, i] = a + b
        out[1, i] = b * a
        out[2, i] = b - a
"""
    x, _ = pairs()
    y = np.array([0, 1, 3, 100, 70000], other)
    out = np.zeros((3, x.size), "complex128" if other == "complex64" else "float64")
    launch.check(source, "k", (10,), (64,), [x, y, out])


def test_the_two_make_float32(launch):
    source = """
from numba import bfloat16
@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] * bfloat16(0.1) + x[i]
"""
    x, _ = pairs()
    launch.check(source, "k", (10,), (64,), [x, np.zeros(x.size, "float32")])


@pytest.mark.parametrize("name", ["float32", "float64"])
def test_conversions_round_once(launch, name):
    """Half-way cases, and those that rounding twice gets wrong."""
    source = """
from numba import float16, bfloat16
@cuda.jit
def k(x, half, wide, whole):
    i = cuda.grid(1)
    if i < x.size:
        half[i] = x[i]
        wide[i] = bfloat16(x[i])
        whole[i] = int(float16(x[i]))
"""
    base = np.array([1, 1 + 2.0**-11, 1 + 3 * 2.0**-11, 65519.99, 65520, 2.0**-25,
                     3 * 2.0**-26, 1 + 2.0**-8, 1 + 3 * 2.0**-8, 3.39e38, 1e-40])
    x = np.concatenate([base, np.nextafter(base, 0), np.nextafter(base, np.inf),
                        -base, EDGES])
    with np.errstate(over="ignore"):
        x = x.astype(name)
    launch.check(source, "k", (1,), (128,), [x, np.zeros(x.size, "float16"),
                                             np.zeros(x.size, "float32"),
                                             np.zeros(x.size, "int64")])


def test_functions_are_those_of_float32(launch):
    source = """
@cuda.jit
def k(x, out, wide):
    i = cuda.grid(1)
    if i < x.size:
        a = x[i]
        w = float32(a)
        out[0, i] = math.sin(a)
        out[1, i] = math.sqrt(a)
        out[2, i] = a ** 0.3
        out[3, i] = a // 3
        out[4, i] = a % 3
        out[5, i] = math.floor(a)
        out[6, i] = np.sign(a)
        out[7, i] = np.maximum(a, 0.5)
        out[8, i] = max(a, 2)
        out[9, i] = math.hypot(a, 1)
        wide[0, i] = math.sin(w)
        wide[1, i] = math.sqrt(w)
        wide[2, i] = w ** 0.3
        wide[3, i] = w // 3
        wide[4, i] = w % 3
        wide[5, i] = math.floor(w)
        wide[6, i] = np.sign(w)
        wide[7, i] = np.maximum(w, 0.5)
        wide[8, i] = max(w, 2)
        wide[9, i] = math.hypot(w, 1)
"""
    x = np.array([0.5, 1, 2.25, 100, 7, 0.1], "float16")
    out, wide = np.zeros((10, 6), "float16"), np.zeros((10, 6), "float32")
    _, out, wide = launch(source, "k", (1,), (8,), [x, out, wide])
    # The literal 0.3 is rounded to the type that it meets.
    rows = [0, 1, 3, 4, 5, 6, 7, 8, 9]
    assert np.array_equal(out[rows], wide[rows].astype("float16"))
    np.testing.assert_allclose(out[2], wide[2], 2e-3)


NAMES = {
    "hadd": lambda a, b: a + b, "hsub": lambda a, b: a - b, "hmul": lambda a, b: a * b,
    "hdiv": lambda a, b: a / b, "hmax": np.fmax, "hmin": np.fmin,
    "heq": np.equal, "hgt": np.greater, "hge": np.greater_equal, "hlt": np.less,
    "hle": np.less_equal, "hne": lambda a, b: (a < b) | (a > b),
}
BRAIN_NAMES = {
    "hequ": lambda a, b: ~((a < b) | (a > b)), "hneu": np.not_equal,
    "hgtu": lambda a, b: ~(a <= b), "hgeu": lambda a, b: ~(a < b),
    "hltu": lambda a, b: ~(a >= b), "hleu": lambda a, b: ~(a > b),
    "hmax_nan": np.maximum, "hmin_nan": np.minimum,
    "hadd_sat": lambda a, b: np.fmin(np.fmax(a + b, 0), 1),
}
UNARY = {
    "hneg": np.negative, "habs": np.abs, "hfloor": np.floor, "hceil": np.ceil,
    "hrint": np.rint, "htrunc": np.trunc, "hsqrt": np.sqrt, "hrcp": lambda a: 1 / a,
}


def test_names_of_fp16(launch):
    rows = "".join(f"        out[{n}, i] = cuda.fp16.{f}(a, b)\n" for n, f in enumerate(NAMES))
    rows += "".join(
        f"        out[{n + len(NAMES)}, i] = cuda.fp16.{f}(a)\n" for n, f in enumerate(UNARY)
    )
    source = ("@cuda.jit\ndef k(x, y, out):\n    i = cuda.grid(1)\n"
              "    if i < x.size:\n        a = x[i]\n        b = y[i]\n" + rows)
    x, y = pairs()
    out = np.zeros((len(NAMES) + len(UNARY), x.size), "float16")
    got = launch(source, "k", (10,), (64,), [x, y, out])[2]
    with np.errstate(all="ignore"):
        wants = [f(x, y) for f in NAMES.values()] + [f(x) for f in UNARY.values()]
    for name, row, want in zip([*NAMES, *UNARY], got, wants):
        np.testing.assert_array_equal(row, want.astype("float16"), err_msg=name)


def bfloat(x):
    """Rounded to nearest even, as float32."""
    bits = np.asarray(x, "float32").view("uint32").astype("uint64")
    rounded = ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16 << 16).astype("uint32")
    return np.where(np.isnan(x), np.float32(np.nan), rounded.view("float32"))


def test_names_of_bf16(launch):
    names = {**NAMES, **BRAIN_NAMES}
    rows = "".join(f"        out[{n}, i] = cuda.bf16.{f}(a, b)\n" for n, f in enumerate(names))
    source = ("from numba import bfloat16\n"
              "@cuda.jit\ndef k(x, y, out):\n    i = cuda.grid(1)\n    if i < x.size:\n"
              "        a = bfloat16(x[i])\n        b = bfloat16(y[i])\n" + rows)
    x, y = (bfloat(v) for v in pairs("float32"))
    out = np.zeros((len(names), x.size), "float32")
    got = launch(source, "k", (10,), (64,), [x, y, out])[2]
    for (name, function), row in zip(names.items(), got):
        with np.errstate(all="ignore"):
            want = bfloat(function(x, y).astype("float32"))
        np.testing.assert_array_equal(row, want, err_msg=name)


def exact_fma(a, b, c):
    """a * b + c as a fraction, or None where that is no number."""
    from fractions import Fraction

    if not np.isfinite([a, b, c]).all():
        return None
    return Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))


def nearest(value, digits, least):
    """The float of so many digits nearest a fraction, ties to even."""
    from fractions import Fraction

    if value == 0:
        return 0.0
    exponent = 0
    size = abs(value)
    while size >= Fraction(2) ** exponent:
        exponent += 1
    while size < Fraction(2) ** (exponent - 1):
        exponent -= 1
    unit = Fraction(2) ** (max(exponent, least) - digits)
    return float(round(value / unit) * unit)


@pytest.mark.parametrize("form", ["fp16", "bf16"])
def test_fma_rounds_once(launch, form):
    source = f"""
from numba import float16, bfloat16
@cuda.jit
def k(x, y, z, out):
    i = cuda.grid(1)
    if i < x.size:
        cast = {"float16" if form == "fp16" else "bfloat16"}
        out[i] = cuda.{form}.hfma(cast(x[i]), cast(y[i]), cast(z[i]))
"""
    digits, least = (11, -13) if form == "fp16" else (8, -125)
    rng = np.random.default_rng(1)
    units = 2.0 ** (1 - digits)
    x = 1 + rng.integers(0, 2 ** (digits - 1), 2000) * units
    y = 1 + rng.integers(0, 2 ** (digits - 1), 2000) * units
    # Tiny addends decide ties of the product.
    z = rng.choice([-1, 1], 2000) * 2.0 ** rng.integers(-14 if form == "fp16" else -90, 3, 2000)
    args = [v.astype("float32") for v in (x, y, z)]
    got = launch(source, "k", (20,), (128,), [*args, np.zeros(2000, "float32")])[3]
    want = [nearest(exact_fma(a, b, c), digits, least) for a, b, c in zip(x, y, z)]
    assert np.array_equal(got, np.array(want, "float32"))


@pytest.mark.parametrize("space", ["global", "shared"])
def test_atomics(launch, space):
    source = """
@cuda.jit
def k(x, total, most, least):
    s = cuda.shared.array(3, np.float16)
    i = cuda.threadIdx.x
    if i < 3:
        s[i] = 0
    cuda.syncthreads()
    cuda.atomic.add(WHERE, 1, x[i])
    cuda.atomic.max(most, i % 3, x[i])
    cuda.atomic.min(least, i % 3, x[i])
    cuda.atomic.sub(WHERE, 2, x[i])
    cuda.syncthreads()
    if i < 3 and WHERE is not total:
        total[i] = s[i]
""".replace("WHERE is not total", str(space == "shared")).replace(
        "WHERE", "s" if space == "shared" else "total")
    x = np.arange(-30, 34).astype("float16")
    arrays = [x, np.zeros(3, "float16"), np.zeros(3, "float16"), np.zeros(3, "float16")]
    _, total, most, least = launch(source, "k", (1,), (64,), arrays)
    assert total.tolist() == [0, x.sum(), -x.sum()]
    assert most.tolist() == [33, 31, 32] and least.tolist() == [-30, -29, -28]


def test_atomics_of_bfloat16(launch):
    source = """
from numba import bfloat16
@cuda.jit
def k(x, out):
    s = cuda.shared.array(4, bfloat16)
    i = cuda.threadIdx.x
    if i < 4:
        s[i] = i
    cuda.syncthreads()
    old = cuda.atomic.add(s, 1, bfloat16(x[i]))
    cuda.atomic.max(s, 2, bfloat16(x[i]))
    cuda.syncthreads()
    if i < 4:
        out[i] = s[i]
"""
    x = np.arange(32, dtype="float32")
    out = np.zeros(4, "float32")
    assert launch(source, "k", (1,), (16,), [x, out])[1].tolist() == [0, 121, 15, 3]


def test_sums_constants_and_functions(launch):
    source = """
C = np.array([0.1, 2, 3], dtype=np.float16)

@cuda.jit(device=True)
def scaled(v, n):
    if n > 3:
        return 1.5
    return v * n

@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    total = 0
    for j in range(x.shape[0]):
        total += x[j, i] * C[j % 3]
    out[0, i] = total
    out[1, i] = scaled(x[0, i], x[1, i])
    out[2, i] = total if total > 1 else 2.0
    while total < 50 and total != 0:
        total = total * 2 + 1
    out[3, i] = total
"""
    x = np.random.default_rng(5).normal(size=(7, 16)).astype("float16")
    launch.check(source, "k", (1,), (16,), [abs(x), np.zeros((4, 16), "float16")])


def test_shuffles_and_local_arrays(launch):
    source = """
@cuda.jit
def k(x, out):
    i = cuda.threadIdx.x
    t = cuda.local.array(2, np.float16)
    t[0] = x[i]
    t[1] = cuda.shfl_down_sync(0xffffffff, t[0], 1)
    out[0, i] = t[1]
    out[1, i] = cuda.shfl_xor_sync(0xffffffff, x[i], 3) + t[0]
"""
    x = np.arange(32).astype("float16") / 7
    got = launch(source, "k", (1,), (32,), [x, np.zeros((2, 32), "float16")])[1]
    assert np.array_equal(got[0], np.append(x[1:], x[31]))
    assert np.array_equal(got[1], x[np.arange(32) ^ 3] + x)


@pytest.mark.parametrize("value", [np.float16(0.1), 0.1, 3])
def test_scalar_arguments(launch, value):
    source = """
@cuda.jit
def k(a, x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = x[i] * a
"""
    x = np.arange(8).astype("float16")
    launch.check(source, "k", (1,), (8,), [value, x, np.zeros(8, "float16")])


def test_arrays_of_bfloat16_on_the_command_line(launch):
    source = """
@cuda.jit
def k(out):
    x = cuda.shared.array(4, "bfloat16")
    x[0] = 1 / 3
    out[0] = x[0]
"""
    got = launch(source, "k", (1,), (1,), [np.zeros(1, "float32")])[0]
    assert got[0] == bfloat(np.float32(1 / 3))


CONVERSIONS = """
from numba import bfloat16
@cuda.jit
def k(x, n, to, whole):
    i = cuda.grid(1)
    if i < x.size:
        b = cuda.bf16.float32_to_bfloat16(x[i])
        to[0, i] = b
        to[1, i] = cuda.bf16.float32_to_bfloat16_rz(x[i])
        to[2, i] = cuda.bf16.float32_to_bfloat16_rd(x[i])
        to[3, i] = cuda.bf16.float32_to_bfloat16_ru(x[i])
        to[4, i] = cuda.bf16.int64_to_bfloat16_rn(n[i])
        to[5, i] = cuda.bf16.int64_to_bfloat16_rz(n[i])
        to[6, i] = cuda.bf16.int64_to_bfloat16_rd(n[i])
        to[7, i] = cuda.bf16.int64_to_bfloat16_ru(n[i])
        to[8, i] = cuda.bf16.int16_as_bfloat16(cuda.bf16.bfloat16_as_int16(b))
        to[9, i] = cuda.bf16.bfloat16_to_float32(b)
        whole[0, i] = cuda.bf16.bfloat16_to_int16_rz(b)
        whole[1, i] = cuda.bf16.bfloat16_to_int32_rn(b)
        whole[2, i] = cuda.bf16.bfloat16_to_int64_rd(b)
        whole[3, i] = cuda.bf16.bfloat16_to_uint8_rz(b)
        whole[4, i] = cuda.bf16.bfloat16_to_int32_ru(b)
        whole[5, i] = cuda.bf16.bfloat16_as_uint16(b)
"""


def test_conversions_of_bf16(launch):
    x = np.array([0.0, -0.0, 1.1, -1.1, 2.5, -3.5, 300.7, -70000.3, 1e10, -1e10, np.inf,
                  -np.inf, np.nan, 1e-40], "float32")
    n = np.array([0, 1, -1, 255, 257, -257, 12345, -12345, 2**40 + 1, -(2**40) - 1,
                  2**53, 3, 5, 7])
    to, whole = np.zeros((10, x.size), "float32"), np.zeros((6, x.size), "int64")
    _, _, to, whole = launch(CONVERSIONS, "k", (1,), (32,), [x, n, to, whole])

    def directed(values, up):
        near = bfloat(values.astype("float32")).astype("float64")
        step = np.nextafter(near.astype("float32"), np.float32(np.inf if up else -np.inf))
        bits = near.astype("float32").view("uint32").astype("int64")
        away = np.where((near > 0) == up, bits + 65536, bits - 65536)
        moved = np.where(near == 0, step, (away & 0xFFFFFFFF).astype("uint32").view("float32"))
        off = near < values if up else near > values
        return np.where(off, moved, near).astype("float32")

    tame = np.isfinite(x) & (x != np.float32(1e-40))
    wide = x.astype("float64")
    for row, up in ((2, False), (3, True)):
        assert np.array_equal(to[row][tame], directed(wide, up)[tame])
        assert np.array_equal(to[row + 4], directed(n.astype("float64"), up))
    toward = np.where(wide < 0, directed(wide, True), directed(wide, False))
    assert np.array_equal(to[1][tame], toward[tame])
    b = bfloat(x)
    for row in (0, 8, 9):
        np.testing.assert_array_equal(to[row], b)
    assert np.array_equal(to[4], bfloat(n.astype("float32")))
    clean = np.nan_to_num(b.astype("float64"), nan=0, posinf=1e300, neginf=-1e300)

    def saturated(values, low, high):
        return np.array([int(min(max(v, low), high)) for v in values])

    assert np.array_equal(whole[0], saturated(np.trunc(clean), -(2**15), 2**15 - 1))
    assert np.array_equal(whole[1], saturated(np.rint(clean), -(2**31), 2**31 - 1))
    assert np.array_equal(whole[3], saturated(np.trunc(clean), 0, 255))
    assert np.array_equal(whole[4], saturated(np.ceil(clean), -(2**31), 2**31 - 1))
    limit = [v if abs(v) < 2**63 else (2**63 - 1 if v > 0 else -(2**63)) for v in
             map(int, np.floor(clean))]
    assert whole[2].tolist() == limit
    tame = ~np.isnan(x)
    assert np.array_equal(whole[5][tame], (b.view("uint32") >> 16)[tame])


RAW_ONE = {"__hneg": np.negative, "__habs": np.abs}
RAW_TWO = {
    "__hadd": np.add, "__hsub_rn": np.subtract, "__hmul": np.multiply,
    "__hadd_sat": lambda a, b: np.clip(np.nan_to_num(a + b, nan=0.0), 0, 1),
    "__heq": np.equal, "__hne": lambda a, b: (a < b) | (a > b),
    "__hequ": lambda a, b: ~((a < b) | (a > b)), "__hneu": np.not_equal,
    "__hltu": lambda a, b: ~(a >= b), "__hge": np.greater_equal,
    "__hmax": np.fmax, "__hmin_nan": np.minimum,
}


def test_raw_names_of_fp16(launch):
    lines = [f"cuda.fp16.{f}(a, b)" for f in RAW_TWO]
    lines += [f"cuda.fp16.{f}(a)" for f in RAW_ONE] + ["cuda.fp16.__hisinf(a)"]
    rows = "".join(f"        out[{n}, i] = {line}\n" for n, line in enumerate(lines))
    source = ("@cuda.jit\ndef k(x, y, out):\n    i = cuda.grid(1)\n    if i < x.size:\n"
              "        a = x[i]\n        b = y[i]\n" + rows)
    x, y = pairs("float16")
    got = launch(source, "k", (10,), (64,), [x, y, np.zeros((len(lines), x.size), "f4")])[2]
    with np.errstate(all="ignore"):
        want = [f(x, y) for f in RAW_TWO.values()] + [f(x) for f in RAW_ONE.values()]
    want.append(np.isposinf(x).astype(int) - np.isneginf(x).astype(int))
    for line, have, row in zip(lines, got, want):
        np.testing.assert_array_equal(have, np.asarray(row).astype("f4"), err_msg=line)


def directed(x, direction):
    """float16 of float64s, rounded towards zero, down or up."""
    with np.errstate(all="ignore"):
        near = x.astype("f2")
        back = near.astype("f8")
        below = np.nextafter(near, np.float16(-np.inf))
        above = np.nextafter(near, np.float16(np.inf))
    if direction == "rz":
        toward = np.where(near > 0, below, above)
        return np.where(np.abs(back) > np.abs(x), toward, near)
    if direction == "rd":
        return np.where(back > x, below, near)
    return np.where(back < x, above, near)


def test_raw_conversions_of_fp16(launch):
    source = """
@cuda.jit
def k(x, n, h, w, u):
    i = cuda.grid(1)
    if i < x.shape[0]:
        h[0, i] = cuda.fp16.__float2half(x[i])
        h[1, i] = cuda.fp16.__float2half_rz(x[i])
        h[2, i] = cuda.fp16.__float2half_rd(x[i])
        h[3, i] = cuda.fp16.__float2half_ru(x[i])
        h[4, i] = cuda.fp16.__int2half_rz(n[i])
        h[5, i] = cuda.fp16.__ll2half_ru(n[i])
        h[6, i] = cuda.fp16.__short_as_half(cuda.fp16.__half_as_short(h[0, i]))
        a = h[0, i]
        w[0, i] = cuda.fp16.__half2int_rn(a)
        w[1, i] = cuda.fp16.__half2int_rd(a)
        w[2, i] = cuda.fp16.__half2ll_ru(a)
        w[3, i] = cuda.fp16.__half2uchar_rz(a)
        w[4, i] = cuda.fp16.__half2short_rz(a)
        u[i] = cuda.fp16.__half_as_ushort(a)
"""
    rng = np.random.default_rng(3)
    x = (rng.normal(size=500) * 2.0 ** rng.integers(-26, 18, 500)).astype("f4")
    x[:8] = [0, -0.0, 65504, 65519, 65520, -70000, 1e-9, -1e-9]
    n = rng.integers(-70000, 70000, 500).astype(np.int32)
    args = [x, n, np.zeros((7, 500), "f2"), np.zeros((5, 500), "i8"), np.zeros(500, "u2")]
    h, w, u = launch(source, "k", (8,), (64,), args)[2:]
    wide = x.astype("f8")
    with np.errstate(all="ignore"):
        a = x.astype("f2")
    np.testing.assert_array_equal(h[0], a)
    for row, direction in ((1, "rz"), (2, "rd"), (3, "ru")):
        np.testing.assert_array_equal(h[row], directed(wide, direction), err_msg=direction)
    np.testing.assert_array_equal(h[4], directed(n.astype("f8"), "rz"))
    np.testing.assert_array_equal(h[5], directed(n.astype("f8"), "ru"))
    np.testing.assert_array_equal(h[6], a)
    np.testing.assert_array_equal(u, a.view("u2"))
    finite = np.isfinite(a)
    for row, function, low, high in (
        (0, np.rint, -(2**31), 2**31 - 1), (1, np.floor, -(2**31), 2**31 - 1),
        (2, np.ceil, -(2**63), 2**63 - 1), (3, np.trunc, 0, 255),
        (4, np.trunc, -(2**15), 2**15 - 1),
    ):
        want = np.clip(function(a[finite].astype("f8")), low, high).astype("i8")
        np.testing.assert_array_equal(w[row][finite], want)


def test_raw_names_that_are_none(launch):
    for name in ("__half2char_rn", "__float2half_up", "__hfoo", "atomicAdd"):
        source = f"@cuda.jit\ndef k(x, y):\n    y[0] = cuda.fp16.{name}(x[0])\n"
        with pytest.raises(Failed) as failure:
            launch(source, "k", (1,), (1,), [np.zeros(1, "f2"), np.zeros(1)])
        assert f"cuda.fp16.{name}" in failure.value.stderr


def test_nan_to_num(launch):
    """The largest finite number in place of an infinity is float16's own."""
    source = """
@cuda.jit
def k(x, y):
    for i in range(x.size):
        y[i] = np.nan_to_num(x[i])
"""
    x = np.array(EDGES, "f2")
    y = launch(source, "k", (1,), (1,), [x, np.zeros_like(x)])[1]
    np.testing.assert_array_equal(y, np.nan_to_num(x))
