# How arrays lie in memory: whether elements follow each other, and in which order
# those of one array may be assigned from those of another.

from numba import cuda


@cuda.jit
def np__low(a):
    low = int(a.ctypes.data)
    for extent, stride in zip(a.shape, a.strides):
        low += min(stride * (extent - 1), 0)
    return low


@cuda.jit
def np__high(a):
    high = int(a.ctypes.data) + a.itemsize
    for extent, stride in zip(a.shape, a.strides):
        high += max(stride * (extent - 1), 0)
    return high


@cuda.jit
def np__clash(extents, t, v, low, high, least, most):
    """Whether t[i] and v[j] meet, for places i and j: bits 1 where j is before i
    in row-major order, 2 behind it, 4 the same. They meet where the sum of
    i * t - j * v over the axes, steps in bytes, is from low to high; it is from
    least to most."""
    if len(extents) == 0:
        return 4 if low <= 0 and 0 <= high else 0
    n, s, u = extents[0], t[0], v[0]
    # What the axes inside of this one add.
    least -= min(s * (n - 1), 0) - max(u * (n - 1), 0)
    most -= max(s * (n - 1), 0) - min(u * (n - 1), 0)
    # Of equal steps only i - j matters.
    alike = s == u
    found = 0
    for i in range(1 if alike else n):
        first = 1 - n if alike else 0
        last = n - 1
        if u != 0:
            # j * u is from here to there.
            here = i * s - (high - least)
            there = i * s - (low - most)
            if u < 0:
                here, there = -there, -here
            first = max(first, -(-here // abs(u)))
            last = min(last, there // abs(u))
        elif not alike:
            first = last = i
        for j in range(first, last + 1):
            moved = i * s - j * u
            inner = np__clash(
                extents[1:], t[1:], v[1:], low - moved, high - moved, least, most
            )
            if inner != 0:
                found |= inner if i == j else 1 if j < i else 2
                if u == 0 and not alike:
                    found |= (1 if i > 0 else 0) | (2 if i < n - 1 else 0)
            if found & 3 == 3:
                return 3
    return found


@cuda.jit
def np__order(t, v):
    """0 any, 1 from the first to the last, 2 backward, 3 none: memory is shared."""
    from_t, to_t = np__low(t), np__high(t)
    from_v, to_v = np__low(v), np__high(v)
    if t.size == 0 or v.size == 0 or to_t <= from_v or to_v <= from_t:
        return 0
    for here, there in zip(t.shape, v.shape):
        if there != 1 and there != here:
            return 0
    # An extent of 1 is repeated.
    steps = tuple(
        0 if extent == 1 else step for extent, step in zip(v.shape, v.strides)
    )
    distance = int(v.ctypes.data) - int(t.ctypes.data)
    return 3 & np__clash(
        t.shape,
        t.strides,
        steps,
        distance - t.itemsize + 1,
        distance + v.itemsize - 1,
        from_t - to_v + v.itemsize + distance,
        to_t - t.itemsize - from_v + distance,
    )


@cuda.jit
def np__dense(shape, strides, step):
    """Whether each axis steps over those before it; what an axis of one element
    would step does not matter."""
    dense = True
    for extent, stride in zip(shape, strides):
        dense = dense and (extent == 1 or stride == step)
        step *= extent
    return dense


@cuda.jit
def np__c_contiguous(a):
    return a.size == 0 or np__dense(a.shape[::-1], a.strides[::-1], a.itemsize)


@cuda.jit
def np__f_contiguous(a):
    return a.size == 0 or np__dense(a.shape, a.strides, a.itemsize)
