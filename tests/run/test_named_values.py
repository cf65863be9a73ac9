"""`:=` wherever an expression can stand: what it sets is set where it stands, and by nobody else's turn."""

import random

import numpy as np
import pytest

FUNCTIONS = """
@cuda.jit(device=True)
def told(out, at, v):
    out[at] = out[at] * 3 + v
    return v

@cuda.jit(device=True)
def named(out, n):
    while (k := n % 5) > 1 and (n := n - k) > 3:
        out[7] += k
    return (k := k + n) * (n := n + 1) - k

@cuda.jit(device=True)
def pair(x, at):
    return (v := x[at]), v + at

@cuda.jit(device=True)
def chosen(out, w):
    if (v := w & 3) > 2:
        return (w := v + 1) * w
    return told(out, 2, (w := w + 5)) if (w := w + v) > 3 else w
"""

# t: the thread, of 8; n: 5; f: 1.5; x: 16 integers; y: 8 floats; out: 8 of the thread's own.
CASES = {
    "nested": """
    w = t
    out[0] = (v := (w := w + 1) * 2) + w * (w := (v := v + w) - 1) + v
    out[1] = w * 100 + v
""",
    "two_of_one": """
    w = t
    out[0] = w + (w := w * 2 + 1) + w + (w := w - 3) * w
    out[1] = (w := 1) * 100 + (w := w + 1) * 10 + w
    out[w] = out[0] - (w := 7)
    out[2] += w
""",
    "in_itself": """
    w = t
    w = w * 3 + (w := w + 1) + (w := w + told(out, 0, w))
    w += (w := 5) + w
    out[1] += w * (w := 2)
    out[w] -= (w := w + 1)
    out[4] = w
""",
    "and_or": """
    w = v = t - 3
    if w > 0 and (w := w - 2) > 0 and (v := w + 1) < n:
        out[0] = w * 10 + v
    elif w < -1 or (w := v + n) > 4 or (v := told(out, 5, w)) > 2:
        out[0] = w - v
    else:
        out[0] = 77
    out[1] = w * 100 + v
    b = told(out, 2, w) > 1 and (w := told(out, 2, v)) > 0 or (w := told(out, 2, 9)) < v
    out[3] = b * 1000 + w
    out[4] = not (w > 3 and (w := 3)) or (v := w) + v > 5
    out[6] = w * 50 + v
""",
    "values_of_and_or": """
    w = t - 2
    out[0] = w and (w := w * 3) or (w := told(out, 1, 4))
    out[2] = (w := w - 3) or (w := w - 4) and w + 1
    out[3] = w
""",
    "ternaries": """
    w = v = t
    out[0] = (w := w + 1) if (w := w - 3) > 0 else (v := w + told(out, 1, 2))
    out[2] = w * 10 + v
    out[3] = (w if (v := told(out, 1, v)) > 3 else (w := 8)) + ((v := 2) if w > 2 else v) * w
    out[4] = w * 10 + v
    y[t] = (f if w > 2 else (f := 2.5)) + (f := f * 2) if n < 9 else 0.0
    out[5] = int(y[t] * 4)
    told(out, 6, (w := 1)) if (w := t & 1) else told(out, 6, (v := 4) + w)
    out[7] = w * 10 + v
""",
    "chained": """
    w = v = t
    out[0] = 1 < w < (w := w + 2) < n + 2
    out[1] = w
    out[2] = (v := 3) < (w := w - 1) <= (v := v + 1) != w > (w := told(out, 5, 4))
    out[3] = w * 10 + v
    out[4] = (w := w + v) in ((w := w - 1), (v := w + 1), w)
    out[6] = w * 10 + v
""",
    "indices": """
    w = t
    out[0] = x[w] + x[(w := w + 1)] * x[w] - x[(w := x[w] & 7) + (w := w + 1)] + x[-w]
    out[1] = w
    y[(w := t)] = x[w] + (w := w + 1) * f
    out[(w := 2)] = (w := w + 3) * x[w]
    out[w] = 1
    out[5] = x[t] + (v := out[5] + t) + (out[5] if (v := v + 1) > 3 else (v := 1))
    out[4] = v
    z = x[(w := 1):(w := w + 7):(w := w - 6)]
    out[6] = z[(w := w - 1)] + z[-(w := w + 2)] + w
""",
    "guarded": """
    w = t * 5 - 9
    out[0] = x[w] + x[(w := w + 6)] + x[w - 6]
    x[(w := w + 3) * 100 + 50] = 5
    out[1] = w + x[(w := 99)] + w
    if 0 <= w - 95 < n and (w := x[w - 92]) >= 0:
        out[2] = x[w] + 1
    while w < 3 and (v := x[w]) > -90:
        out[3] += v + x[w + 1]
        w += 1
""",
    "stores": """
    w = t
    out[w % 2] = (w := w + 1) * 10
    out[(w := w % 2) + 2] = w + (w := 3)
    out[(w := 4)] += (w := w + 1) + out[w - 5]
    out[w], out[(w := 6)] = (w := 5), w
    (out[(w := 7)], v) = w + 1, (w := 2)
    out[w] = v
""",
    "atomics": """
    w = t
    v = cuda.atomic.add(out, (w := w % 3), (w := w + 2))
    v += cuda.atomic.add(out, (w := w % 3) + 1, (v := v + w) + (w := w + 1)) * w
    w = cuda.atomic.add(out[(v := v & 1):], (w := w & 3), v + w) + (v := v + w)
    out[6] = w
    out[7] = v
""",
    "calls": """
    w = t
    out[0] = told(out, (w := 1), w + (w := 2)) + told(out, w, (w := 3)) * w
    out[3] = named(out, (w := w + n)) + named(out, w) + (w := named(out, w - 4))
    a, b = pair(x, (w := t)), pair(x, (w := w + 1))
    out[4] = a[0] + b[1] * (w := w + 1)
    out[5] = min((w := w + 1), w - 1, (w := 9)) + max(w, (w := t)) + abs((w := w - 7)) + w
    out[6] = int(math.sqrt((f := f * 6)) * f) + int(round((f := f + 0.25) * 2) + f)
""",
    "while_": """
    w = t + 3
    while (w := w - 1) > 0:
        out[0] += w
    out[1] = w
    while w < 4 and (v := x[w]) < 90 and (w := w + 1):
        out[2] += v * w
    while told(out, 3, w) < 9 and told(out, 3, (w := w + 1)) < 8:
        out[4] += w
    while (w := w - 2) > 0 if w & 1 else (w := w - 1) > 3:
        out[5] = out[5] * 3 + w
    out[6] = w
""",
    "while_continue": """
    w = t - 1
    while (w := w + 1) < n:
        if x[w] & 1:
            continue
        out[0] += w
        for i in range(w):
            if i == 2:
                continue
            out[1] += i
    w = 0
    while w < 9 and (v := told(out, 2, w)) < 6:
        w += 2
        if w == t:
            continue
        out[3] += v
        if w > 5:
            break
    out[4] = w
""",
    "while_else": """
    for i in range(3):
        w = t
        while (w := w - 1) > 0:
            out[0] += w
            if w == 3:
                break
        else:
            out[1] += i
            if i == 1:
                continue
            out[2] += w
        while w < n and (w := w + 1) > 0:
            if w == 2:
                continue
            out[3] += w
            if w == t:
                break
        else:
            out[4] += 10
            if i == t - 1:
                break
            if i == t - 2:
                continue
            out[5] += 1
        out[6] += w
""",
    "while_in_while": """
    w = t
    while (w := w - 1) >= 0:
        v = w
        while (v := v - 1) >= 0 and (u := v + w) < 8:
            while (u := u - 3) > 0:
                if u == 2:
                    continue
                out[0] += u
            if v == 1:
                continue
            out[1] += v
        else:
            out[2] += w
        if v == 0:
            break
        out[3] += v
""",
    "ranges": """
    w = t
    for i in range(w, (w := w + 4), (w := w & 1) + 1):
        out[0] += i * 10 + w
    for i in range((v := told(out, 1, w)), told(out, 1, (v := v + 5))):
        v += 1
        out[2] += (w := i) + v
    for i in range((i := 3)):
        out[3] += (i := i * 2)
    out[4] = i
    for i in range(i + 2 if (w := w - 1) > 0 else (w := 2), 5):
        out[5] += w
    else:
        out[6] = (w := w + 1)
    for v in x[(w := 1):(w := w + 3)]:
        out[7] += v + w
""",
    "returns": """
    out[0] = t
    if (w := t % 4) == 1 and (v := w + 1) > 0:
        out[1] = v
        return
    if t > 5:
        out[5] = chosen(out, w) + chosen(out, (w := w + 1)) * 2 + w
        return
    out[4] = w
""",
    "types": """
    w = t
    out[0] = (w := w * 0.5) + w > 2
    y[0 * t + t] = w + (w := t + 2) * (w := w / 4)
    out[1] = int(w * 8)
    v = 7
    if (v := f * t) > 4:
        y[t] += v
    out[2] = int(v * 2)
    for i in range(3):
        z = i
        y[t] += (z := z * 0.5) + z
    u = True
    out[3] = u + (u := t > 3) * 2 + (u := u + 5)
    out[4] = u
    k = float32(t)
    out[5] = (k := k / 3) * 1024 + (k := k * 3)
""",
    "arrays": """
    a = b = out[:4]
    out[0] = (a := x[t:])[0] + a[(w := 1)] + (a := x[:t + 2])[w] + a.size * (w := 2)
    (b := out[4:])[w] = b.shape[0] + (b := out[2:])[w - 2]
    b[1] = (a := x if w > n else x[::2])[w] + a.size + (a := x[1:]).size
    c = x if (w := t % 2) else x[3:]
    out[5] = c[(w := w + 2)] + (c := c[1:])[w]
    p = (q := (t, f), 3)
    out[7] = int(q[0] + p[0][1] * (q := (2, 0.5))[1] + q[0])
""",
    "locals": """
    s = cuda.local.array(4, np.int64)
    for i in range(4):
        s[i] = i + t
    w = t & 3
    s[(w := w & 1) + 1] = s[w] + (w := s[2]) + s[(w := w & 3)]
    s[w] += (w := (w + 1) & 3) + s[w]
    for i in range(4):
        out[i] = s[i] * 8 + w
""",
    "prints": """
    if t == 3:
        print(n, (n := n + 1), n, "a", (n := n * 2) > 3 and (n := 1), n)
    out[0] = n
""",
    "dropped": """
    (w := told(out, 0, t))
    w + (w := w + 1)
    told(out, 1, w) > 2 or (w := 9)
    (w := 4, told(out, 2, w), (w := w + 1))
    out[3] = w
""",
}


