# Scans: of a thread's own items, then of lanes by doubling steps, then of warps
# by the first of them. What stands before a thread is added to its items last.

from cuda import coop
from numba import cuda

from .coop import (
    coop__apply,
    coop__check_algorithm,
    coop__check_op,
    coop__from,
    coop__get,
    coop__lanes,
    coop__put,
)
from .coop_reduce import coop__items_total

device = cuda.jit(device=True)


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


# What stands before the thread (nothing before the first), and the whole.
@device
def coop__tile_before(tile, total, op):
    mask, base, place, size = coop__lanes(tile)
    upto = coop__warp_scan(total, op, tile.size(), mask, base, place)
    before = coop__from(mask, upto, base + max(place - 1, 0))
    whole = coop__from(mask, upto, base + size - 1)
    return before, whole


@device
def coop__block_before(block, total, op):
    mask, base, place, size = coop__lanes(block)
    rank = block.rank()
    warp = rank // 32
    warps = (block.size() + 31) // 32
    scratch = coop._scratch(total, 32)
    sums = coop._scratch(total, 32)
    upto = coop__warp_scan(total, op, 32, mask, base, place)
    before = coop__from(mask, upto, base + max(place - 1, 0))
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
    if warp > 0:
        below = coop__get(sums, warp - 1, total)
        if place > 0:
            before = coop__apply(op, below, before)
        else:
            before = below
    cuda.syncthreads()
    return before, whole


# The value that a call of the first thread gives, for all of the block.
@device
def coop__prefix(block, prefix_op, whole):
    scratch = coop._scratch(whole, 1)
    prefix = whole
    if block.rank() < 32:
        prefix = coop._like(prefix_op(whole), whole)
    if block.rank() == 0:
        coop__put(scratch, 0, prefix)
    cuda.syncthreads()
    prefix = coop__get(scratch, 0, whole)
    cuda.syncthreads()
    return prefix


# The zero of a sum.
@device
def coop__zero(op, value):
    parts = tuple(part - part for part in coop._parts(value))
    return coop._whole(parts, value)


# What the thread's items begin with, and whether there is anything.
@device
def coop__start(group, total, op, initial_value, prefix_op, aggregate):
    kind = coop._kind(group)
    if kind == "block":
        before, whole = coop__block_before(group, total, op)
    else:
        before, whole = coop__tile_before(group, total, op)
    isFirst = group.rank() == 0
    if aggregate is not None:
        aggregate[0] = whole
    if prefix_op is not None:
        if kind != "block":
            coop._refuse("`prefix_op` is for scans of `this_block()`")
        prefix = coop__prefix(group, prefix_op, whole)
        if isFirst:
            before = prefix
        else:
            before = coop__apply(op, prefix, before)
        return before, True
    elif initial_value is not None:
        initial = coop._like(initial_value, total)
        if isFirst:
            before = initial
        else:
            before = coop__apply(op, initial, before)
        return before, True
    else:
        return before, not isFirst


@device
def coop__check_scan(group, op, mode):
    coop__check_op(op)
    kind = coop._kind(group)
    if kind != "tile" and kind != "block":
        coop._refuse(
            "scans take the values of `this_warp()`, a part of it, or `this_block()`"
        )
    if mode != "inclusive" and mode != "exclusive":
        coop._refuse("the mode of a scan is 'inclusive' or 'exclusive'")
    return 0


@device
def coop__scan_value(
    group, value, op, isInclusive, initial_value, prefix_op, aggregate
):
    value = coop._value(value)
    before, isThere = coop__start(group, value, op, initial_value, prefix_op, aggregate)
    if isInclusive:
        if isThere:
            value = coop__apply(op, before, value)
        return value
    else:
        if isThere:
            return before
        if isinstance(op, str) and op == "sum":
            return coop__zero(op, value)
        return value


@device
def coop__scan_items(
    group, items, out, op, isInclusive, initial_value, prefix_op, aggregate
):
    total = coop__items_total(items, op)
    before, isThere = coop__start(group, total, op, initial_value, prefix_op, aggregate)
    for i in range(coop._length(items)):
        value = items[i]
        if isInclusive:
            if isThere:
                value = coop__apply(op, before, value)
            out[i] = value
            before = value
        else:
            if isThere:
                out[i] = before
                before = coop__apply(op, before, value)
            else:
                if isinstance(op, str) and op == "sum":
                    out[i] = coop__zero(op, value)
                else:
                    out[i] = value
                before = value
        isThere = True
    return out


@device
def coop_scan(
    group,
    value,
    op="sum",
    mode="exclusive",
    initial_value=None,
    prefix_op=None,
    aggregate=None,
    algorithm=None,
    temp_storage=None,
):
    coop__check_scan(group, op, mode)
    coop__check_algorithm(
        algorithm,
        "warp_scans",
        "raking",
        "raking_memoize",
        "an algorithm of a scan is 'warp_scans', 'raking' or 'raking_memoize'",
    )
    n = coop._length(value)
    if n == 0:
        return coop__scan_value(
            group, value, op, mode == "inclusive", initial_value, prefix_op, aggregate
        )
    else:
        out = cuda.local.array(n, value.dtype)
        return coop__scan_items(
            group,
            value,
            out,
            op,
            mode == "inclusive",
            initial_value,
            prefix_op,
            aggregate,
        )


@device
def coop_inclusive_scan(
    group,
    value,
    op="sum",
    initial_value=None,
    prefix_op=None,
    aggregate=None,
    algorithm=None,
    temp_storage=None,
):
    return coop_scan(
        group, value, op, "inclusive", initial_value, prefix_op, aggregate, algorithm
    )


@device
def coop_exclusive_scan(
    group,
    value,
    op="sum",
    initial_value=None,
    prefix_op=None,
    aggregate=None,
    algorithm=None,
    temp_storage=None,
):
    return coop_scan(
        group, value, op, "exclusive", initial_value, prefix_op, aggregate, algorithm
    )


@device
def coop_inclusive_sum(
    group,
    value,
    prefix_op=None,
    aggregate=None,
    algorithm=None,
    temp_storage=None,
):
    return coop_scan(
        group, value, "sum", "inclusive", None, prefix_op, aggregate, algorithm
    )


@device
def coop_exclusive_sum(
    group,
    value,
    prefix_op=None,
    aggregate=None,
    algorithm=None,
    temp_storage=None,
):
    return coop_scan(
        group, value, "sum", "exclusive", None, prefix_op, aggregate, algorithm
    )
