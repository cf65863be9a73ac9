"""Elements that loops add to are in registers meanwhile: what others see of it is the same. Random kernels of such
loops, with places outside the arrays, loops that do not turn, jumps, and other accesses of the same arrays."""

import random

import numpy as np
import pytest

PASSES = ["gpu", "gpu,-kept-elements", "gpu,-version-loops,-version-regions", "all"]


def place(rng):
    """An element of one of the thread's own rows, or outside."""
    array = rng.choice(("x", "x", "y"))
    row = rng.choice(("i", "i", "i", "r", "i - 1 + one", "i + 30 * (i & 1)"))
    return f"{array}[{row}, {rng.choice((0, 1, 2, 'c', 'c', -1))}]"


def block(rng, lines, indent):
    return "".join(f"{indent}{line}\n" for text in lines for line in text.split("\n"))


def adding(rng, where):
    op = rng.choice(("+", "+", "-", "*", "^"))
    what = rng.choice(("k", "e", "t[i, k % 5]", "t[k % 4, 1]", f"{where} // 3", "z[i, 0]", "k * e"))
    return rng.choice((f"{where} {op}= {what}", f"{where} = {what} {op} {where}", f"{where} = {where} * 3 {op} {what}"))


def statement(rng, places, depth):
    where = rng.choice(places)
    kind = rng.randrange(16)
    if kind < 7:
        return adding(rng, where)
    if kind < 9:
        return f"if t[i, k % 5] > {rng.randrange(-3, 4)}:\n    " + adding(rng, where)
    if kind < 10:
        return f"if k == {rng.randrange(5)}:\n    " + rng.choice((
            "break", "continue", "x[i, 0] = e\n    break", f"y[i, 1] = k\n    out[i] = e\n    return",
            f"out[i] = e + {where}\n    return", f"x[i, 0] = 7\n    out[i] = {where}\n    return"))
    if kind < 11:
        return f"e = e * 5 + {rng.choice(('k', where, place(rng)))}"
    if kind < 12:
        return rng.choice(("r = i", "c = 1", "c = k % 3", "e += c"))
    if kind < 13:
        return f"{place(rng)} = e"
    if depth < 2:
        inner = block(rng, [statement(rng, places, depth + 1) for _ in range(rng.randrange(1, 3))], "    ")
        return f"for k in range({rng.choice(('3', 'n', '1, n', 't[i, 0]', 'n, 0, -1'))}):\n{inner}".rstrip()
    return adding(rng, where)


def loop(rng):
    places = [place(rng) for _ in range(rng.choice((1, 1, 1, 2, 3)))]
    if rng.random() < 0.5:
        places = [places[0][: places[0].index(",")] + f", {column}]" for column in range(len(places))]
    before = [f"{where} = {rng.choice(('0', 'e', 'k'))}" for where in places if rng.random() < 0.4]
    if rng.random() < 0.2:
        before.append(rng.choice(("r += 0", "c = 2", "e += 1")))
    body = [statement(rng, places, 0) for _ in range(rng.randrange(1, 5))]
    head = rng.choice(("for k in range(n):", "for k in range(n):", "for k in range(t[i, 0], t[i, 1]):",
                       "for k in range(n, 0, -2):", "m = 0\nwhile m < n:", "m = 0\nwhile m < t[i, 2] and e != 77:"))
    if "while" in head:
        body.insert(0, "m += 1\nk = m")
    tail = rng.choice(("e += 3", f"e += {place(rng)}", f"{places[0]} = e\n    e += {places[0]}"))
    tail = f"\nelse:\n    {tail}" if rng.random() < 0.2 else ""
    text = "\n".join([*before, head]) + "\n" + block(rng, body, "    ").rstrip() + tail
    if rng.random() < 0.2:
        text = "if t[i, 3] > 0:\n" + block(rng, [text], "    ").rstrip()
    return text


def kernel(rng):
    lines = [loop(rng) for _ in range(rng.randrange(1, 4))]
    types = rng.choice(("int64", "int64", "int32", "uint8"))
    # Each thread has rows of its own.
    source = ("@cuda.jit\ndef k(x, y, z, t, n, one, out):\n    i = cuda.grid(1)\n    if i < t.shape[0]:\n"
              "        r = i\n        c = 0\n        k = 1\n        e = t[i, 4]\n" + block(rng, lines, " " * 8)
              + "        out[i] = e\n")
    return source, np.dtype(types)


@pytest.mark.parametrize("seed", range(40))
def test_random_loops(launch, seed):
    rng = random.Random(seed)
    launch.defects = ("bounds",)
    source, dtype = kernel(rng)
    rows, values = 12, np.random.default_rng(seed)
    x, y, z = (values.integers(0, 9, (rows + extra, 3)).astype(dtype) for extra in (0, 2, 0))
    t = values.integers(-3, 6, (rows, 5))
    # Arrays that are known to be apart, and several threads' work in one.
    options = [f"--passes={PASSES[seed % len(PASSES)]}", *(["--facts", "--per-thread=4"] if seed % 3 == 0 else [])]
    with np.errstate(all="ignore"):
        launch.check(source, "k", (2,), (8,), [x, y, z, t, np.int64(seed % 7), np.int64(1), np.zeros(rows, np.int64)],
                     options=options)


