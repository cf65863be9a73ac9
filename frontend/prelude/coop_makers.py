# What coop.block.make_sum and its like give: functions that are called with the
# items alone, or with scratch memory before them.

import numpy as np
from cuda import coop
from numba import cuda

from .coop_move import coop_exchange, coop_load, coop_store
from .coop_reduce import coop_reduce
from .coop_scan import coop_scan
from .coop_sort import coop_merge_sort_keys, coop_radix_sort_keys

device = cuda.jit(device=True)


# The arguments may begin with scratch memory: shared bytes, while items are a
# thread's own. Arrays of loads and stores may be shared bytes themselves, and
# are followed by the items. coop__do_... find out, and coop__..._in do it.


# A value, or items, of the type that the primitive is made for.
@device
def coop__typed(x, dtype, items_per_thread):
    n = coop._length(x)
    if n != items_per_thread and (n != 0 or items_per_thread != 1):
        coop._refuse(
            "this is made for another number of items (items_per_thread) than it gets"
        )
    return coop._typed(x, dtype)


# The first items of an array of any length.
@device
def coop__first_items(x, items_per_thread):
    items = cuda.local.array(items_per_thread, x.dtype)
    for i in range(items_per_thread):
        items[i] = x[i]
    return items


@device
def coop__reduce_typed(group, op, algorithm, temp_storage, x, num_valid):
    return coop_reduce(group, x, op, num_valid, False, algorithm, temp_storage)


@device
def coop__reduce_in(
    group, op, algorithm, dtype, items_per_thread, temp_storage, x, num_valid=None
):
    if coop._length(x, -1) < 0:
        return coop__reduce_typed(
            group,
            op,
            algorithm,
            temp_storage,
            coop._typed(coop__first_items(x, items_per_thread), dtype),
            num_valid,
        )
    else:
        return coop__reduce_typed(
            group,
            op,
            algorithm,
            temp_storage,
            coop__typed(x, dtype, items_per_thread),
            num_valid,
        )


@device
def coop__do_reduce(group, op, algorithm, dtype, items_per_thread, *args):
    if coop._is_bytes(args[0]):
        return coop__reduce_in(group, op, algorithm, dtype, items_per_thread, *args)
    else:
        return coop__reduce_in(
            group, op, algorithm, dtype, items_per_thread, None, *args
        )


# One item gives one; items go to `out`, or to a new array. A callback with a
# state gets it first.
@device
def coop__scan_in(
    group,
    op,
    mode,
    initial_value,
    prefix_op,
    algorithm,
    dtype,
    items_per_thread,
    temp_storage,
    x,
    *rest,
):
    x = coop__typed(x, dtype, items_per_thread)
    states = 0 if coop._length(x) == 0 else 1
    if prefix_op is not None and len(rest) > states:
        made = coop_scan(
            group,
            x,
            op,
            mode,
            initial_value,
            lambda total: prefix_op(rest[states], total),
            None,
            algorithm,
            None,
            temp_storage,
        )
    else:
        made = coop_scan(
            group,
            x,
            op,
            mode,
            initial_value,
            prefix_op,
            None,
            algorithm,
            None,
            temp_storage,
        )
    if states == 1 and len(rest) > 0:
        for i in range(coop._length(x)):
            rest[0][i] = made[i]
    return made


@device
def coop__do_scan(
    group, op, mode, initial_value, prefix_op, algorithm, dtype, items_per_thread, *args
):
    if coop._is_bytes(args[0]):
        return coop__scan_in(
            group,
            op,
            mode,
            initial_value,
            prefix_op,
            algorithm,
            dtype,
            items_per_thread,
            *args,
        )
    else:
        return coop__scan_in(
            group,
            op,
            mode,
            initial_value,
            prefix_op,
            algorithm,
            dtype,
            items_per_thread,
            None,
            *args,
        )


@device
def coop__load_in(
    group, algorithm, temp_storage, source, items, num_valid=None, oob_default=None
):
    coop_load(group, source, items, algorithm, num_valid, oob_default)


@device
def coop__do_load(group, algorithm, *args):
    if len(args) > 2 and isinstance(args[2], np.ndarray):
        coop__load_in(group, algorithm, *args)
    else:
        coop__load_in(group, algorithm, None, *args)


@device
def coop__store_in(group, algorithm, temp_storage, destination, items, num_valid=None):
    coop_store(group, destination, items, algorithm, num_valid)


@device
def coop__do_store(group, algorithm, *args):
    if len(args) > 2 and isinstance(args[2], np.ndarray):
        coop__store_in(group, algorithm, *args)
    else:
        coop__store_in(group, algorithm, None, *args)


@device
def coop__exchange_in(group, dtype, items_per_thread, temp_storage, items, out=None):
    items = coop__typed(items, dtype, items_per_thread)
    made = coop_exchange(group, items, temp_storage=temp_storage)
    for i in range(coop._length(items)):
        if out is None:
            items[i] = made[i]
        else:
            out[i] = made[i]


@device
def coop__do_exchange(group, dtype, items_per_thread, *args):
    if coop._is_bytes(args[0]):
        coop__exchange_in(group, dtype, items_per_thread, *args)
    else:
        coop__exchange_in(group, dtype, items_per_thread, None, *args)


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
    coop._expect(threads_per_block)
    return coop__do_reduce(
        coop.this_block(),
        binary_op,
        algorithm,
        dtype,
        items_per_thread,
        *args,
    )


