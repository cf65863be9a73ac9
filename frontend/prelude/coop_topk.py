# The least or the greatest items of a block without sorting all of them. What
# the last one taken looks like is found digit by digit, from the highest: a
# count of each digit among the items that have all digits so far says in which
# one it is. Then one scan gives the items their places: those before it, as many
# like it as are wanted, and the others behind.

import numpy as np
from cuda import coop
from numba import cuda, uint64

from .coop import coop__get, coop__put
from .coop_before import coop__block_before
from .coop_sort import coop__bits, coop__check_sort, coop__key_of

device = cuda.jit(device=True)

INDICES_ARE_INSIDE = True

# Digits have eight bits.
DIGITS = 256


# The order of an item among those that are wanted, as an unsigned number; both
# zeros are one.
@device
def coop__wish(x, isDown):
    key = coop__key_of(x)
    if isinstance(x, np.floating):
        if x == 0:
            key = coop__key_of(type(x)(0))
    mask = uint64(0xFFFFFFFFFFFFFFFF) >> (64 - coop__bits(x))
    order = uint64(key) & mask
    if isDown:
        order ^= mask
    return order


# In which digit the item of rank `left` is, and how many items are in digits
# before it. Each thread adds up some of the counts.
@device
def coop__digit_of_rank(block, temp_storage, counts, found, left):
    rank = block.rank()
    share = (DIGITS + block.size() - 1) // block.size()
    first = min(rank * share, DIGITS)
    last = min(first + share, DIGITS)
    total = np.int32(0)
    for digit in range(first, last):
        total = np.int32(total + counts[digit])
    before, whole = coop__block_before(block, temp_storage, total, "sum")
    below = int(before)
    for digit in range(first, last):
        if below <= left and left < below + counts[digit]:
            found[0] = digit
            found[1] = below
        below += counts[digit]
    cuda.syncthreads()
    return found[0], found[1]


# The order of the last item taken, of `taken`, and how many are before it.
@device
def coop__last_taken(block, temp_storage, keys, taken, isDown, valid):
    n = coop._length(keys)
    first = block.rank() * n
    counts = coop._scratch(temp_storage, np.int32(0), DIGITS)[0]
    found = coop._scratch(temp_storage, np.int32(0), 2)[0]
    prefix = uint64(0)
    left = taken - 1
    before = 0
    shift = coop__bits(keys[0]) - 8
    while shift >= 0:
        i = block.rank()
        while i < DIGITS:
            counts[i] = 0
            i += block.size()
        cuda.syncthreads()
        for i in range(n):
            order = coop__wish(keys[i], isDown)
            # Of a shift by all bits nothing would be said.
            if first + i < valid and (order >> shift) >> 8 == prefix:
                cuda.atomic.add(counts, int((order >> shift) & uint64(255)), 1)
        cuda.syncthreads()
        digit, below = coop__digit_of_rank(block, temp_storage, counts, found, left)
        left -= below
        before += below
        prefix = (prefix << 8) | uint64(digit)
        shift -= 8
    return prefix, before


@device
def coop__sum_pair(a, b):
    return np.int32(a[0] + b[0]), np.int32(a[1] + b[1])


# The place of each item: the wanted ones first, in the order that they had.
@device
def coop__places(block, temp_storage, keys, places, taken, isDown, valid):
    n = coop._length(keys)
    first = block.rank() * n
    last, before = coop__last_taken(block, temp_storage, keys, taken, isDown, valid)
    less = np.int32(0)
    same = np.int32(0)
    for i in range(n):
        if first + i < valid:
            order = coop__wish(keys[i], isDown)
            if order < last:
                less = np.int32(less + 1)
            elif order == last:
                same = np.int32(same + 1)
    (lessBefore, sameBefore), whole = coop__block_before(
        block, temp_storage, (less, same), coop__sum_pair
    )
    if block.rank() == 0:
        lessBefore = np.int32(0)
        sameBefore = np.int32(0)
    wanted = taken - before
    for i in range(n):
        order = coop__wish(keys[i], isDown)
        isLess = first + i < valid and order < last
        isSame = first + i < valid and order == last
        chosen = lessBefore + min(int(sameBefore), wanted)
        if isLess or (isSame and sameBefore < wanted):
            places[i] = chosen
        else:
            places[i] = taken + (first + i - chosen)
        if isLess:
            lessBefore = np.int32(lessBefore + 1)
        if isSame:
            sameBefore = np.int32(sameBefore + 1)


@device
def coop__to_places(block, temp_storage, items, places):
    n = coop._length(items)
    scratch = coop._scratch(temp_storage, items[0], coop._threads() * n)
    for i in range(n):
        coop__put(scratch, places[i], items[i])
    cuda.syncthreads()
    for i in range(n):
        items[i] = coop__get(scratch, block.rank() * n + i, items[0])
    cuda.syncthreads()


@device
def coop__topk(group, temp_storage, keys, values, k, valid_items, isDown):
    coop__check_sort(group, keys, values)
    n = coop._length(keys)
    valid = group.size() * n
    if valid_items is not None:
        valid = min(valid, valid_items)
    taken = min(int(k), valid)
    if taken > 0:
        places = cuda.local.array(n, np.int32)
        coop__places(group, temp_storage, keys, places, taken, isDown, valid)
        coop__to_places(group, temp_storage, keys, places)
        if values is not None:
            coop__to_places(group, temp_storage, values, places)


@device
def coop_topk_min_keys(group, keys, k, valid_items=None, temp_storage=None):
    coop__topk(group, temp_storage, keys, None, k, valid_items, False)
    return keys


@device
def coop_topk_max_keys(group, keys, k, valid_items=None, temp_storage=None):
    coop__topk(group, temp_storage, keys, None, k, valid_items, True)
    return keys


@device
def coop_topk_min_pairs(group, keys, values, k, valid_items=None, temp_storage=None):
    coop__topk(group, temp_storage, keys, values, k, valid_items, False)
    return keys, values


@device
def coop_topk_max_pairs(group, keys, values, k, valid_items=None, temp_storage=None):
    coop__topk(group, temp_storage, keys, values, k, valid_items, True)
    return keys, values
