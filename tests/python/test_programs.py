"""Programs as users of numba.cuda write them, only the import changed, each checked
against NumPy: reductions, streams, cooperative groups, Monte Carlo, ufuncs, records.
"""

import math

import numpy as np

from pyk2ptx import cuda, float32, float64, guvectorize, int32, vectorize
from pyk2ptx.cuda.random import (
    create_xoroshiro128p_states,
    xoroshiro128p_normal_float32,
    xoroshiro128p_uniform_float32,
)

# ---- reductions with grid-stride loops and shared memory ----

TPB = 128


@cuda.jit
def partial_sums(x, partial):
    tile = cuda.shared.array(TPB, dtype=float64)
    tid = cuda.threadIdx.x
    total = 0.0
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        total += x[i]
    tile[tid] = total
    cuda.syncthreads()
    step = cuda.blockDim.x // 2
    while step > 0:
        if tid < step:
            tile[tid] += tile[tid + step]
        cuda.syncthreads()
        step //= 2
    if tid == 0:
        partial[cuda.blockIdx.x] = tile[0]


@cuda.jit(device=True)
def warp_max(value):
    mask = 0xFFFFFFFF
    offset = 16
    while offset > 0:
        value = max(value, cuda.shfl_down_sync(mask, value, offset))
        offset >>= 1
    return value


