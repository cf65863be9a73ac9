# Reductions: of a thread's own items, then of lanes by halves, then of warps by
# those of one warp. Values are combined in the order of ranks, so operators
# need not be commutative, and floats give the same sum every time.
#
# Where all lanes are there each asks the one across, in whose place nothing has
# to be tested; what a lane has in the end is right for the first one, and where
# it does not matter which value stands first, for all.

import numpy as np
from cuda import coop
from numba import cuda

from .coop import (
    coop__across,
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
    total = coop._value(value[0])
    for i in range(1, coop._length(value)):
        total = coop__apply(op, total, coop._value(value[i]))
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
def coop__by_halves(value, op, width, mask):
    step = 1
    while step < width:
        value = coop__apply(op, value, coop__across(mask, value, step))
        step *= 2
    return value


@device
def coop__redux(mask, value, op):
    if op == "sum":
        return cuda.redux_sync_add(mask, value)
    elif op == "min":
        return cuda.redux_sync_min(mask, value)
    elif op == "max":
        return cuda.redux_sync_max(mask, value)
    elif op == "bit_and":
        return cuda.redux_sync_and(mask, value)
    elif op == "bit_or":
        return cuda.redux_sync_or(mask, value)
    else:
        return cuda.redux_sync_xor(mask, value)


@device
def coop__redux_of(mask, value, op):
    part = coop._parts(value)[0]
    return coop._whole((coop__redux(mask, part, op),), value)


# Of all `width` lanes, for the first; where coop__is_symmetric, for all.
@device
def coop__full_total(value, op, width, mask):
    if isinstance(op, str) and op != "multiply" and width > 1:
        if isinstance(value, np.integer) and value.dtype.itemsize <= 4:
            return (
                coop__redux_of(mask, value, op)
                if coop._redux()
                else coop__by_halves(value, op, width, mask)
            )
        else:
            return coop__by_halves(value, op, width, mask)
    else:
        return coop__by_halves(value, op, width, mask)


# Whether it is the same, to the bit, whichever of two values comes first: of
# the least and the greatest float it is not, for the sake of nan.
@device
def coop__same_for_all(mask, base, total, op):
    if isinstance(op, str):
        if op not in ("min", "max") or isinstance(total, np.integer):
            return total
        else:
            return coop__from(mask, total, base)
    else:
        return coop__from(mask, total, base)


# Of blocks of whole warps, whose number is known. The first thread adds up the
# warps' totals by itself, which is no longer than shuffles are; where all are to
# have the whole each warp does it.
@device
def coop__known_total(block, temp_storage, value, op, threads, isShared):
    coop._together(0xFFFFFFFF)
    total = coop__full_total(value, op, 32, 0xFFFFFFFF)
    if threads > 32:
        scratch = coop._scratch(temp_storage, value, 32)
        rank = block.rank()
        place = rank % 32
        warps = threads // 32
        if place == 0:
            coop__put(scratch, rank // 32, total)
        cuda.syncthreads()
        if isShared:
            total = coop__warps_total(scratch, total, op, warps, place)
        elif rank == 0:
            for warp in range(1, warps):
                total = coop__apply(op, total, coop__get(scratch, warp, total))
        cuda.syncthreads()
    if isShared:
        return coop__same_for_all(0xFFFFFFFF, 0, total, op)
    else:
        return total


@device
def coop__warps_total(scratch, like, op, warps, place):
    if warps & (warps - 1) == 0:
        each = coop__get(scratch, place % warps, like)
        return coop__by_halves(each, op, warps, 0xFFFFFFFF)
    else:
        each = coop__get(scratch, min(place, warps - 1), like)
        each = coop__warp_total(each, op, 32, 0xFFFFFFFF, 0, place, 32, warps)
        return coop__from(0xFFFFFFFF, each, 0)


@device
def coop__block_total(block, temp_storage, value, op, valid, isShared):
    mask, base, place, size = coop__lanes(block)
    rank = block.rank()
    warp = rank // 32
    start = rank - place
    scratch = coop._scratch(temp_storage, value, 32)
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
def coop__reduce_block(block, temp_storage, total, op, valid_items, broadcast):
    threads = coop._block()
    if valid_items is not None:
        return coop__block_total(block, temp_storage, total, op, valid_items, broadcast)
    elif threads is not None and threads % 32 == 0:
        return coop__known_total(block, temp_storage, total, op, threads, broadcast)
    else:
        return coop__block_total(
            block, temp_storage, total, op, block.size(), broadcast
        )


@device
def coop__reduce_tile(tile, total, op, valid_items, broadcast):
    mask, base, place, size = coop__lanes(tile)
    if valid_items is None:
        total = coop__full_total(total, op, tile.size(), mask)
        if broadcast:
            return coop__same_for_all(mask, base, total, op)
        else:
            return total
    else:
        total = coop__warp_total(
            total, op, tile.size(), mask, base, place, size, valid_items
        )
        if broadcast:
            return coop__from(mask, total, base)
        else:
            return total


# Of a cluster's blocks, each of which leaves its own whole where the others see
# it; they are combined in the order of ranks by those who get the result. Nobody
# may go on, and use that memory again, before all have read it.
@device
def coop__reduce_cluster(cluster, temp_storage, total, op, broadcast):
    total = coop__reduce_block(coop.this_block(), temp_storage, total, op, None, False)
    scratch = coop._scratch(temp_storage, total, 1)
    if coop.this_block().rank() == 0:
        coop__put(scratch, 0, total)
    cluster.sync()
    if broadcast or cluster.rank() == 0:
        total = coop__get_of(cluster, scratch, 0, total)
        for block in range(1, cluster.num_blocks()):
            other = coop__get_of(cluster, scratch, block, total)
            total = coop__apply(op, total, other)
    cluster.sync()
    return total


@device
def coop__get_of(cluster, scratch, block, like):
    parts = tuple(cluster.map_shared_rank(array, block)[0] for array in scratch)
    return coop._whole(parts, like)


@device
def coop__check_totals(totals, value):
    if isinstance(value, (np.integer, np.floating)):
        if totals.dtype != value.dtype:
            coop._refuse(
                "`temp_storage` of a grid's reduction is an array of the value's type"
            )
    return 0


# The same of all blocks of a launch, in an array of global memory.
@device
def coop__reduce_grid(grid, totals, total, op, broadcast):
    if totals is None or coop._is_bytes(totals):
        coop._refuse(
            "blocks of a grid share global memory alone: "
            "`coop.reduce(coop.this_grid(), x, op, temp_storage=totals)` with an "
            "array of the value's type, an element for each block; else let thread 0 "
            "of each block add its block's to an element, `cuda.atomic.add(out, 0, "
            "total)`"
        )
        return total
    else:
        coop__check_totals(totals, total)
        total = coop__reduce_block(coop.this_block(), None, total, op, None, False)
        if coop.this_block().rank() == 0:
            totals[grid.block_rank()] = total
        grid.sync()
        if broadcast or grid.rank() == 0:
            total = coop._like(coop._value(totals[0]), total)
            for block in range(1, grid.num_blocks()):
                other = coop._like(coop._value(totals[block]), total)
                total = coop__apply(op, total, other)
        grid.sync()
        return total


@device
def coop__reduce_blocks(group, kind, temp_storage, total, op, valid_items, broadcast):
    if valid_items is not None:
        coop._refuse("`valid_items` is for warps, parts of them and blocks")
    if kind == "cluster":
        return coop__reduce_cluster(group, temp_storage, total, op, broadcast)
    else:
        return coop__reduce_grid(group, temp_storage, total, op, broadcast)


@device
def coop__reduce(
    group,
    value,
    op,
    valid_items,
    broadcast,
    algorithm,
    temp_storage,
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
    if kind not in ("tile", "block", "cluster", "grid"):
        coop._refuse(
            "`coop.reduce` takes the values of `this_thread()`, `this_warp()`, a part "
            "of it, `this_block()`, `this_cluster()` or `this_grid()`"
        )
    n = coop._length(value)
    if n == 0:
        total = coop._value(value)
    elif valid_items is None:
        total = coop__items_total(value, op)
    else:
        coop._refuse("`valid_items` counts threads, so each has one value, no array")
    if kind == "block":
        return coop__reduce_block(
            group, temp_storage, total, op, valid_items, broadcast
        )
    elif kind == "cluster" or kind == "grid":
        return coop__reduce_blocks(
            group, kind, temp_storage, total, op, valid_items, broadcast
        )
    elif group.size() == 1:
        return total
    else:
        return coop__reduce_tile(group, total, op, valid_items, broadcast)


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
    return coop__reduce(
        group,
        value,
        coop._named(op),
        valid_items,
        broadcast,
        algorithm,
        temp_storage,
    )


@device
def coop_sum(
    group,
    value,
    valid_items=None,
    broadcast=False,
    algorithm=None,
    temp_storage=None,
):
    return coop__reduce(
        group, value, "sum", valid_items, broadcast, algorithm, temp_storage
    )
