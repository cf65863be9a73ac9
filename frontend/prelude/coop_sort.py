# Sorting the items of a block, each thread's being consecutive.
#
# By digits, of three bits, the lowest first: how many items of each digit a
# thread has is eight numbers of 16 bits, which one scan of two words sums up; so
# each item knows its rank, and goes there by way of scratch memory.
#
# By comparisons: each thread sorts its own items, then runs of doubling length
# are merged; each thread finds by bisection where its part of a merged run
# begins in both. Lanes of a warp, which may be alone there, count instead how
# many items are before theirs. Both keep the order of equal items.

import numpy as np
from cuda import coop
from numba import cuda, uint64

from .coop import coop__from, coop__get, coop__lanes, coop__put
from .coop_scan import coop__block_before

device = cuda.jit(device=True)

FIELDS = 0x0001000100010001


@device
def coop__sum_words(a, b):
    return a[0] + b[0], a[1] + b[1]


# A number whose order as an unsigned one is that of x.
@device
def coop__key_of(x):
    if isinstance(x, np.floating):
        # Both zeros are one.
        y = x + type(x)(0)
        if x.dtype == np.float64:
            bits = uint64(y.view(np.int64))
            if bits >> 63:
                return ~bits
            return bits | uint64(0x8000000000000000)
        else:
            bits = uint64(y.view(np.int32)) & uint64(0xFFFFFFFF)
            if bits >> 31:
                return bits ^ uint64(0xFFFFFFFF)
            return bits | uint64(0x80000000)
    else:
        wide = 8 * x.dtype.itemsize
        mask = uint64(0xFFFFFFFFFFFFFFFF) >> (64 - wide)
        bits = uint64(x) & mask
        if isinstance(x, np.signedinteger):
            bits ^= uint64(1) << (wide - 1)
        return bits


@device
def coop__digit(key, bit, most, isDown, isInside):
    digit = key >> bit
    if isDown:
        digit = ~digit
    if not isInside:
        digit = uint64(7)
    return int(digit & uint64(most))


@device
def coop__rank_digits(block, keys, ranks, bit, most, isDown, valid):
    n = coop._length(keys)
    low = uint64(0)
    high = uint64(0)
    first = block.rank() * n
    for i in range(n):
        digit = coop__digit(coop__key_of(keys[i]), bit, most, isDown, first + i < valid)
        place = 16 * (digit & 3)
        if digit < 4:
            ranks[i] = int((low >> place) & uint64(0xFFFF))
            low += uint64(1) << place
        else:
            ranks[i] = int((high >> place) & uint64(0xFFFF))
            high += uint64(1) << place
    before, whole = coop__block_before(block, (low, high), coop__sum_words)
    lowBefore = before[0]
    highBefore = before[1]
    if block.rank() == 0:
        lowBefore = uint64(0)
        highBefore = uint64(0)
    lowUpto = whole[0] * uint64(FIELDS)
    lowBefore += lowUpto << 16
    highBefore += ((whole[1] * uint64(FIELDS)) << 16) + (lowUpto >> 48) * uint64(FIELDS)
    for i in range(n):
        digit = coop__digit(coop__key_of(keys[i]), bit, most, isDown, first + i < valid)
        place = 16 * (digit & 3)
        if digit < 4:
            ranks[i] += int((lowBefore >> place) & uint64(0xFFFF))
        else:
            ranks[i] += int((highBefore >> place) & uint64(0xFFFF))


@device
def coop__move_to_ranks(block, items, ranks):
    n = coop._length(items)
    scratch = coop._scratch(items[0], coop._threads() * n)
    for i in range(n):
        coop__put(scratch, ranks[i], items[i])
    cuda.syncthreads()
    for i in range(n):
        items[i] = coop__get(scratch, block.rank() * n + i, items[0])
    cuda.syncthreads()


@device
def coop__check_sort(group, keys):
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
    return 0


@device
def coop__radix(group, keys, values, begin_bit, end_bit, isDown, valid_items):
    coop__check_sort(group, keys)
    n = coop._length(keys)
    ranks = cuda.local.array(n, np.int32)
    end = 8 * keys.dtype.itemsize
    if end_bit is not None:
        end = min(end, end_bit)
    valid = group.size() * n
    if valid_items is not None:
        valid = min(valid, valid_items)
    bit = begin_bit + 0 * group.rank()
    while bit < end:
        most = (1 << min(3, end - bit)) - 1
        coop__rank_digits(group, keys, ranks, bit, most, isDown, valid)
        coop__move_to_ranks(group, keys, ranks)
        if values is not None:
            coop__move_to_ranks(group, values, ranks)
        bit += 3


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
    coop__radix(group, keys, None, begin_bit, end_bit, descending, valid_items)
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
    coop__radix(group, keys, values, begin_bit, end_bit, descending, valid_items)
    return keys, values


