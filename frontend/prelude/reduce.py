# Reductions of arrays: loops over elements with Python's own rules.

import numpy as np
from numba import cuda


@cuda.jit
def np__sum(a, total):
    for x in a.flat:
        total += x
    return total


@cuda.jit
def np__prod(a, total):
    for x in a.flat:
        total *= x
    return total


@cuda.jit
def np__min(a):
    if __debug__ and a.size == 0:
        raise ValueError("zero-size array to reduction operation minimum")
    best = a.item(0)
    for x in a.flat:
        best = np.minimum(best, x)
    return best


@cuda.jit
def np__max(a):
    if __debug__ and a.size == 0:
        raise ValueError("zero-size array to reduction operation maximum")
    best = a.item(0)
    for x in a.flat:
        best = np.maximum(best, x)
    return best


@cuda.jit
def np__least(a):
    if __debug__ and a.size == 0:
        raise ValueError("min() of an empty array")
    best = a.item(0)
    for x in a:
        best = min(best, x)
    return best


@cuda.jit
def np__greatest(a):
    if __debug__ and a.size == 0:
        raise ValueError("max() of an empty array")
    best = a.item(0)
    for x in a:
        best = max(best, x)
    return best


@cuda.jit
def np__argmin(a):
    if __debug__ and a.size == 0:
        raise ValueError("attempt to get argmin of an empty sequence")
    best = a.item(0)
    at = 0
    i = 0
    for x in a.flat:
        if x < best or (x != x and best == best):
            best = x
            at = i
        i += 1
    return at


@cuda.jit
def np__argmax(a):
    if __debug__ and a.size == 0:
        raise ValueError("attempt to get argmax of an empty sequence")
    best = a.item(0)
    at = 0
    i = 0
    for x in a.flat:
        if x > best or (x != x and best == best):
            best = x
            at = i
        i += 1
    return at


@cuda.jit
def np__mean(a, total):
    return np__sum(a, total) / a.size


@cuda.jit
def np__var(a, total, ddof):
    mean = np__sum(a, total) / a.size
    for x in a.flat:
        distance = x - mean
        total += distance * distance
    return total / max(a.size - ddof, 0)


@cuda.jit
def np__std(a, total, ddof):
    return np.sqrt(np__var(a, total, ddof))


@cuda.jit
def np__nansum(a, total):
    for x in a.flat:
        if x == x:
            total += x
    return total


@cuda.jit
def np__nanprod(a, total):
    for x in a.flat:
        if x == x:
            total *= x
    return total


@cuda.jit
def np__nanmin(a):
    if __debug__ and a.size == 0:
        raise ValueError("zero-size array to reduction operation fmin")
    best = a.item(0)
    for x in a.flat:
        if x < best or best != best:
            best = x
    return best


@cuda.jit
def np__nanmax(a):
    if __debug__ and a.size == 0:
        raise ValueError("zero-size array to reduction operation fmax")
    best = a.item(0)
    for x in a.flat:
        if x > best or best != best:
            best = x
    return best


@cuda.jit
def np__nancount(a):
    count = 0
    for x in a.flat:
        if x == x:
            count += 1
    return count


@cuda.jit
def np__nanmean(a, total):
    return np__nansum(a, total) / np__nancount(a)


@cuda.jit
def np__nanvar(a, total, ddof):
    count = np__nancount(a)
    mean = np__nansum(a, total) / count
    for x in a.flat:
        if x == x:
            distance = x - mean
            total += distance * distance
    return total / (count - ddof) if count > ddof else np.nan * total


@cuda.jit
def np__nanstd(a, total, ddof):
    return np.sqrt(np__nanvar(a, total, ddof))


@cuda.jit
def np__along(a, out, reduction, rest):
    if __debug__ and out.shape != a.shape[:-1]:
        raise ValueError("the output array has not the shape of the results")
    for place in np.ndindex(out.shape):
        out[place] = reduction(a[place], *rest)
    return out


@cuda.jit
def np__all(a):
    for x in a.flat:
        if not x:
            return False
    return True


@cuda.jit
def np__any(a):
    for x in a.flat:
        if x:
            return True
    return False


@cuda.jit
def np__ptp(a):
    return np__max(a) - np__min(a)


@cuda.jit
def np__count_nonzero(a):
    count = 0
    for x in a.flat:
        if x:
            count += 1
    return count


@cuda.jit
def np__fill(a, value):
    a[...] = value


@cuda.jit
def np__filled(a, value):
    a[...] = value
    return 0


@cuda.jit
def np__into1(f, a, out):
    f(a, out)
    return out


@cuda.jit
def np__into2(f, a, b, out):
    f(a, b, out)
    return out


@cuda.jit
def np__into3(f, a, b, c, out):
    f(a, b, c, out)
    return out


@cuda.jit
def np__contains(a, value):
    for x in a.flat:
        if x == value:
            return True
    return False
