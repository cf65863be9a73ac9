# Scans: of a thread's own items, then of the threads' (coop_before.py). What
# stands before a thread is added to its items last.

import numpy as np
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
from .coop_before import coop__block_before, coop__tile_before, coop__zero
from .coop_reduce import coop__items_total

device = cuda.jit(device=True)


# The value that a call of the first thread gives, for all of the block.
@device
def coop__prefix(block, temp_storage, prefix_op, whole):
    scratch = coop._scratch(temp_storage, whole, 1)
    prefix = whole
    if block.rank() < 32:
        prefix = coop._like(prefix_op(whole), whole)
    if block.rank() == 0:
        coop__put(scratch, 0, prefix)
    cuda.syncthreads()
    prefix = coop__get(scratch, 0, whole)
    cuda.syncthreads()
    return prefix


# What stands before everything, for an exclusive scan: of sums zero.
@device
def coop__nothing(op, value, isInclusive):
    if isInclusive:
        return value
    else:
        if isinstance(op, str) and op == "sum":
            return coop__zero(value)
        else:
            return value


# What all items make, where those of `valid` are the first: `part` is what the
# thread's own make of these.
@device
def coop__valid_whole(group, temp_storage, before, part, op, n, valid):
    rank = group.rank()
    last = max(valid - 1, 0) // n
    whole = part
    if rank > 0:
        whole = coop__apply(op, before, part)
    if coop._kind(group) == "block":
        scratch = coop._scratch(temp_storage, whole, 1)
        if rank == min(last, group.size() - 1):
            coop__put(scratch, 0, whole)
        cuda.syncthreads()
        whole = coop__get(scratch, 0, whole)
        cuda.syncthreads()
        return whole
    else:
        mask, base, place, size = coop__lanes(group)
        return coop__from(mask, whole, base + min(last, size - 1))


# What the thread's items begin with, and whether there is anything.
@device
def coop__start(
    group, temp_storage, total, op, initial_value, prefix_op, aggregate, part, n, valid
):
    kind = coop._kind(group)
    if kind == "block":
        before, whole = coop__block_before(group, temp_storage, total, op)
    else:
        before, whole = coop__tile_before(group, total, op)
    isFirst = group.rank() == 0
    if valid is not None and (aggregate is not None or prefix_op is not None):
        whole = coop__valid_whole(group, temp_storage, before, part, op, n, valid)
    if aggregate is not None:
        aggregate[0] = whole
    if prefix_op is not None:
        if kind != "block":
            coop._refuse("`prefix_op` is for scans of `this_block()`")
        prefix = coop__prefix(group, temp_storage, prefix_op, whole)
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
    elif isinstance(op, str) and op == "sum" and isinstance(total, np.integer):
        return before, True
    else:
        return before, not isFirst


@device
def coop__check_scan(group, op, mode):
    coop__check_op(op)
    kind = coop._kind(group)
    if kind == "grid" or kind == "cluster":
        coop._refuse(
            "scans take the values of `this_warp()`, a part of it, or `this_block()`; "
            "of several blocks scan the blocks' totals in a launch between two"
        )
    elif kind != "tile" and kind != "block":
        coop._refuse(
            "scans take the values of `this_warp()`, a part of it, or `this_block()`"
        )
    if mode != "inclusive" and mode != "exclusive":
        coop._refuse("the mode of a scan is 'inclusive' or 'exclusive'")
    return 0


@device
def coop__scan_value(
    group,
    temp_storage,
    value,
    op,
    isInclusive,
    initial_value,
    prefix_op,
    aggregate,
    valid,
):
    value = coop._value(value)
    before, isThere = coop__start(
        group,
        temp_storage,
        value,
        op,
        initial_value,
        prefix_op,
        aggregate,
        value,
        1,
        valid,
    )
    scanned = coop__nothing(op, value, isInclusive)
    if isThere:
        if isInclusive:
            scanned = coop__apply(op, before, value)
        else:
            scanned = before
    if valid is not None:
        if group.rank() >= valid:
            scanned = value
    return scanned


# What the first of the thread's items make of which there are so many.
@device
def coop__part(group, items, op, valid):
    first = group.rank() * coop._length(items)
    part = coop._value(items[0])
    for i in range(1, coop._length(items)):
        if first + i < valid:
            part = coop__apply(op, part, coop._value(items[i]))
    return part


@device
def coop__scan_items(
    group,
    temp_storage,
    items,
    out,
    op,
    isInclusive,
    initial_value,
    prefix_op,
    aggregate,
    valid,
):
    n = coop._length(items)
    total = coop__items_total(items, op)
    part = total
    if valid is not None:
        part = coop__part(group, items, op, valid)
    before, isThere = coop__start(
        group,
        temp_storage,
        total,
        op,
        initial_value,
        prefix_op,
        aggregate,
        part,
        n,
        valid,
    )
    for i in range(n):
        value = coop._value(items[i])
        scanned = coop__nothing(op, value, isInclusive)
        if isThere:
            if isInclusive:
                value = coop__apply(op, before, value)
                scanned = value
            else:
                scanned = before
                value = coop__apply(op, before, value)
        out[i] = scanned
        before = value
        isThere = True
        if valid is not None:
            if group.rank() * n + i >= valid:
                out[i] = items[i]
    return out


@device
def coop__scan(
    group,
    value,
    op,
    mode,
    initial_value,
    prefix_op,
    aggregate,
    algorithm,
    valid_items,
    temp_storage,
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
            group,
            temp_storage,
            value,
            op,
            mode == "inclusive",
            initial_value,
            prefix_op,
            aggregate,
            valid_items,
        )
    else:
        out = cuda.local.array(n, value.dtype)
        return coop__scan_items(
            group,
            temp_storage,
            value,
            out,
            op,
            mode == "inclusive",
            initial_value,
            prefix_op,
            aggregate,
            valid_items,
        )


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
    valid_items=None,
    temp_storage=None,
):
    return coop__scan(
        group,
        value,
        coop._named(op),
        mode,
        initial_value,
        prefix_op,
        aggregate,
        algorithm,
        valid_items,
        temp_storage,
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
    valid_items=None,
    temp_storage=None,
):
    return coop_scan(
        group,
        value,
        op,
        "inclusive",
        initial_value,
        prefix_op,
        aggregate,
        algorithm,
        valid_items,
        temp_storage,
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
    valid_items=None,
    temp_storage=None,
):
    return coop_scan(
        group,
        value,
        op,
        "exclusive",
        initial_value,
        prefix_op,
        aggregate,
        algorithm,
        valid_items,
        temp_storage,
    )


@device
def coop_inclusive_sum(
    group,
    value,
    prefix_op=None,
    aggregate=None,
    algorithm=None,
    valid_items=None,
    temp_storage=None,
):
    return coop_scan(
        group,
        value,
        "sum",
        "inclusive",
        None,
        prefix_op,
        aggregate,
        algorithm,
        valid_items,
        temp_storage,
    )


@device
def coop_exclusive_sum(
    group,
    value,
    prefix_op=None,
    aggregate=None,
    algorithm=None,
    valid_items=None,
    temp_storage=None,
):
    return coop_scan(
        group,
        value,
        "sum",
        "exclusive",
        None,
        prefix_op,
        aggregate,
        algorithm,
        valid_items,
        temp_storage,
    )
