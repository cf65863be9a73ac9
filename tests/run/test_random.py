"""numba.cuda.random: xoroshiro128+ against an implementation of its own."""

import subprocess

import numpy as np
import pytest
from conftest import HEADER, PYK2PTX

MASK = (1 << 64) - 1
STATE = np.dtype([("s0", "u8"), ("s1", "u8")])


def rotl(word, count):
    return (word << count | word >> (64 - count)) & MASK


class Generator:
    """One state; the algorithm as its authors publish it."""

    def __init__(self, seed):
        z = (seed + 0x9E3779B97F4A7C15) & MASK
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        self.words = [z ^ z >> 31] * 2

    def next(self):
        s0, s1 = self.words
        s1 ^= s0
        result = (s0 + self.words[1]) & MASK
        self.words = [rotl(s0, 55) ^ s1 ^ s1 << 14 & MASK, rotl(s1, 36)]
        return result

    def jump(self):
        total = [0, 0]
        for word in (0xBEAC0467EBA5FACB, 0xD86B048B86AA9922):
            for bit in range(64):
                if word >> bit & 1:
                    total = [a ^ b for a, b in zip(total, self.words)]
                self.next()
        self.words = total

    def uniform(self):
        return (self.next() >> 11) * 2.0**-53

    def copy(self):
        other = Generator(0)
        other.words = list(self.words)
        return other


def generators(n, seed, start=0):
    made, state = [], Generator(seed)
    for _ in range(start):
        state.jump()
    for _ in range(n):
        made.append(state.copy())
        state.jump()
    return made


def states(made):
    return np.array([tuple(g.words) for g in made], STATE)


IMPORTS = """
from numba.cuda.random import xoroshiro128p_type, xoroshiro128p_uniform_float32
from numba.cuda.random import xoroshiro128p_uniform_float64, xoroshiro128p_next
from numba.cuda.random import xoroshiro128p_jump, init_xoroshiro128p_state
from numba.cuda.random import create_xoroshiro128p_states
from numba.cuda.random import xoroshiro128p_normal_float32 as normal
from numba.cuda.random import xoroshiro128p_normal_float64
"""


def test_uniform_numbers(launch):
    source = IMPORTS + """
@cuda.jit
def k(rng, f, d, n):
    i = cuda.grid(1)
    if i < rng.size:
        for j in range(3):
            f[i, j] = xoroshiro128p_uniform_float32(rng, i)
            d[i, j] = xoroshiro128p_uniform_float64(rng, i)
        n[i] = xoroshiro128p_next(rng, i)
"""
    made = generators(40, 7)
    args = [states(made), np.zeros((40, 3), np.float32), np.zeros((40, 3))]
    args.append(np.zeros(40, np.uint64))
    for sig in (None, "xoroshiro128p_type[:], float32[:,:], float64[:,:], uint64[:]"):
        got = launch(source, "k", (2,), (32,), args, sig)
        for i, g in enumerate(made := [g.copy() for g in generators(40, 7)]):
            for j in range(3):
                assert got[1][i, j] == np.float32(g.uniform())
                assert got[2][i, j] == g.uniform()
            assert int(got[3][i]) == g.next()
        np.testing.assert_array_equal(got[0], states(made))


def test_normal_numbers(launch):
    source = IMPORTS + """
@cuda.jit
def k(rng, f, d):
    i = cuda.grid(1)
    f[i] = normal(rng, i)
    d[i] = xoroshiro128p_normal_float64(rng, i)
"""
    made = generators(64, 1)
    got = launch(
        source, "k", (2,), (32,),
        [states(made), np.zeros(64, np.float32), np.zeros(64)],
    )
    for i, g in enumerate(made):
        u1, u2 = np.float32(g.uniform()), np.float32(g.uniform())
        want = np.sqrt(np.float32(-2) * np.log(u1)) * np.cos(np.float32(2 * np.pi) * u2)
        np.testing.assert_allclose(got[1][i], want, rtol=1e-5, atol=1e-6)
        u1, u2 = np.float32(g.uniform()), np.float32(g.uniform())
        want = np.sqrt(-2.0 * np.float64(np.log(u1))) * np.cos(2 * np.pi * np.float64(u2))
        np.testing.assert_allclose(got[2][i], want, rtol=1e-5, atol=1e-6)


def test_states_made_in_a_kernel(launch):
    source = """
import numba
@cuda.jit
def k(rng, seed):
    i = cuda.grid(1)
    cuda.random.init_xoroshiro128p_state(rng, i, seed + i)
    numba.cuda.random.xoroshiro128p_jump(rng, i)
"""
    got = launch(source, "k", (1,), (5,), [np.zeros(5, STATE), np.uint64(2**63 + 3)])
    for i in range(5):
        g = Generator(2**63 + 3 + i)
        g.jump()
        assert tuple(map(int, got[0][i])) == tuple(g.words)


@pytest.mark.parametrize("start", [0, 2])
def test_states_on_the_command_line(launch, start):
    source = """
@cuda.jit
def k(rng):
    pass
"""
    (launch.folder / "k.py").write_text(HEADER + source)
    out = launch.folder / "rng.npy"
    subprocess.run(
        [PYK2PTX, "run", "k.py", f"--device={launch.device}", "--grid", "1",
         "--block", "1", f"rng=xoroshiro(5,42,{start})", "--out", f"rng={out}"],
        cwd=launch.folder, check=True,
    )
    np.testing.assert_array_equal(np.load(out), states(generators(5, 42, start)))
