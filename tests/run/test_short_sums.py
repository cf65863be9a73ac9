"""Sums of numbers that are mostly small, of which the least and the greatest are carried through
loops: what is computed in 32 bits while they are, and in 64 where one is not, or was not the turn before."""

from random import Random

import numpy as np
import pytest

EDGES = [edge + near for edge in (-2**31 + 2, -2**30, -2**29, 0, 2**29, 2**30, 2**31 - 3) for near in (-2, -1, 0, 1, 2)]
CARRIED = ("a", "b", "c")
THREADS, TURNS = 40, 7


class Kernel:
    """What each thread computes, in turns, of its column of x and y."""

    def __init__(self, rng):
        self.rng = rng
        self.turn = "    "
        lines = [f"    {name} = {rng.choice(('0', '-10000', 'np.int32(7)', 'x[0, i]', 'gap', 'y[0, i] + gap', '1 << 40'))}"
                 for name in CARRIED]
        lines += [f"    for k in range({rng.choice((TURNS, 'turns'))}):", *self.statements("        ")]
        lines += [f"        words[k, i] = {self.value()}", f"        longs[k, i] = {self.value()}"]
        lines += [f"    words[{TURNS}, i] = {name}" for name in rng.sample(CARRIED, 1)]
        lines += [f"    longs[{TURNS}, i] = {' + '.join(CARRIED)}"]
        self.source = "\n".join(["@cuda.jit", "def k(x, y, gap, turns, words, longs):", "    i = cuda.grid(1)",
                                 "    if i >= x.shape[1]:", "        return", *lines, ""])

    def term(self):
        return self.rng.choice((*CARRIED, *CARRIED, "x[k, i]", "x[k, i]", "y[k, i]", "y[k, i]", "x[k, i - 1]", "gap",
                                "y[i % 3, 0]", "e", str(self.rng.choice((0, 1, 3, 2**20, 2**30, -2**31)))))

    def sum(self):
        terms = [self.term() for _ in range(self.rng.choice((1, 2, 2, 2, 3, 4)))]
        return "".join(f" {self.rng.choice('+-')} {term}" for term in terms).removeprefix(" + ").strip()

    def value(self):
        kind = self.rng.random()
        if kind < 0.15:
            left, right = self.sum(), self.sum()
            return f"({left} if {left} {self.rng.choice(('<', '>=', '=='))} {right} else {right})"
        sums = [self.sum() if self.rng.random() < 0.8 else self.value() for _ in range(self.rng.randint(2, 5))]
        return f"{self.rng.choice(('min', 'max'))}({', '.join(sums)})"

    def statements(self, indent, depth=0):
        lines = [] if depth else [f"{indent}e = {self.rng.choice(('x[k, i]', 'a', 'y[k, i] - b'))}"]
        for _ in range(self.rng.randint(1, 4)):
            name = self.rng.choice((*CARRIED, "e"))
            if self.rng.random() < 0.2 and depth < 2:
                lines += [f"{indent}if {self.rng.choice(('x[k, i] > y[k, i]', 'k % 2 == 1', f'{self.sum()} < {self.term()}'))}:",
                          *self.statements(indent + "    ", depth + 1)]
                lines += [f"{indent}    continue"] if self.rng.random() < 0.1 else []
            else:
                lines.append(f"{indent}{name} = {self.value()}")
        return lines


def arrays(rng):
    of = np.random.default_rng(rng.randrange(1 << 30))
    shape = TURNS, THREADS
    share = rng.choice((0, 0.02, 0.02, 0.3, 1))
    # Some whose sums alone are large.
    edges = rng.choice((EDGES, [edge for edge in EDGES if abs(edge) < 2**30]))
    x, y = (np.where(of.random(shape) < share, of.choice(edges, shape), of.integers(-1000, 1000, shape)).astype(np.int32)
            for _ in range(2))
    gap = np.int32(rng.choice((3, 11, 11, 2**29, 2**30 - 1, 2**30, -2**31, 2**31 - 1)))
    longer = TURNS + 1, THREADS
    return [x, y, gap, np.int32(rng.choice((TURNS, TURNS, 1, 0))), np.zeros(longer, np.int32), np.zeros(longer, np.int64)]


