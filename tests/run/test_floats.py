"""Floats: weak and typed, Python's // and %, nan, inf and signed zeros."""

import math

import numpy as np
import pytest


def edges(dtype):
    info = np.finfo(dtype)
    values = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0, 7.25, -7.25, 1e10, -1e10,
              info.max, info.min, info.tiny, info.smallest_subnormal,
              -info.smallest_subnormal, np.inf, -np.inf, np.nan, 0.1, 1 / 3]
    return np.array(values, dtype)


def pairs(dtype):
    grid = np.meshgrid(edges(dtype), edges(dtype), indexing="ij")
    return grid[0].ravel(), grid[1].ravel()


OPERATORS = """
@cuda.jit
def k(a, b, out, tests):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = a[i] + b[i]
        out[i, 1] = a[i] - b[i]
        out[i, 2] = a[i] * b[i]
        out[i, 3] = a[i] / b[i]
        out[i, 4] = a[i] // b[i]
        out[i, 5] = a[i] % b[i]
        out[i, 6] = min(a[i], b[i])
        out[i, 7] = max(a[i], b[i])
        out[i, 8] = -a[i]
        out[i, 9] = abs(a[i])
        tests[i, 0] = a[i] < b[i]
        tests[i, 1] = a[i] <= b[i]
        tests[i, 2] = a[i] > b[i]
        tests[i, 3] = a[i] >= b[i]
        tests[i, 4] = a[i] == b[i]
        tests[i, 5] = a[i] != b[i]
        tests[i, 6] = not a[i]
        tests[i, 7] = a[i] < b[i] < 5
        tests[i, 8] = math.isnan(a[i])
        tests[i, 9] = math.isinf(a[i])
        tests[i, 10] = math.isfinite(a[i])
"""


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_operators(launch, dtype):
    x, y = pairs(dtype)
    # min and max of 0 and -0 may be either.
    keep = ~((x == 0) & (y == 0) & (np.signbit(x) != np.signbit(y)))
    x, y = x[keep], y[keep]
    out = np.zeros((x.size, 10), dtype)
    tests = np.zeros((x.size, 11), bool)
    launch.check(OPERATORS, "k", (8,), (64,), [x, y, out, tests])


def test_literals_are_weak(launch):
    """float32 data stays float32, whatever literals it meets."""
    source = """
@cuda.jit
def k(a, s, n, out, wide):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = a[i] * 0.1
        out[i, 1] = a[i] + 1 / 3
        out[i, 2] = a[i] * s
        out[i, 3] = a[i] * n
        out[i, 4] = a[i] * i
        out[i, 5] = (a[i] * 0.1 + 0.2) / 0.3
        out[i, 6] = max(a[i], 0.1)
        out[i, 7] = a[i] if a[i] > 0.1 else 0.1
        out[i, 8] = float(n) * a[i]
        wide[i, 0] = a[i] * 0.1
        wide[i, 1] = a[i] == 0.1
        wide[i, 2] = 0.1
        wide[i, 3] = s
        wide[i, 4] = n / 3
        wide[i, 5] = a[i] if n else 0.1
        wide[i, 6] = (n / 3) * 3
        acc = 0.0
        for j in range(5):
            acc += a[i]
        wide[i, 7] = acc
        wide[i, 8] = n * s
"""
    a = np.array([0.1, 0.3, 1e8, -7, 3.3e-5], np.float32)
    launch.check(
        source, "k", (1,), (8,),
        [a, 0.7, 10, np.zeros((5, 9), np.float32), np.zeros((5, 9))],
    )


def test_typed_float64_widens(launch):
    source = """
@cuda.jit
def k(a, b, s, out):
    i = cuda.grid(1)
    out[i, 0] = a[i] * b[i]
    out[i, 1] = a[i] * float64(0.1)
    out[i, 2] = a[i] * np.float64(0.1)
    out[i, 3] = float64(a[i]) * 0.1
    out[i, 4] = a[i] * s
    out[i, 5] = float32(b[i]) * a[i]
    out[i, 6] = float32(0.1)
"""
    a = np.array([0.1, 0.3, 1e8], np.float32)
    b = np.array([0.7, 1 / 3, 2.2])
    args = [a, b, np.float64(0.1), np.zeros((3, 7))]
    launch.check(source, "k", (1,), (3,), args)


