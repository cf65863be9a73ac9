"""fp8.py, chars.py, groups.py and numba_random.py, against what they promise in
Python's own numbers."""

import itertools
import math

import numpy as np
import pytest

from stand_in import load, run_lanes, same

FP8, CHARS, GROUPS, RANDOM = map(load, ("fp8", "chars", "groups", "numba_random"))

# ---- fp8.py: digits, bias, the largest number's bits, what is infinite ----

FORMATS = {"e4m3": (3, 7, 0x7E), "e5m2": (2, 15, 0x7B)}


def decoded(code, digits, bias, most):
    """What the bits mean, by the definition of a float."""
    size, sign = code & 127, -1.0 if code & 128 else 1.0
    if size > most:
        return sign * (math.inf if digits == 2 and size == 124 else math.nan)
    exponent, fraction = size >> digits, size & ((1 << digits) - 1)
    if exponent == 0:
        return sign * math.ldexp(fraction, 1 - bias - digits)
    return sign * math.ldexp(fraction + (1 << digits), exponent - bias - digits)


@pytest.mark.parametrize("name", FORMATS)
def test_fp8_decode(name):
    for code in range(256):
        wanted = decoded(code, *FORMATS[name])
        assert same(FP8.fp8_decode(code, *FORMATS[name]), wanted), code


@pytest.mark.parametrize("name", FORMATS)
def test_fp8_encode(name):
    digits, bias, most = FORMATS[name]
    table = [decoded(code, *FORMATS[name]) for code in range(most + 1)]
    # As if the format went on.
    past = 2 * table[-1] - table[-2]
    values = [(x + y) / 2 for x, y in zip(table, table[1:])]
    values += [
        *table,
        *(x * (1 + 1e-12) for x in values),
        *(x * 0.999999 for x in values),
    ]
    values += [table[1] / 2, table[1] / 3, table[1] * 0.5000001, 5e-324, 1e-40]
    values += [(table[-1] + past) / 2, math.nextafter((table[-1] + past) / 2, 0)]
    values += [past, 1e300, math.inf]
    for x, beyond in itertools.product(values, (most, 0x7F, 0x7C)):
        distances = [(abs(x - y), code & 1, code) for code, y in enumerate(table)]
        wanted = min(distances)[2] if x < past else beyond
        if x < past and (abs(x - past), most + 1 & 1) < min(distances)[:2]:
            wanted = beyond
        got = FP8.fp8_encode(np.float64(x), digits, bias, most, beyond)
        assert got == wanted, (x, beyond)
        got = FP8.fp8_encode(np.float64(-x), digits, bias, most, beyond)
        assert got == 128 | wanted, (-x, beyond)
    assert FP8.fp8_encode(np.float64(math.nan), digits, bias, most, most) == 127


def test_fp8_decode_e8m0():
    for code in range(255):
        assert same(FP8.fp8_decode_e8m0(code), math.ldexp(1.0, code - 127)), code
    assert math.isnan(FP8.fp8_decode_e8m0(255))


def test_fp8_encode_e8m0():
    for exponent in (-140, -127, -126, -1, 0, 1, 126, 127, 128, 200):
        for digits in (1.0, 1.25, 1.9999):
            x = np.float64(math.ldexp(digits, exponent))
            for up, beyond in ((0, 254), (1, 255), (1, 254)):
                code = exponent + 127 + (1 if up and digits > 1 else 0)
                wanted = code if code < 255 else beyond
                if exponent < -127:
                    wanted = 0
                assert FP8.fp8_encode_e8m0(x, up, beyond) == wanted, (x, up)
                assert FP8.fp8_encode_e8m0(-x, up, beyond) == wanted, (-x, up)
    assert FP8.fp8_encode_e8m0(np.float64(math.nan), 0, 254) == 255
    assert FP8.fp8_encode_e8m0(np.float64(0.0), 1, 254) == 0


# ---- chars.py ----

WORDS = ["", "a", "ab", "abc", "b", "aé", "a\0b", "\u3042"]


def characters(word, width):
    return np.array([word], f"U{width}").view(np.uint32)


def test_chars_copy():
    for word, width in itertools.product(WORDS, (1, 2, 5)):
        to = np.full(width, 99, np.uint32)
        CHARS.chars_copy(to, characters(word, 3))
        assert to.view(f"U{width}")[0] == np.array([word[:width]])[0], (word, width)


def test_chars_order():
    for a, b in itertools.product(WORDS, WORDS):
        for wide in ((3, 3), (3, 5), (4, 3)):
            got = CHARS.chars_order(characters(a, wide[0]), characters(b, wide[1]))
            assert np.sign(got) == (a > b) - (a < b), (a, b)


def test_chars_length():
    for word, width in itertools.product(WORDS, (3, 6)):
        assert CHARS.chars_length(characters(word, width)) == len(word), word
    assert CHARS.chars_length(np.zeros(0, np.uint8)) == 0


# ---- groups.py ----

OPERATIONS = {
    "group_plus": lambda a, b: a + b,
    "group_less": min,
    "group_greater": max,
    "group_bit_and": lambda a, b: a & b,
    "group_bit_or": lambda a, b: a | b,
    "group_bit_xor": lambda a, b: a ^ b,
}
TESTED = [*OPERATIONS, "group_reduce", "group_inclusive_scan", "group_exclusive_scan"]
LANES = [[0], [31], [3, 4, 9], [*range(1, 32, 2)]]


