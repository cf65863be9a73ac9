"""One thread does the work of several (run --per-thread): the results stay those of the simulator. The whole folder
runs like this with PYK2PTX_TEST_PER_THREAD=4."""

import numpy as np
import pytest

LANES = pytest.mark.parametrize("lanes", [2, 4])


@LANES
def test_a_stencil(launch, lanes):
    source = """
@cuda.jit
def k(u, v):
    j, i = cuda.grid(2)
    rows, cols = u.shape
    if 0 < i < rows - 1 and 0 < j < cols - 1:
        v[i, j] = u[i - 1, j] + u[i + 1, j] - u[i, j - 1] * u[i, j + 1]
"""
    u = np.arange(30 * 41, dtype=np.float32).reshape(30, 41) % 11
    launch.check(
        source, "k", (2, 4), (32, 8), [u, np.full_like(u, -1)],
        options=[f"--per-thread={lanes}"],
    )


@LANES
@pytest.mark.parametrize("size", [1, 511, 512, 700])
def test_conditions_part_lanes(launch, lanes, size):
    source = """
@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    if i >= x.size:
        return
    n = x[i]
    if n % 2 == 0:
        n = n // 2
    else:
        n = 3 * n + 1
    for step in range(3):
        out[i] += n * step
"""
    x = np.arange(size, dtype=np.int64) * 7 % 23
    launch.check(
        source, "k", (2,), (256,), [x, np.zeros(size, np.int64)],
        options=[f"--per-thread={lanes}"],
    )


@LANES
def test_shared_memory_and_barriers(launch, lanes):
    source = """
@cuda.jit
def k(x, out):
    s = cuda.shared.array(256, np.int32)
    t = cuda.threadIdx.x
    s[t] = x[cuda.grid(1)]
    cuda.syncthreads()
    step = cuda.blockDim.x // 2
    while step > 0:
        if t < step:
            s[t] += s[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        cuda.atomic.add(out, 0, s[0])
"""
    x = np.arange(1024, dtype=np.int32)
    launch.check(
        source, "k", (4,), (256,), [x, np.zeros(1, np.int32)],
        options=[f"--per-thread={lanes}"],
    )


CONDITIONS = """
@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    near = i - 3
    n = x.size
    if 2 <= i and i + 2 < n:
        out[i] = x[i - 2] + x[i + 2]
    if i >= 1 and i <= n:
        out[i] += x[i - 1]
    out[i] += x[near] if near >= 0 and near < n else 100
    if i > n - 2 or i < 2:
        return
    out[i] += x[i + 1] + x[i - 2] * 10
"""


def test_conditions_that_prove_indices(launch):
    x = np.arange(20, dtype=np.int64)
    launch.check(CONDITIONS, "k", (1,), (32,), [x, np.zeros(40, np.int64)])


OFF_BY_ONE = """
@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    n = x.size
    if 2 <= i and i + 1 < n:
        out[i] = x[i - 3] + x[i + 2]
    if i <= n:
        out[i] += x[i]
    if not (i < n or i > 30):
        out[i] += x[i - n]
"""


def test_conditions_that_do_not(launch):
    x = np.arange(1, 21, dtype=np.int64)
    launch.check(OFF_BY_ONE, "k", (1,), (32,), [x, np.zeros(40, np.int64)])


SORTED = """
@cuda.jit(device=True)
def order(w, a, b):
    low = min(w[a], w[b])
    w[b] = max(w[a], w[b])
    w[a] = low

@cuda.jit
def k(image, out):
    x, y = cuda.grid(2)
    height, width = image.shape
    if 0 < x < width - 1 and 0 < y < height - 1:
        w = cuda.local.array(9, np.uint8)
        n = 0
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                w[n] = image[y + dy, x + dx]
                n += 1
        for i in range(5):
            for j in range(i + 1, 9):
                if w[j] < w[i]:
                    w[i], w[j] = w[j], w[i]
        for i in range(8):
            order(w, i, i + 1)
        out[y, x] = w[4]
    elif x < width and y < height:
        n = 0
        for dy in range(2):
            n += image[y, x] + dy
        out[y, x] = n
"""


@LANES
@pytest.mark.parametrize("shape", [(1, 1), (3, 33), (32, 40)])
def test_each_lane_has_its_local_array(launch, lanes, shape):
    image = np.random.default_rng(3).integers(0, 120, shape, np.uint8)
    options = [f"--per-thread={lanes}"]
    got = launch.check(SORTED, "k", (2, 4), (32, 8), [image, np.zeros_like(image)], options=options)[1]
    for y in range(1, shape[0] - 1):
        for x in range(1, shape[1] - 1):
            assert got[y, x] == np.median(image[y - 1:y + 2, x - 1:x + 2])


@LANES
def test_variables_of_threads_that_have_parted(launch, lanes):
    """Read there alone, they are one for all lanes; read behind, they are not."""
    source = """
@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    total = 0
    n = 100
    for step in range(4):
        if x[i] % 4 > step:
            n = step
            m = 3
            for j in range(m):
                total += j * n + x[i]
                m += 1
            total += m
        elif x[i] % 3 == step:
            for j in range(step, 4):
                total -= j
            total -= j
        total += n
    out[i, 0] = total
    out[i, 1] = n
"""
    x = np.arange(512, dtype=np.int64) * 7 % 13
    launch.check(source, "k", (2,), (256,), [x, np.zeros((512, 2), np.int64)], options=[f"--per-thread={lanes}"])