@cuda.jit
def maximum(x, result):
    warps = cuda.shared.array(32, float32)
    tid = cuda.threadIdx.x
    best = float32(-np.inf)
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        best = max(best, x[i])
    best = warp_max(best)
    if tid % cuda.warpsize == 0:
        warps[tid // cuda.warpsize] = best
    cuda.syncthreads()
    if tid < cuda.warpsize:
        count = cuda.blockDim.x // cuda.warpsize
        best = warps[tid] if tid < count else float32(-np.inf)
        best = warp_max(best)
        if tid == 0:
            cuda.atomic.max(result, 0, best)


@cuda.jit
def histogram(x, low, high, bins):
    counts = cuda.shared.array(0, int32)
    for b in range(cuda.threadIdx.x, bins.size, cuda.blockDim.x):
        counts[b] = 0
    cuda.syncthreads()
    width = (high - low) / bins.size
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        b = int((x[i] - low) / width)
        if 0 <= b < bins.size:
            cuda.atomic.add(counts, b, 1)
    cuda.syncthreads()
    for b in range(cuda.threadIdx.x, bins.size, cuda.blockDim.x):
        cuda.atomic.add(bins, b, counts[b])


def test_reductions():
    random = np.random.default_rng(7)
    x = random.normal(size=10_007)
    blocks = 12
    partial = np.zeros(blocks)
    partial_sums[blocks, TPB](x, partial)
    np.testing.assert_allclose(partial.sum(), x.sum(), rtol=1e-12)

    y = x.astype(np.float32)
    result = np.full(1, -np.inf, np.float32)
    maximum[blocks, 256](y, result)
    assert result[0] == y.max()

    d_x = cuda.to_device(random.uniform(0, 1, 5000))
    d_bins = cuda.to_device(np.zeros(50, np.int32))
    histogram[8, 64, 0, 50 * 4](d_x, 0.0, 1.0, d_bins)
    expected, _ = np.histogram(d_x.copy_to_host(), 50, (0, 1))
    np.testing.assert_allclose(d_bins.copy_to_host(), expected, atol=1)

    add = cuda.reduce(lambda a, b: a + b)
    assert math.isclose(add(x), x.sum(), rel_tol=1e-12)


# ---- streams with pinned memory ----


@cuda.jit
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < x.shape[0]:
        y[i] = a * x[i] + y[i]


@cuda.jit
def scale_rows(m, factors):
    row, column = cuda.grid(2)
    if row < m.shape[0] and column < m.shape[1]:
        m[row, column] *= factors[row]


def test_streams_and_pinned_memory():
    n, parts = 4096, 4
    x = cuda.pinned_array(n, dtype=np.float32)
    y = cuda.pinned_array(n, dtype=np.float32)
    x[:] = np.arange(n)
    y[:] = 1
    expected = np.float32(0.5) * x + y
    streams = [cuda.stream() for _ in range(parts)]
    size = n // parts
    events = []
    for k, stream in enumerate(streams):
        part = slice(k * size, (k + 1) * size)
        with stream.auto_synchronize():
            d_x = cuda.to_device(x[part], stream=stream)
            d_y = cuda.to_device(y[part], stream=stream)
            start, end = cuda.event(), cuda.event()
            start.record(stream)
            saxpy[size // 128, 128, stream](0.5, d_x, d_y)
            end.record(stream)
            d_y.copy_to_host(y[part], stream=stream)
            events.append((start, end))
    for start, end in events:
        end.synchronize()
        assert cuda.event_elapsed_time(start, end) >= 0
    np.testing.assert_array_equal(y, expected)

    matrix = np.arange(12, dtype=np.float64).reshape(3, 4)
    copy = matrix.copy()
    with cuda.pinned(copy):
        stream = cuda.stream()
        d_m = cuda.to_device(copy, stream=stream)
        scale_rows[(1, 1), (4, 4), stream](d_m, np.array([1.0, 2.0, 3.0]))
        d_m.copy_to_host(copy, stream=stream)
        stream.synchronize()
    np.testing.assert_array_equal(copy, matrix * [[1], [2], [3]])

    mapped = cuda.mapped_array(16, dtype=np.int32)
    mapped[:] = 3

    @cuda.jit
    def double(a):
        a[cuda.grid(1)] *= 2

    double[1, 16](mapped)
    cuda.synchronize()
    assert (mapped == 6).all()


# ---- cooperative groups ----


@cuda.jit
def jacobi(grid, other, steps):
    group = cuda.cg.this_grid()
    row, column = cuda.grid(2)
    rows, columns = grid.shape
    for _ in range(steps):
        if 0 < row < rows - 1 and 0 < column < columns - 1:
            other[row, column] = 0.25 * (
                grid[row - 1, column]
                + grid[row + 1, column]
                + grid[row, column - 1]
                + grid[row, column + 1]
            )
        group.sync()
        grid, other = other, grid


@cuda.jit("void(int32[::1], int32[::1])")
def scan(x, sums):
    # An inclusive scan of blocks, then of their sums, then both together.
    tile = cuda.shared.array(64, int32)
    group = cuda.cg.this_grid()
    i, tid = cuda.grid(1), cuda.threadIdx.x
    tile[tid] = x[i] if i < x.size else 0
    cuda.syncthreads()
    offset = 1
    while offset < cuda.blockDim.x:
        value = tile[tid - offset] if tid >= offset else 0
        cuda.syncthreads()
        tile[tid] += value
        cuda.syncthreads()
        offset *= 2
    if tid == cuda.blockDim.x - 1:
        sums[cuda.blockIdx.x] = tile[tid]
    group.sync()
    before = 0
    for block in range(cuda.blockIdx.x):
        before += sums[block]
    if i < x.size:
        x[i] = tile[tid] + before


def test_cooperative_groups():
    start = np.zeros((18, 20))
    start[0] = 1
    start[:, -1] = 2
    a, b = start.copy(), start.copy()
    jacobi[(3, 3), (6, 7)](a, b, 10)
    expected, other = start.copy(), start.copy()
    for _ in range(10):
        other[1:-1, 1:-1] = 0.25 * (
            expected[:-2, 1:-1]
            + expected[2:, 1:-1]
            + expected[1:-1, :-2]
            + expected[1:-1, 2:]
        )
        expected, other = other, expected
    np.testing.assert_allclose(a, expected, rtol=1e-14)

    x = np.random.default_rng(3).integers(-50, 50, 300).astype(np.int32)
    scanned = x.copy()
    scan[5, 64](scanned, np.zeros(5, np.int32))
    np.testing.assert_array_equal(scanned, np.cumsum(x))
    [overload] = scan.overloads.values()
    assert overload.max_cooperative_grid_blocks(64) >= 5


# ---- Monte Carlo ----


@cuda.jit
def estimate_pi(states, iterations, inside):
    thread = cuda.grid(1)
    hits = 0
    for _ in range(iterations):
        x = xoroshiro128p_uniform_float32(states, thread)
        y = xoroshiro128p_uniform_float32(states, thread)
        if x**2 + y**2 <= 1.0:
            hits += 1
    inside[thread] = hits


@cuda.jit
def asian_option(states, spot, strike, rate, sigma, steps, dt, payoffs):
    thread = cuda.grid(1)
    if thread >= payoffs.size:
        return
    drift = (rate - 0.5 * sigma * sigma) * dt
    diffusion = sigma * math.sqrt(dt)
    price, mean = spot, 0.0
    for step in range(steps):
        z = xoroshiro128p_normal_float32(states, thread)
        price *= math.exp(drift + diffusion * z)
        mean += (price - mean) / (step + 1)
    payoffs[thread] = max(mean - strike, 0.0) * math.exp(-rate * steps * dt)


def next_state(s0, s1):
    """One step of xoroshiro128+ by NumPy: (number, state)."""
    mask = 2**64 - 1

    def rotate(x, k):
        return ((x << k) | (x >> (64 - k))) & mask

    number = (s0 + s1) & mask
    s1 ^= s0
    return number, rotate(s0, 55) ^ s1 ^ ((s1 << 14) & mask), rotate(s1, 36)


def test_monte_carlo():
    threads, blocks = 64, 8
    states = create_xoroshiro128p_states(threads * blocks, seed=1)
    first = states.copy_to_host()[5]
    inside = np.zeros(threads * blocks, np.int32)
    estimate_pi[blocks, threads](states, 200, inside)
    pi = 4 * inside.sum() / (200 * inside.size)
    assert abs(pi - math.pi) < 0.02
    # Of one thread exactly.
    s0, s1, hits = int(first["s0"]), int(first["s1"]), 0
    for _ in range(200):
        point = []
        for _ in range(2):
            number, s0, s1 = next_state(s0, s1)
            point.append(np.float32(np.float64(number >> 11) * 2.0**-53))
        x, y = point
        hits += x * x + y * y <= np.float32(1)
    assert inside[5] == hits

    payoffs = cuda.device_array(threads * blocks, np.float32)
    asian_option[blocks, threads](
        states, np.float32(100), np.float32(95), np.float32(0.03), np.float32(0.2),
        32, np.float32(1 / 32), payoffs,
    )  # fmt: skip
    price = payoffs.copy_to_host().mean()
    assert 7 < price < 11


# ---- ufuncs ----


@vectorize(["float32(float32, float32)", "float64(float64, float64)"], target="cuda")
def distance(x, y):
    return math.sqrt(x * x + y * y)


@vectorize(["int64(int64, int64)"], target="cuda")
def collatz(n, most):
    steps = 0
    while n != 1 and steps < most:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@guvectorize(["void(float64[:,:], float64[:,:], float64[:,:])"], "(m,n),(n,p)->(m,p)", target="cuda")  # fmt: skip  # noqa: E501
def matmul(a, b, c):
    for i in range(a.shape[0]):
        for j in range(b.shape[1]):
            total = 0.0
            for k in range(a.shape[1]):
                total += a[i, k] * b[k, j]
            c[i, j] = total


@guvectorize([(float32[:], float32[:], float32[:])], "(n),()->(n)", target="cuda")
def moving_average(x, width, out):
    n = int(width[0])
    for i in range(x.shape[0]):
        total, count = float32(0), 0
        for k in range(max(0, i - n + 1), i + 1):
            total += x[k]
            count += 1
        out[i] = total / count


def test_ufuncs():
    random = np.random.default_rng(5)
    x = random.normal(size=(7, 1))
    y = random.normal(size=33)
    np.testing.assert_allclose(distance(x, y), np.hypot(x, y), rtol=1e-15)
    assert distance(x.astype("f4"), y.astype("f4")).dtype == np.float32
    steps = collatz(np.arange(1, 30), 1000)
    assert steps[26] == 111 and steps[0] == 0

    a, b = random.normal(size=(5, 3, 4)), random.normal(size=(4, 6))
    np.testing.assert_allclose(matmul(a, b), a @ b, rtol=1e-12)
    signal = random.normal(size=(3, 20)).astype(np.float32)
    smooth = moving_average(signal, np.float32(4))
    expected = [
        [row[max(0, i - 3) : i + 1].mean() for i in range(20)] for row in signal
    ]
    np.testing.assert_allclose(smooth, expected, rtol=1e-5)

    total = cuda.reduce(lambda p, q: max(p, q))
    assert total(y) == y.max() and total(y, init=100.0) == 100.0
    d_y = cuda.to_device(y)
    assert total(d_y) == y.max()
    out = cuda.device_array(33, np.float64)
    distance(d_y, d_y, out=out)
    np.testing.assert_allclose(out.copy_to_host(), np.hypot(y, y), rtol=1e-15)


# ---- structured types ----

PARTICLE = np.dtype(
    [
        ("position", np.float64, (3,)),
        ("velocity", np.float64, (3,)),
        ("mass", np.float32),
        ("kind", np.int8),
    ],
    align=True,
)
SETTINGS = np.dtype([("dt", np.float64), ("box", np.float64), ("bounces", np.int64)])


@cuda.jit(device=True)
def kinetic(p):
    v = p.velocity
    return 0.5 * p.mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2])


