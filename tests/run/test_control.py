"""Statements: loops, branches, joins, assignments, device functions."""

import numpy as np
import pytest


def test_joins(launch):
    source = """
@cuda.jit
def k(a, u, out, ints):
    i = cuda.grid(1)
    x = 0
    if a[i] > 0:
        x = a[i]
    out[i, 0] = x / 3
    y = 1
    if i % 2:
        y = 2.5
    out[i, 1] = y * 0.1
    z = True
    if i % 2:
        z = 5
    out[i, 2] = z
    w = i
    if i % 2:
        w = u[i]
    ints[i] = w + u[i]
    t = (1, 2.0)
    if i == 0:
        t = (0.5, i)
    out[i, 3] = t[0] + t[1]
"""
    a = np.array([-1, 2, 0.1, 0.7], np.float32)
    u = np.array([2**64 - 1, 2**63, 5, 7], np.uint64)
    launch.check(
        source, "k", (1,), (4,), [a, u, np.zeros((4, 4)), np.zeros(4, np.uint64)]
    )


def test_conditions(launch):
    source = """
@cuda.jit
def k(a, b, out):
    i = cuda.grid(1)
    out[i, 0] = a[i] if b[i] else -1
    out[i, 1] = a[i] and b[i]
    out[i, 2] = a[i] or b[i]
    out[i, 3] = 0 < a[i] <= b[i] != 3
    out[i, 4] = not (a[i] > 1 and b[i] > 1)
    out[i, 5] = a[i] or 2.5
    out[i, 6] = (a[i] > 0) + (b[i] > 0)
    if a[i] > 2:
        out[i, 7] = 1
    elif b[i] > 2:
        out[i, 7] = 2
    else:
        out[i, 7] = 3
"""
    a = np.array([0, 0, 3, 5, -1, 2, 1, 3], np.int32)
    b = np.array([0, 4, 0, 1, 3, 3, 3, 3], np.int32)
    launch.check(source, "k", (1,), (8,), [a, b, np.zeros((8, 8))])


def test_and_or_evaluate_only_what_they_need(launch):
    source = """
@cuda.jit(device=True)
def note(out, i, value):
    out[i] += 1
    return value

@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    if a[i] and note(out, i, True):
        out[i] += 10
    if a[i] or note(out, i, True):
        out[i] += 100
    x = note(out, i, 1) if a[i] else 2
    out[i] += x * 1000
"""
    launch.check(
        source, "k", (1,), (2,), [np.array([0, 1]), np.zeros(2, np.int64)]
    )


def test_loops(launch):
    source = """
@cuda.jit
def k(n, out):
    i = cuda.grid(1)
    m = n[i]
    s = 0
    for j in range(m):
        s += j
    out[i, 0] = s
    s = 0
    for j in range(m, 0, -1):
        s = s * 3 + j
    out[i, 1] = s
    s = 0
    for j in range(10, m, 3):
        if j == 16:
            continue
        if j > 40:
            break
        s += j
    else:
        s += 1000
    out[i, 2] = s
    s = m
    steps = 0
    while s > 1:
        s = s // 2 if s % 2 == 0 else 3 * s + 1
        steps += 1
        if steps > 50:
            break
    else:
        steps += 1000
    out[i, 3] = steps
    s = 0
    for j in range(5):
        s += j
        j = 100
    out[i, 4] = s + j
    s = 0
    for x in range(3):
        for y in range(4):
            if y == x:
                break
            s += 10 * x + y
        else:
            s += 1000
    out[i, 5] = s
    s = 0
    for j in range(0, 10, i - 2):
        s += 1
    out[i, 6] = s
    for j in range(i):
        pass
    s = 0
    while True:
        s += 2
        if s >= m:
            break
    out[i, 7] = s
"""
    n = np.array([0, 1, 2, 5, 16, 17, 27, -3], np.int32)
    launch.check(source, "k", (1,), (8,), [n, np.zeros((8, 8), np.int64)])


def test_early_return(launch):
    source = """
@cuda.jit
def k(out):
    i = cuda.grid(1)
    if i >= out.size:
        return
    out[i] = 1
    for j in range(10):
        if j == i:
            return
        out[i] += j
    out[i] = -1
"""
    launch.check(source, "k", (1,), (32,), [np.zeros(20, np.int64)])


def test_tuples(launch):
    source = """
@cuda.jit
def k(out):
    i = cuda.grid(1)
    a, b = i, i + 1
    a, b = b, a
    (c, d), e = (a * 2, b * 3), 7
    t = (a, b, 1.5)
    x = y = c
    x += 1
    out[i, 0] = a
    out[i, 1] = b
    out[i, 2] = c + d + e
    out[i, 3] = t[2] + t[0] + t[-1]
    out[i, 4] = x - y
    out[i, 5] = len(t)
    p, q = cuda.grid(2)
    out[i, 6] = p * 10 + q
"""
    launch.check(source, "k", (1,), (8,), [np.zeros((8, 7))])


