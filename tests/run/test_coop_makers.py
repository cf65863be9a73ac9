"""What makers of cooperative primitives give, and the memory that they need."""

import numpy as np
import pytest
from conftest import Failed, assert_same
from coop_launch import COOP, checked, numbers

MAKERS = """
import numba
from cuda.cccl.cooperative.experimental import warp

def larger(a, b):
    return a if a > b else b

block_sum = coop.block.make_sum(numba.int32, 64)
block_max = coop.block.reduce(numba.int32, (64, 1), larger, items_per_thread=2)
warp_max = warp.make_reduce(numba.int32, lambda a, b: a if a > b else b, threads_in_warp=16)
load = coop.block.make_load(numba.int32, 64, 2, "striped")
store = coop.block.make_store(numba.int32, 64, 2)
scan = coop.block.make_exclusive_sum(dtype=numba.int32, threads_per_block=64, items_per_thread=2)
one = coop.block.make_inclusive_scan(numba.int32, 64, larger)
exchange = coop.block.make_exchange("StripedToBlocked", numba.int32, 64, 2)
"""


@pytest.mark.parametrize("temp", ["", "temp, "])
def test_makers(launch, temp):
    x = numbers(128, np.int32) % 1000
    source = MAKERS + f"""
@cuda.jit(link=block_sum.files + load.files)
def k(x, y):
    temp = cuda.shared.array(shape=exchange.temp_storage_bytes, dtype="uint8")
    i = cuda.threadIdx.x
    items = cuda.local.array(2, numba.int32)
    out = cuda.local.array(2, numba.int32)
    total = block_sum({temp}x[i])
    some = block_sum({temp}x[i], 40)
    load({temp}x, items)
    most = block_max({temp}items)
    part = warp_max({temp}x[i])
    scan({temp}items, out)
    store({temp}y[0], out)
    exchange({temp}items)
    store({temp}y[1], items)
    y[2, i] = one({temp}x[i])
    if i % 16 == 0:
        y[3, i] = part
    if i == 0:
        y[3, 1] = total
        y[3, 2] = some
        y[3, 3] = most
"""
    y = checked(launch, source, (1,), (64,), [x, np.zeros((4, 128), np.int32)])[1]
    blocked = x.reshape(2, 64).T.reshape(-1)
    assert_same("scan", y[0], blocked.cumsum(dtype=np.int32) - blocked)
    assert_same("exchange", y[1], x)
    assert_same("one", y[2, :64], np.maximum.accumulate(x[:64]))
    assert_same("warps", y[3, :64:16], x[:64].reshape(4, 16).max(1))
    want = [x[:64].sum(), x[:40].sum(), x.max()]
    assert_same("block", y[3, 1:4], np.array(want, np.int32))

SORTERS = """
import numba

digits = coop.block.make_radix_sort_keys(numba.int32, 64, 2)
down = coop.block.radix_sort_keys_descending(numba.int32, 64, 2)
merge = coop.block.make_merge_sort_keys(numba.int32, 64, 2, lambda a, b: a < b)
lanes = coop.warp.make_merge_sort_keys(numba.int32, 2, lambda a, b: a > b)
"""


def test_makers_of_sorts(launch):
    x = numbers(128, np.int32)
    source = SORTERS + """
@cuda.jit(launch_bounds=64)
def k(x, y):
    block = coop.this_block()
    items = cuda.local.array(2, np.int32)
    coop.load(block, x, items)
    digits(items)
    coop.store(block, y[0], items)
    down(items)
    coop.store(block, y[1], items)
    digits(items, 4, 12)
    coop.store(block, y[2], items)
    merge(items)
    coop.store(block, y[3], items)
    coop.load(block, x, items)
    lanes(items)
    coop.store(block, y[4], items)
"""
    y = checked(launch, source, (1,), (64,), [x, np.zeros((5, 128), np.int32)])[1]
    up = np.sort(x)
    some = up[::-1][np.argsort((up[::-1] >> 4) & 255, kind="stable")]
    rows = [up, up[::-1], some, up, np.sort(x.reshape(2, 64), 1)[:, ::-1].reshape(-1)]
    for row, want in enumerate(rows):
        assert_same(f"row {row}", y[row], want)


