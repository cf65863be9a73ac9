# What coop.block.make_sum and its like give: functions that are called with the
# items alone, or with an array of bytes before them, which is left alone.

import numpy as np
from cuda import coop
from numba import cuda

from .coop_move import coop_exchange, coop_load, coop_store
from .coop_reduce import coop_reduce
from .coop_scan import coop_scan
from .coop_sort import coop_merge_sort_keys, coop_radix_sort_keys

device = cuda.jit(device=True)


# The arguments behind the array of bytes, if there is one.
@device
def coop__items(dtype, args):
    if (
        isinstance(args[0], np.ndarray)
        and args[0].dtype == np.uint8
        and dtype != np.uint8
    ):
        return args[1:]
    else:
        return args


@device
def coop__do_reduce(group, op, x, num_valid=None):
    return coop_reduce(group, x, op, num_valid)


# One item gives one; items go to `out`, or to a new array. A callback with a
# state gets it first.
@device
def coop__do_scan(group, op, mode, initial_value, prefix_op, x, *rest):
    if coop._length(x) == 0:
        if len(rest) > 0 and prefix_op is not None:
            return coop_scan(
                group,
                x,
                op,
                mode,
                initial_value,
                lambda total: prefix_op(rest[0], total),
            )
        else:
            return coop_scan(group, x, op, mode, initial_value, prefix_op)
    else:
        if len(rest) > 1:
            made = coop_scan(
                group,
                x,
                op,
                mode,
                initial_value,
                lambda total: prefix_op(rest[1], total),
            )
        else:
            made = coop_scan(group, x, op, mode, initial_value, prefix_op)
        if len(rest) > 0:
            for i in range(coop._length(x)):
                rest[0][i] = made[i]
        return made


@device
def coop__do_load(group, algorithm, source, items, num_valid=None, oob_default=None):
    coop_load(group, source, items, algorithm, num_valid, oob_default)


@device
def coop__do_store(group, algorithm, destination, items, num_valid=None):
    coop_store(group, destination, items, algorithm, num_valid)


@device
def coop__do_exchange(group, items, out=None):
    made = coop_exchange(group, items)
    for i in range(coop._length(items)):
        if out is None:
            items[i] = made[i]
        else:
            out[i] = made[i]


@device
def coop_made_block_reduce(
    *args,
    dtype,
    threads_per_block,
    binary_op,
    items_per_thread=1,
    algorithm=None,
    methods=None,
):
    return coop__do_reduce(coop.this_block(), binary_op, *coop__items(dtype, args))


@device
def coop_made_block_sum(
    *args, dtype, threads_per_block, items_per_thread=1, algorithm=None, methods=None
):
    return coop__do_reduce(coop.this_block(), "sum", *coop__items(dtype, args))


@device
def coop_made_block_scan(
    *args,
    dtype,
    threads_per_block,
    scan_op=None,
    items_per_thread=1,
    initial_value=None,
    mode="exclusive",
    prefix_op=None,
    algorithm=None,
    methods=None,
):
    return coop__do_scan(
        coop.this_block(),
        "sum" if scan_op is None else scan_op,
        mode,
        initial_value,
        prefix_op,
        *coop__items(dtype, args),
    )


@device
def coop_made_block_exclusive_scan(
    *args,
    dtype,
    threads_per_block,
    scan_op,
    items_per_thread=1,
    initial_value=None,
    prefix_op=None,
    algorithm=None,
    methods=None,
):
    return coop__do_scan(
        coop.this_block(),
        scan_op,
        "exclusive",
        initial_value,
        prefix_op,
        *coop__items(dtype, args),
    )


@device
def coop_made_block_exclusive_sum(
    *args,
    dtype,
    threads_per_block,
    items_per_thread=1,
    prefix_op=None,
    algorithm=None,
    methods=None,
):
    return coop__do_scan(
        coop.this_block(),
        "sum",
        "exclusive",
        None,
        prefix_op,
        *coop__items(dtype, args),
    )