def test_an_augmented_target_is_evaluated_once(launch):
    source = """
@cuda.jit(device=True)
def bump(counter):
    counter[0] += 1
    return counter[0]

@cuda.jit
def k(counter, out):
    out[bump(counter)] += 5
    out[bump(counter)] *= 3
    out[bump(counter)] -= 1
    out[bump(counter)] //= 2
    out[bump(counter)] <<= 2
"""
    args = [np.zeros(1, np.int64), np.full(8, 9, np.int64)]
    got = launch.check(source, "k", (1,), (1,), args)
    assert got[0][0] == 5


def test_a_store_evaluates_its_right_side_even_outside(launch):
    source = """
@cuda.jit(device=True)
def bump(counter):
    counter[0] += 1
    return counter[0]

@cuda.jit
def k(counter, out):
    out[100] = bump(counter)
    out[-100] = bump(counter)
    out[0] = bump(counter)
"""
    got = launch.check(
        source, "k", (1,), (1,), [np.zeros(1, np.int64), np.zeros(2, np.int64)]
    )
    assert got[0][0] == 3 and got[1].tolist() == [3, 0]


def test_device_functions(launch):
    source = """
SCALE = 3

@cuda.jit(device=True)
def swap(a, b):
    return b, a

@cuda.jit(device=True)
def total(x):
    s = 0.0
    for v in range(x.size):
        s += x[v]
    return s

@cuda.jit(device=True)
def sign(x):
    if x < 0:
        return -1
    if x > 0:
        return 1
    return 0

@cuda.jit(device=True)
def fill(x, value):
    for j in range(len(x)):
        x[j] = value

@cuda.jit(device=True)
def scaled(x, by=SCALE):
    return x * by

@cuda.jit
def k(x, out, rows):
    i = cuda.grid(1)
    a, b = swap(i, i * 0.5)
    out[i, 0] = a
    out[i, 1] = b
    out[i, 2] = total(x)
    out[i, 3] = sign(i - 2)
    out[i, 4] = scaled(i) + scaled(x[i], 2) + scaled(by=4, x=i)
    fill(rows[i], i)
    out[i, 5] = total(rows[i])
"""
    x = np.array([0.1, 0.2, 0.3, 0.4], np.float32)
    launch.check(
        source, "k", (1,), (4,), [x, np.zeros((4, 6)), np.zeros((4, 3), np.int32)]
    )


def test_an_unset_name_reads_as_zero(launch):
    launch.defects = ("uninit",)
    source = """
@cuda.jit
def k(out):
    i = cuda.grid(1)
    if i > 1:
        x = i * 2.5
    out[i] = x
"""
    got = launch(source, "k", (1,), (4,), [np.ones(4)])
    assert got[0].tolist() == [0, 0, 5, 7.5]


@pytest.mark.parametrize("grid,block", [((2, 3, 2), (4, 2, 3)), ((3,), (5,))])
def test_thread_registers(launch, grid, block):
    source = """
@cuda.jit
def k(out):
    x, y, z = cuda.grid(3)
    n, m, l = cuda.gridsize(3)
    out[z, y, x, 0] = cuda.threadIdx.x + 10 * cuda.threadIdx.y + 100 * cuda.threadIdx.z
    out[z, y, x, 1] = cuda.blockIdx.x + 10 * cuda.blockIdx.y + 100 * cuda.blockIdx.z
    out[z, y, x, 2] = cuda.blockDim.x + 10 * cuda.blockDim.y + 100 * cuda.blockDim.z
    out[z, y, x, 3] = cuda.gridDim.x + 10 * cuda.gridDim.y + 100 * cuda.gridDim.z
    out[z, y, x, 4] = n + 100 * m + 10000 * l
    out[z, y, x, 5] = cuda.laneid + 100 * cuda.warpsize
    out[z, y, x, 6] = cuda.gridsize(1)
"""
    full = [g * b for g, b in zip((*grid, 1, 1)[:3], (*block, 1, 1)[:3])]
    out = np.zeros((*full[::-1], 7), np.int64)
    launch.check(source, "k", grid, block, [out])


@pytest.mark.parametrize("n", [0, 1, 2, 7])
def test_variables_that_loops_set_and_read(launch, n):
    """What is unset when the loop begins has its type from later rounds."""
    source = """
@cuda.jit
def k(x, out, n):
    for i in range(n):
        if i == 0:
            m = 7
        else:
            m = m + i
    if n > 0:
        out[0] = m
    j = 0
    while j < n:
        if j % 2:
            best = max(best, x[j])
        else:
            best = x[j] if j == 0 else best + 1
        j += 1
    if n > 0:
        out[1] = best
    for row in range(n):
        for value in x:
            if row or value > x[0]:
                count += 1
            else:
                count = 10
    if n > 0:
        out[2] = count
"""
    x = np.array([2, 9, 4, 1, 8, 3, 5], np.float32)
    launch.check(source, "k", (1,), (1,), [x, np.zeros(3), n])