def test_int_of_float_truncates_and_saturates(launch):
    source = """
@cuda.jit
def k(a, out, u64, i32, u8):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = int(a[i])
        out[i, 1] = math.floor(a[i])
        out[i, 2] = math.ceil(a[i])
        out[i, 3] = math.trunc(a[i])
        out[i, 4] = round(a[i])
        u64[i] = a[i]
        i32[i] = a[i]
        u8[i] = a[i]
"""
    values = [0.0, -0.5, 0.5, 1.5, 2.5, -1.5, 1e9, 3e9, -3e9, 9.3e18, -9.3e18,
              1.9e19, 1e30, -1e30, np.inf, -np.inf, np.nan, 300.7, -1.0]
    for dtype in (np.float32, np.float64):
        a = np.array(values, dtype)
        n = a.size
        launch.check(
            source, "k", (1,), (32,),
            [a, np.zeros((n, 5), np.int64), np.zeros(n, np.uint64),
             np.zeros(n, np.int32), np.zeros(n, np.uint8)],
        )


def test_min_max_ignore_nan(launch):
    source = """
@cuda.jit
def k(a, out):
    out[0] = min(a[0], a[1])
    out[1] = min(a[1], a[0])
    out[2] = max(a[0], a[1], a[2])
    out[3] = max(a[1], a[1])
    out[4] = min((a[0], a[1], a[2]))
"""
    a = np.array([np.nan, 2, -3], np.float32)
    got = launch.check(source, "k", (1,), (1,), [a, np.zeros(5, np.float32)])
    assert got[1][:3].tolist() == [2, 2, 2]


def test_float_division_by_zero(launch):
    source = """
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    out[i, 0] = a[i] / 0.0
    out[i, 1] = a[i] // 0.0
    out[i, 2] = a[i] % 0.0
    out[i, 3] = i / 0
    out[i, 4] = 1 / a[i]
"""
    a = np.array([0.0, 1.0, -1.0, np.nan])
    launch.check(source, "k", (1,), (4,), [a, np.zeros((4, 5))])


def test_exact_math(launch):
    source = """
@cuda.jit
def k(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = math.sqrt(a[i])
        out[i, 1] = math.fabs(a[i])
        out[i, 2] = math.copysign(a[i], b[i])
        out[i, 3] = math.sqrt(2)
        out[i, 4] = math.fmod(a[i], b[i])
"""
    for dtype in ("float32", "float64"):
        x, y = pairs(dtype)
        args = [x, y, np.zeros((x.size, 5), dtype)]
        launch.check(source, "k", (8,), (64,), args)


def test_approximate_math(launch):
    names = ("sin cos tan asin acos atan exp exp2 expm1 log log2 log10 log1p "
             "sinh cosh tanh cbrt").split()
    lines = "".join(
        f"    out[i, {n}] = math.{name}(a[i])\n" for n, name in enumerate(names)
    )
    source = f"""
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
{lines}    out[i, {len(names)}] = math.pow(a[i], 1.7)
    out[i, {len(names) + 1}] = a[i] ** 2.5
    out[i, {len(names) + 2}] = math.atan2(a[i], 0.3)
    out[i, {len(names) + 3}] = math.hypot(a[i], 2)
"""
    for dtype, tolerance in (("float32", 1e-6), ("float64", 1e-14)):
        a = np.array([0.01, 0.3, 0.5, 0.75, 0.99], dtype)
        out = np.zeros((5, len(names) + 4), dtype)
        launch.check(source, "k", (1,), (5,), [a, out], tolerance=tolerance)


