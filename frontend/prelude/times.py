# Arithmetic of datetime64 and timedelta64 beyond that of integers: what NaT, the
# least int64, does to it, and how one unit becomes another. All parameters are
# int64, but for x, a float64.

import math

from numba import cuda

device = cuda.jit(device=True)

NAT = -9223372036854775808


@device
def time_sum(a, b):
    if a == NAT or b == NAT:
        return NAT
    return a + b


@device
def time_difference(a, b):
    if a == NAT or b == NAT:
        return NAT
    return a - b


@device
def time_scale(a, n):
    if a == NAT:
        return NAT
    return a * n


@device
def time_divide(a, n):
    if a == NAT or n == 0:
        return NAT
    quotient = a // n
    if quotient < 0 and quotient * n != a:
        quotient += 1
    return quotient


@device
def time_of_float(x):
    if abs(x) < 9223372036854775808.0:
        return int(x)
    return NAT


@device
def time_scale_float(a, x):
    if a == NAT:
        return NAT
    return time_of_float(float(a) * x)


@device
def time_divide_float(a, x):
    if a == NAT:
        return NAT
    return time_of_float(float(a) / x)


@device
def time_ratio(a, b):
    if a == NAT or b == NAT:
        return math.nan
    return float(a) / float(b)


@device
def time_floor_ratio(a, b):
    if a == NAT or b == NAT or b == 0:
        return 0
    return a // b


@device
def time_remainder(a, b):
    if a == NAT or b == NAT or b == 0:
        return NAT
    return a % b


# Python's min and max, NumPy's, and those that ignore NaT.
@device
def time_min(a, b):
    return b if b < a and b != NAT else a


@device
def time_max(a, b):
    return b if b > a and a != NAT else a


@device
def time_minimum(a, b):
    return min(a, b)


@device
def time_maximum(a, b):
    return NAT if a == NAT or b == NAT else max(a, b)


@device
def time_fmin(a, b):
    if a == NAT:
        return b
    return a if b == NAT else min(a, b)


@device
def time_fmax(a, b):
    return max(a, b)


@device
def time_finer(a, factor):
    most = 9223372036854775807 // factor
    if a > most or a < -most:
        return NAT
    return a * factor


@device
def time_coarser(a, factor):
    return NAT if a == NAT else a // factor


@device
def time_days_of_months(months):
    # Beyond these the days do not fit.
    if months > 300000000000000000 or months < -300000000000000000:
        return NAT
    year = months // 12 + 1970
    month = months % 12 + 1
    if month <= 2:
        year -= 1
    era = year // 400
    of_era = year - era * 400
    of_year = (153 * ((month + 9) % 12) + 2) // 5
    days = of_era * 365 + of_era // 4 - of_era // 100 + of_year
    return era * 146097 + days - 719468


@device
def time_months_of_days(days):
    if days == NAT:
        return NAT
    era = days // 146097
    of_era = days % 146097 + 719468
    era += of_era // 146097
    of_era = of_era % 146097
    year = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    shifted = (5 * of_year + 2) // 153
    month = shifted + 3 if shifted < 10 else shifted - 9
    year += era * 400 - 1970
    if month <= 2:
        year += 1
    return year * 12 + month - 1
