"""Shared memory, barriers, atomics and print."""

import numpy as np
import pytest
from conftest import Failed


def test_reverse_in_shared_memory(launch):
    source = """
@cuda.jit
def k(x):
    s = cuda.shared.array(32, np.int32)
    i = cuda.threadIdx.x
    at = cuda.grid(1)
    s[i] = x[at]
    cuda.syncthreads()
    x[at] = s[cuda.blockDim.x - 1 - i]
"""
    launch.check(source, "k", (4,), (16,), [np.arange(64, dtype=np.int32)])


def test_barriers_in_a_loop(launch):
    source = """
@cuda.jit
def k(x, out):
    s = cuda.shared.array(64, float32)
    i = cuda.threadIdx.x
    s[i] = x[cuda.grid(1)]
    cuda.syncthreads()
    step = cuda.blockDim.x // 2
    while step > 0:
        if i < step:
            s[i] += s[i + step]
        cuda.syncthreads()
        step //= 2
    if i == 0:
        out[cuda.blockIdx.x] = s[0]
"""
    x = np.linspace(0, 1, 128, dtype=np.float32)
    launch.check(source, "k", (4,), (32,), [x, np.zeros(4, np.float32)])


def test_barriers_in_a_device_function(launch):
    source = """
@cuda.jit(device=True)
def exchange(s, i, value):
    s[i] = value
    cuda.syncthreads()
    got = s[(i + 1) % cuda.blockDim.x]
    cuda.syncthreads()
    return got

@cuda.jit
def k(out):
    s = cuda.shared.array(16, np.int64)
    i = cuda.threadIdx.x
    v = i
    for j in range(3):
        v = exchange(s, i, v * 2 + j)
    out[cuda.grid(1)] = v
"""
    launch.check(source, "k", (2,), (16,), [np.zeros(32, np.int64)])


def test_tiled_product(launch):
    source = """
TILE = 4

@cuda.jit
def k(a, b, c):
    sa = cuda.shared.array((TILE, TILE), float32)
    sb = cuda.shared.array((TILE, TILE), float32)
    x, y = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    acc = float32(0)
    for t in range((a.shape[1] + TILE - 1) // TILE):
        sa[ty, tx] = a[y, t * TILE + tx]
        sb[ty, tx] = b[t * TILE + ty, x]
        cuda.syncthreads()
        for j in range(TILE):
            acc += sa[ty, j] * sb[j, tx]
        cuda.syncthreads()
    c[y, x] = acc
"""
    a = np.arange(42, dtype=np.float32).reshape(6, 7)
    b = np.arange(35, dtype=np.float32).reshape(7, 5)
    got = launch.check(
        source, "k", (2, 2), (4, 4), [a, b, np.zeros((6, 5), np.float32)]
    )
    assert (got[2] == a @ b).all()


def test_threads_may_end_before_a_barrier(launch):
    launch.defects = ("barriers",)
    source = """
@cuda.jit
def k(out):
    s = cuda.shared.array(8, np.int32)
    i = cuda.threadIdx.x
    s[i] = i
    if i >= 6:
        return
    cuda.syncthreads()
    out[i] = s[5 - i] + s[7]
    cuda.syncthreads()
    s[i] = out[5 - i]
    cuda.syncthreads()
    out[i] += s[i]
"""
    launch.check(source, "k", (1,), (8,), [np.zeros(8, np.int64)])


def test_dynamic_shared_memory(launch):
    source = """
@cuda.jit
def k(out):
    s = cuda.shared.array(0, np.int32)
    i = cuda.threadIdx.x
    s[i] = i * i
    cuda.syncthreads()
    out[i, 0] = s[s.size - 1 - i]
    out[i, 1] = s.size
"""
    out = np.zeros((16, 2), np.int64)
    launch.check(source, "k", (1,), (16,), [out], shared=64)


def test_shared_indices_are_guarded(launch):
    source = """
@cuda.jit
def k(out):
    s = cuda.shared.array((2, 4), np.int32)
    i = cuda.threadIdx.x
    s[i // 4, i % 4] = i + 1
    cuda.syncthreads()
    out[i, 0] = s[i, 1]
    out[i, 1] = s[-1, i]
    out[i, 2] = s[0, -i]
"""
    launch.check(source, "k", (1,), (8,), [np.zeros((8, 3), np.int64)])