def source_of(body):
    return FUNCTIONS + """
@cuda.jit
def k(n, f, x, y, outs):
    t = cuda.grid(1)
    out = outs[t]
""" + body[1:]


def arguments():
    rng = np.random.default_rng(7)
    return [5, 1.5, rng.integers(-3, 9, 16), rng.integers(0, 9, 8).astype(np.float64), np.zeros((8, 8), np.int64)]


SIGNATURE = "int64, float64, int64[::1], float64[::1], int64[:, ::1]"
WAYS = {"plain": (), "O0": ("-O0",), "debug": ("--debug",), "gpu": ("--passes=gpu", "--facts"),
        "lanes": ("--passes=gpu", "--facts", "--per-thread=4"), "checks": ("--check=races,barriers,uninit",)}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", CASES)
def test_constructs(launch, name, way):
    if way not in ("plain", "O0") and launch.device == "gpu":
        pytest.skip("a way of the CPU device")
    if way == "debug" and name == "guarded":
        pytest.skip("indices outside are errors there")
    launch.check(source_of(CASES[name]), "k", (1,), (8,), arguments(), sig=SIGNATURE, options=WAYS[way])


SHARED = {
    "tiles": """
    s[t] = w = t * 3
    cuda.syncthreads()
    for i in range(2, (w := w & 1) + 5):
        v = s[(w := w + i) & 31] + s[(t + (w := w * 2)) & 31]
        cuda.syncthreads()
        s[t] = (v := v & 63) + (w if v & 1 else (w := v))
        cuda.syncthreads()
    out[t, 0] = v * 100 + w
""",
    "uniform": """
    i = m = 0
    while i < n and (m := i * 2) < 9:
        s[t] = t + m
        cuda.syncthreads()
        out[t, 0] += s[31 - t] + (i := i + 1)
        cuda.syncthreads()
    if (m := m + n) > 3 and (i := i + 1) > 0:
        cuda.syncthreads()
        out[t, 1] = s[(w := (t + m) & 31)] + w
    for j in range((m := m & 3), m + i):
        cuda.syncthreads()
        s[t] = (v := out[t, 0] & 15) + j
        cuda.syncthreads()
        out[t, 2] += s[(v + m) & 31]
""",
}


