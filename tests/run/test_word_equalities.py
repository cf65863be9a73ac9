"""Whether two 64-bit integers are the same is asked of their lower halves where less than 2**32 lies between them
(words/word_arithmetic.cpp): numbers of 33 bits, next to those for which that would be wrong, and of which others are seen."""

import random

import numpy as np
import pytest
from conftest import check_ptx
from ptx_interpreter import Program

EDGES = [0, 1, 2, 7, 31, -1, -2, -7, 2**31 - 1, 2**31 - 2, -(2**31), -(2**31) + 1, 2**30, -(2**30), 2**31 - 8, -(2**31) + 8]
KINDS = ["int32", "int32", "int32", "uint32", "int16", "uint8"]


def number(rng, name):
    """A number of 33 bits or so, of an element."""
    step = rng.choice([0, 1, 1, 2, 7, 2**31 - 1, 2**31, 2**31 + 1])
    return rng.choice([f"{name} - {step}", f"{name} + {step}", f"{step} - {name}", f"min({name}, {2**31 - 1 - step}) + {step}",
                       f"{name} % 7", f"{name} // 3 - {step}", f"2 * {name}", f"abs({name})"])  # fmt: skip


def launch_of(seed):
    rng = random.Random(seed)
    kinds = [rng.choice(KINDS) for _ in range(2)]
    source = f"""
@cuda.jit("void({kinds[0]}[::1], {kinds[1]}[::1], int64[:, ::1])")
def k(x, y, out):
    i = cuda.grid(1)
    if i < out.shape[0] and i < x.size and i < y.size:
        a = {number(rng, "x[i]")}
        b = {rng.choice([number(rng, "y[i]"), "np.int64(cuda.threadIdx.x)", str(rng.choice(EDGES))])}
        {rng.choice(["", "if a > -5:", "if b < 9 and a < 2**31:"]) or "if True:"}
            out[i, 0] = {rng.choice(["a == b", "a != b", "3 if a == b else 4", "a if a == b else -b"])}
        turns = x[i] & 3
        for k in range(a + {rng.choice([0, 30, 2**31])}):
            turns += k
            if k == b or turns > 40:
                break
        out[i, 1] = turns
        out[i, 2] = {rng.choice(["a", "b", "a + b", "0"])}
"""
    values = [np.array([rng.choice(EDGES) for _ in range(64)]).astype(kind) for kind in kinds]
    same = rng.random() < 0.5
    values[1][:32] = values[0][:32].astype(kinds[1]) + (0 if same else 1)
    return source, [*values, np.zeros((64, 3), np.int64)]


@pytest.mark.parametrize("seed", range(60))
def test_equal_numbers(launch, seed):
    source, arguments = launch_of(seed)
    launch.check(source, "k", (2,), (32,), arguments, options=["--passes=gpu"])


@pytest.mark.parametrize("facts", [None, "small,apart,block=32"])
@pytest.mark.parametrize("seed", range(12))
def test_equal_numbers_in_ptx(seed, facts):
    source, arguments = launch_of(seed)
    check_ptx(Program, source, "k", (2,), (32,), arguments, [f"--facts={facts}"] if facts else [])