@device
def coop_made_warp_exclusive_sum(*args, dtype, threads_in_warp=32, methods=None):
    return coop__do_scan(
        coop.this_warp().group_by(threads_in_warp),
        "sum",
        "exclusive",
        None,
        None,
        *coop__items(dtype, args),
    )


@device
def coop_made_block_inclusive_scan(
    *args,
    dtype,
    threads_per_block,
    scan_op,
    items_per_thread=1,
    initial_value=None,
    prefix_op=None,
    algorithm=None,
    methods=None,
):
    return coop__do_scan(
        coop.this_block(),
        scan_op,
        "inclusive",
        initial_value,
        prefix_op,
        *coop__items(dtype, args),
    )


@device
def coop_made_block_inclusive_sum(
    *args,
    dtype,
    threads_per_block,
    items_per_thread=1,
    prefix_op=None,
    algorithm=None,
    methods=None,
):
    return coop__do_scan(
        coop.this_block(),
        "sum",
        "inclusive",
        None,
        prefix_op,
        *coop__items(dtype, args),
    )


@device
def coop_made_warp_inclusive_sum(*args, dtype, threads_in_warp=32, methods=None):
    return coop__do_scan(
        coop.this_warp().group_by(threads_in_warp),
        "sum",
        "inclusive",
        None,
        None,
        *coop__items(dtype, args),
    )


@device
def coop_made_block_load(
    *args,
    dtype,
    threads_per_block,
    items_per_thread=1,
    algorithm="direct",
    methods=None,
):
    if (
        isinstance(args[0], np.ndarray)
        and args[0].dtype == np.uint8
        and isinstance(args[1], np.ndarray)
    ):
        coop__do_load(coop.this_block(), algorithm, *args[1:])
    else:
        coop__do_load(coop.this_block(), algorithm, *args)


@device
def coop_made_block_store(
    *args,
    dtype,
    threads_per_block,
    items_per_thread=1,
    algorithm="direct",
    methods=None,
):
    coop__do_store(coop.this_block(), algorithm, *coop__items(dtype, args))


@device
def coop_made_block_exchange(
    *args,
    block_exchange_type,
    dtype,
    threads_per_block,
    items_per_thread,
    warp_time_slicing=False,
    methods=None,
):
    coop__do_exchange(coop.this_block(), *coop__items(dtype, args))


@device
def coop_made_warp_reduce(*args, dtype, binary_op, threads_in_warp=32, methods=None):
    return coop__do_reduce(
        coop.this_warp().group_by(threads_in_warp), binary_op, *coop__items(dtype, args)
    )


@device
def coop_made_warp_sum(*args, dtype, threads_in_warp=32, methods=None):
    return coop__do_reduce(
        coop.this_warp().group_by(threads_in_warp), "sum", *coop__items(dtype, args)
    )


@device
def coop__do_radix(group, descending, items, begin_bit=0, end_bit=None):
    coop_radix_sort_keys(group, items, begin_bit, end_bit, descending)


@device
def coop__do_merge(group, compare_op, items):
    coop_merge_sort_keys(group, items, compare_op)


@device
def coop_made_block_radix_sort_keys(
    *args, dtype, threads_per_block, items_per_thread=1, methods=None
):
    coop__do_radix(coop.this_block(), False, *coop__items(dtype, args))


@device
def coop_made_block_radix_sort_keys_descending(
    *args, dtype, threads_per_block, items_per_thread=1, methods=None
):
    coop__do_radix(coop.this_block(), True, *coop__items(dtype, args))


@device
def coop_made_block_merge_sort_keys(
    *args, dtype, threads_per_block, items_per_thread, compare_op, methods=None
):
    coop__do_merge(coop.this_block(), compare_op, *coop__items(dtype, args))


@device
def coop_made_warp_merge_sort_keys(
    *args, dtype, items_per_thread, compare_op, threads_in_warp=32, methods=None
):
    coop__do_merge(
        coop.this_warp().group_by(threads_in_warp),
        compare_op,
        *coop__items(dtype, args),
    )
