import numpy as np
from numba import cuda

POWERS = np.array([10.0**k for k in range(23)])


@cuda.jit("void(uint8[::1], int32[::1], float64[::1], int32[::1])")
def parse_floats(text, starts, values, bad):
    """Decimal numbers, one a line: [-+]digits[.digits][e[-+]digits]; counts lines that are none."""
    powers = cuda.const.array_like(POWERS)
    line = cuda.grid(1)
    if line >= values.shape[0]:
        return
    at = starts[line]
    end = starts[line + 1] - 1
    negative = False
    if at < end and (text[at] == ord("-") or text[at] == ord("+")):
        negative = text[at] == ord("-")
        at += 1
    mantissa = 0
    exponent = 0
    digits = 0
    while at < end and text[at] >= ord("0") and text[at] <= ord("9"):
        mantissa = mantissa * 10 + (text[at] - ord("0"))
        digits += 1
        at += 1
    if at < end and text[at] == ord("."):
        at += 1
        while at < end and text[at] >= ord("0") and text[at] <= ord("9"):
            mantissa = mantissa * 10 + (text[at] - ord("0"))
            exponent -= 1
            digits += 1
            at += 1
    if digits > 0 and at < end and (text[at] == ord("e") or text[at] == ord("E")):
        at += 1
        down = False
        if at < end and (text[at] == ord("-") or text[at] == ord("+")):
            down = text[at] == ord("-")
            at += 1
        power = 0
        while at < end and text[at] >= ord("0") and text[at] <= ord("9"):
            power = power * 10 + (text[at] - ord("0"))
            at += 1
        exponent += -power if down else power
    if digits == 0 or at != end or abs(exponent) > 22:
        values[line] = 0.0
        cuda.atomic.add(bad, 0, 1)
        return
    value = float(mantissa)
    if exponent < 0:
        value /= powers[-exponent]
    else:
        value *= powers[exponent]
    values[line] = -value if negative else value
