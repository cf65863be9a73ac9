# Sorting the items of a block, each thread's being consecutive.
#
# By digits, of four bits, the lowest first: a thread counts its items of each
# digit in shared memory, all counters are added up in the order of digits, then
# threads, and so each item knows its rank, where it goes by way of scratch memory.
#
# By comparisons: each thread sorts its own items, then runs of doubling length
# are merged; each thread finds by bisection where its part of a merged run
# begins in both. Lanes of a warp, which may be alone there, are a bitonic
# network. Both keep the order of equal items.

import numpy as np
from cuda import coop
from numba import cuda, literal_unroll, uint16, uint32, uint64

from .coop import coop__across, coop__from, coop__get, coop__lanes, coop__put
from .coop_before import coop__before

device = cuda.jit(device=True)

INDICES_ARE_INSIDE = True

# Words of counters that a thread adds up: those of eight pairs of digits, and
# one more, by which threads are in different banks of shared memory.
LANES = 9


# A number whose order as an unsigned one is that of x.
@device
def coop__key_of(x):
    if isinstance(x, np.floating):
        if x.dtype == np.float64:
            bits = uint64(x.view(np.int64))
            return bits ^ ((uint64(0) - (bits >> 63)) | uint64(0x8000000000000000))
        else:
            bits = uint32(np.float32(x).view(np.int32))
            return bits ^ uint32((0 - (bits >> 31)) | 0x80000000)
    else:
        if x.dtype.itemsize == 8:
            if isinstance(x, np.signedinteger):
                return uint64(x) ^ uint64(0x8000000000000000)
            else:
                return uint64(x)
        else:
            if isinstance(x, np.signedinteger):
                return uint32(x) ^ uint32(0x80000000) >> (32 - 8 * x.dtype.itemsize)
            else:
                return uint32(x)


# How many bits that has: 16-bit floats are float32 there.
@device
def coop__bits(x):
    if isinstance(x, np.floating) and x.dtype.itemsize == 2:
        return 32
    else:
        return 8 * x.dtype.itemsize


# The digit of four bits, or of those that `most` has.
@device
def coop__digit(x, bit, most, isDown):
    key = coop__key_of(x)
    if isinstance(x, np.floating):
        # Both zeros are one.
        if x == 0:
            key = coop__key_of(type(x)(0))
    if x.dtype.itemsize == 8:
        digit = int((key >> (bit & 63)) & uint64(most))
    else:
        digit = int((key >> (bit & 31)) & most)
    if isDown:
        digit ^= most
    return digit


# The rank of each item by one digit. Each thread counts in words of its own, of
# which each is a pair of counters, and adds up as many words that stand behind
# each other: by their order its own are eight digits' of all threads.
@device
def coop__rank_digits(
    block, temp_storage, words, keys, ranks, bit, most, isDown, valid
):
    n = coop._length(keys)
    rank = block.rank()
    threads = coop._block()
    if threads is None:
        threads = block.size()
    halves = words.view(uint16)
    places = cuda.local.array(n, np.int32)
    for lane in range(LANES):
        words[lane * threads + rank] = 0
    for i in literal_unroll(range(n)):
        digit = coop__digit(keys[i], bit, most, isDown)
        if valid is not None:
            if rank * n + i >= valid:
                digit = most
        at = ((digit & 7) * threads + rank) * 2 + (digit >> 3)
        places[i] = at
        ranks[i] = halves[at]
        halves[at] = ranks[i] + 1
    cuda.syncthreads()
    counts = cuda.local.array(LANES, uint32)
    total = uint32(0)
    for j in range(LANES):
        counts[j] = words[rank * LANES + j]
        total = uint32(total + counts[j])
    before, whole = coop__before(block, temp_storage, total, "sum")
    # What is in lower halves is before all that is in upper ones.
    before = uint32(before + (whole << 16))
    for j in range(LANES):
        words[rank * LANES + j] = before
        before = uint32(before + counts[j])
    cuda.syncthreads()
    for i in literal_unroll(range(n)):
        ranks[i] += halves[places[i]]