@pytest.mark.parametrize(
    "dtype", ["int32", "uint32", "int64", "uint64", "float32", "float64"]
)
def test_atomic_add(launch, dtype):
    source = f"""
@cuda.jit
def k(x, total, counts):
    s = cuda.shared.array(4, np.{dtype})
    i = cuda.threadIdx.x
    at = cuda.grid(1)
    if i < 4:
        s[i] = 0
    cuda.syncthreads()
    cuda.atomic.add(s, i % 4, x[at])
    cuda.atomic.add(total, 0, x[at])
    cuda.atomic.add(total, -1, 2)
    cuda.atomic.add(total, 99, x[at])
    cuda.atomic.add(counts, (at % 2, at % 3), 1)
    cuda.syncthreads()
    if i < 4:
        cuda.atomic.add(total, i + 1, s[i])
"""
    x = np.arange(64).astype(dtype)
    args = [x, np.zeros(6, dtype), np.zeros((2, 3), np.int32)]
    launch.check(source, "k", (4,), (16,), args)


def test_an_atomic_returns_the_old_element(launch):
    source = """
@cuda.jit
def k(next, seen, out):
    i = cuda.grid(1)
    slot = cuda.atomic.add(next, 0, 1)
    seen[slot] += 1
    out[i] = cuda.atomic.add(next, 5, 1)
"""
    got = launch(
        source, "k", (8,), (32,),
        [np.zeros(1, np.int32), np.zeros(256, np.int32), np.ones(256)],
    )
    assert got[0][0] == 256 and (got[1] == 1).all() and (got[2] == 0).all()


def test_print(launch):
    source = """
@cuda.jit
def k(x):
    i = cuda.grid(1)
    print("thread", i, "has", x[i] > 2, 100 % 7, -x[i])
    if i == 1:
        print()
        print("50%", i * 2)
"""
    launch(source, "k", (1,), (4,), [np.array([1, 2, 3, 4])])
    lines = sorted(line for line in launch.stdout.splitlines())
    assert lines == sorted(
        ["thread 0 has False 2 -1", "thread 1 has False 2 -2",
         "thread 2 has True 2 -3", "thread 3 has True 2 -4", "", "50% 2"]
    )


def test_large_blocks_and_many_blocks(launch):
    source = """
@cuda.jit
def k(out):
    s = cuda.shared.array(1024, np.int32)
    i = cuda.threadIdx.x
    s[i] = i
    for j in range(4):
        cuda.syncthreads()
        v = s[(i + 1) % 1024]
        cuda.syncthreads()
        s[i] = v
    out[cuda.grid(1)] = s[i]
"""
    got = launch(source, "k", (50,), (1024,), [np.zeros(51200, np.int32)])
    want = np.tile((np.arange(1024) + 4) % 1024, 50)
    assert (got[0] == want).all()


def test_local_arrays_live_across_barriers(launch):
    source = """
@cuda.jit(device=True)
def shift(s, mine, i):
    for j in range(mine.size):
        s[i] = mine[j]
        cuda.syncthreads()
        mine[j] = s[(i + j + 1) % s.size]
        cuda.syncthreads()
        if mine[j] > 1000:
            return j
    return -1

@cuda.jit
def k(out):
    s = cuda.shared.array(8, np.int64)
    mine = cuda.local.array(3, np.int64)
    i = cuda.threadIdx.x
    for j in range(3):
        mine[j] = i * 10 + j + cuda.blockIdx.x * 100
    last = shift(s, mine, i)
    for j in range(3):
        out[cuda.grid(1), j] = mine[j]
    out[cuda.grid(1), 3] = last
"""
    launch.check(source, "k", (3,), (8,), [np.zeros((24, 4), np.int64)])


def test_one_barrier_orders_different_places(launch):
    """Every thread waits once; where it stands in the source does not matter
    to threads of whole warps."""
    launch.defects = ("barriers",)
    source = """
@cuda.jit
def k(out):
    s = cuda.shared.array(64, np.int32)
    i = cuda.threadIdx.x
    s[i] = i + 1
    if i < 32:
        cuda.syncthreads()
        out[i] = s[i + 32]
    else:
        cuda.syncthreads()
        out[i] = s[i - 32]
"""
    launch.check(source, "k", (1,), (64,), [np.zeros(64, np.int32)])


def test_a_kernel_with_barriers_reports_and_prints(launch):
    source = """
@cuda.jit
def k(x):
    s = cuda.shared.array(4, np.int32)
    i = cuda.threadIdx.x
    s[i] = i
    cuda.syncthreads()
    if i == 0:
        print("sum", s[0] + s[1] + s[2] + s[3])
    cuda.syncthreads()
    x[i + 1] = s[3 - i]
"""
    launch(source, "k", (1,), (4,), [np.zeros(5, np.int32)])
    assert launch.stdout == "sum 6\n"
    with pytest.raises(Failed) as failed:
        launch(source, "k", (1,), (4,), [np.zeros(4, np.int32)],
               options=["--check=bounds"])
    assert "index 4 is out of bounds for axis 0 with size 4 in x, block " \
        "(0,0,0) thread (3,0,0)" in failed.value.stderr
