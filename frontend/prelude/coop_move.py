# Items between arrays and threads, and between threads. In a blocked order each
# thread has consecutive items; in a striped one, consecutive threads have.

from cuda import coop
from numba import cuda

from .coop import coop__from, coop__get, coop__lanes, coop__put

device = cuda.jit(device=True)

# Ranks outside are left out by all of them.
SCATTERING = (
    "scatter_to_blocked",
    "scatter_to_striped",
    "scatter_to_striped_guarded",
    "scatter_to_striped_flagged",
)
BLOCKED = "direct", "vectorize", "transpose", "warp_transpose"
BLOCKED_TOO = "warp_transpose_timesliced", "timesliced"


@device
def coop__check_move(group, array, items, algorithm):
    kind = coop._kind(group)
    if kind != "tile" and kind != "block":
        coop._refuse(
            "items are loaded and stored by `this_warp()`, a part of it, or "
            "`this_block()`"
        )
    if array.ndim != 1:
        coop._refuse(
            "items are loaded from and stored to arrays of one axis; take `a[i, :]` or `a.ravel()`"
        )
    if algorithm != "striped":
        if algorithm not in BLOCKED and algorithm not in BLOCKED_TOO:
            coop._refuse(
                "an algorithm of `load` and `store` is 'direct', 'striped', "
                "'vectorize', 'transpose', 'warp_transpose' or "
                "'warp_transpose_timesliced'"
            )
    coop._moves(items, array)
    return 0


# The place of a thread's item among those of the group.
@device
def coop__place(group, n, i, isStriped):
    if isStriped:
        return i * group.size() + group.rank()
    else:
        return group.rank() * n + i


@device
def coop_load(
    group,
    array,
    items,
    algorithm="direct",
    valid_items=None,
    oob_default=None,
    offset=0,
    temp_storage=None,
):
    n = coop._length(items)
    if n == 0:
        coop._refuse(
            "`coop.load` fills the items of a thread; a single value is `a[i]`"
        )
    coop__check_move(group, array, items, algorithm)
    for i in range(n):
        place = coop__place(group, n, i, algorithm == "striped")
        if valid_items is None:
            items[i] = array[offset + place]
        else:
            if place < valid_items:
                items[i] = array[offset + place]
            elif oob_default is not None:
                items[i] = oob_default


@device
def coop_store(
    group,
    array,
    items,
    algorithm="direct",
    valid_items=None,
    offset=0,
    temp_storage=None,
):
    n = coop._length(items)
    if n == 0:
        coop._refuse(
            "`coop.store` writes the items of a thread; a single value is `a[i] = x`"
        )
    coop__check_move(group, array, items, algorithm)
    for i in range(n):
        place = coop__place(group, n, i, algorithm == "striped")
        if valid_items is None:
            array[offset + place] = items[i]
        else:
            if place < valid_items:
                array[offset + place] = items[i]


# The items at these places of the group's, by way of scratch memory.
@device
def coop__through_block(block, temp_storage, items, out, fromStriped, toStriped):
    n = coop._length(items)
    scratch = coop._scratch(temp_storage, items[0], coop._threads() * n)
    for i in range(n):
        coop__put(scratch, coop__place(block, n, i, fromStriped), items[i])
    cuda.syncthreads()
    for i in range(n):
        out[i] = coop__get(scratch, coop__place(block, n, i, toStriped), items[0])
    cuda.syncthreads()
    return out


# Striped among the threads of each warp, whose items stay together.
@device
def coop__place_in_warp(block, n, i):
    rank = block.rank()
    lane = rank % 32
    warp = rank - lane
    return warp * n + i * min(32, block.size() - warp) + lane


@device
def coop__through_warps(block, temp_storage, items, out, toStriped):
    n = coop._length(items)
    scratch = coop._scratch(temp_storage, items[0], coop._threads() * n)
    first = block.rank() * n
    for i in range(n):
        at = first + i if toStriped else coop__place_in_warp(block, n, i)
        coop__put(scratch, at, items[i])
    cuda.syncthreads()
    for i in range(n):
        at = coop__place_in_warp(block, n, i) if toStriped else first + i
        out[i] = coop__get(scratch, at, items[0])
    cuda.syncthreads()
    return out


# The same by shuffles: each lane asks for one item after the other, and keeps
# the one that it wants.
@device
def coop__through_tile(tile, items, out, fromStriped, toStriped):
    n = coop._length(items)
    mask, base, place, size = coop__lanes(tile)
    for i in range(n):
        wanted = coop__place(tile, n, i, toStriped)
        if fromStriped:
            lane = wanted % size
            item = wanted // size
        else:
            lane = wanted // n
            item = wanted % n
        for k in range(n):
            value = coop__from(mask, items[k], base + lane)
            if k == item:
                out[i] = value
    return out


