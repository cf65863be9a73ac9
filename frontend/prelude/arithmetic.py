# Arithmetic of complex numbers and of 16-bit floats.
#
# A complex function is generic: a parameter is complex64 or complex128 as the
# argument is, and literals are weak, so one text serves both widths.

import math

from numba import cuda

device = cuda.jit(device=True)


@device
def divide(a: complex, b: complex):
    # The smaller part of the divisor is divided by the larger one, so that no
    # square is formed (R. L. Smith, Algorithm 116, 1962). By zero it is the
    # quotient of each part. Both ways are one, with three divisions.
    is_real = abs(b.real) >= abs(b.imag)
    large = b.real if is_real else b.imag
    small = b.imag if is_real else b.real
    if large == 0 and small == 0:
        return complex(a.real * math.inf, a.imag * math.inf)
    ratio = small / large
    scale = large + small * ratio
    first = a.real if is_real else a.imag
    second = a.imag if is_real else a.real
    # Not negated behind the difference, which may be 0.
    minus_first = -first if is_real else first
    plus_second = second if is_real else -second
    return complex(
        (first + second * ratio) / scale, (plus_second + minus_first * ratio) / scale
    )


@device
def power(a: complex, b: complex):
    if b.imag == 0 and abs(b.real) <= 100 and b.real == math.floor(b.real):
        n = abs(int(b.real))
        if n == 0:
            return complex(1.0, 0.0)
        square = a
        while (n & 1) == 0:
            square = square * square
            n >>= 1
        product = square
        n >>= 1
        while n > 0:
            square = square * square
            if n & 1:
                product = product * square
            n >>= 1
        return divide(complex(1.0, 0.0), product) if b.real < 0 else product
    if a.real == 0 and a.imag == 0:
        if b.imag != 0 or b.real < 0:
            return complex(math.nan, math.nan)
        return complex(0.0, 0.0)
    size = abs(a)
    angle = phase(a)
    length = math.pow(size, b.real)
    turn = angle * b.real
    if b.imag != 0:
        length = length * math.exp(-angle * b.imag)
        turn = turn + b.imag * math.log(size)
    return complex(length * math.cos(turn), length * math.sin(turn))


@device
def round_half(x, direction):
    # The nearest float16, or its neighbour: 1 towards zero, 2 down, 3 up.
    bits = int(cuda.libdevice.float2half_rn(x)) & 65535
    near = cuda.libdevice.half2float(bits)
    if direction == 1 and abs(near) > abs(x):
        bits -= 1
    elif direction == 2 and near > x:
        bits += 1 if bits & 32768 else -1
    elif direction == 3 and near < x:
        bits += -1 if bits & 32768 else 1
    return cuda.libdevice.half2float(bits)


@device
def round_bits(bits, direction):
    # A float32's bits cut to their upper half: 1 towards zero, 2 down, 3 up.
    if (direction == 2 and bits < 0) or (direction == 3 and bits >= 0):
        bits += 65535
    return bits & -65536


@device
def half_differ(x, y):
    # x != y holds for nan too.
    return x < y or x > y


@device
def phase(z: complex):
    return math.atan2(z.imag, z.real)