@pytest.mark.parametrize("threads", [32, 33, 128])
def test_memory_that_is_given(launch, threads):
    """As much as is said to be needed is enough, and the array is the user's own
    before and after."""
    n = threads * 3
    x = numbers(n, np.int32)
    source = f"""
import numba

sort = coop.block.make_radix_sort_keys(numba.int32, {threads}, 3)
merge = coop.block.make_merge_sort_keys(numba.int32, {threads}, 3, lambda a, b: a > b)
total = coop.block.make_sum(numba.int32, {threads}, 3)
sums = coop.block.make_inclusive_sum(numba.int32, {threads}, 3)
swap = coop.block.make_exchange("StripedToBlocked", numba.int32, {threads}, 3)

@cuda.jit
def k(x, y):
    i = cuda.threadIdx.x
    a = cuda.shared.array(sort.temp_storage_bytes, np.uint8)
    b = coop.TempStorage(merge.temp_storage_bytes)
    c = coop.TempStorage(size_in_bytes=total.temp_storage_bytes, alignment=64)
    d = cuda.shared.array(sums.temp_storage_bytes, np.uint8)
    items = coop.ThreadData(3, np.int32)
    coop.load(coop.this_block(), x, items)
    if i < 16:
        a[i] = 1
    cuda.syncthreads()
    sort(a, items)
    coop.store(coop.this_block(), y[0], items)
    merge(b, items)
    coop.store(coop.this_block(), y[1], items)
    whole = total(c, items)
    if i == 0:
        y[3, 0] = whole
    scanned = coop.ThreadData(3, np.int32)
    sums(d, items, scanned)
    coop.store(coop.this_block(), y[2], scanned)
    e = coop.TempStorage(swap.temp_storage_bytes)
    swap(e, items)
    y[3, 1 + i] = coop.sum(coop.this_block(), items[0], broadcast=True, temp_storage=e)
"""
    y = checked(launch, source, (1,), (threads,), [x, np.zeros((4, n), np.int32)])[1]
    down = np.sort(x)[::-1]
    assert_same("sorted", y[0], np.sort(x))
    assert_same("merged", y[1], down)
    with np.errstate(over="ignore"):
        assert_same("sums", y[2], down.cumsum(dtype=np.int32))
        assert_same("whole", y[3, 0], x.sum(dtype=np.int32))
        swapped = down.reshape(threads, 3).T.reshape(-1)
        assert_same("swapped", y[3, 1 : 1 + threads],
                    np.full(threads, swapped[::3].sum(dtype=np.int32)))


def test_memory_that_is_used_again(launch):
    """Without a barrier before the primitive: both lines are told."""
    source = """
@cuda.jit
def k(x, y):
    i = cuda.threadIdx.x
    temp = coop.TempStorage(256)
    temp[i] = 1
    y[i] = coop.sum(coop.this_block(), x[i], broadcast=True, temp_storage=temp)
"""
    args = [np.ones(128, np.int32), np.zeros(128, np.int32)]
    if launch.device != "cpu":
        pytest.skip("the GPU does not look for races")
    with pytest.raises(Failed) as failed:
        launch(COOP + source, "k", (1,), (128,), args, options=["--check=races"])
    assert "temp" in failed.value.stderr and "race" in failed.value.stderr.lower()
    assert failed.value.stderr.count("^") >= 2


@pytest.mark.parametrize("dtype", [np.int16, np.float64, np.complex128])
def test_operators_that_compare_places(launch, dtype):
    """op(lhs, rhs) whose operands are places, which earlier versions have for complex
    numbers and types of programs."""
    x = (np.random.default_rng(3).integers(-9, 9, 192) * np.array(3 + 1j)).astype(dtype)
    source = f"""
import numba

def is_before(lhs, rhs):
    return lhs[0].real > rhs[0].real

sort = coop.block.make_merge_sort_keys(numba.{np.dtype(dtype)}, 64, 3, is_before)
of_warp = coop.warp.make_merge_sort_keys(
    numba.{np.dtype(dtype)}, 3, lambda a, b: a[0].real < b[0].real)

@cuda.jit
def k(x, y):
    items = coop.ThreadData(3, x.dtype)
    coop.load(coop.this_block(), x, items)
    sort(items)
    coop.store(coop.this_block(), y[0], items)
    of_warp(items)
    coop.store(coop.this_block(), y[1], items)
"""
    _, y = checked(launch, source, (1,), (64,), [x, np.zeros((2, 192), dtype)])
    down = x[np.argsort(-x.real.astype(float), kind="stable")]
    assert_same("sorted", y[0], down)
    halves = [half[np.argsort(half.real, kind="stable")] for half in np.split(down, 2)]
    assert_same("of warps", y[1], np.concatenate(halves))


def test_another_block_than_made_for(launch):
    source = """
import numba
total = coop.block.make_sum(numba.int32, 64)

@cuda.jit
def k(x):
    x[0] = total(x[cuda.threadIdx.x])
"""
    for options, text in [
        ([], "made for blocks of 64 threads (threads_per_block), and those of the launch have 32"),
        (["--any-block"], "for blocks of 64 threads, and the launch has blocks of 32"),
    ]:
        with pytest.raises(Failed) as failed:
            launch(COOP + source, "k", (1,), (32,), [np.zeros(64, np.int32)], options=options)
        assert text in failed.value.stderr