# A place of scratch memory, where items that are so many apart are in different
# banks.
@device
def coop__spread(at, n):
    if n > 4 and n & (n - 1) == 0:
        return at + (at >> 5)
    else:
        return at


# To their ranks. A barrier has to follow before others are moved.
@device
def coop__move_to_ranks(block, scratch, items, ranks):
    n = coop._length(items)
    first = block.rank() * n
    for i in literal_unroll(range(n)):
        coop__put(scratch, coop__spread(ranks[i], n), items[i])
    cuda.syncthreads()
    for i in literal_unroll(range(n)):
        items[i] = coop__get(scratch, coop__spread(first + i, n), items[0])


@device
def coop__check_sort(group, keys, values):
    if coop._kind(group) != "block":
        coop._refuse(
            "sorting by digits is for `this_block()`; `merge_sort_keys` is for warps too"
        )
    if coop._length(keys) == 0:
        coop._refuse("what is sorted are the items of a thread, an array")
    if coop._length(keys) > 63:
        coop._refuse("at most 63 items of a thread are sorted by their digits")
    if not isinstance(keys[0], (np.integer, np.floating)):
        coop._refuse("keys that are sorted by their digits are integers or floats")
    coop__check_values(keys, values)
    return 0


@device
def coop__check_values(keys, values):
    if values is not None:
        if coop._length(values) != coop._length(keys):
            coop._refuse("each key has one value: both arrays are of one length")
    return 0


