# 8-bit floats: every device computes them so where it has no instruction for it.
# A number is rounded once, to nearest even, from the bits of a float64, which
# holds all that are given.

from numba import cuda

device = cuda.jit(device=True)


@device
def fp8_encode(x, digits, bias, most, beyond):
    # `digits` of the fraction; `most`: the largest number's bits; `beyond`: the
    # bits of what is larger.
    bits = cuda.libdevice.double_as_longlong(x)
    sign = 128 if bits < 0 else 0
    size = bits & 9223372036854775807
    if size > 9218868437227405312:
        return 127
    exponent = (size >> 52) - 1023
    least = 1 - bias
    base = max(exponent, least)
    shift = 52 - digits + base - exponent
    code = 0
    if exponent == 1024:
        code = beyond
    elif shift < 54:
        fraction = (size & 4503599627370495) | 4503599627370496
        code = fraction >> shift
        rest = fraction - (code << shift)
        half = 1 << (shift - 1)
        if rest > half or (rest == half and (code & 1) != 0):
            code += 1
        code += (base + bias - 1) << digits
        if code > most:
            code = beyond
    return sign | code


@device
def fp8_decode(code, digits, bias, most):
    size = code & 127
    sign = (code & 128) << 24
    if size > most:
        # Of an e5m2, 124 is infinite.
        special = 2139095040 if digits == 2 and size == 124 else 2147483647
        return cuda.libdevice.int_as_float(sign | special)
    fraction = size & ((1 << digits) - 1)
    exponent = size >> digits
    if exponent != 0:
        fraction += 1 << digits
        exponent -= 1
    # The last place's weight, a power of two.
    scale = cuda.libdevice.int_as_float(
        sign | ((exponent + 1 - bias - digits + 127) << 23)
    )
    return scale * fraction


@device
def fp8_encode_e8m0(x, up, beyond):
    bits = cuda.libdevice.double_as_longlong(x)
    size = bits & 9223372036854775807
    if size > 9218868437227405312:
        return 255
    exponent = (size >> 52) - 1023 + 127
    if exponent < 0:
        return 0
    if up != 0 and (size & 4503599627370495) != 0:
        exponent += 1
    return exponent if exponent < 255 else beyond


@device
def fp8_decode_e8m0(code):
    if code == 255:
        return cuda.libdevice.int_as_float(2147483647)
    if code == 0:
        return cuda.libdevice.int_as_float(4194304)
    return cuda.libdevice.int_as_float(code << 23)