@pytest.mark.parametrize("name", SHARED)
def test_threads_that_meet(launch, name):
    source = f"""
@cuda.jit
def k(n, out):
    s = cuda.shared.array(32, np.int64)
    t = cuda.threadIdx.x
{SHARED[name][1:]}"""
    for n in (0, 3, 5):
        launch.check(source, "k", (1,), (32,), [n, np.zeros((32, 3), np.int64)], sig="int64, int64[:, ::1]")


# What the simulator does not know, and the same without names.
WRITTEN_OUT = {
    "votes": ("""
    while (m := cuda.ballot_sync(0xFFFFFFFF, w < n)) and (w := w + 7) > 0:
        out[t, 0] += m & 255
        out[t, 1] += w
""", """
    while True:
        m = cuda.ballot_sync(0xFFFFFFFF, w < n)
        if m == 0:
            break
        w += 7
        out[t, 0] += m & 255
        out[t, 1] += w
"""),
    "votes_continue": ("""
    i = 0
    while (i := i + 1) < 6 and (m := cuda.ballot_sync(0xFFFFFFFF, w < n + i * 4)) != 0:
        w += 3
        if i == 3:
            continue
        out[t, 0] += (m >> t) & 1
    else:
        out[t, 1] = i
""", """
    i = 1
    while i < 6:
        m = cuda.ballot_sync(0xFFFFFFFF, w < n + i * 4)
        if m == 0:
            break
        w += 3
        if i != 3:
            out[t, 0] += (m >> t) & 1
        i += 1
    out[t, 1] = i
"""),
    "exchanges": ("""
    w = cuda.shfl_sync(0xFFFFFFFF, (w := w + 1), (i := n) + 1) + w * i
    v = cuda.shfl_xor_sync(0xFFFFFFFF, w, (i := 1)) + (w := cuda.shfl_down_sync(0xFFFFFFFF, w, (i := i + 1)))
    d = 16
    while (d := d >> 1) > 0:
        v += cuda.shfl_xor_sync(0xFFFFFFFF, v, d) * (w := (w + d) & 3)
    out[t, 0] = v
""", """
    w += 1
    w = cuda.shfl_sync(0xFFFFFFFF, w, n + 1) + w * n
    v = cuda.shfl_xor_sync(0xFFFFFFFF, w, 1)
    w = cuda.shfl_down_sync(0xFFFFFFFF, w, 2)
    v += w
    for d in (8, 4, 2, 1):
        u = cuda.shfl_xor_sync(0xFFFFFFFF, v, d)
        w = (w + d) & 3
        v += u * w
    out[t, 0] = v
"""),
    "all_wait": ("""
    while cuda.syncthreads_or((w := w + 5) < n * 6):
        s[t] = w
        cuda.syncthreads()
        out[t, 0] += s[(v := w & 31)] + v
        cuda.syncthreads()
    i = 0
    while (c := cuda.syncthreads_count(w > i * 11)) > 2:
        i += 1
        if i == 2:
            continue
        out[t, 1] += c
""", """
    w += 5
    while cuda.syncthreads_or(w < n * 6):
        s[t] = w
        cuda.syncthreads()
        out[t, 0] += s[w & 31] + (w & 31)
        cuda.syncthreads()
        w += 5
    i = 0
    while True:
        c = cuda.syncthreads_count(w > i * 11)
        if c <= 2:
            break
        i += 1
        if i != 2:
            out[t, 1] += c
"""),
    "elected": ("""
    if cuda.syncthreads_and((w := w + 1) > 0) and cuda.any_sync(0xFFFFFFFF, (v := w & 7) == n):
        out[t, 0] = cuda.shfl_sync(0xFFFFFFFF, v, (w := w & 31)) if n > 2 else (w := np.int64(cuda.popc(w)))
    cuda.atomic.max(out, (0, (v := 1)), (w := w * 2) + v)
    out[t, 0] += v
""", """
    w += 1
    if cuda.syncthreads_and(w > 0):
        v = w & 7
        if cuda.any_sync(0xFFFFFFFF, v == n):
            if n > 2:
                w &= 31
                out[t, 0] = cuda.shfl_sync(0xFFFFFFFF, v, w)
            else:
                w = cuda.popc(w)
                out[t, 0] = w
    w *= 2
    cuda.atomic.max(out, (0, 1), w + 1)
    out[t, 0] += 1
"""),
}

