"""Integers: all widths, every operator, values at the edges."""

import re
from random import Random

import numpy as np
import pytest

TYPES = "int8 int16 int32 int64 uint8 uint16 uint32 uint64".split()


def edges(dtype):
    info = np.iinfo(dtype)
    values = {0, 1, 2, 3, 5, 7, 31, 63, 64, 65, 100, info.max, info.max - 1, info.min}
    if info.min:
        values |= {-1, -2, -3, -7, -64, info.min + 1}
    else:
        values |= {200, 255}
    return np.array(sorted(v for v in values if info.min <= v <= info.max), dtype)


def pairs(a, b):
    grid = np.meshgrid(edges(a), edges(b), indexing="ij")
    return grid[0].ravel(), grid[1].ravel()


BINARY = """
@cuda.jit
def k(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = a[i] + b[i]
        out[i, 1] = a[i] - b[i]
        out[i, 2] = a[i] * b[i]
        out[i, 3] = a[i] // b[i]
        out[i, 4] = a[i] % b[i]
        out[i, 5] = a[i] << b[i]
        out[i, 6] = a[i] >> b[i]
        out[i, 7] = a[i] & b[i]
        out[i, 8] = a[i] | b[i]
        out[i, 9] = a[i] ^ b[i]
        out[i, 10] = a[i] ** b[i]
        out[i, 11] = min(a[i], b[i])
        out[i, 12] = max(a[i], b[i])
        out[i, 13] = a[i] < b[i]
        out[i, 14] = a[i] <= b[i]
        out[i, 15] = a[i] > b[i]
        out[i, 16] = a[i] >= b[i]
        out[i, 17] = a[i] == b[i]
        out[i, 18] = a[i] != b[i]
        q, r = divmod(a[i], b[i])
        out[i, 19] = q
        out[i, 20] = r
"""

MIXED = [("int8", "uint64"), ("uint64", "int64"), ("int64", "uint32"),
         ("uint8", "int16"), ("uint32", "int32"), ("int32", "uint64"), ("int16", "uint8"), ("int32", "uint16"),
         ("int32", "int8"), ("int8", "int32")]


@pytest.mark.parametrize("a,b", [(t, t) for t in TYPES] + MIXED)
def test_binary_operators(launch, a, b):
    x, y = pairs(a, b)
    out = np.zeros((x.size, 21), np.int64)
    launch.check(BINARY, "k", (4,), (128,), [x, y, out])


@pytest.mark.parametrize("dtype", TYPES)
def test_unary_operators(launch, dtype):
    source = """
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = -a[i]
        out[i, 1] = ~a[i]
        out[i, 2] = abs(a[i])
        out[i, 3] = +a[i]
        out[i, 4] = not a[i]
        out[i, 5] = bool(a[i])
        out[i, 6] = int(a[i])
        out[i, 7] = 1 if a[i] else 2
        out[i, 8] = round(a[i])
"""
    x = edges(dtype)
    launch.check(source, "k", (1,), (64,), [x, np.zeros((x.size, 9), np.int64)])


@pytest.mark.parametrize("dtype", TYPES)
def test_stores_truncate(launch, dtype):
    source = """
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    out[i] = a[i]
"""
    x = edges("int64")
    launch.check(source, "k", (1,), (64,), [x, np.zeros(x.size, dtype)])
    x = edges("uint64")
    launch.check(source, "k", (1,), (64,), [x, np.zeros(x.size, dtype)])


@pytest.mark.parametrize("dtype", TYPES)
def test_float_results_of_integers(launch, dtype):
    source = """
@cuda.jit
def k(a, b, out, single):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = a[i] / b[i]
        out[i, 1] = a[i]
        out[i, 2] = float(a[i])
        out[i, 3] = a[i] * 0.5
        out[i, 4] = a[i] + 1.5
        single[i, 0] = a[i]
        single[i, 1] = a[i] / b[i]
        single[i, 2] = float32(a[i]) * b[i]
"""
    x, y = pairs(dtype, dtype)
    n = x.size
    launch.check(
        source, "k", (4,), (128,),
        [x, y, np.zeros((n, 5)), np.zeros((n, 3), np.float32)],
    )


