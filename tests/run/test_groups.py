"""Cooperative groups, reductions of a warp, grids that wait, clusters."""

import numpy as np
import pytest
from conftest import Failed, assert_same

CG = "from numba.cuda import cg\n"


@pytest.mark.parametrize("size", [1, 2, 4, 8, 16, 32])
def test_tiles(launch, size):
    # A lane of another tile has no defined value.
    partner = min(2, size - 1) if size != 4 else 3
    source = CG + f"""
@cuda.jit
def k(x, y, f):
    block = cg.this_thread_block()
    tile = cg.tiled_partition(block, {size})
    i = block.thread_rank()
    y[0, i] = tile.thread_rank()
    y[1, i] = tile.size()
    y[2, i] = tile.meta_group_rank()
    y[3, i] = tile.meta_group_size()
    y[4, i] = tile.shfl(x[i], 3)
    y[5, i] = tile.shfl_up(x[i], 1)
    y[6, i] = tile.shfl_down(x[i], 3)
    y[7, i] = tile.shfl_xor(x[i], {partner})
    y[8, i] = tile.any(x[i] % 7 == 0)
    y[9, i] = tile.all(x[i] % 2 == 0)
    y[10, i] = tile.ballot(x[i] % 3 == 0)
    y[11, i] = tile.match_any(x[i] % 3)
    mask, same = tile.match_all(x[i] // 64)
    y[12, i] = mask
    y[13, i] = same
    y[14, i] = cg.reduce(tile, x[i], cg.plus)
    y[15, i] = cg.reduce(tile, x[i], cg.greater)
    y[16, i] = cg.reduce(tile, x[i], cg.bit_xor)
    y[17, i] = cg.inclusive_scan(tile, x[i])
    y[18, i] = cg.exclusive_scan(tile, x[i])
    y[19, i] = cg.inclusive_scan(tile, x[i], cg.less)
    f[0, i] = cg.reduce(tile, f[1, i], cg.plus)
    tile.sync()
"""
    n = 96
    x = ((np.arange(n) * 37) % 101).astype(np.int32)
    f = np.zeros((2, n), np.float32)
    f[1] = np.linspace(-3, 7, n).astype(np.float32) ** 3
    y, f_out = launch(source, "k", (1,), (32, 3), [x, np.zeros((20, n), np.int64), f])[1:]
    i = np.arange(n)
    rank, base = i % size, i - i % size
    groups = x.astype(np.int64).reshape(-1, size)

    def each(values):
        return np.repeat(values, size)

    def bits(matrix):
        return each((matrix.astype(np.int64) << np.arange(size)).sum(1))

    want = [
        rank, np.full(n, size), i // size, np.full(n, n // size),
        x[base + 3 % size], x[np.where(rank >= 1, i - 1, i)],
        x[np.where(rank + 3 < size, np.minimum(i + 3, n - 1), i)],
        x[base + (rank ^ partner)],
        each((groups % 7 == 0).any(1)), each((groups % 2 == 0).all(1)),
        bits(groups % 3 == 0),
        ((groups[i // size] % 3 == (x % 3)[:, None]).astype(np.int64)
         << np.arange(size)).sum(1),
    ]
    same = each((groups // 64 == groups[:, :1] // 64).all(1))
    want += [
        np.where(same, (1 << size) - 1, 0), same, each(groups.sum(1)),
        each(groups.max(1)), each(np.bitwise_xor.reduce(groups, 1)),
        groups.cumsum(1).reshape(-1), (groups.cumsum(1) - groups).reshape(-1),
        np.minimum.accumulate(groups, 1).reshape(-1),
    ]
    for row, values in enumerate(want):
        assert_same(f"row {row}", y[row], np.asarray(values).astype(np.int64))
    sums = f[1].copy()
    step = size // 2
    while step:
        sums = sums + sums[i ^ step]
        step //= 2
    assert_same("sums", f_out[0], sums)


def test_places_of_block_and_grid(launch):
    source = CG + """
@cuda.jit
def k(y):
    grid, block = cg.this_grid(), cg.this_thread_block()
    r = grid.thread_rank()
    y[0, r] = block.thread_rank()
    y[1, r] = block.size() + 1000 * grid.size() + 100000 * grid.num_blocks()
    y[2, r] = grid.block_rank()
    x0, y0, z0 = block.thread_index()
    x1, y1, z1 = block.group_index()
    y[3, r] = x0 + 10 * y0 + 100 * z0 + 1000 * x1 + 10000 * y1 + 100000 * z1
    a, b, c = grid.dim_blocks()
    d, e, f = block.dim_threads()
    y[4, r] = a + 10 * b + 100 * c + 1000 * d + 10000 * e + 100000 * f
    block.sync()
"""
    got = launch(source, "k", (2, 3, 2), (3, 2, 2), [np.zeros((5, 144), np.int64)])[0]
    r = np.arange(144)
    t, b = r % 12, r // 12
    assert_same("ranks", got[0], t)
    assert_same("sizes", got[1], np.full(144, 12 + 144000 + 1200000))
    assert_same("blocks", got[2], b)
    where = (t % 3 + 10 * (t // 3 % 2) + 100 * (t // 6) + 1000 * (b % 2)
             + 10000 * (b // 2 % 3) + 100000 * (b // 6))
    assert_same("places", got[3], where)
    assert_same("extents", got[4], np.full(144, 2 + 30 + 200 + 3000 + 20000 + 200000))


def test_coalesced_threads(launch):
    source = CG + """
@cuda.jit(device=True)
def count(group, value):
    return group.size() if group.any(value > 40) else -1

@cuda.jit
def k(x, y):
    i = cuda.threadIdx.x
    if x[i] % 3 != 1:
        g = cg.coalesced_threads()
        y[0, i] = g.size()
        y[1, i] = g.thread_rank()
        y[2, i] = g.shfl(x[i], 2)
        y[3, i] = g.shfl_up(x[i], 1)
        y[4, i] = g.shfl_down(x[i], 2)
        y[5, i] = g.all(x[i] >= 0)
        y[6, i] = count(g, x[i])
        g.sync()
"""
    x = np.arange(48, dtype=np.int32)
    want = np.full((7, 48), 7, np.int32)
    for first in (0, 32):
        lanes = np.array([i for i in range(first, min(first + 32, 48)) if i % 3 != 1])
        n = len(lanes)
        r = np.arange(n)
        want[:, lanes] = [
            np.full(n, n), r, np.full(n, lanes[2]), x[lanes[np.maximum(r - 1, 0)]],
            x[lanes[np.where(r + 2 < n, np.minimum(r + 2, n - 1), r)]], np.ones(n),
            np.full(n, n if (lanes > 40).any() else -1),
        ]
    got = launch(source, "k", (1,), (48,), [x, np.full((7, 48), 7, np.int32)])[1]
    assert_same("y", got, want)


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8", "float32", "float64"])
def test_coalesced_votes_and_reductions(launch, dtype):
    source = CG + """
@cuda.jit
def k(x, y, f):
    i = cuda.threadIdx.x
    if i % 3 != 1:
        g = cg.coalesced_threads()
        y[0, i] = g.ballot(x[i] > 20)
        y[1, i] = g.match_any(i // 8)
        mask, same = g.match_all(1)
        y[2, i] = mask
        y[3, i] = same
        mask, same = g.match_all(x[i])
        y[4, i] = mask
        f[0, i] = cg.reduce(g, x[i], cg.plus)
        f[1, i] = cg.reduce(g, x[i], cg.less)
        f[2, i] = cg.reduce(g, x[i], cg.greater)
        f[3, i] = cg.inclusive_scan(g, x[i])
        f[4, i] = cg.exclusive_scan(g, x[i])
        f[5, i] = cg.inclusive_scan(g, x[i], cg.greater)
"""
    x = ((np.arange(48) * 7) % 43).astype(dtype)
    y, f = np.zeros((5, 48), np.int64), np.zeros((6, 48), dtype)
    for first in (0, 32):
        lanes = np.array([i for i in range(first, min(first + 32, 48)) if i % 3 != 1])
        v, n = x[lanes], len(lanes)

        def bits(flags):
            return int((np.asarray(flags).astype(np.int64) << np.arange(n)).sum())

        y[:, lanes] = [
            np.full(n, bits(v > 20)), [bits(lanes // 8 == i // 8) for i in lanes],
            np.full(n, (1 << n) - 1), np.ones(n), np.zeros(n),
        ]
        f[:, lanes] = [
            np.full(n, v.sum().astype(dtype)), np.full(n, v.min()), np.full(n, v.max()),
            np.cumsum(v).astype(dtype), (np.cumsum(v) - v).astype(dtype),
            np.maximum.accumulate(v),
        ]
    args = [x, np.zeros((5, 48), np.int64), np.zeros((6, 48), dtype)]
    got = launch(source, "k", (1,), (48,), args)
    assert_same("y", got[1], y)
    assert_same("f", got[2], f)


@pytest.mark.parametrize("op", ["bit_and", "bit_or", "bit_xor"])
def test_coalesced_bits(launch, op):
    source = CG + f"""
@cuda.jit
def k(x, y):
    i = cuda.threadIdx.x
    if i != 5 and i < 20:
        y[i] = cg.reduce(cg.coalesced_threads(), x[i], cg.{op})
"""
    x = (np.arange(32) * 2654435761 % 2**31).astype(np.int32) | 64
    lanes = [i for i in range(20) if i != 5]
    want = np.zeros(32, np.int32)
    function = {"bit_and": np.bitwise_and, "bit_or": np.bitwise_or}
    want[lanes] = function.get(op, np.bitwise_xor).reduce(x[lanes])
    got = launch(source, "k", (1,), (32,), [x, np.zeros(32, np.int32)])
    assert_same("y", got[1], want)


@pytest.mark.parametrize("dtype", ["int32", "uint32", "int16", "uint8"])
def test_reductions_of_a_warp(launch, dtype):
    source = """
@cuda.jit
def k(x, y, n):
    i = cuda.threadIdx.x
    v = x[i]
    y[0, i] = cuda.redux_sync_add(0xffffffff, v)
    y[1, i] = cuda.redux_sync_min(0xffffffff, v)
    y[2, i] = cuda.reduce_max_sync(0xffffffff, v)
    y[3, i] = cuda.redux_sync_and(0xffffffff, v)
    y[4, i] = cuda.redux_sync_or(0xffffffff, v)
    y[5, i] = cuda.redux_sync_xor(0xffffffff, v)
    if i % 32 < 5:
        y[6, i] = cuda.redux_sync_max(0x1f, v)
    n[i] = cuda.nth_set_bit(0xf0f00301, i)
"""
    values = (np.arange(64) * 2654435761 + 12345).astype(np.uint64).astype(dtype)
    wide = np.uint32 if dtype == "uint32" else np.int32
    x = values.astype(wide).reshape(2, 32)
    rows = [
        np.add.reduce(x, 1, dtype=wide), x.min(1), x.max(1),
        np.bitwise_and.reduce(x, 1), np.bitwise_or.reduce(x, 1),
        np.bitwise_xor.reduce(x, 1),
    ]
    want = np.zeros((7, 64), wide)
    for row, each in enumerate(rows):
        want[row] = np.repeat(each, 32)
    want[6].reshape(2, 32)[:, :5] = x[:, :5].max(1)[:, None]
    got = launch(source, "k", (1,), (64,),
                 [values, np.zeros((7, 64), wide), np.zeros(64, np.int64)])
    assert_same("y", got[1], want)
    places = [i for i in range(32) if 0xf0f00301 >> i & 1]
    assert_same("n", got[2], np.array((places + [32] * 64)[:64]))


def test_the_grid_waits(launch):
    source = """
@cuda.jit(device=True)
def everyone():
    cuda.cg.this_grid().sync()

@cuda.jit
def k(x, steps):
    g = cuda.cg.this_grid()
    i = cuda.grid(1)
    n = x.shape[1]
    at = 0
    for step in range(steps):
        left = x[at, (i + n - 1) % n]
        right = x[at, (i + 1) % n]
        x[1 - at, i] = left + 2 * x[at, i] + right
        at = 1 - at
        if step % 2:
            g.sync()
        else:
            everyone()
"""
    n, steps = 16 * 64, 9
    x = np.zeros((2, n), np.int64)
    x[0] = np.arange(n) % 13
    want = x.copy()
    at = 0
    for _ in range(steps):
        want[1 - at] = np.roll(want[at], 1) + 2 * want[at] + np.roll(want[at], -1)
        at = 1 - at
    got = launch(source, "k", (16,), (64,), [x, steps])[0]
    assert_same("x", got, want)


def test_the_grid_waits_with_blocks_of_odd_shape(launch):
    source = """
@cuda.jit
def k(total, out):
    cuda.atomic.add(total, 0, 1)
    cuda.grid_sync()
    rank = cuda.cg.this_grid().thread_rank()
    out[rank] = total[0]
"""
    got = launch(source, "k", (2, 3, 2), (5, 2, 3),
                 [np.zeros(1, np.int32), np.zeros(360, np.int32)])
    assert_same("out", got[1], np.full(360, 360, np.int32))


def test_a_grid_that_waits_for_ended_threads(launch):
    if launch.device == "gpu":
        pytest.skip("it would never end")
    # That is what it is about.
    launch.defects = ("bounds", "races", "barriers", "uninit")
    source = """
@cuda.jit
def k(a):
    if cuda.blockIdx.x == 1:
        return
    cuda.grid_sync()
    a[0] = 1
"""
    with pytest.raises(Failed) as failed:
        launch(source, "k", (3,), (2,), [np.zeros(1, np.int32)])
    assert "block (0,0,0) thread (0,0,0) waits for ever in cuda.grid_sync" in str(
        failed.value)


def test_a_grid_too_large_to_wait(launch):
    if launch.device == "cpu":
        pytest.skip("the CPU device runs any number of blocks at once")
    source = """
@cuda.jit
def k(a):
    cuda.grid_sync()
    a[0] = 1
"""
    with pytest.raises(Failed) as failed:
        launch(source, "k", (1 << 20,), (1024,), [np.zeros(1, np.int32)])
    assert "must run at once" in str(failed.value)


CLUSTER = CG + """
@cuda.jit(cluster_dims=({0}))
def k(y):
    s = cuda.shared.array(32, np.int32)
    cluster = cg.this_cluster()
    i = cuda.threadIdx.x
    rank = cluster.block_rank()
    s[i] = 100 * cuda.clusterBlockRank + i
    cluster.sync()
    other = cluster.map_shared_rank(s, (rank + 1) % cluster.num_blocks())
    at = cg.this_grid().thread_rank()
    y[0, at] = other[31 - i]
    y[1, at] = cuda.clusterIdx.x + 10 * cuda.clusterIdx.y + 100 * cuda.clusterIdx.z
    y[2, at] = (cuda.clusterBlockIdx.x + 10 * cuda.clusterBlockIdx.y
                + 100 * cuda.clusterBlockIdx.z)
    y[3, at] = cluster.thread_rank()
    y[4, at] = cluster.size()
    none = cluster.map_shared_rank(s, cuda.clusterSize)
    y[5, at] = none.shape[0] + none[0]
    cluster.barrier_arrive()
    y[6, at] = cuda.clusterGridDim.x + 10 * cuda.clusterGridDim.y
    cluster.barrier_wait()
    cuda.cluster_arrive()
    cuda.cluster_wait()
"""


@pytest.mark.parametrize("dims", [(2, 1, 1), (2, 2, 1), (1, 1, 1), (4, 1, 2)])
def test_clusters(launch, dims):
    grid = (4, 2, 2)
    source = CLUSTER.format(", ".join(map(str, dims)))
    got = launch(source, "k", grid, (32,), [np.zeros((7, 512), np.int32)])[0]
    want = np.zeros((7, 512), np.int32)
    count = int(np.prod(dims))
    i = np.arange(32)
    for block in range(16):
        b = (block % 4, block // 4 % 2, block // 8)
        cluster = [p // d for p, d in zip(b, dims)]
        inside = [p % d for p, d in zip(b, dims)]
        rank = inside[0] + dims[0] * (inside[1] + dims[1] * inside[2])
        want[:, block * 32:block * 32 + 32] = [
            100 * ((rank + 1) % count) + 31 - i,
            np.full(32, np.dot(cluster, (1, 10, 100))),
            np.full(32, np.dot(inside, (1, 10, 100))), rank * 32 + i,
            np.full(32, 32 * count), np.zeros(32),
            np.full(32, 4 // dims[0] + 10 * (2 // dims[1])),
        ]
    assert_same("y", got, want)


def test_a_grid_that_is_no_multiple_of_a_cluster(launch):
    with pytest.raises(Failed) as failed:
        launch(CLUSTER.format("2, 1, 1"), "k", (3,), (32,), [np.zeros((7, 96), np.int32)])
    assert "no multiple of the kernel's cluster_dims" in str(failed.value)


def test_atomics_with_scope_and_order(launch):
    source = """
@cuda.jit
def k(data, flag, out, sums):
    i = cuda.threadIdx.x
    if cuda.blockIdx.x == 0:
        data[i] = i * i
        cuda.syncthreads()
        if i == 0:
            cuda.atomic.store(flag, 0, 1, scope="device", order="release")
    else:
        seen = cuda.atomic.load(flag, 0, order="acquire")
        out[i] = data[i] - i * i if seen == 1 else 0
    cuda.atomic.add(sums, 0, 1, scope="system", order="seq_cst")
    if cuda.blockIdx.x == 0:
        cuda.atomic.max(sums, 1, i, scope="block", order="acq_rel")
    cuda.atomic.add(sums, 2, cuda.atomic.exch(sums, 3, 0, order="acquire"))
    cuda.atomic.cas(sums, 4, 0, 9, scope="device", order="seq_cst")
"""
    sums = np.array([0, 0, 0, 5, 0, 0], np.int64)
    got = launch(source, "k", (2,), (64,), [
        np.zeros(64, np.int64), np.zeros(1, np.int32), np.zeros(64, np.int64), sums])
    assert_same("out", got[2], np.zeros(64, np.int64))
    assert_same("sums", got[3], np.array([128, 63, 5, 0, 9, 0]))


def test_floats_are_loaded_and_stored_at_once(launch):
    source = """
@cuda.jit
def k(x, y):
    i = cuda.threadIdx.x
    cuda.atomic.store(y, i, cuda.atomic.load(x, i))
    cuda.atomic.store(y, 99, 1.0)
    y[4] = cuda.atomic.load(x, 99)
"""
    for dtype in (np.float32, np.float64, np.uint64):
        x = np.array([1.5, 2.25, 3, 4], dtype)
        got = launch(source, "k", (1,), (4,), [x, np.ones(5, dtype)])
        assert_same("y", got[1], np.append(x, dtype(0)))


def test_shared_memory_is_aligned(launch):
    source = """
@cuda.jit
def k(a):
    odd = cuda.shared.array(3, np.bool_)
    s = cuda.shared.array(3, np.int8, alignment=512)
    flags = cuda.shared.array(40, np.bool_, alignment=64)
    d = cuda.shared.array(0, np.int32, alignment=1024)
    e = cuda.shared.array(0, np.int16)
    own = cuda.local.array(3, np.int8, alignment=64)
    i = cuda.threadIdx.x
    odd[i % 3], s[i % 3], own[0] = 1, 2, 3
    flags[i] = i % 3
    d[i] = i * 65537
    cuda.syncthreads()
    a[i] = flags[(i + 1) % 40] * 100 + e[2 * i + 1] + own[0]
    if i > 1000:
        cuda.breakpoint()
"""
    i = np.arange(40)
    got = launch(source, "k", (1,), (40,), [np.zeros(40, np.int32)], shared=160)[0]
    assert_same("a", got, (((i + 1) % 40 % 3 != 0) * 100 + i + 3).astype(np.int32))


def test_dynamic_shared_memory_beyond_48_kib(launch):
    source = """
@cuda.jit
def k(a):
    whole = cuda.shared.array(0, np.float64)
    floats = cuda.shared.array(0, np.float32)[:2]
    rest = whole[1:]
    i = cuda.threadIdx.x
    if i == 0:
        floats[0] = 1.5
        floats[1] = 2.5
    j = i
    while j < rest.size:
        rest[j] = j
        j += cuda.blockDim.x
    cuda.syncthreads()
    a[i] = rest[rest.size - 1 - i] + floats[i % 2]
"""
    size = 100 * 1024
    i = np.arange(64)
    got = launch(source, "k", (1,), (64,), [np.zeros(64)], shared=size)[0]
    assert_same("a", got, size // 8 - 2 - i + np.where(i % 2, 2.5, 1.5))
    with pytest.raises(Failed) as failed:
        launch(source, "k", (1,), (64,), [np.zeros(64)], shared=1 << 20)
    assert "shared memory" in str(failed.value)