@device
def coop__through_block_ranks(block, temp_storage, items, ranks, out, toStriped, valid):
    n = coop._length(items)
    count = block.size() * n
    scratch = coop._scratch(temp_storage, items[0], coop._threads() * n)
    for i in range(n):
        coop__put(scratch, coop__place(block, n, i, toStriped), items[i])
    cuda.syncthreads()
    for i in range(n):
        if valid is None:
            if 0 <= ranks[i] < count:
                coop__put(scratch, ranks[i], items[i])
        else:
            if valid[i] and 0 <= ranks[i] < count:
                coop__put(scratch, ranks[i], items[i])
    cuda.syncthreads()
    for i in range(n):
        out[i] = coop__get(scratch, coop__place(block, n, i, toStriped), items[0])
    cuda.syncthreads()
    return out


@device
def coop_exchange(
    group,
    items,
    mode="striped_to_blocked",
    ranks=None,
    valid_flags=None,
    temp_storage=None,
):
    n = coop._length(items)
    kind = coop._kind(group)
    if n == 0:
        coop._refuse("`coop.exchange` takes the items of a thread, an array")
    if kind != "tile" and kind != "block":
        coop._refuse(
            "`coop.exchange` is for `this_warp()`, a part of it, or `this_block()`"
        )
    out = cuda.local.array(n, items.dtype)
    if mode == "striped_to_blocked":
        if kind == "block":
            return coop__through_block(group, temp_storage, items, out, True, False)
        else:
            return coop__through_tile(group, items, out, True, False)
    elif mode == "blocked_to_striped":
        if kind == "block":
            return coop__through_block(group, temp_storage, items, out, False, True)
        else:
            return coop__through_tile(group, items, out, False, True)
    elif mode == "blocked_to_warp_striped" or mode == "warp_striped_to_blocked":
        if kind != "block":
            coop._refuse(
                "items are striped within each warp of `this_block()`; of a warp "
                "alone that is 'blocked_to_striped'"
            )
        return coop__through_warps(
            group, temp_storage, items, out, mode == "blocked_to_warp_striped"
        )
    elif mode in SCATTERING:
        coop__check_ranks(kind, items, ranks, valid_flags)
        return coop__through_block_ranks(
            group,
            temp_storage,
            items,
            ranks,
            out,
            mode != "scatter_to_blocked",
            valid_flags,
        )
    else:
        coop._refuse(
            "the mode of an exchange is 'striped_to_blocked', 'blocked_to_striped', "
            "'warp_striped_to_blocked', 'blocked_to_warp_striped', "
            "'scatter_to_blocked', 'scatter_to_striped', "
            "'scatter_to_striped_guarded' or 'scatter_to_striped_flagged'"
        )


@device
def coop__check_ranks(kind, items, ranks, valid_flags):
    if kind != "block" or ranks is None:
        coop._refuse(
            "scattering is for `this_block()` and needs `ranks`, the place of each item"
        )
    if coop._length(ranks) != coop._length(items):
        coop._refuse("each item has one rank: both arrays are of one length")
    if valid_flags is not None:
        if coop._length(valid_flags) != coop._length(items):
            coop._refuse("each item has one flag: both arrays are of one length")
    return 0


@device
def coop_shuffle(group, items, mode="up", distance=1, temp_storage=None):
    n = coop._length(items)
    if coop._kind(group) != "block":
        coop._refuse("`coop.shuffle` is for `this_block()`")
    if mode not in ("up", "down", "offset", "rotate"):
        coop._refuse("the mode of a shuffle is 'up', 'down', 'offset' or 'rotate'")
    count = group.size()
    if n == 0:
        scratch = coop._scratch(temp_storage, items, coop._threads())
        rank = group.rank()
        coop__put(scratch, rank, items)
        cuda.syncthreads()
        if mode == "up":
            at = rank - distance
        elif mode == "rotate":
            at = (rank + distance) % count
        else:
            at = rank + distance
        if at < 0 or at >= count:
            at = rank
        value = coop__get(scratch, at, items)
        cuda.syncthreads()
        return value
    else:
        if mode != "up" and mode != "down":
            coop._refuse("items of threads are shuffled 'up' or 'down'")
        if distance != 1:
            coop._refuse("a distance is for single values, not for items of threads")
        out = cuda.local.array(n, items.dtype)
        scratch = coop._scratch(temp_storage, items[0], coop._threads())
        rank = group.rank()
        if mode == "up":
            coop__put(scratch, rank, items[n - 1])
        else:
            coop__put(scratch, rank, items[0])
        cuda.syncthreads()
        if mode == "up":
            for i in range(1, n):
                out[i] = items[i - 1]
            out[0] = items[0]
            if rank > 0:
                out[0] = coop__get(scratch, rank - 1, items[0])
        else:
            for i in range(n - 1):
                out[i] = items[i + 1]
            out[n - 1] = items[n - 1]
            if rank < count - 1:
                out[n - 1] = coop__get(scratch, rank + 1, items[0])
        cuda.syncthreads()
        return out
