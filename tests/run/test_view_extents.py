"""What is known of how many elements a view has: an index that a condition keeps inside is not tested, and reads what it
would read in Python; one that no condition does reads nothing."""

import random

import numpy as np
import pytest
from conftest import check_ptx
from ptx_floats import FloatProgram

ROWS = """
@cuda.jit("void(float32[:, ::1], float32[::1], int64, int32, int32, int64[::1])")
def k(a, b, n, m, s, out):
    i = cuda.grid(1)
    if a.shape[0] < 2 or a.shape[1] < 2:
        return
    {body}
"""


def slice_of(rng, length):
    """A slice of an axis, and what may be how many it has: right, or one off."""
    kind = rng.choice(["stride", "inner", "to n", "from n", "tail", "any", "any"])
    low, high, step = rng.randint(0, 3), rng.randint(1, 3), rng.randint(1, 4)
    if kind == "stride":
        return f"{low}::{step}", f"({length} - {low} + {step - 1}) // {step}"
    if kind == "inner":
        return f"{low}:-{high}", f"{length} - {low + high}"
    if kind == "to n":
        return f"{low}:m", f"min(m, {length}) - {low}"
    if kind == "from n":
        return rng.choice([("m:", f"{length} - m"), (f"{length} // 2:", f"({length} + 1) // 2"),
                           (f":{length} // 2", f"{length} // 2"), ("m:n:2", f"({length} - m) // 2")])  # fmt: skip
    if kind == "tail":
        return f"-{high}:", str(high)
    bound = lambda: rng.choice(["", str(rng.randint(-4, 5)), "n", "m", "m - 1", "n // 2"])  # noqa: E731
    return f"{bound()}:{bound()}:{rng.choice(['', '2', '3', '-1', 's', '-2'])}", f"{length} // 2"


def end_of(rng, lengths):
    length = rng.choice(lengths)
    return rng.choice([
        length, f"{length} // 2", f"-(-{length} // 2)", f"({length} + 2) // 3", f"{length} - m", "n", "m",
        f"({length} - 1) // 2", f"min({length}, m)", f"({length} + {length} // 2) // 2", f"(2 * {length} + 3) // 4",
    ])  # fmt: skip


def body_of(rng):
    lines, views = [], []
    lengths = ["a.shape[0]", "a.shape[1]", "b.size", *[f"v{v}.shape[0]" for v in range(4)]]
    for v in range(4):
        source, length = rng.choice([("a[1]", "a.shape[1]"), ("a[i]", "a.shape[1]"), ("a[:, -1]", "a.shape[0]"),
                                     ("b", "b.size"), ("b", "b.size"), *[(name, f"{name}.shape[0]") for name, _ in views]])  # fmt: skip
        slices, end = slice_of(rng, length)
        lines.append(f"v{v} = {source}[{slices}]")
        views.append((f"v{v}", end))
    for j in range(6):
        view, end = rng.choice(views)
        end = end if rng.random() < 0.8 else end_of(rng, lengths)
        index = rng.choice(["i", "i", "i", "i + 1", "i - 1", "2 * i", "-1", "0", "i // 2"])
        tests = [rng.choice(["i < ", "i < ", "i <= ", "i + 1 < "]) + end]
        if rng.random() < 0.5:
            tests.append(rng.choice([f"i < {end_of(rng, lengths)}", "i > 0", "n >= 0", "m >= 0", f"m < {view}.shape[0]"]))
        lines.append(f"if {' and '.join(tests)}: out[{j} * 16 + i] += int({view}[{index}] * 1.0)")
        if rng.random() < 0.15:
            lines.append(f"if i >= {end_of(rng, lengths)}: return")
    lines.append("out[96 + i] = v0.shape[0] * 1000 + v1.shape[0] * 100 + v2.shape[0] * 10 + v3.shape[0]")
    return "\n    ".join(lines)


def arguments_of(rng):
    shape = rng.choice([(1, 2), (2, 2), (3, 7), (7, 3), (5, 8), (1, 13), (4, 4), (6, 2)])
    a = (np.arange(shape[0] * shape[1], dtype=np.float32) + 1).reshape(shape)
    b = np.arange(rng.choice([0, 1, 2, 3, 7, 8, 13]), dtype=np.float32) + 300
    return [a, b, np.int64(rng.randint(-4, 9)), np.int32(rng.randint(-4, 9)), np.int32(rng.choice([1, 2, 3])),
            np.zeros(112, np.int64)]  # fmt: skip


@pytest.mark.parametrize("seed", range(40))
def test_random_views(launch, seed):
    """Sizes at which halves, thirds and ends differ, and arrays of nothing."""
    rng = random.Random(seed)
    source = ROWS.format(body=body_of(rng))
    for _ in range(3):
        launch.check(source, "k", (1,), (16,), arguments_of(rng))


@pytest.mark.parametrize("facts", [[], ["--facts=small,apart"]], ids=["", "facts"])
@pytest.mark.parametrize("seed", range(100, 108))
def test_ptx_of_random_views(seed, facts):
    rng = random.Random(seed)
    source = ROWS.format(body=body_of(rng))
    check_ptx(FloatProgram, source, "k", (1,), (16,), arguments_of(rng), ["--fmad=false", *facts])