@cuda.jit
def move(particles, settings, energies):
    i = cuda.grid(1)
    if i >= particles.size:
        return
    p = particles[i]
    for axis in range(3):
        p.position[axis] += p.velocity[axis] * settings.dt
        if abs(p.position[axis]) > settings.box:
            p.velocity[axis] = -p.velocity[axis]
            cuda.atomic.add(energies, 1, 1.0)
    cuda.atomic.add(energies, 0, kinetic(p))


@cuda.jit
def count_bounces(energies, settings):
    settings["bounces"] += int(energies[1])


def test_structured_types():
    random = np.random.default_rng(11)
    particles = np.zeros(100, PARTICLE)
    particles["position"] = random.uniform(-1, 1, (100, 3))
    particles["velocity"] = random.normal(size=(100, 3))
    particles["mass"] = random.uniform(1, 2, 100)
    particles["kind"] = np.arange(100) % 3
    settings = np.array([(0.25, 1.0, 5)], SETTINGS)[0]

    expected = particles.copy()
    expected["position"] += 0.25 * expected["velocity"]
    outside = np.abs(expected["position"]) > 1
    expected["velocity"][outside] *= -1
    energy = 0.5 * (expected["mass"] * (expected["velocity"] ** 2).sum(axis=1)).sum()

    energies = np.zeros(2)
    d_particles = cuda.to_device(particles)
    move[4, 32](d_particles, settings, energies)
    moved = d_particles.copy_to_host()
    for name in ("position", "velocity"):
        np.testing.assert_allclose(moved[name], expected[name], rtol=1e-14)
    np.testing.assert_array_equal(moved["kind"], particles["kind"])
    np.testing.assert_allclose(energies[0], energy, rtol=1e-6)
    count_bounces[1, 1](energies, settings)
    assert settings["bounces"] == 5 + outside.sum()