def test_math_that_numpy_lacks(launch):
    names = "erf erfc gamma lgamma radians degrees".split()
    lines = "".join(f"    out[i, {n}] = math.{f}(a[i])\n" for n, f in enumerate(names))
    source = f"@cuda.jit\ndef k(a, out):\n    i = cuda.grid(1)\n{lines}"
    for dtype, tolerance in (("float32", 2e-6), ("float64", 1e-13)):
        a = np.array([-2.5, -0.3, 0.25, 0.75, 3, 7.5], dtype)
        got = launch(source, "k", (1,), (6,), [a, np.zeros((6, 6), dtype)])[1]
        want = [[getattr(math, f)(float(x)) for f in names] for x in a]
        np.testing.assert_allclose(got, want, rtol=tolerance)


def test_contraction_rounds_once(launch):
    source = """
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    out[i, 0] = a[i] * a[i] - 1
    out[i, 1] = a[i] * a[i] + a[i]
    p = a[i] * a[i]
    out[i, 2] = p - 1
"""
    a = 1 + np.arange(1, 9) * 2.0**-30
    out = np.zeros((8, 3))
    fused, apart = np.zeros((8, 3)), np.zeros((8, 3))
    for i, x in enumerate(a):
        exact = int(x * 2**30) ** 2
        fused[i] = [(exact - 2**60) / 2**60, (exact + int(x * 2**30) * 2**30) / 2**60,
                    x * x - 1]
        apart[i] = [x * x - 1, x * x + x, x * x - 1]
    got = launch(source, "k", (1,), (8,), [a, out])
    assert (got[1] == fused).all()
    got = launch(source, "k", (1,), (8,), [a, out], options=["--fmad=false"])
    assert (got[1] == apart).all()
    assert (fused != apart).any()


def test_round_to_digits(launch):
    source = """
@cuda.jit
def k(a, b, digits, whole, out32, out64, ints):
    i = cuda.grid(1)
    if i < a.size:
        for j in range(digits.size):
            out32[i, j] = round(a[i], digits[j])
            out64[i, j] = round(b[i], digits[j])
        out64[i, digits.size] = round(b[i], 2)
        out64[i, digits.size + 1] = round(b[i], -3)
        out64[i, digits.size + 2] = round(b[i], -(2**63))
        out32[i, digits.size] = round(a[i], 45)
        ints[i, 0] = round(whole[i], -2)
        ints[i, 1] = round(whole[i], 3)
        ints[i, 2] = round(whole[i], -25)
"""
    values = [0.0, -0.0, 0.5, 2.675, -2.675, 1e-5, 12345.678, -9876.5, 1e30,
              -1e300, 1e-300, 150.0, 250.0, np.inf, -np.inf, np.nan]
    digits = np.array([0, 1, 2, 5, 22, 40, 308, 400, -1, -2, -30, -400,
                       2**63 - 1, -(2**63)])
    b = np.array(values)
    with np.errstate(over="ignore"):
        a = b.astype(np.float32)
    whole = np.array([0, 49, 50, 51, 150, 250, -50, -150, -151, 10**18, 12345,
                      -1, 99, 2**62, -(2**62), 7])
    n = b.size
    launch.check(
        source, "k", (1,), (32,),
        [a, b, digits, whole, np.zeros((n, 15), np.float32),
         np.zeros((n, 17)), np.zeros((n, 3), np.int64)],
    )


def test_extremes_beside_integers_ignore_nan(launch):
    """What is made of an integer is no nan, which some compilers make wrong use of."""
    source = """
@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = max(x[i], i)
        out[1, i] = max(i, x[i])
        out[2, i] = min(x[i], i)
        out[3, i] = min(i - 3, x[i])
"""
    x = np.array([np.nan, -np.nan, 1.5, -2.5, np.nan, -np.inf, np.inf, 7], np.float32)
    for options in ((), ("-O0",)):
        launch.check(source, "k", (1,), (8,), [x, np.zeros((4, 8))], options=options)