@device
def coop_made_block_sum(
    *args, dtype, threads_per_block, items_per_thread=1, algorithm=None, methods=None
):
    coop._expect(threads_per_block)
    return coop__do_reduce(
        coop.this_block(),
        "sum",
        algorithm,
        dtype,
        items_per_thread,
        *args,
    )


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
    coop._expect(threads_per_block)
    return coop__do_scan(
        coop.this_block(),
        "sum" if scan_op is None else scan_op,
        mode,
        initial_value,
        prefix_op,
        algorithm,
        dtype,
        items_per_thread,
        *args,
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
    coop._expect(threads_per_block)
    return coop__do_scan(
        coop.this_block(),
        scan_op,
        "exclusive",
        initial_value,
        prefix_op,
        algorithm,
        dtype,
        items_per_thread,
        *args,
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
    coop._expect(threads_per_block)
    return coop__do_scan(
        coop.this_block(),
        "sum",
        "exclusive",
        None,
        prefix_op,
        algorithm,
        dtype,
        items_per_thread,
        *args,
    )


@device
def coop_made_warp_exclusive_sum(*args, dtype, threads_in_warp=32, methods=None):
    return coop__do_scan(
        coop.this_warp().group_by(threads_in_warp),
        "sum",
        "exclusive",
        None,
        None,
        None,
        dtype,
        1,
        *args,
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
    coop._expect(threads_per_block)
    return coop__do_scan(
        coop.this_block(),
        scan_op,
        "inclusive",
        initial_value,
        prefix_op,
        algorithm,
        dtype,
        items_per_thread,
        *args,
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
    coop._expect(threads_per_block)
    return coop__do_scan(
        coop.this_block(),
        "sum",
        "inclusive",
        None,
        prefix_op,
        algorithm,
        dtype,
        items_per_thread,
        *args,
    )


@device
def coop_made_warp_inclusive_sum(*args, dtype, threads_in_warp=32, methods=None):
    return coop__do_scan(
        coop.this_warp().group_by(threads_in_warp),
        "sum",
        "inclusive",
        None,
        None,
        None,
        dtype,
        1,
        *args,
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
    coop._expect(threads_per_block)
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
    coop._expect(threads_per_block)
    coop__do_store(coop.this_block(), algorithm, *args)


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
    coop._expect(threads_per_block)
    coop__do_exchange(coop.this_block(), dtype, items_per_thread, *args)


@device
def coop_made_warp_reduce(*args, dtype, binary_op, threads_in_warp=32, methods=None):
    return coop__do_reduce(
        coop.this_warp().group_by(threads_in_warp),
        binary_op,
        None,
        dtype,
        1,
        *args,
    )


@device
def coop_made_warp_sum(*args, dtype, threads_in_warp=32, methods=None):
    return coop__do_reduce(
        coop.this_warp().group_by(threads_in_warp),
        "sum",
        None,
        dtype,
        1,
        *args,
    )


@device
def coop__radix_in(
    group,
    descending,
    dtype,
    items_per_thread,
    temp_storage,
    items,
    begin_bit=0,
    end_bit=None,
):
    coop_radix_sort_keys(
        group,
        coop__typed(items, dtype, items_per_thread),
        begin_bit,
        end_bit,
        descending,
        None,
        temp_storage,
    )


@device
def coop__do_radix(group, descending, dtype, items_per_thread, *args):
    if coop._is_bytes(args[0]):
        coop__radix_in(group, descending, dtype, items_per_thread, *args)
    else:
        coop__radix_in(group, descending, dtype, items_per_thread, None, *args)


@device
def coop__merge_in(group, compare_op, dtype, items_per_thread, temp_storage, items):
    coop_merge_sort_keys(
        group,
        coop__typed(items, dtype, items_per_thread),
        compare_op,
        None,
        temp_storage,
    )


@device
def coop__do_merge(group, compare_op, dtype, items_per_thread, *args):
    if coop._is_bytes(args[0]):
        coop__merge_in(group, compare_op, dtype, items_per_thread, *args)
    else:
        coop__merge_in(group, compare_op, dtype, items_per_thread, None, *args)


@device
def coop_made_block_radix_sort_keys(
    *args, dtype, threads_per_block, items_per_thread=1, methods=None
):
    coop._expect(threads_per_block)
    coop__do_radix(coop.this_block(), False, dtype, items_per_thread, *args)


@device
def coop_made_block_radix_sort_keys_descending(
    *args, dtype, threads_per_block, items_per_thread=1, methods=None
):
    coop._expect(threads_per_block)
    coop__do_radix(coop.this_block(), True, dtype, items_per_thread, *args)


@device
def coop_made_block_merge_sort_keys(
    *args, dtype, threads_per_block, items_per_thread, compare_op, methods=None
):
    coop._expect(threads_per_block)
    coop__do_merge(coop.this_block(), compare_op, dtype, items_per_thread, *args)


@device
def coop_made_warp_merge_sort_keys(
    *args, dtype, items_per_thread, compare_op, threads_in_warp=32, methods=None
):
    coop__do_merge(
        coop.this_warp().group_by(threads_in_warp),
        compare_op,
        dtype,
        items_per_thread,
        *args,
    )
