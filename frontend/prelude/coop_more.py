# Neighbours, counts and runs.

import numpy as np
from cuda import coop
from numba import cuda

from .coop import (
    coop__check_op,
    coop__from,
    coop__get,
    coop__lanes,
    coop__put,
)
from .coop_reduce import coop__warp_total

device = cuda.jit(device=True)


# The last item of the thread before, or the first of the one behind; the
# thread's own where there is none.
@device
def coop__neighbour(block, temp_storage, items, isBefore):
    n = coop._length(items)
    rank = block.rank()
    scratch = coop._scratch(temp_storage, items[0], coop._threads())
    coop__put(scratch, rank, items[n - 1] if isBefore else items[0])
    cuda.syncthreads()
    at = rank - 1 if isBefore else rank + 1
    value = coop__get(scratch, min(max(at, 0), block.size() - 1), items[0])
    cuda.syncthreads()
    return value


@device
def coop__check_items(block, items):
    if coop._kind(block) != "block" or coop._length(items) == 0:
        coop._refuse("this takes `this_block()` and the items of a thread, an array")
    return 0


@device
def coop_adjacent_difference(
    block, items, mode="left", op=None, tile_neighbor=None, temp_storage=None
):
    coop__check_items(block, items)
    if mode != "left" and mode != "right":
        coop._refuse("the mode of `adjacent_difference` is 'left' or 'right'")
    n = coop._length(items)
    out = cuda.local.array(n, items.dtype)
    other = coop__neighbour(block, temp_storage, items, mode == "left")
    count = block.size()
    isEnd = block.rank() == (0 if mode == "left" else count - 1)
    for i in range(n):
        at = i if mode == "left" else n - 1 - i
        if i > 0:
            other = items[at - 1] if mode == "left" else items[at + 1]
        if i == 0 and isEnd:
            if tile_neighbor is None:
                out[at] = items[at]
            else:
                out[at] = coop__difference(
                    items[at], coop._like(tile_neighbor, items[at]), op
                )
        else:
            out[at] = coop__difference(items[at], other, op)
    return out


@device
def coop__difference(a, b, op):
    if op is None:
        return coop._like(a - b, a)
    else:
        return coop._like(op(a, b), a)


# Whether an item differs from the one before, or the one behind.
@device
def coop__flags(block, temp_storage, items, op, isHead):
    n = coop._length(items)
    flags = cuda.local.array(n, np.int32)
    other = coop__neighbour(block, temp_storage, items, isHead)
    isEnd = block.rank() == (0 if isHead else block.size() - 1)
    for i in range(n):
        at = i if isHead else n - 1 - i
        if i > 0:
            other = items[at - 1] if isHead else items[at + 1]
        if i == 0 and isEnd:
            flags[at] = 1
        elif op is None:
            flags[at] = 1 if items[at] != other else 0
        elif isHead:
            flags[at] = 1 if op(other, items[at]) else 0
        else:
            flags[at] = 1 if op(items[at], other) else 0
    return flags


@device
def coop_discontinuity(block, items, mode="heads", op=None, temp_storage=None):
    coop__check_items(block, items)
    if mode == "heads":
        return coop__flags(block, temp_storage, items, op, True)
    elif mode == "tails":
        return coop__flags(block, temp_storage, items, op, False)
    elif mode == "heads_and_tails":
        return coop__flags(block, temp_storage, items, op, True), coop__flags(
            block, temp_storage, items, op, False
        )
    else:
        coop._refuse(
            "the mode of `discontinuity` is 'heads', 'tails' or 'heads_and_tails'"
        )


@device
def coop_histogram(
    block, items, histogram, init=True, algorithm=None, temp_storage=None
):
    coop__check_items(block, items)
    n = coop._length(items)
    if histogram.ndim != 1:
        coop._refuse("a histogram is an array of one axis, one element for each bin")
    if not isinstance(items[0], np.integer):
        coop._refuse("items of a histogram are the numbers of their bins, integers")
    if init:
        i = block.rank()
        while i < histogram.size:
            histogram[i] = 0
            i += block.size()
        cuda.syncthreads()
    for i in range(n):
        if 0 <= items[i] < histogram.size:
            cuda.atomic.add(histogram, int(items[i]), 1)
    cuda.syncthreads()


# Of runs (value, length) of all threads, those items from `start` on that are
# the thread's; how many items the runs have.
@device
def coop_run_length_decode(
    block, values, lengths, items_per_thread, start=0, temp_storage=None
):
    out = cuda.local.array(items_per_thread, values.dtype)
    whole = coop_run_length_decode_into(
        block, values, lengths, out, start, temp_storage
    )
    return out, whole


@device
def coop_run_length_decode_into(
    block, values, lengths, out, start=0, temp_storage=None
):
    coop__check_items(block, values)
    n = coop._length(values)
    items_per_thread = coop._length(out)
    if coop._length(lengths) != n or items_per_thread == 0:
        coop._refuse("each run has a value and a length, and goes to an array of items")
    mine = np.int64(0)
    for i in range(n):
        mine += lengths[i]
    runs = coop._threads() * n
    ends = coop._scratch(temp_storage, mine, runs)
    kept = coop._scratch(temp_storage, values[0], runs)
    before = coop.exclusive_sum(block, mine, temp_storage=temp_storage)
    first = block.rank() * n
    for i in range(n):
        before += lengths[i]
        coop__put(ends, first + i, before)
        coop__put(kept, first + i, values[i])
    cuda.syncthreads()
    count = block.size() * n
    whole = coop__get(ends, count - 1, mine)
    for i in range(items_per_thread):
        place = start + block.rank() * items_per_thread + i
        low = 0
        high = count - 1
        while low < high:
            half = (low + high) // 2
            if coop__get(ends, half, mine) > place:
                high = half
            else:
                low = half + 1
        out[i] = coop__get(kept, low, values[0])
    cuda.syncthreads()
    return whole


# Of each of the thread's items the total over the warp, of which lane i has
# number i.
@device
def coop_reduce_batched(group, items, op="sum", temp_storage=None):
    return coop__reduce_batched(group, items, coop._named(op))


@device
def coop__reduce_batched(group, items, op):
    coop__check_op(op)
    if coop._kind(group) != "tile":
        coop._refuse("`coop.reduce_batched` is for `this_warp()` or a part of it")
    n = coop._length(items)
    if n == 0 or n > group.size():
        coop._refuse(
            "`coop.reduce_batched` takes an array of at most as many items as the group has lanes"
        )
    mask, base, place, size = coop__lanes(group)
    result = coop._value(items[0])
    for i in range(n):
        total = coop__warp_total(
            items[i], op, group.size(), mask, base, place, size, size
        )
        total = coop__from(mask, total, base)
        if place == i:
            result = total
    return result
