"""times.py against NumPy's datetime64 and timedelta64."""

import itertools
import math

import numpy as np

from stand_in import load, quiet, same

TIMES = load("times")
NAT = -(2**63)
COUNTS = [NAT, NAT + 1, -1000, -7, -1, 0, 1, 3, 1000, 2**62, 2**63 - 1]
REALS = [0.0, -0.0, 1.5, -2.75, 1e300, math.inf, -math.inf, math.nan]


def span(count):
    return np.timedelta64("NaT", "s") if count == NAT else np.timedelta64(count, "s")


def count_of(value):
    if isinstance(value, (np.timedelta64, np.datetime64)):
        return int(value.astype(np.int64))
    return value


def check(name, reference, pairs=None):
    for a, b in pairs or itertools.product(COUNTS, COUNTS):
        wanted = count_of(quiet(reference)(a, b))
        got = getattr(TIMES, name)(
            *(np.float64(x) if isinstance(x, float) else np.int64(x) for x in (a, b))
        )
        if isinstance(wanted, (float, np.floating)):
            assert same(got, wanted), (name, a, b)
        else:
            assert int(got) == wanted, (name, a, b)


def test_time_sum():
    check("time_sum", lambda a, b: span(a) + span(b))


def test_time_difference():
    check("time_difference", lambda a, b: span(a) - span(b))


def test_time_scale():
    check("time_scale", lambda a, n: span(a) * np.int64(n))


def test_time_divide():
    check("time_divide", lambda a, n: span(a) / np.int64(n))


def reals():
    return itertools.product(COUNTS, REALS)


def fits(x):
    return abs(x) < 2.0**63


def test_time_of_float():
    for x in [*REALS, 2.0**62, -(2.0**62), 2.0**63, -(2.0**63)]:
        wanted = math.trunc(x) if fits(x) else NAT
        assert TIMES.time_of_float(np.float64(x)) == wanted, x


def scaled(operation):
    def reference(a, x):
        if a == NAT:
            return NAT
        result = operation(np.float64(a), np.float64(x))
        return math.trunc(result) if fits(result) else NAT

    return reference


def test_time_scale_float():
    check("time_scale_float", scaled(np.multiply), reals())
    check("time_scale_float", lambda a, x: span(a) * x, [(7, 1.5), (-7, 0.25)])


def test_time_divide_float():
    check("time_divide_float", scaled(np.divide), reals())
    check("time_divide_float", lambda a, x: span(a) / x, [(7, 2.0), (-7, 0.75)])


def test_time_ratio():
    check("time_ratio", lambda a, b: span(a) / span(b))


def test_time_floor_ratio():
    check("time_floor_ratio", lambda a, b: int(span(a) // span(b)))


def test_time_remainder():
    check("time_remainder", lambda a, b: span(a) % span(b))


def test_time_min():
    check("time_min", lambda a, b: min(span(a), span(b)))


def test_time_max():
    check("time_max", lambda a, b: max(span(a), span(b)))


def test_time_minimum():
    check("time_minimum", lambda a, b: np.minimum(span(a), span(b)))


def test_time_maximum():
    check("time_maximum", lambda a, b: np.maximum(span(a), span(b)))


def test_time_fmin():
    check("time_fmin", lambda a, b: np.fmin(span(a), span(b)))


def test_time_fmax():
    check("time_fmax", lambda a, b: np.fmax(span(a), span(b)))


def test_time_finer():
    for a, factor in itertools.product(COUNTS, (1, 7, 60, 1000)):
        product = a * factor
        wanted = product if a != NAT and abs(product) < 2**63 else NAT
        assert int(TIMES.time_finer(np.int64(a), factor)) == wanted, (a, factor)
    assert TIMES.time_finer(np.int64(5), 1000) == count_of(
        np.timedelta64(5, "s").astype("m8[ms]")
    )


def test_time_coarser():
    for a, factor in itertools.product(COUNTS, (1, 7, 60, 1000)):
        wanted = NAT if a == NAT else a // factor
        assert TIMES.time_coarser(np.int64(a), factor) == wanted
    for a in (-1, -86400, 86399, 86400):
        days = np.datetime64(a, "s").astype("M8[D]")
        assert TIMES.time_coarser(np.int64(a), 86400) == count_of(days)


MONTHS = [*range(-30, 40), -24000, 12345, -(10**6), 10**7]


def test_time_days_of_months():
    for months in MONTHS:
        wanted = np.datetime64(months, "M").astype("M8[D]")
        assert TIMES.time_days_of_months(np.int64(months)) == count_of(wanted)
    for months in (NAT, 2**62, -(2**62)):
        assert TIMES.time_days_of_months(np.int64(months)) == NAT


def test_time_months_of_days():
    for days in [*range(-800, 800, 7), -719468, -719469, 11016, 10**8, -(10**8)]:
        wanted = np.datetime64(days, "D").astype("M8[M]")
        assert TIMES.time_months_of_days(np.int64(days)) == count_of(wanted), days
    assert TIMES.time_months_of_days(np.int64(NAT)) == NAT