def test_numbers_that_an_outer_loop_carries(launch):
    # Their lower halves are small when they come to 2**32; cases of a choice are edges from one block.
    source = """@cuda.jit('void(int32[:, ::1], int32[:, ::1], uint8[::1], int32, int32, int64[:, ::1])')
def k(x, y, which, turns, inner, out):
    i = cuda.threadIdx.x
    a = y[3, i]
    for t in range(turns):
        e = 0
        j = 0
        while True:
            e = max(e + y[0, i], a - x[j, i], e + x[j, i], y[0, i] - x[j, i])
            j += 1
            if j >= inner:
                break
        out[t, i] = e
        a = max(a + y[3, i], e - 2000000000)
        match which[t]:
            case 1 | 7 | 20 | 33 | 90:
                a = which[t] + 1
            case _:
                a += 0
"""
    x, y = np.full((8, 4), 9, np.int32), np.full((8, 4), 7, np.int32)
    x[3], y[3] = 0, (2**30, -2**30, 2**30 - 1, 3)
    which = np.array([0, 0, 0, 0, 0, 0, 7, 0], np.uint8)
    passes = ["--passes=gpu"] if launch.device == "cpu" else []
    launch.check(source, "k", (1,), (4,), [x, y, which, np.int32(8), np.int32(8), np.zeros((8, 4), np.int64)],
                 options=[*passes, "--bounds=none"])


NEAR = 2**31 - 1, 2**31 - 2, 2**30, 2**30 - 1, 2**30 + 1, -1, -2**30, -2**31, -5, 0, 1


@pytest.mark.parametrize("seed", range(8))
def test_the_least_of_what_may_be_out_of_reach(launch, seed):
    # What cannot be reached is as far as 2**31 - 1 often; that lengths are not negative nobody says.
    rng = Random(seed)
    terms = ["best", "x[k, i]", "y[k, i]", "x[k, i]", "y[i % 3, k]", "near", *(["7", "s[k]"] if seed % 2 else ["u[k]"])]
    sums = [" + ".join(rng.sample(terms, rng.choice((1, 2, 2, 2)))) for _ in range(rng.randint(8, 12))]
    choice = f"min({sums[0]}, best) if x[k, i] != y[k, i] else {sums[-1]}"
    source = f"""@cuda.jit
def k(x, y, u, s, near, words, longs):
    i = cuda.threadIdx.x
    best = x[0, i]
    for k in range(x.shape[0]):
        best = min(best, {', '.join(sums)})
        {f'best = {choice}' if rng.random() < 0.5 else 'longs[k, i] = best + y[k, i]'}
        words[k, i] = best
    longs[0, i] = best
"""
    of = np.random.default_rng(seed)
    shape = 16, 32
    for share, least in (0, 0), (0.05, 0), (1, 0), (0.05, -2**31), (1, -2**31):
        near = [edge for edge in NEAR if edge >= least]
        x, y = (np.where(of.random(shape) < share, of.choice(near, shape), of.integers(0, 900, shape)).astype(np.int32)
                for _ in range(2))
        u, s = (of.integers(info.min, info.max, 16, info.dtype, True) for info in (np.iinfo(np.uint16), np.iinfo(np.int16)))
        launch.check(source, "k", (1,), (32,),
                     [x, y, u, s, np.int32(rng.choice(near)), np.zeros(shape, np.int32), np.zeros(shape, np.int64)],
                     options=["--passes=gpu"] if launch.device == "cpu" else [])


def test_what_is_seen_of_the_least(launch):
    # It is below 2**31, and what is added to it and seen is not.
    source = """@cuda.jit('void(int32[:, ::1], int64[:, ::1])')
def k(x, longs):
    i = cuda.threadIdx.x
    best = x[0, i]
    for k in range(x.shape[0] - 8):
        for j in range(7):
            best = min(best, x[k + j, 0] + x[j, i])
        longs[k, i] = best + x[6, i]
"""
    of = np.random.default_rng(0)
    x = of.choice([2**31 - 1, 2**31 - 2, 2**30, 5], (40, 32)).astype(np.int32)
    x[:, :8] = 2**31 - 1
    launch.check(source, "k", (1,), (32,), [x, np.zeros((40, 32), np.int64)],
                 options=["--passes=gpu"] if launch.device == "cpu" else [])


@pytest.mark.parametrize("seed", range(10))
def test_sums_that_are_mostly_small(launch, seed):
    rng = Random(seed)
    for _ in range(6):
        source = Kernel(rng).source
        options = ["--passes=gpu"] if launch.device == "cpu" else []
        launch.check(source, "k", (2,), (32,), arrays(rng), options=options)
