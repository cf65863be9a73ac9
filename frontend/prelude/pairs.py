# Functions of two arrays, and searches in sorted ones.

from numba import cuda


@cuda.jit
def np__dot(a, b, total):
    if __debug__ and a.size != b.size:
        raise ValueError("the vectors differ in size")
    for x, y in zip(a.flat, b.flat):
        total += x * y
    return total


@cuda.jit
def np__vdot(a, b, total):
    if __debug__ and a.size != b.size:
        raise ValueError("the arrays differ in size")
    for x, y in zip(a.flat, b.flat):
        total += x.conjugate() * y
    return total


@cuda.jit
def np__array_equal(a, b):
    if a.shape != b.shape:
        return False
    for x, y in zip(a.flat, b.flat):
        if x != y:
            return False
    return True


@cuda.jit
def np__interp(x, xp, fp, left, right):
    last = xp.size - 1
    if __debug__ and last < 0:
        raise ValueError("array of sample points is empty")
    if __debug__ and fp.size != xp.size:
        raise ValueError("fp and xp are not of the same length")
    if x != x:
        return x
    if x > xp[last]:
        if right is None:
            return fp[last]
        else:
            return right
    if x < xp[0]:
        if left is None:
            return fp[0]
        else:
            return left
    low = 0
    high = last + 1
    while high - low > 1:
        middle = (low + high) // 2
        if xp[middle] <= x:
            low = middle
        else:
            high = middle
    if low == last or xp[low] == x:
        return fp[low]
    slope = (fp[low + 1] - fp[low]) / (xp[low + 1] - xp[low])
    result = slope * (x - xp[low]) + fp[low]
    if result != result:
        result = slope * (x - xp[low + 1]) + fp[low + 1]
        if result != result and fp[low] == fp[low + 1]:
            result = fp[low]
    return result


@cuda.jit
def np__search_left(a, value):
    low = 0
    high = a.size
    while low < high:
        middle = (low + high) // 2
        x = a[middle]
        if x < value or (value != value and x == x):
            low = middle + 1
        else:
            high = middle
    return low


@cuda.jit
def np__search_right(a, value):
    low = 0
    high = a.size
    while low < high:
        middle = (low + high) // 2
        x = a[middle]
        if value < x or (x != x and value == value):
            high = middle
        else:
            low = middle + 1
    return low
