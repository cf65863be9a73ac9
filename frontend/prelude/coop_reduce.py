# Reductions: of a thread's own items, then of lanes by halves, then of warps by
# the first of them. Values are combined in the order of ranks, so operators
# need not be commutative, and floats give the same sum every time.

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

device = cuda.jit(device=True)


@device
def coop__items_total(value, op):
    total = value[0]
    for i in range(1, coop._length(value)):
        total = coop__apply(op, total, value[i])
    return total


# Of the `valid` first lanes of `size`, for the first.
@device
def coop__warp_total(value, op, width, mask, base, place, size, valid):
    step = 1
    while step < width:
        other = coop__from(mask, value, base + min(place + step, size - 1))
        if place + step < valid:
            value = coop__apply(op, value, other)
        step *= 2
    return value


@device
def coop__block_total(block, value, op, valid, isShared):
    mask, base, place, size = coop__lanes(block)
    rank = block.rank()
    warp = rank // 32
    start = rank - place
    scratch = coop._scratch(value, 32)
    total = coop__warp_total(
        value, op, 32, mask, base, place, size, min(valid - start, size)
    )
    if place == 0:
        coop__put(scratch, warp, total)
    cuda.syncthreads()
    if warp == 0:
        warps = max((min(valid, block.size()) + 31) // 32, 1)
        total = coop__get(scratch, min(place, warps - 1), total)
        total = coop__warp_total(total, op, 32, mask, base, place, size, warps)
    cuda.syncthreads()
    if isShared:
        if rank == 0:
            coop__put(scratch, 0, total)
        cuda.syncthreads()
        total = coop__get(scratch, 0, total)
        cuda.syncthreads()
    return total


@device
def coop_reduce(
    group,
    value,
    op,
    valid_items=None,
    broadcast=False,
    algorithm=None,
    temp_storage=None,
):
    coop__check_algorithm(
        algorithm,
        "warp_reductions",
        "raking",
        "raking_commutative_only",
        "an algorithm of a reduction is 'warp_reductions', 'raking' or "
        "'raking_commutative_only'",
    )
    coop__check_op(op)
    kind = coop._kind(group)
    if kind != "tile" and kind != "block":
        coop._refuse(
            "`coop.reduce` takes the values of `this_thread()`, `this_warp()`, a "
            "part of it, or `this_block()`"
        )
    n = coop._length(value)
    if n == 0:
        total = coop._value(value)
    elif valid_items is None:
        total = coop__items_total(value, op)
    else:
        coop._refuse("`valid_items` counts threads, so each has one value, no array")
    if kind == "block":
        valid = group.size()
        if valid_items is not None:
            valid = valid_items
        return coop__block_total(group, total, op, valid, broadcast)
    elif group.size() == 1:
        return total
    else:
        mask, base, place, size = coop__lanes(group)
        valid = size
        if valid_items is not None:
            valid = valid_items
        total = coop__warp_total(
            total, op, group.size(), mask, base, place, size, valid
        )
        if broadcast:
            total = coop__from(mask, total, base)
        return total


@device
def coop_sum(
    group,
    value,
    valid_items=None,
    broadcast=False,
    algorithm=None,
    temp_storage=None,
):
    return coop_reduce(group, value, "sum", valid_items, broadcast, algorithm)
