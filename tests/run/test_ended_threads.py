"""Threads that return before others meet at barriers: on the CPU device they come along. Random kernels
of them, against the simulator and as coroutines (-G); kernels as people write them."""

import numpy as np
import pytest
from test_thread_loops import Kernels, check_both


class EndingKernels(Kernels):
    """Kernels by chance most of whose threads return somewhere."""

    def statement(self, depth, meets):
        if not meets or self.random.random() > 0.3:
            super().statement(depth, meets)
            return
        condition = self.random.choice((
            f"{self.value(self.varying)} > {self.random.randrange(700, 1000)}", f"t >= {self.random.randrange(6, 13)}",
            f"at == {self.random.randrange(26)}", "t % 5 == 3", "not (v0 < 600 or v1 == 2)", "u0 == 3",
        ))  # fmt: skip
        self.add(depth, f"if {condition}:")
        kind = self.random.randrange(5)
        if kind == 0:
            self.add(depth + 1, f"if {self.value(self.varying)} > 300:")
            self.add(depth + 2, "return")
            self.block(depth + 1, False)
            return
        if kind == 1:
            self.block(depth + 1, False)
            self.add(depth + 1, "out[at] = v0 - v1")
        if kind == 2:
            self.block(depth + 1, False)
            self.add(depth, "else:")
            self.block(depth + 1, False)
        self.add(depth + 1, "return")


@pytest.mark.parametrize("seed", range(30))
def test_kernels_by_chance(launch, seed):
    source = EndingKernels(seed).source()
    launch.defects = ("barriers",)
    check_both(launch, source, (2,), (13,), [5, np.zeros(26, np.int64)])


@pytest.mark.parametrize("shape", [(1, 1), (15, 33), (32, 20)])
def test_product_of_matrices(launch, shape):
    source = """
@cuda.jit
def k(a, b, c):
    sa = cuda.shared.array((8, 8), np.int64)
    sb = cuda.shared.array((8, 8), np.int64)
    x, y = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    # As many write it: where a thread returns, its neighbours read what nobody has stored.
    sa[ty, tx] = 0
    sb[ty, tx] = 0
    cuda.syncthreads()
    if x >= c.shape[1] or y >= c.shape[0]:
        return
    total = 0
    for i in range(0, a.shape[1], 8):
        sa[ty, tx] = a[y, tx + i] if tx + i < a.shape[1] else 0
        sb[ty, tx] = b[ty + i, x] if ty + i < a.shape[1] else 0
        cuda.syncthreads()
        for j in range(8):
            total += sa[ty, j] * sb[j, tx]
        cuda.syncthreads()
    c[y, x] = total
"""
    a = np.random.default_rng(1).integers(-9, 10, (shape[0], 19))
    b = np.random.default_rng(2).integers(-9, 10, (19, shape[1]))
    check_both(launch, source, (5, 4), (8, 8), [a, b, np.zeros(shape, np.int64)])


@pytest.mark.parametrize("n", [0, 1, 31, 33, 64, 100])
@pytest.mark.parametrize("last", ["", "\n    cuda.syncthreads()\n    out[cuda.blockIdx.x] += s[0]"])
def test_sums_of_blocks(launch, n, last):
    source = """
@cuda.jit
def k(x, out, n):
    s = cuda.shared.array(32, np.int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    s[t] = 0
    cuda.syncthreads()
    if i >= n:
        return
    s[t] = x[i]
    cuda.syncthreads()
    stride = cuda.blockDim.x // 2
    while stride > 0:
        if t < stride:
            s[t] += s[t + stride]
        cuda.syncthreads()
        stride //= 2
    if t != 0:
        return""" + last + """
    out[cuda.blockIdx.x] += s[0]
"""
    x = np.arange(100) * 3 - 50
    check_both(launch, source, (4,), (32,), [x, np.zeros(4, np.int64), n])


def test_what_decides_is_in_memory(launch):
    """How often the block meets is loaded by those that are left."""
    source = """
@cuda.jit
def k(x, out, n):
    s = cuda.shared.array(32, np.int64)
    t = cuda.threadIdx.x
    s[t] = t
    cuda.syncthreads()
    if t >= n:
        return
    times = x[cuda.blockIdx.x]
    for j in range(times):
        v = s[(t + 1) % 32]
        cuda.syncthreads()
        s[t] = v + j
        cuda.syncthreads()
    out[cuda.grid(1)] = s[t]
"""
    for n in (0, 9, 32):
        check_both(launch, source, (2,), (32,), [np.array([3, 4]), np.zeros(64, np.int64), n])


def test_divisors_of_those_that_are_left(launch):
    source = """
@cuda.jit
def k(out, n):
    s = cuda.shared.array(32, np.int64)
    t = cuda.threadIdx.x
    s[t] = t
    cuda.syncthreads()
    if n == 0 or t > 20:
        return
    rounds = 12 // n
    for j in range(rounds % n):
        v = s[(t + 1) % 32]
        cuda.syncthreads()
        s[t] = v + j
        cuda.syncthreads()
    out[t] = s[t]
"""
    for n in (0, 1, 5, 7):
        check_both(launch, source, (1,), (32,), [np.zeros(32, np.int64), n])