@pytest.mark.parametrize("name", OPERATIONS)
def test_operation(name):
    op, reference = getattr(GROUPS, name), OPERATIONS[name]
    for a, b in itertools.product((-7, 0, 3, 12), repeat=2):
        assert op(np.int32(a), np.int32(b)) == reference(a, b)


@pytest.mark.parametrize("lanes", LANES, ids=len)
def test_fold(lanes):
    mask = sum(1 << lane for lane in lanes)
    values = {lane: (lane * 37 + 11) % 64 - 9 for lane in lanes}

    def run(function, *rest):
        return run_lanes(lanes, lambda lane: function(mask, values[lane], *rest))

    listed = list(values.values())
    for name, reference in OPERATIONS.items():
        op = getattr(GROUPS, name)
        totals = list(itertools.accumulate(listed, reference))
        assert run(GROUPS.group_reduce, op) == [totals[-1]] * len(lanes)
        assert run(GROUPS.group_inclusive_scan, op) == totals
    sums = [0, *itertools.accumulate(listed)][:-1]
    assert run(GROUPS.group_exclusive_scan, 0) == sums


def test_group_pack():
    for lanes in LANES:
        mask = sum(1 << lane for lane in lanes)
        for chosen in (0, mask, mask & 0x55555555, lanes[-1:] and 1 << lanes[-1]):
            wanted = sum(
                1 << rank for rank, lane in enumerate(lanes) if chosen >> lane & 1
            )
            assert GROUPS.group_pack(chosen, mask) == wanted


# ---- numba_random.py: xoroshiro128+ in Python's integers ----

MASK = 2**64 - 1


def seeded(seed):
    word = (seed + 0x9E3779B97F4A7C15) & MASK
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & MASK
    word = (word ^ word >> 27) * 0x94D049BB133111EB & MASK
    return [word ^ word >> 31] * 2


def rotated(word, count):
    return (word << count | word >> (64 - count)) & MASK


def step(state):
    first, second = state
    mixed = first ^ second
    state[:] = rotated(first, 55) ^ mixed ^ (mixed << 14 & MASK), rotated(mixed, 36)
    return (first + second) & MASK


def states(*pairs):
    made = np.zeros(len(pairs), RANDOM.xoroshiro128p_dtype).view(np.recarray)
    for i, (first, second) in enumerate(pairs):
        made.s0[i], made.s1[i] = first, second
    return made


def both(made, index=0):
    return [int(made.s0[index]), int(made.s1[index])]


def test_init_xoroshiro128p_state():
    made = states((0, 0), (0, 0))
    for seed in (0, 1, 12345, 2**64 - 1):
        RANDOM.init_xoroshiro128p_state(made, 1, seed)
        assert both(made, 1) == seeded(seed) and both(made) == [0, 0]


def test_rotl():
    for word, count in itertools.product(
        (0, 1, 2**63, 0x0123456789ABCDEF), (1, 36, 63)
    ):
        assert RANDOM.rotl(word, np.uint64(count)) == rotated(word, count)


def test_xoroshiro128p_next():
    expected = seeded(7)
    made = states(expected)
    for _ in range(20):
        assert RANDOM.xoroshiro128p_next(made, 0) == step(expected)
        assert both(made) == expected


def test_xoroshiro128p_jump():
    expected = seeded(42)
    made = states(expected)
    RANDOM.xoroshiro128p_jump(made, 0)
    # Its authors' jump function.
    total = [0, 0]
    for word in (0xBEAC0467EBA5FACB, 0xD86B048B86AA9922):
        for bit in range(64):
            if word >> bit & 1:
                total = [total[0] ^ expected[0], total[1] ^ expected[1]]
            step(expected)
    assert both(made) == total


def unit(word):
    return (word >> 11) * 2.0**-53


def test_uint64_to_unit_float64():
    for word in (0, 1, 2**11, 2**63, MASK):
        assert RANDOM.uint64_to_unit_float64(word) == unit(word)


def test_uint64_to_unit_float32():
    for word in (0, 1, 2**11, 2**63, MASK):
        got = RANDOM.uint64_to_unit_float32(word)
        assert got.dtype == np.float32 and got == np.float32(unit(word))


def check_uniform(function, kind):
    expected = seeded(3)
    made = states(expected)
    for _ in range(10):
        got = function(made, 0)
        assert got.dtype == kind and got == kind(unit(step(expected)))


def test_xoroshiro128p_uniform_float32():
    check_uniform(RANDOM.xoroshiro128p_uniform_float32, np.float32)


def test_xoroshiro128p_uniform_float64():
    check_uniform(RANDOM.xoroshiro128p_uniform_float64, np.float64)


def check_normal(function, tolerance):
    expected = seeded(5)
    made = states(expected)
    for _ in range(10):
        radius, angle = (float(np.float32(unit(step(expected)))) for _ in range(2))
        wanted = math.sqrt(-2 * math.log(radius)) * math.cos(2 * math.pi * angle)
        assert abs(function(made, 0) - wanted) <= tolerance


def test_xoroshiro128p_normal_float32():
    check_normal(RANDOM.xoroshiro128p_normal_float32, 2e-6)


def test_xoroshiro128p_normal_float64():
    check_normal(RANDOM.xoroshiro128p_normal_float64, 2e-6)
