# What stands before each thread of a group: lanes are scanned by doubling steps,
# then the warps' totals by all warps or by the first of them.
#
# Sums of integers have an inverse and are the same in any order: what stands
# before a lane is the difference of two sums, and what the warps before its own
# make is a sum in which the others' are zeros. A float's zero has a sign, which
# another zero would change, and its sums depend on their order.

import numpy as np
from cuda import coop
from numba import cuda

from .coop import (
    coop__apply,
    coop__below,
    coop__from,
    coop__get,
    coop__lanes,
    coop__put,
)
from .coop_reduce import coop__by_halves, coop__redux_of

device = cuda.jit(device=True)


# The zero of a sum.
@device
def coop__zero(value):
    parts = tuple(coop._like(0, part) for part in coop._parts(value))
    return coop._whole(parts, value)


# Of each lane that of the lanes up to it.
@device
def coop__warp_scan(value, op, width, mask, base, place):
    step = 1
    while step < width:
        other = coop__from(mask, value, base + max(place - step, 0))
        if place >= step:
            value = coop__apply(op, other, value)
        step *= 2
    return value


# The same of a whole warp's `width` first.
@device
def coop__full_scan(value, op, width, place):
    step = 1
    while step < width:
        if (
            isinstance(op, str)
            and op == "sum"
            and isinstance(value, (np.integer, np.floating))
        ):
            value = coop__add_below(value, step)
        else:
            other = coop__below(0xFFFFFFFF, value, step)
            if place >= step:
                value = coop__apply(op, other, value)
        step *= 2
    return value


# With that of the lane so far below, where there is one.
@device
def coop__add_below(value, step):
    part = coop._parts(value)[0]
    return coop._whole((coop._add_below(0xFFFFFFFF, part, step),), value)


# What stands before a lane, of what stands up to it: zero before the first of
# integers' sums, else the first one's is not to be used.
@device
def coop__before_lane(upto, own, op, mask, base, place, size):
    if isinstance(op, str) and op == "sum" and isinstance(own, np.integer):
        return coop._like(upto - own, own)
    elif size == 32:
        return coop__below(mask, upto, 1)
    else:
        return coop__from(mask, upto, base + max(place - 1, 0))


# The same behind what the warps before make.
@device
def coop__behind(below, before, op, warp, place):
    if isinstance(op, str) and op == "sum" and isinstance(before, np.integer):
        return coop._like(below + before, before)
    else:
        if warp > 0:
            if place > 0:
                before = coop__apply(op, below, before)
            else:
                before = below
        return before


# What stands before the thread (nothing before the first), and the whole.
@device
def coop__tile_before(tile, total, op):
    mask, base, place, size = coop__lanes(tile)
    if tile.size() == 32:
        upto = coop__full_scan(total, op, 32, place)
    else:
        upto = coop__warp_scan(total, op, tile.size(), mask, base, place)
    before = coop__before_lane(upto, total, op, mask, base, place, tile.size())
    whole = coop__from(mask, upto, base + size - 1)
    return before, whole


# The sum of the first ones of the totals that `width` lanes have each.
@device
def coop__sum_of(each, count, width, place):
    if each.dtype.itemsize <= 4 and coop._redux():
        own = each if place < count else coop__zero(each)
        return coop__redux_of(0xFFFFFFFF, own, "sum")
    else:
        own = each if place % width < count else coop__zero(each)
        return coop__by_halves(own, "sum", width, 0xFFFFFFFF)


# The power of two that is no less.
@device
def coop__width(warps):
    if warps <= 1:
        return 1
    elif warps <= 2:
        return 2
    elif warps <= 4:
        return 4
    elif warps <= 8:
        return 8
    elif warps <= 16:
        return 16
    else:
        return 32


# What the warps before this one make, and all of them.
@device
def coop__warps_before(scratch, like, op, warp, warps, place):
    if isinstance(op, str) and op == "sum" and isinstance(like, np.integer):
        width = coop__width(warps)
        each = coop__get(scratch, min(place % width, warps - 1), like)
        below = coop__sum_of(each, warp, width, place)
        return below, coop__sum_of(each, warps, width, place)
    else:
        each = coop__get(scratch, min(place, warps - 1), like)
        upto = coop__full_scan(each, op, warps, place)
        below = coop__from(0xFFFFFFFF, upto, max(warp - 1, 0))
        return below, coop__from(0xFFFFFFFF, upto, warps - 1)


# Of blocks of whole warps, whose number is known: each warp does it for itself.
# A barrier has to follow before the next scan.
@device
def coop__known_before(block, temp_storage, total, op, threads):
    rank = block.rank()
    place = rank % 32
    warp = rank // 32
    coop._together(0xFFFFFFFF)
    upto = coop__full_scan(total, op, 32, place)
    before = coop__before_lane(upto, total, op, 0xFFFFFFFF, 0, place, 32)
    if threads == 32:
        return before, coop__from(0xFFFFFFFF, upto, 31)
    else:
        scratch = coop._scratch(temp_storage, total, 32)
        warps = threads // 32
        if place == 31:
            coop__put(scratch, warp, upto)
        cuda.syncthreads()
        below, whole = coop__warps_before(scratch, total, op, warp, warps, place)
        return coop__behind(below, before, op, warp, place), whole


@device
def coop__any_before(block, temp_storage, total, op):
    mask, base, place, size = coop__lanes(block)
    rank = block.rank()
    warp = rank // 32
    warps = (block.size() + 31) // 32
    scratch = coop._scratch(temp_storage, total, 32)
    sums = coop._scratch(temp_storage, total, 32)
    upto = coop__warp_scan(total, op, 32, mask, base, place)
    before = coop__before_lane(upto, total, op, mask, base, place, None)
    if place == size - 1:
        coop__put(scratch, warp, upto)
    cuda.syncthreads()
    if warp == 0:
        each = coop__get(scratch, min(place, warps - 1), total)
        each = coop__warp_scan(each, op, 32, mask, base, place)
        if place < warps:
            coop__put(sums, place, each)
    cuda.syncthreads()
    whole = coop__get(sums, warps - 1, total)
    below = coop__get(sums, max(warp - 1, 0), total)
    if isinstance(op, str) and op == "sum" and isinstance(total, np.integer):
        if warp == 0:
            below = coop__zero(total)
    return coop__behind(below, before, op, warp, place), whole


# The same; a barrier has to follow before scratch memory is used again.
@device
def coop__before(block, temp_storage, total, op):
    threads = coop._block()
    if threads is not None and threads % 32 == 0:
        return coop__known_before(block, temp_storage, total, op, threads)
    else:
        return coop__any_before(block, temp_storage, total, op)


@device
def coop__block_before(block, temp_storage, total, op):
    before, whole = coop__before(block, temp_storage, total, op)
    cuda.syncthreads()
    return before, whole