# Scratch memory for so many items is the counters' as well where that is a lot,
# which takes more barriers.
@device
def coop__passes(
    group, temp_storage, keys, values, begin_bit, end_bit, isDown, valid_items, isTight
):
    n = coop._length(keys)
    count = coop._threads() * n + coop._threads() * n // 32
    size = keys.dtype.itemsize
    if isTight:
        # Whole keys, of which the largest are two words.
        needed = max(LANES * coop._threads(), (count * size + 3) // 4)
        words = coop._scratch(temp_storage, uint32(0), (needed + 1) // 2 * 2)[0]
        places = (words.view(keys.dtype),)
    else:
        words = coop._scratch(temp_storage, uint32(0), LANES * coop._threads())[0]
        places = coop._scratch(temp_storage, keys[0], count)
    ranks = cuda.local.array(n, np.int32)
    end = coop__bits(keys[0])
    if end_bit is not None:
        end = min(end, end_bit)
    bit = begin_bit + 0 * group.rank()
    while bit < end:
        most = (1 << min(4, end - bit)) - 1
        coop__rank_digits(
            group, temp_storage, words, keys, ranks, bit, most, isDown, valid_items
        )
        # Ranking the next digit has barriers before it moves anything.
        if isTight:
            cuda.syncthreads()
        coop__move_to_ranks(group, places, keys, ranks)
        if isTight:
            cuda.syncthreads()
        if values is not None:
            others = coop._scratch(temp_storage, values[0], count)
            coop__move_to_ranks(group, others, values, ranks)
        bit += 4
    cuda.syncthreads()


@device
def coop__radix(
    group, temp_storage, keys, values, begin_bit, end_bit, isDown, valid_items
):
    coop__check_sort(group, keys, values)
    count = coop._threads() * coop._length(keys)
    words = LANES * coop._threads()
    coop__passes(
        group,
        temp_storage,
        keys,
        values,
        begin_bit,
        end_bit,
        isDown,
        valid_items,
        4 * words + (count + count // 32) * keys.dtype.itemsize > 32768,
    )


@device
def coop_radix_sort_keys(
    group,
    keys,
    begin_bit=0,
    end_bit=None,
    descending=False,
    valid_items=None,
    temp_storage=None,
):
    coop__radix(
        group, temp_storage, keys, None, begin_bit, end_bit, descending, valid_items
    )
    return keys


@device
def coop_radix_sort_pairs(
    group,
    keys,
    values,
    begin_bit=0,
    end_bit=None,
    descending=False,
    valid_items=None,
    temp_storage=None,
):
    coop__radix(
        group, temp_storage, keys, values, begin_bit, end_bit, descending, valid_items
    )
    return keys, values


@device
def coop_radix_rank(
    group, keys, begin_bit, end_bit, descending=False, temp_storage=None
):
    coop__check_sort(group, keys, None)
    n = coop._length(keys)
    if end_bit - begin_bit > 4:
        coop._refuse("`radix_rank` ranks by four bits at most")
    ranks = cuda.local.array(n, np.int32)
    most = (1 << (end_bit - begin_bit)) - 1
    words = coop._scratch(temp_storage, uint32(0), LANES * coop._threads())[0]
    coop__rank_digits(
        group, temp_storage, words, keys, ranks, begin_bit, most, descending, None
    )
    cuda.syncthreads()
    return ranks


# ---- by comparisons ----


@device
def coop__less(compare, a, b):
    if compare is None:
        # As NumPy: nan is behind all numbers. Threads that look for their places
        # have to agree on an order.
        return a < b or (a == a and b != b)
    elif coop._writes(compare, a):
        # Of the makers' operators some take places.
        left = coop.ThreadData(1)
        right = coop.ThreadData(1)
        left[0] = a
        right[0] = b
        return bool(compare(left, right))
    else:
        return bool(compare(a, b))


# Insertion of one item after the other; those behind `count` stay.
@device
def coop__sort_own(keys, values, compare, count):
    n = coop._length(keys)
    for i in range(1, n):
        for j in range(n - 1, 0, -1):
            if j <= i and i < count and coop__less(compare, keys[j], keys[j - 1]):
                key = coop._value(keys[j])
                keys[j] = keys[j - 1]
                keys[j - 1] = key
                if values is not None:
                    value = coop._value(values[j])
                    values[j] = values[j - 1]
                    values[j - 1] = value


@device
def coop__merge_runs(block, keys, values, compare, scratch, moved, width, valid):
    n = coop._length(keys)
    first = block.rank() * n
    start = first // (2 * width) * (2 * width)
    middle = min(start + width, valid)
    stop = min(start + 2 * width, valid)
    # How many of the merged run's items before the thread's are of its first.
    at = min(first - start, stop - start)
    low = max(0, at - (stop - middle))
    high = min(at, middle - start)
    while low < high:
        half = (low + high) // 2
        a = coop__get(scratch, start + half, keys[0])
        b = coop__get(scratch, middle + at - 1 - half, keys[0])
        if coop__less(compare, b, a):
            high = half
        else:
            low = half + 1
    a = start + low
    b = middle + at - low
    for i in range(n):
        if first + i < stop:
            takesFirst = b >= stop
            if a < middle and b < stop:
                takesFirst = not coop__less(
                    compare,
                    coop__get(scratch, b, keys[0]),
                    coop__get(scratch, a, keys[0]),
                )
            source = a if takesFirst else b
            if takesFirst:
                a += 1
            else:
                b += 1
            keys[i] = coop__get(scratch, source, keys[0])
            if values is not None:
                values[i] = coop__get(moved, source, values[0])


@device
def coop__merge_block(block, temp_storage, keys, values, compare, valid):
    n = coop._length(keys)
    first = block.rank() * n
    scratch = coop._scratch(temp_storage, keys[0], coop._threads() * n)
    if values is None:
        moved = scratch
    else:
        moved = coop._scratch(temp_storage, values[0], coop._threads() * n)
    coop__sort_own(keys, values, compare, valid - first)
    width = n + 0 * block.rank()
    while width < block.size() * n:
        for i in range(n):
            coop__put(scratch, first + i, keys[i])
            if values is not None:
                coop__put(moved, first + i, values[i])
        cuda.syncthreads()
        coop__merge_runs(block, keys, values, compare, scratch, moved, width, valid)
        cuda.syncthreads()
        width *= 2


# Whether item `a` of place `at` goes before `b` of place `to`: those of no value
# stay behind, and equal ones in their order.
@device
def coop__is_before(compare, a, at, b, to, valid):
    if at >= valid or to >= valid:
        return at < to
    else:
        if at < to:
            return not coop__less(compare, b, a)
        else:
            return coop__less(compare, a, b)


# By their places, which are all different, a network sorts equal ones as well.
@device
def coop__sort_placed(keys, places, compare, valid):
    n = coop._length(keys)
    for turn in range(n):
        for k in range(n // 2):
            i = 2 * k + turn % 2
            if i + 1 < n:
                if coop__is_before(
                    compare, keys[i + 1], places[i + 1], keys[i], places[i], valid
                ):
                    key = coop._value(keys[i])
                    keys[i] = keys[i + 1]
                    keys[i + 1] = key
                    place = places[i]
                    places[i] = places[i + 1]
                    places[i + 1] = place


# Two lanes have sorted items, and afterwards the one whose items go first has
# the first half of them all, the other one the rest, both sorted.
@device
def coop__split(keys, places, compare, mask, bits, isFirst, valid):
    n = coop._length(keys)
    others = cuda.local.array(n, keys.dtype)
    theirs = cuda.local.array(n, np.int32)
    for i in range(n):
        others[i] = coop__across(mask, keys[n - 1 - i], bits)
        theirs[i] = coop__across(mask, places[n - 1 - i], bits)
    for i in range(n):
        isBefore = coop__is_before(
            compare, others[i], theirs[i], keys[i], places[i], valid
        )
        if isBefore == isFirst:
            keys[i] = others[i]
            places[i] = theirs[i]
    coop__sort_placed(keys, places, compare, valid)


# A bitonic network of lanes, each of which has several items.
@device
def coop__merge_tile(tile, keys, values, compare, valid):
    n = coop._length(keys)
    mask, base, place, size = coop__lanes(tile)
    places = cuda.local.array(n, np.int32)
    for i in range(n):
        places[i] = place * n + i
    coop__sort_placed(keys, places, compare, valid)
    run = 2
    while run <= tile.size():
        step = run // 2
        while step > 0:
            isUp = place & run == 0 or run == tile.size()
            isFirst = (place & step == 0) == isUp
            coop__split(keys, places, compare, mask, step, isFirst, valid)
            step //= 2
        run *= 2
    if values is not None:
        coop__fetch(values, places, mask, base)


# The values of these places, from whatever lane has them.
@device
def coop__fetch(values, places, mask, base):
    n = coop._length(values)
    fetched = cuda.local.array(n, values.dtype)
    for i in range(n):
        for k in range(n):
            value = coop__from(mask, values[k], base + places[i] // n)
            if places[i] % n == k:
                fetched[i] = value
    for i in range(n):
        values[i] = fetched[i]


@device
def coop__merge(group, temp_storage, keys, values, compare, valid_items):
    kind = coop._kind(group)
    if kind != "block" and kind != "tile":
        coop._refuse("`this_warp()`, a part of it, and `this_block()` sort")
    n = coop._length(keys)
    if n == 0:
        coop._refuse("what is sorted are the items of a thread, an array")
    coop__check_values(keys, values)
    valid = group.size() * n
    if valid_items is not None:
        valid = min(valid, valid_items)
    if kind == "block":
        coop__merge_block(group, temp_storage, keys, values, compare, valid)
    else:
        coop__merge_tile(group, keys, values, compare, valid)


@device
def coop_merge_sort_keys(
    group, keys, compare_op=None, valid_items=None, temp_storage=None
):
    coop__merge(group, temp_storage, keys, None, compare_op, valid_items)
    return keys


@device
def coop_merge_sort_pairs(
    group, keys, values, compare_op=None, valid_items=None, temp_storage=None
):
    coop__merge(group, temp_storage, keys, values, compare_op, valid_items)
    return keys, values