@LANES
def test_each_lane_has_its_copy_of_a_record(launch, lanes):
    source = """
@cuda.jit
def k(p, out):
    x, y = cuda.grid(2)
    if x < out.shape[1] and y < out.shape[0]:
        p.a += y
        out[y, x] = p.a * p.b + x
"""
    p = np.array((3, 5), np.dtype([("a", "f4"), ("b", "f4")]))
    out = launch(
        source, "k", (2, 4), (32, 8), [p, np.zeros((30, 40), np.float32)],
        "record(a: float32, b: float32), float32[:, ::1]", options=[f"--per-thread={lanes}"],
    )[1]
    y, x = np.mgrid[:30, :40]
    np.testing.assert_array_equal(out, (3 + y) * 5 + x)


@LANES
@pytest.mark.parametrize("facts", [[], ["--facts"]])
def test_what_a_thread_stores_stays_together(launch, lanes, facts):
    """Stores to one array, some of which read what was stored before."""
    source = """
@cuda.jit
def k(a, out, more):
    x, y = cuda.grid(2)
    if x < a.shape[1] and y < a.shape[0]:
        high = max(a[y, x, 0], max(a[y, x, 1], a[y, x, 2]))
        out[y, x, 0] = high
        out[y, x, 1] = high - a[y, x, 1]
        out[y, x, 2] = a[y, x, 2]
        more[y, x] = out[y, x, 2]
        out[y, x, 0] += out[y, x, 1]
        out[y, x, 2] = out[y, x, 0] * 2
        more[y, x] -= 1
        for c in range(3):
            out[y, x, c] = out[y, x, c] + a[y, x, c] * c
        for c in range(a.shape[2]):
            more[y, x] += out[y, x, c]
"""
    a = np.random.default_rng(4).integers(0, 50, (30, 40, 3)).astype(np.float32)
    launch.check(
        source, "k", (2, 4), (32, 8), [a, np.zeros_like(a), np.zeros((30, 40), np.float32)],
        options=[f"--per-thread={lanes}", *facts],
    )


@LANES
@pytest.mark.parametrize("facts", [[], ["--facts"]])
def test_names_that_a_place_sets(launch, lanes, facts):
    """All lanes' values are computed before their places, where no `:=` of one is in the other."""
    source = """
@cuda.jit
def k(out):
    x, y = cuda.grid(2)
    if x < out.shape[1] and y < out.shape[0]:
        t = 4
        out[y, x, (v := 3)] = t
        out[y, x, 0] = v
        out[y, x, v - 2] = (t := v + x)
        out[y, x, (v := 2)] = v + t
"""
    launch.check(source, "k", (2, 4), (32, 8), [np.zeros((30, 40, 4), np.int64)],
                 options=[f"--per-thread={lanes}", *facts])


@LANES
def test_what_a_loop_carries_for_all_lanes(launch, lanes):
    """The loop stores two neighbours turn by turn; `j` is the same in all threads."""
    source = """
@cuda.jit
def k(out):
    x, y = cuda.grid(2)
    i = y * 32 + x
    j = 1
    for turn in range(2):
        j = j * 3
        out[i, turn] = j + i
    out[i, 2] = j
"""
    launch.check(
        source, "k", (1, 2), (32, 8), [np.zeros((512, 3), np.int64)],
        options=[f"--per-thread={lanes}"],
    )


@LANES
def test_what_is_behind_a_loop_that_stores(launch, lanes):
    """All threads are at the barrier before one goes on, and `j` is one more once."""
    source = """
@cuda.jit
def k(out):
    x, y = cuda.grid(2)
    i = y * 32 + x
    tile = cuda.shared.array(256, np.int64)
    j = 1
    for turn in range(2):
        out[i, turn] = i
    else:
        tile[i] = i * 3
        cuda.syncthreads()
        j += 1
        out[i, 2] = tile[255 - i] + j
"""
    launch.check(
        source, "k", (1, 1), (32, 8), [np.zeros((256, 3), np.int64)],
        options=[f"--per-thread={lanes}"],
    )


# What is stored is another value for each thread; the name that `:=` sets has one for all, until it is set.
SET_IN_PLACES = {
    "a value": "out[y, x] = y * 100 + (c := c + 1)",
    "a name's value": "v = y * 100 + (c := c + 1)\n    out[y, x] = v + c",
    "a condition": "if y + (c := c + 1) > 0:\n        out[y, x] = c",
    "an atomic": "cuda.atomic.add(out, (y, x), (c := c + 1))",
    "two names": "out[y, x] = ((d := c) - y) + (c := w) + d",
    "zero times": "out[y, x] = 7 + 0 * (w := y + 1) + w",
    "a loop's end": "for i in range(y % 3 + (c := c + 1)):\n        out[y, x] += c + i",
    "a loop's step": "for i in range(0, 3, (c := c + 1)):\n        out[y, x] += c + i",
}


@LANES
@pytest.mark.parametrize("name", SET_IN_PLACES)
def test_names_that_each_thread_sets(launch, lanes, name):
    source = f"""
@cuda.jit
def k(out, n):
    x, y = cuda.grid(2)
    c = n
    d = n
    w = n + 5
    {SET_IN_PLACES[name]}
"""
    launch.check(source, "k", (1, 1), (32, 8), [np.zeros((8, 32), np.int64), np.int64(0)],
                 options=[f"--per-thread={lanes}"])


@LANES
def test_effects_of_what_is_zero(launch, lanes):
    source = """
@cuda.jit
def k(a, out, count, n):
    x, y = cuda.grid(2)
    zero = 0 * cuda.atomic.add(count, 0, 1)
    for i in range(n + 0 * cuda.atomic.add(count, 0, 1)):
        out[y, x] += a[y, i] * a[i, x] + zero
"""
    arrays = [np.ones((8, 32), np.int64), np.zeros((8, 32), np.int64), np.zeros(1, np.int64)]
    launch.check(source, "k", (1, 1), (32, 8), [*arrays, np.int64(3)], options=[f"--per-thread={lanes}"])