@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", WRITTEN_OUT)
def test_written_out(launch, name, way):
    if way not in ("plain", "O0") and launch.device == "gpu":
        pytest.skip("a way of the CPU device")
    for n in (0, 3, 5):
        named, plain = (launch(f"""
@cuda.jit
def k(n, out):
    s = cuda.shared.array(64, np.int64)
    t = cuda.threadIdx.x
    w = t * 5 % 37
    s[t] = w
{body[1:]}
    out[t, 2] = w
""", "k", (1,), (64,), [n, np.zeros((64, 3), np.int64)], "int64, int64[:, ::1]", WAYS[way]) for body in WRITTEN_OUT[name])
        assert np.array_equal(named[1], plain[1])


class Writer:
    """Random kernels full of `:=`, whose calls and elements show in which order they come."""

    NAMES = ("a", "b", "c", "d")

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.loops = 0

    def pick(self, *what):
        return self.rng.choice(what)

    def number(self, depth=0):
        kind = self.rng.randrange(16) if depth < 4 else self.rng.randrange(4)
        name, inner = self.pick(*self.NAMES), lambda: self.number(depth + 1)
        if kind < 3:
            return self.pick(*self.NAMES, *self.NAMES, "t", "n")
        if kind == 3:
            return str(self.rng.randrange(-2, 7))
        if kind < 8:
            return f"({name} := {inner()} {self.pick('% 13', '& 15', '% 7 - 2')})"
        if kind < 11:
            return f"({inner()} {self.pick('+', '-', '*', '^', '&')} {inner()}) % 97"
        if kind == 11:
            return f"x[{inner()}]"
        if kind == 12:
            return f"told(out, {self.rng.randrange(2)}, {inner()} % 50)"
        if kind == 13:
            return f"({inner()} if {self.test(depth + 1)} else {inner()})"
        if kind == 14:
            return f"{self.pick('min', 'max')}({inner()}, {inner()})"
        return f"int({self.test(depth + 1)})"

    def test(self, depth=0):
        kind = self.rng.randrange(6) if depth < 4 else 0
        # Of constants it would be one, and what is not evaluated then an error.
        left = f"{self.pick(*self.NAMES)} - {self.number(depth + 1)}"
        if kind < 3:
            return f"{left} {self.pick('<', '>', '==', '!=', '<=')} {self.number(depth + 1)}"
        if kind == 3:
            return f"{left} < {self.pick(*self.NAMES)} + {self.number(depth + 1)} <= {self.number(depth + 1)}"
        if kind == 4:
            return f"not ({self.test(depth + 1)})"
        return f"({self.test(depth + 1)} {self.pick('and', 'or')} {self.test(depth + 1)})"

    def statement(self, indent, depth, in_loop):
        pad, kind = "    " * indent, self.rng.randrange(14)
        block = lambda inside=in_loop: self.block(indent + 1, depth + 1, inside)  # noqa: E731
        if kind < 4 or depth > 2:
            return [f"{pad}{self.pick(*self.NAMES)} {self.pick('=', '+=', '^=')} {self.number()} % 31"]
        if kind < 6:
            return [f"{pad}out[{self.number(2)} & 7] {self.pick('=', '+=')} {self.number()}"]
        if kind == 6:
            return [f"{pad}cuda.atomic.add(out, {self.number(2)} & 7, {self.number(1)})"]
        if kind < 9:
            lines = [f"{pad}if {self.test()}:", *block()]
            if self.pick(0, 1):
                lines += [f"{pad}elif {self.test()}:", *block()]
            return lines + ([f"{pad}else:", *block()] if self.pick(0, 1) else [])
        if kind < 12:
            self.loops += 1
            count = f"i{self.loops}"
            if self.pick(0, 1):
                tests = [f"({count} := {count} + 1) < {self.rng.randrange(1, 6)}", self.test(1)]
                self.rng.shuffle(tests)
                lines = [f"{pad}{count} = 0", f"{pad}while {' and '.join(tests)}:", *block(True)]
                if tests[1].startswith("(i"):
                    lines.insert(2, f"{pad}    {count} += 1")
            else:
                lines = [f"{pad}for {count} in range({self.number(2)} % 3, {self.number(2)} % 6):", *block(True)]
            return lines + ([f"{pad}else:", *block()] if self.pick(0, 0, 1) else [])
        if in_loop:
            return [f"{pad}if {self.test(1)}:", f"{pad}    {self.pick('break', 'continue')}"]
        return [f"{pad}{self.pick(*self.NAMES)} = named(out, {self.number(1)} % 17)"]

    def block(self, indent, depth, in_loop):
        return [line for _ in range(self.rng.randrange(1, 4)) for line in self.statement(indent, depth, in_loop)]

    def source(self):
        lines = ["    a = t", "    b = n - t", "    c = 1", "    d = x[t]"]
        for _ in range(3):
            lines += self.block(1, 0, False)
        return source_of("\n".join(["", *lines, "    out[6] ^= (a * 31 + b) * 31 + c * 7 + d", ""]))


@pytest.mark.parametrize("seed", range(60))
def test_random_names(launch, seed):
    options = ((), ("-O0",), ("--passes=gpu", "--facts"), ("--passes=none",))[seed % 4]
    if launch.device == "gpu":
        options = options[:1] if options == ("-O0",) else ()
    launch.check(Writer(seed).source(), "k", (1,), (8,), arguments(), sig=SIGNATURE, options=options)