@device
def coop_radix_rank(
    group, keys, begin_bit, end_bit, descending=False, temp_storage=None
):
    coop__check_sort(group, keys)
    n = coop._length(keys)
    if end_bit - begin_bit > 3:
        coop._refuse("`radix_rank` ranks by three bits at most")
    ranks = cuda.local.array(n, np.int32)
    most = (1 << (end_bit - begin_bit)) - 1
    coop__rank_digits(group, keys, ranks, begin_bit, most, descending, group.size() * n)
    return ranks


@device
def coop_topk_min_keys(group, keys, k, valid_items=None, temp_storage=None):
    coop__radix(group, keys, None, 0, None, False, valid_items)
    return keys


@device
def coop_topk_max_keys(group, keys, k, valid_items=None, temp_storage=None):
    coop__radix(group, keys, None, 0, None, True, valid_items)
    return keys


@device
def coop_topk_min_pairs(group, keys, values, k, valid_items=None, temp_storage=None):
    coop__radix(group, keys, values, 0, None, False, valid_items)
    return keys, values


@device
def coop_topk_max_pairs(group, keys, values, k, valid_items=None, temp_storage=None):
    coop__radix(group, keys, values, 0, None, True, valid_items)
    return keys, values


# ---- by comparisons ----


@device
def coop__less(compare, a, b):
    if compare is None:
        return a < b
    else:
        return bool(compare(a, b))


# Insertion of one item after the other; those behind `count` stay.
@device
def coop__sort_own(keys, values, compare, count):
    n = coop._length(keys)
    for i in range(1, n):
        for j in range(n - 1, 0, -1):
            if j <= i and i < count and coop__less(compare, keys[j], keys[j - 1]):
                key = keys[j]
                keys[j] = keys[j - 1]
                keys[j - 1] = key
                if values is not None:
                    value = values[j]
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
def coop__merge_block(block, keys, values, compare, valid):
    n = coop._length(keys)
    first = block.rank() * n
    scratch = coop._scratch(keys[0], coop._threads() * n)
    if values is None:
        moved = scratch
    else:
        moved = coop._scratch(values[0], coop._threads() * n)
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


@device
def coop__merge_tile(tile, keys, values, compare, valid):
    n = coop._length(keys)
    mask, base, place, size = coop__lanes(tile)
    first = place * n
    ranks = cuda.local.array(n, np.int32)
    out = cuda.local.array(n, keys.dtype)
    for i in range(n):
        ranks[i] = 0
        out[i] = keys[i]
    for lane in range(tile.size()):
        for k in range(n):
            other = coop__from(mask, keys[k], base + lane)
            where = lane * n + k
            for i in range(n):
                if where >= valid or first + i >= valid:
                    isBefore = where < first + i
                elif where < first + i:
                    isBefore = not coop__less(compare, keys[i], other)
                else:
                    isBefore = coop__less(compare, other, keys[i])
                if isBefore:
                    ranks[i] += 1
    if values is not None:
        moved = cuda.local.array(n, values.dtype)
        for lane in range(tile.size()):
            for k in range(n):
                rank = coop__from(mask, ranks[k], base + lane) - first
                value = coop__from(mask, values[k], base + lane)
                for i in range(n):
                    if i == rank:
                        moved[i] = value
        for i in range(n):
            values[i] = moved[i]
    for lane in range(tile.size()):
        for k in range(n):
            rank = coop__from(mask, ranks[k], base + lane) - first
            key = coop__from(mask, keys[k], base + lane)
            for i in range(n):
                if i == rank:
                    out[i] = key
    for i in range(n):
        keys[i] = out[i]


@device
def coop__merge(group, keys, values, compare, valid_items):
    kind = coop._kind(group)
    if kind != "block" and kind != "tile":
        coop._refuse("`this_warp()`, a part of it, and `this_block()` sort")
    n = coop._length(keys)
    if n == 0:
        coop._refuse("what is sorted are the items of a thread, an array")
    valid = group.size() * n
    if valid_items is not None:
        valid = min(valid, valid_items)
    if kind == "block":
        coop__merge_block(group, keys, values, compare, valid)
    else:
        coop__merge_tile(group, keys, values, compare, valid)


@device
def coop_merge_sort_keys(
    group, keys, compare_op=None, valid_items=None, temp_storage=None
):
    coop__merge(group, keys, None, compare_op, valid_items)
    return keys


@device
def coop_merge_sort_pairs(
    group, keys, values, compare_op=None, valid_items=None, temp_storage=None
):
    coop__merge(group, keys, values, compare_op, valid_items)
    return keys, values