@pytest.mark.parametrize("n", [1, 2, 7])
def test_loop_variables_in_else(launch, n):
    source = """
@cuda.jit
def k(x, out, n):
    for i in range(n):
        if i == 5:
            break
    else:
        out[0] = i
    for j, value in enumerate(x[:n]):
        if j == 4:
            break
    else:
        out[1] = j + value
    for a, b in zip(x[:n], x[1:]):
        pass
    else:
        out[2] = a * 10 + b
    for k in (1, 2.5, n):
        if k == 7:
            break
    else:
        out[3] = k
"""
    x = np.array([2, 9, 4, 1, 8, 3, 5, 6], np.float32)
    launch.check(source, "k", (1,), (1,), [x, np.full(4, -1.0), n])


def test_names_of_patterns_are_bound_where_the_guard_fails(launch):
    source = """
@cuda.jit
def k(n, o):
    i = cuda.grid(1)
    match n[i]:
        case m if m > 2:
            o[i, 0] = m
    match o[i, 1]:
        case m if n[i] == 1:
            o[i, 1] = m + 5
        case 3:
            o[i, 2] = m + 7
    o[i, 3] = m
"""
    n = np.array([1, 2, 5], np.int32)
    o = np.array([[0, 4, 0, 0], [0, 3, 0, 0], [0, 3, 0, 0]])
    got = launch(source, "k", (1,), (3,), [n, o])[1]
    assert got.tolist() == [[0, 9, 0, 4], [0, 3, 10, 3], [5, 3, 10, 3]]


def test_strides_that_nearly_lead_around(launch):
    """ptxas takes the way from the first value to the limit to fit in 63 bits."""
    source = """
@cuda.jit
def k(d, out):
    t = 0
    for j in range(d[0] - 3, 9_223_372_036_854_775_807, 4_611_686_018_427_387_904):
        t = t * 3 + j // 4_611_686_018_427_387_904 + 2
    out[0] = t
    for j in range(d[0] + 3, -9_223_372_036_854_775_807, -4_611_686_018_427_387_904):
        t = t * 3 + 7
    out[1] = t
    j = d[0] - 3
    while j < 9_223_372_036_854_775_807 - 4_611_686_018_427_387_904:
        t = t * 3 + 5
        j += 4_611_686_018_427_387_904
    out[2] = t
"""
    launch.check(source, "k", (1,), (1,), [np.zeros(1, np.int64), np.zeros(3, np.int64)])


def test_a_loop_whose_head_chooses(launch):
    """Of two entries ptxas makes a loop that never ends."""
    source = """
@cuda.jit
def k(a, b, z, w, out):
    i = cuda.grid(1)
    x = i / z
    for j in range(-3, b[1] % 5):
        n = 0
        while n < ((w if j != z else a[1, i % 6]) % 5):
            n += 1
            out[i] = max(b[i % 4] % x, a[n % 3, i % 6] * x) == -8
            x = abs(j if a[1, i % 6] >= j else b[1]) == i
    out[i] += x
"""
    a = (np.arange(18).reshape(3, 6) * 5 % 11 - 5).astype(np.int8)
    b = np.array([8, 6, 7, 12], np.uint16)
    launch(source, "k", (2,), (33,), [a, b, -1, np.uint64(9), np.zeros(66, np.float32)])


def test_guards_that_no_iteration_changes(launch):
    """Elements stay in registers for the time of a loop, but for threads that have
    none, and where another array may be the same memory."""
    source = """
@cuda.jit(device=True)
def step(states, i):
    states[i] = states[i] * 3 + 1
    return states[i]

@cuda.jit(device=True)
def at(a, i, j):
    return a[i, j]

@cuda.jit
def k(states, pairs, out, n, j):
    i = cuda.grid(1)
    total = 0
    for turn in range(n):
        total += step(states, i) ^ step(states, i - 2)
        if turn == 3:
            continue
        total += at(pairs, i, j)
        for inner in range(2):
            total -= at(pairs, j, inner)
    if i < out.size:
        out[i] = total
"""
    for n in (0, 1, 5, 9):
        for j in (1, 7, -1):
            states = np.arange(20, dtype=np.int64)
            pairs = np.arange(40, dtype=np.int32).reshape(20, 2)
            # One thread has one state, or two; three have none.
            for grid, size in ((1, 1), (1, 20), (3, 0)):
                out = np.zeros(40, np.int64)
                launch.check(source, "k", (grid,), (1,), [states[:size], pairs, out, n, j])


def test_counters_of_short_rows(launch):
    source = """
@cuda.jit
def k(out, n):
    tile = cuda.shared.array((3, 5), np.int32)
    t = cuda.threadIdx.x
    for row in range(3):
        tile[row, t] = t + row
    cuda.syncthreads()
    total = 0
    for k in range(1, 200):
        tile[k % 3, t] = tile[(k - 2) % 3, t] * 3 + tile[(k - 1) % 3, t] - k // 7 + k % 5
        total += tile[k % 3, (t + k) % 5] if n > 300 else k % 11
        cuda.syncthreads()
    for k in range(n, 0, -3):
        total += k % 7
    for k in range(n):
        total ^= k
    out[t] = total + tile[1, t]
"""
    for n in (0, 1, 2, 7, 250):
        launch.check(source, "k", (1,), (5,), [np.zeros(5, np.int64), n])