def test_whole_numbers_as_floats_are_never_minus_zero(launch):
    source = """
@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[0, i] = math.trunc(x[i]) * 1.0
        out[1, i] = 1.0 / math.ceil(x[i])
        out[2, i] = round(x[i]) / 2
        out[3, i] = math.floor(x[i])
        out[4, i] = math.trunc(-0.75) * 1.0
"""
    x = np.array([-0.25, -0.0, 0.0, 0.25, -1.5, 2.5], np.float32)
    launch.check(source, "k", (1,), (8,), [x, np.zeros((5, 6))])


def test_known_numbers_compare_as_their_types_do(launch):
    """0.1 beside float32 is one, whether the compiler knows both or not."""
    source = """
G = np.float32(0.1)
@cuda.jit
def k(s, out):
    out[0] = 0.1 != G
    out[1] = G < 0.1
    out[2] = 0.1 == (0.1 or s)
    out[3] = np.float32(16777216) == 16777217
    out[4] = np.float64(0.1) == G
    out[5] = s == 0.1
"""
    got = launch(source, "k", (1,), (1,), [np.float32(0.1), np.zeros(6, np.int32)])
    assert got[1].tolist() == [0, 0, 1, 1, 0, 1]


def test_int_of_a_clamped_float(launch):
    source = """
@cuda.jit
def k(a, bytes, cells, wide, table):
    i = cuda.grid(1)
    if i < a.size:
        bytes[i] = np.uint8(min(max(a[i], 0), 255))
        at = int(math.floor(min(max(a[i], -3), 4)))
        cells[i] = table[at]
        wide[i, 0] = int(min(a[i], 2147483520))
        wide[i, 1] = int(max(min(a[i], 2147483647), -2147483648))
        wide[i, 2] = int(abs(a[i]) * 0.5)
        wide[i, 3] = int(max(a[i], -1.5))
"""
    values = [0.0, -0.5, 0.5, 254.9, 255.5, -1.5, -2.5, 3.5, 1e9, 2147483520.0, 2147483648.0,
              -2147483648.0, 4e9, -4e9, 9.3e18, -9.3e18, 1e30, np.inf, -np.inf, np.nan]  # fmt: skip
    table = np.arange(10, 18, dtype=np.int32)
    for dtype in (np.float32, np.float64):
        a = np.array(values, dtype)
        n = a.size
        launch.check(
            source, "k", (1,), (32,),
            [a, np.zeros(n, np.uint8), np.zeros(n, np.int32), np.zeros((n, 4), np.int64), table],
        )  # fmt: skip


EXPONENTS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1, -2, -3, -4, -5, 0.5, -0.5, 1.5, -1.5, 2.5]


@pytest.mark.parametrize("dtype, nearness", [("float32", 8e-7), ("float64", 2e-15)])
def test_powers(launch, dtype, nearness):
    """Those with products or roots, and others."""
    lines = "".join(f"        out[i, {k}] = x[i] ** {exponent}\n" for k, exponent in enumerate(EXPONENTS))
    source = f"@cuda.jit\ndef k(x, out):\n    i = cuda.grid(1)\n    if i < x.size:\n{lines}"
    info = np.finfo(dtype)
    special = [0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan, info.max, -info.max, info.tiny, -info.tiny,
               float(info.max) ** 0.5, float(info.max) ** -0.25, -float(info.tiny) ** 0.5]
    x = np.concatenate([special, np.random.default_rng(3).lognormal(0, 2, 40), -np.arange(1, 11) / 3]).astype(dtype)
    out, = launch.check(source, "k", (2,), (32,), [x, np.zeros((x.size, len(EXPONENTS)), dtype)],
                        sig=f"{dtype}[::1], {dtype}[:, ::1]", tolerance=nearness)[1:]
    with np.errstate(all="ignore"):
        want = np.stack([np.array([v ** np.dtype(dtype).type(e) for v in x]) for e in EXPONENTS], axis=1)
    plain = ~np.isnan(want)
    assert (np.signbit(out) == np.signbit(want))[plain].all()
