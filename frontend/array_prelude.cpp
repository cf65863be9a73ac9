// Reductions of arrays, searches and number theory are loops over elements with
// Python's own rules, so they are written in Python: the checker gives them
// types and both devices run them. What a call may pass is checked before
// (check_reduce.cpp, check_array_function.cpp), so nothing in here can be wrong
// for a user to see.
//
// The text is split by theme, because what a kernel does not use need not be
// parsed. Names begin with np__, so that no -D of a user's meets them.
#include "array_prelude.h"

#include "parse.h"

#include <mutex>
#include <string_view>

namespace pyk2ptx {

namespace {

constexpr const char *reduceText = R"(
from numba import cuda
import numpy as np

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
)";

constexpr const char *pairText = R"(
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
)";

constexpr const char *numberText = R"(
from numba import cuda
import math

@cuda.jit
def np__gcd(a, b):
    while b != 0:
        a, b = b, a % b
    return abs(a)

@cuda.jit
def np__lcm(a, b):
    divisor = np__gcd(a, b)
    if divisor == 0:
        return divisor
    return abs(a // divisor * b)

@cuda.jit
def np__isclose(a, b, rtol, atol, equal_nan):
    if a == b:
        return True
    if a != a or b != b:
        return equal_nan and a != a and b != b
    if math.isinf(a) or math.isinf(b):
        return False
    return abs(a - b) <= atol + rtol * abs(b)

@cuda.jit
def np__math_isclose(a, b, rel_tol, abs_tol):
    if a == b:
        return True
    if math.isinf(a) or math.isinf(b):
        return False
    distance = abs(b - a)
    return (distance <= abs(rel_tol * b) or distance <= abs(rel_tol * a)
            or distance <= abs_tol)

@cuda.jit
def np__spacing(x):
    return math.nextafter(x, math.inf if x >= 0 else -math.inf) - x

@cuda.jit
def np__heaviside(x, middle):
    if x < 0:
        return 0
    if x > 0:
        return 1
    if x != x:
        return x
    return middle

@cuda.jit
def np__nan_to_num(x, nan, posinf, neginf):
    if x != x:
        return nan
    if math.isinf(x):
        return posinf if x > 0 else neginf
    return x

@cuda.jit
def np__in_range(x, start, stop, step):
    if step > 0:
        return start <= x and x < stop and (x - start) % step == 0
    if step < 0:
        return stop < x and x <= start and (start - x) % -step == 0
    return False
)";

/// In which order the elements of `t` may be assigned from those of `l`: 0 any,
/// 1 from the first to the last, 2 backward, 3 none, where memory is shared.
constexpr const char *orderText = R"(
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
def np__clash(extents, t, l, low, high, least, most):
    """Whether t[i] and l[j] meet, for places i and j: bits 1 where j is before i
    in row-major order, 2 behind it, 4 the same. They meet where the sum of
    i * t - j * l over the axes, steps in bytes, is from low to high; it is from
    least to most."""
    if len(extents) == 0:
        return 4 if low <= 0 and 0 <= high else 0
    n, s, u = extents[0], t[0], l[0]
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
            inner = np__clash(extents[1:], t[1:], l[1:], low - moved,
                              high - moved, least, most)
            if inner != 0:
                found |= inner if i == j else 1 if j < i else 2
                if u == 0 and not alike:
                    found |= (1 if i > 0 else 0) | (2 if i < n - 1 else 0)
            if found & 3 == 3:
                return 3
    return found

@cuda.jit
def np__order(t, l):
    from_t, to_t = np__low(t), np__high(t)
    from_l, to_l = np__low(l), np__high(l)
    if t.size == 0 or l.size == 0 or to_t <= from_l or to_l <= from_t:
        return 0
    for here, there in zip(t.shape, l.shape):
        if there != 1 and there != here:
            return 0
    # An extent of 1 is repeated.
    steps = tuple(0 if extent == 1 else step
                  for extent, step in zip(l.shape, l.strides))
    distance = int(l.ctypes.data) - int(t.ctypes.data)
    return 3 & np__clash(t.shape, t.strides, steps, distance - t.itemsize + 1,
                         distance + l.itemsize - 1,
                         from_t - to_l + l.itemsize + distance,
                         to_t - t.itemsize - from_l + distance)
)";

struct PreludeModule {
  const char *name, *text;
  std::unique_ptr<Source> source;
  std::optional<syntax::Module> tree;
  std::unique_ptr<Scope> scope;
};

} // namespace

const Scope &arrayScope(const char *name) {
  static std::mutex mutex;
  static PreludeModule modules[] = {{"<reduce>", reduceText, {}, {}, {}},
                                    {"<pair>", pairText, {}, {}, {}},
                                    {"<number>", numberText, {}, {}, {}},
                                    {"<order>", orderText, {}, {}, {}}};
  std::string definition = "def " + std::string(name) + "(";
  std::lock_guard<std::mutex> lock(mutex);
  PreludeModule *found = modules;
  while (std::string_view(found->text).find(definition) ==
         std::string_view::npos)
    ++found;
  if (!found->scope) {
    found->source = std::make_unique<Source>(found->name, found->text);
    Diagnostics messages;
    found->tree = parse(*found->source, messages);
    found->scope = makeScope(*found->tree);
  }
  return *found->scope;
}

} // namespace pyk2ptx