@pytest.mark.parametrize("passes", PASSES)
@pytest.mark.parametrize("n", [0, 1, 7])
def test_nothing_is_written_by_loops_that_add_nothing(launch, passes, n):
    """Another thread writes the element: each but the first of a block adds nothing to it."""
    source = """
@cuda.jit
def k(x, t, n):
    i = cuda.threadIdx.x
    b = cuda.blockIdx.x
    for j in range(n if i == 0 else 0):
        x[b] += t[j]
    for j in range(n):
        if i == 0:
            x[b] += t[j]
    j = 0
    while j < n and i == 0:
        x[b] += t[j]
        j += 1
"""
    launch.check(source, "k", (3,), (40,), [np.arange(3), np.arange(1, 8), np.int64(n)], options=[f"--passes={passes}"])


@pytest.mark.parametrize("passes", PASSES)
def test_what_loads_outside_give(launch, passes):
    """Zero each time, also where something was to be stored before."""
    source = """
@cuda.jit
def k(x, y, z, n):
    i = cuda.grid(1)
    place = i + 3
    for j in range(n):
        x[place] += j
        y[i] = x[place]
    for j in range(n):
        x[place] = x[place] + cuda.atomic.add(z, (i, x[place] & 7), j + 1)
    for j in range(n):
        x[place] = (seen := x[place] + 1)
        y[i] += seen
    for j in range(n):
        x[place] = x[place] * 2 + (lambda v: v + j)(x[place])
"""
    launch.defects = ("bounds",)
    launch.check(source, "k", (1,), (8,), [np.zeros(6, np.int64), np.full(8, 7), np.zeros((8, 8), np.int64), np.int64(4)],
                 options=[f"--passes={passes}"])


@pytest.mark.parametrize("passes", PASSES)
def test_functions_that_end_the_thread(launch, passes):
    """What was added until then is in memory."""
    source = """
@cuda.jit(device=True)
def checked(value, most):
    if value > most:
        raise ValueError("too much")
    while value > 3:
        value //= 3
    return value

@cuda.jit
def k(x, t, n):
    i = cuda.grid(1)
    for j in range(n):
        x[i] += checked(t[j], 6)
"""
    launch.check(source, "k", (1,), (4,), [np.zeros(4, np.int64), np.arange(6), np.int64(6)], options=[f"--passes={passes}"])
    got = launch(source, "k", (1,), (1,), [np.zeros(1, np.int64), np.arange(9), np.int64(9)], options=[f"--passes={passes}"])
    assert got[0].tolist() == [10]


@pytest.mark.parametrize("passes", PASSES)
@pytest.mark.parametrize("n", [0, 1, 9])
def test_elements_that_are_only_read(launch, passes, n):
    """Loops that leave when they have stored; places outside, which nothing but a test before keeps from being read."""
    source = """
@cuda.jit
def k(x, y, n, out, own):
    i = cuda.grid(1)
    if i >= out.size:
        return
    out[i] = -1
    for j in range(n):
        if y[j] > x[i]:
            out[i] = j
            return
    j = 0
    while j < n and x[i + 1] >= 0:
        if i + 40 < y.size:
            out[i] += y[i + 40]
        out[i] += x[i + 1] * y[i]
        j += x[n] + 1
        if x[i] == 0:
            out[i] = x[i] + y[n]
            break
        if x[i] == 2:
            own[i] = 5
            out[i] = own[i] + y[i + 1]
            break
"""
    launch.defects = ("bounds",)
    x = np.random.default_rng(n).integers(0, 4, 20)
    y = np.random.default_rng(n).integers(0, 3, 20)
    launch.check(source, "k", (3,), (8,), [x, y, np.int64(n), *np.zeros((2, 20), np.int64)],
                 options=[f"--passes={passes}"])


@pytest.mark.parametrize("passes", PASSES)
@pytest.mark.parametrize("facts", [[], ["--facts"]])
def test_what_is_read_behind_the_last_turn(launch, passes, facts):
    source = """
@cuda.jit
def k(x, y, n, out):
    i = cuda.grid(1)
    for j in range(n):
        if y[j] > x[i]:
            out[i] += x[i]
    else:
        x[i] = out[i] + 5
        out[i] = x[i] * 2
"""
    launch.check(source, "k", (1,), (32,), [np.arange(32), np.arange(9), np.int64(9), np.zeros(32, np.int64)],
                 options=[f"--passes={passes}", *facts])


@pytest.mark.parametrize("passes", PASSES)
def test_waits_between(launch, passes):
    source = """
@cuda.jit
def k(x, out, n):
    i = cuda.threadIdx.x
    for j in range(n):
        x[i] += j + 1
        cuda.syncthreads()
        out[i, j] = x[(i + 1) % 8]
        cuda.syncthreads()
"""
    launch.check(source, "k", (1,), (8,), [np.arange(8), np.zeros((8, 5), np.int64), np.int64(5)],
                 options=[f"--passes={passes}"])