def test_constant_operands(launch):
    source = """
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = a[i] // 7
        out[i, 1] = a[i] % 7
        out[i, 2] = a[i] // -7
        out[i, 3] = a[i] % -7
        out[i, 4] = a[i] // 8
        out[i, 5] = a[i] % 8
        out[i, 6] = a[i] // 0
        out[i, 7] = a[i] % 0
        out[i, 8] = a[i] << 3
        out[i, 9] = a[i] >> 3
        out[i, 10] = a[i] ** 2
        out[i, 11] = a[i] ** 3
        out[i, 12] = a[i] ** 0
        out[i, 13] = 1 << a[i]
        out[i, 14] = -1 >> a[i]
        out[i, 15] = (-2) ** a[i]
        out[i, 16] = 0 ** a[i]
        out[i, 17] = a[i] // -1
        out[i, 18] = a[i] % -1
        out[i, 19] = 7 // a[i]
        out[i, 20] = -7 % a[i]
"""
    for dtype in ("int32", "int64", "uint8"):
        x = edges(dtype)
        out = np.zeros((x.size, 21), np.int64)
        launch.check(source, "k", (1,), (64,), [x, out])


DIVIDED = """
@cuda.jit
def k(a, b, out, places):
    i = cuda.grid(1)
    if i < a.size:
        low, high = max(b[i], 1), min(b[i], -1)
        out[i, 0] = a[i] // low
        out[i, 1] = a[i] % low
        out[i, 2] = a[i] // high
        out[i, 3] = a[i] % high
        out[i, 4] = max(a[i] // low, b[i])
        out[i, 5] = min(a[i] % low, b[i] // 2)
        out[i, 6] = a[i] // low * low + a[i] % low - a[i]
        out[i, 7] = a[i] // high * high + a[i] % high - a[i]
        out[i, 8] = max(a[i], -5) // low
        out[i, 9] = max(a[i], -1000) % max(b[i], 1000)
        out[i, 10] = max(b[i], 0) // high % 3
        out[i, 11] = a[i] // max(b[i], 0)
        out[i, 12] = a[i] % max(b[i], 0)
        out[i, 13] = (a[i] // 2) // 100 % 10
        out[i, 14] = a[i] // 2147483647 + a[i] % 2147483647
        out[i, 15] = a[i] // -2147483648 + a[i] % -2147483648
        out[i, 16] = np.int32(a[i] // b[i]) + places[a[i] % 5]
        out[i, 17] = places[a[i] // b[i] % 5]
"""


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64"])
def test_divisors_of_one_sign(launch, dtype):
    """Which lower halves tell of, and what is computed of quotients and remainders in 32 bits."""
    a, b = pairs(dtype, dtype)
    places = np.array([3, 1, 4, 1, 5], np.int16)
    launch.check(DIVIDED, "k", (-(-a.size // 64),), (64,), [a, b, np.zeros((a.size, 18), np.int64), places])


def test_division_of_numbers_little_below_zero(launch):
    """Neighbours around a ring: dividends are known to be negative by a bounded number."""
    source = """
@cuda.jit
def k(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = (a[i] - 1) % b[i]
        out[i, 1] = (a[i] - 1) // b[i]
        out[i, 2] = (a[i] - 1) % (b[i] + 1)
        out[i, 3] = (a[i] - 1) // (b[i] + 1)
        out[i, 4] = (a[i] - 7) % (b[i] + 7)
        out[i, 5] = (a[i] - 7) // (b[i] + 7)
        out[i, 6] = (a[i] - 8) % (b[i] + 7)
        out[i, 7] = (a[i] - 8) // (b[i] + 7)
        out[i, 8] = (a[i] - 2) % 3
        out[i, 9] = (a[i] - 2) // 3
        out[i, 10] = (a[i] - 9) % 3
        out[i, 11] = (a[i] - 10) // 3
        out[i, 12] = (a[i] - 4294967296) % 10
        out[i, 13] = (a[i] - 4294967297) // 10
        out[i, 14] = (a[i] - 2) % 4294967297
        out[i, 15] = (a[i] - 2) // 4294967297
        out[i, 16] = (a[i] - 1) % out.shape[1]
        out[i, 17] = -a[i] % 1000
        out[i, 18] = -a[i] // 1000
        out[i, 19] = (a[i] - 2) % 9223372036854775807
        out[i, 20] = (a[i] - 2) // 9223372036854775807
"""
    for dtype in ("uint8", "uint16", "uint32", "int8", "int16", "int32"):
        a, b = pairs(dtype, dtype)
        launch.check(source, "k", (-(-a.size // 64),), (64,), [a, b, np.zeros((a.size, 21), np.int64)])


def test_power_with_a_negative_literal_is_a_float(launch):
    source = """
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    out[i] = a[i] ** -2
"""
    x = np.array([1, 2, -4, 10], np.int32)
    launch.check(source, "k", (1,), (4,), [x, np.zeros(4)], tolerance=1e-15)


def test_uint8_differences_are_negative(launch):
    source = """
@cuda.jit
def k(a, b, out):
    i = cuda.grid(1)
    d = a[i] - b[i]
    out[i] = d if d < 0 else -d
"""
    a = np.array([200, 10, 0, 255], np.uint8)
    b = np.array([10, 200, 255, 0], np.uint8)
    got = launch.check(source, "k", (1,), (4,), [a, b, np.zeros(4, np.int64)])
    assert got[2].tolist() == [-190, -190, -255, -255]


def test_scalar_arguments(launch):
    source = """
@cuda.jit
def k(a, b, c, d, out):
    out[0] = a + 1
    out[1] = b - 1
    out[2] = c + c
    out[3] = d
    out[4] = -d
"""
    for args in (
        [2**63 - 1, -(2**63), 2**63 + 5, True],
        [np.int32(-5), np.uint8(0), np.uint64(2**64 - 1), False],
    ):
        launch.check(source, "k", (1,), (1,), [*args, np.zeros(5, np.int64)])


def test_explicit_types_take_python_ints(launch):
    source = """
@cuda.jit("void(int32, uint8, float32, int64[:])")
def k(a, b, c, out):
    out[0] = a
    out[1] = b
    out[2] = c
"""
    got = launch(source, "k", (1,), (1,), [-7, 200, 3, np.zeros(3, np.int64)])
    assert got[3].tolist() == [-7, 200, 3]


def test_bools(launch):
    source = """
@cuda.jit
def k(a, b, out, flags):
    i = cuda.grid(1)
    out[i, 0] = a[i] + b[i]
    out[i, 1] = a[i] & b[i]
    out[i, 2] = a[i] | b[i]
    out[i, 3] = a[i] ^ b[i]
    out[i, 4] = not a[i]
    out[i, 5] = a[i] and b[i]
    out[i, 6] = a[i] or b[i]
    out[i, 7] = -a[i]
    out[i, 8] = a[i] * 5
    out[i, 9] = a[i] == b[i]
    out[i, 10] = a[i] < b[i]
    flags[i, 0] = a[i] ^ b[i]
    flags[i, 1] = i
    flags[i, 2] = i * 0.25
"""
    a, b = np.array([0, 0, 1, 1], bool), np.array([0, 1, 0, 1], bool)
    launch.check(
        source, "k", (1,), (4,),
        [a, b, np.zeros((4, 11), np.int64), np.zeros((4, 3), bool)],
    )


def test_a_bool_element_is_any_byte(launch):
    source = """
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    out[i] = a[i] + 0
"""
    a = np.array([0, 1, 2, 255], np.uint8).view(bool)
    got = launch(source, "k", (1,), (4,), [a, np.zeros(4, np.int64)])
    assert got[1].tolist() == [0, 1, 1, 1]


def test_narrow_values_keep_their_sign_through_wide_arithmetic(launch):
    source = """
@cuda.jit
def k(a, b, c, out):
    i = cuda.grid(1)
    out[i, 0] = (a[i] * b[i] + c[i]) >> 3
    out[i, 1] = (a[i] << 24) // (b[i] + 1)
    out[i, 2] = abs(a[i] - b[i]) % (c[i] + 7)
    out[i, 3] = -(a[i] ^ c[i]) * a[i] * b[i] * c[i]
    out[i, 4] = (i * 1103515245 + 12345) % 2147483648
    out[i, 5] = i * i * i * 1000000007 * 998244353
    out[i, 6] = (a[i] + b[i]) // 2 - (c[i] >> 1)
    h = 2166136261
    for j in range(4):
        h = ((h ^ (a[i] >> j)) * 16777619) & 0xFFFFFFFF
    out[i, 7] = h
"""
    rng = np.random.default_rng(1)
    for dtype in ("int8", "uint8", "int16", "int32", "uint32"):
        info = np.iinfo(dtype)
        a, b, c = (
            rng.integers(info.min, info.max, 64, dtype, endpoint=True) for _ in "abc"
        )
        args = [a, b, c, np.zeros((64, 8), np.int64)]
        launch.check(source, "k", (1,), (64,), args)


def random_expression(random, names, depth):
    if depth == 0:
        return random.choice(names)
    left = random_expression(random, names, random.randrange(depth))
    right = random_expression(random, names, random.randrange(depth))
    form = random.choice(
        ["({} {op} {})"] * 12
        + ["min({}, {})", "max({}, {})", "divmod({}, {})[0]", "pow({}, {})"]
        + ["(-{} - {})", "(~{} | {})", "abs({} - {})", "({} < {})", "({} == {})"]
    )
    ops = ["+", "-", "*", "//", "%", "**", "<<", ">>", "&", "|", "^"]
    return form.format(left, right, op=random.choice(ops))


def test_what_is_known_is_what_is_computed(launch):
    """Variables that the compiler knows hold the same 64 bits as others."""
    values = [0, 1, -1, 3, -7, 40, 63, 64, 1 << 62, (1 << 63) - 1, -(1 << 63)]
    unsigned = [1 << 63, (1 << 64) - 1]
    count = len(values)
    random = Random(7)
    known = [f"k{i}" for i in range(count + len(unsigned))]
    given = [f"g{i}" for i in range(count + len(unsigned))]
    lines = [f"    {name} = {value}" for name, value in zip(known, values + unsigned)]
    lines += [f"    g{i} = x[{i}]" for i in range(count)]
    lines += [f"    g{count + i} = u[{i}]" for i in range(len(unsigned))]
    expressions = []
    for i in range(250):
        of_known = random_expression(random, known, 3)
        of_given = re.sub(r"\bk(\d+)", r"g\1", of_known)
        expressions.append(of_known)
        lines.append(f"    out[{i}, 0] = {of_known}")
        lines.append(f"    out[{i}, 1] = {of_given}")
        lines.append(f"    as_float[{i}, 0] = {of_known}")
        lines.append(f"    as_float[{i}, 1] = {of_given}")
    source = "@cuda.jit\ndef k(x, u, out, as_float):\n" + "\n".join(lines) + "\n"
    args = [np.array(values), np.array(unsigned, np.uint64)]
    args += [np.zeros((250, 2), np.int64), np.zeros((250, 2))]
    got = launch(source, "k", (1,), (1,), args)
    for i, expression in enumerate(expressions):
        assert got[2][i, 0] == got[2][i, 1], expression
        assert got[3][i, 0] == got[3][i, 1], expression


def test_written_constants_are_exact(launch):
    source = """
@cuda.jit
def k(out, u):
    out[0] = (1 << 64) // -3
    out[1] = (1 << 100) % 1000
    out[2] = (3 ** 60) >> 40
    out[3] = -(1 << 63)
    u[0] = (1 << 64) - 1
"""
    args = [np.zeros(4, np.int64), np.zeros(1, np.uint64)]
    out, u = launch(source, "k", (1,), (1,), args)
    assert out.tolist() == [(1 << 64) // -3, (1 << 100) % 1000, 3**60 >> 40, -(1 << 63)]
    assert u[0] == (1 << 64) - 1


EXTREMES = """
from numba import uint64

@cuda.jit
def k(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = min(a[i], b[i])
        out[i, 1] = max(a[i], b[i])
        out[i, 2] = min(-128, b[i], a[i])
        out[i, 3] = max(b[i], -128, a[i])
        out[i, 4] = min(7, a[i], b[i], a[i])
        out[i, 5] = max(b[i], uint64(3), a[i])
        out[i, 6] = min(-128, uint64(0))
        out[i, 7] = max(uint64(5), -128)
        out[i, 8] = min(a[i], b[i]) == a[i]
        out[i, 9] = max(a[i], b[i]) == a[i]
"""


@pytest.mark.parametrize("signed", ["int8", "int32", "int64"])
@pytest.mark.parametrize("first", [True, False])
def test_extremes_of_mixed_signs(launch, signed, first):
    both = pairs(signed, "uint64") if first else pairs("uint64", signed)
    out = np.zeros((both[0].size, 10), np.int64)
    launch.check(EXTREMES, "k", (-(-both[0].size // 128),), (128,), [*both, out])


def test_absolute_values_as_floats(launch):
    """The least integer has none in its own width, and Python's have 64 bits."""
    source = """
@cuda.jit
def k(a, single, double, whole):
    i = cuda.grid(1)
    if i < a.size:
        single[i] = abs(a[i])
        double[i] = abs(a[i]) * 0.5
        whole[i, 0] = abs(a[i])
        whole[i, 1] = abs(a[i]) // 3
        whole[i, 2] = abs(a[i]) >> 1
        whole[i, 3] = abs(a[i]) > a[i]
"""
    for dtype in (np.int8, np.int16, np.int32):
        a = edges(dtype)
        launch.check(
            source, "k", (1,), (64,),
            [a, np.zeros(a.size, np.float32), np.zeros(a.size), np.zeros((a.size, 4), np.int64)],
        )  # fmt: skip


def test_absolute_values_in_other_words(launch):
    """Compilers know them again, and the least integer's is 2**31, without a sign."""
    source = """
@cuda.jit
def k(a, single, double, bits):
    i = cuda.grid(1)
    if i < a.size:
        sign = a[i] >> 31
        size = np.uint32((a[i] ^ sign) - sign)
        single[i] = size
        double[i] = size * 0.5
        bits[i] = sign
"""
    a = edges(np.int32)
    launch.check(source, "k", (1,), (64,), [a, np.zeros(a.size, np.float32), np.zeros(a.size), np.zeros(a.size, np.int32)])


def test_conditions_with_the_least_integer(launch):
    """It has no counterpart among the int64, and sums with it go around."""
    source = """
@cuda.jit
def k(n, out):
    for i in range(n):
        if i + (-2**63) < n and n - (-2**63) < i:
            out[i] += 1
        if i < n + (-2**63):
            out[i] += 2
        for j in range(i, i - (-2**63), -(-2**63) // 2 - 1):
            out[i] += 4
"""
    for n in (0, 1, 7):
        launch.check(source, "k", (1,), (1,), [np.int64(n), np.zeros(8, np.int64)])


BRANCHES = """
@cuda.jit
def after(a, b, t, o, p):
    i = cuda.grid(1)
    if i < o.size:
        x = a[i]
        s = 0
        if x < 5:
            s = t[i] // 3
        else:
            s -= max(x, 3)
        if x > -7:
            o[i] = t[i] + x
        p[i] = s


@cuda.jit
def beside(a, b, t, o, p):
    i = cuda.grid(1)
    if i < o.size:
        x = a[i]
        s = 0
        if x > 5:
            o[i] = max(x, 3)
        if b[i] < 0:
            s = b[i] % x
        p[i] = s


@cuda.jit
def twice(a, b, t, o, p):
    i = cuda.grid(1)
    if i < o.size:
        x = a[i]
        if t[i] > 7:
            x = b[i]
            p[i] = 8
        if x >= 0:
            p[i] = t[min(x, 127)]
        o[i] = t[i]
        if x < 5:
            o[i] += 5


@cuda.jit
def chosen(a, b, t, o, p):
    i = cuda.grid(1)
    if i < o.size:
        x = a[i]
        s = 0
        for j in range(x & 7):
            s = s * 3 + max(np.int32(x), -1) % 4503599627370495
        o[i] = s
"""


BRANCHING = ["after", "beside", "twice", "chosen"]


def branching_arguments(dtype):
    a, b = pairs(dtype, dtype)
    return [a, b, np.arange(a.size), *np.zeros((2, a.size), np.int64)]


@pytest.mark.parametrize("passes", ["all", "gpu"])
@pytest.mark.parametrize("dtype", ["int8", "int16"])
@pytest.mark.parametrize("kernel", BRANCHING)
def test_what_branches_say_of_short_elements(launch, kernel, dtype, passes):
    """What is so behind one branch is not so behind the next, where the element is still in its register."""
    arguments = branching_arguments(dtype)
    grid = (-(-arguments[0].size // 64),)
    launch.check(BRANCHES, kernel, grid, (64,), arguments, options=[f"--passes={passes}"])
