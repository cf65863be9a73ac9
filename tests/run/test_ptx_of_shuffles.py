"""PTX of kernels whose lanes exchange integers of 64 bits, run by an interpreter of PTX: which halves are exchanged
is decided where instructions are selected."""

import random

import numpy as np
import pytest
from conftest import assert_same, compiled_ptx
from ptx_warps import WarpProgram

LANES = np.arange(32)
# What is computed of lanes' numbers, for a kernel and for all lanes at once.
STEPS = [
    ("cuda.shfl_xor_sync(ALL, {a}, {n})", "{a}[LANES ^ {n}]"),
    ("cuda.shfl_xor_sync(ALL, {a}, {n})", "{a}[LANES ^ {n}]"),
    ("cuda.shfl_up_sync(ALL, {a}, {n})", "np.where(LANES < {n}, {a}, np.roll({a}, {n}))"),
    ("cuda.shfl_down_sync(ALL, {a}, {n})", "np.where(LANES + {n} > 31, {a}, np.roll({a}, -{n}))"),
    ("cuda.shfl_sync(ALL, {a}, {n})", "{a}[{n}] + 0 * {a}"),
    ("cuda.shfl_sync(ALL, {a}, lane & 7)", "{a}[LANES & 7]"),
    ("{a} + {b}", "{a} + {b}"),
    ("{a} - {b}", "{a} - {b}"),
    ("{a} * {b}", "{a} * {b}"),
    ("max({a}, {b})", "np.maximum({a}, {b})"),
    ("min({a}, {b})", "np.minimum({a}, {b})"),
    ("{a} ^ {b} << {n}", "{a} ^ {b} << {n}"),
    ("{a} >> {n}", "{a} >> {n}"),
    ("{a} & 0xffff", "{a} & 0xffff"),
    ("np.int64(np.int32({a}))", "{a}.astype(np.int32).astype(np.int64)"),
    ("np.int64(np.uint32({a}))", "{a}.astype(np.uint32).astype(np.int64)"),
    ("({a} if lane >= {n} else {b})", "np.where(LANES >= {n}, {a}, {b})"),
    ("({a} if {a} > {b} else {b})", "np.where({a} > {b}, {a}, {b})"),
]


def program(rng):
    """The statements of a kernel, and those of all lanes."""
    kernel, lanes, names = ["v0 = np.int64(x[lane])"], ["v0 = x.astype(np.int64)"], ["v0"]
    for at in range(1, rng.randrange(4, 12)):
        step, of_lanes = rng.choice(STEPS)
        words = {"a": rng.choice(names[-3:]), "b": rng.choice(names), "n": rng.choice([1, 2, 4, 7, 16, 31])}
        kernel.append(f"v{at} = {step.format(**words)}")
        lanes.append(f"v{at} = {of_lanes.format(**words)}")
        names.append(f"v{at}")
    for row in range(2):
        name = rng.choice(names[1:])
        kernel.append(f"y[{row}, lane] = {name}")
        lanes.append(f"y[{row}] = {name}")
    return kernel, lanes


def run(body, dtype, to, x, y):
    source = "\n".join(["ALL = 0xffffffff", f'@cuda.jit("void({dtype}[::1], {to}[:, ::1])")', "def k(x, y):",
                        "    lane = cuda.threadIdx.x", *("    " + line for line in body), ""])  # fmt: skip
    text = compiled_ptx(source, ["--fmad=false"])
    WarpProgram(text).launch((1,), (32,), {"x": x, "y": y})
    return text.count("shfl.sync")


@pytest.mark.parametrize("seed", range(80))
def test_random_exchanges(seed):
    rng = random.Random(seed)
    kernel, lanes = program(rng)
    dtype, to = rng.choice(["int32", "uint32", "int64"]), rng.choice(["int64", "int32", "uint8", "uint64"])
    ends = np.iinfo(dtype)
    x = np.random.default_rng(seed).integers(ends.min, ends.max, 32, dtype, endpoint=True)
    if rng.random() < 0.5:
        x[::3] = np.arange(11) - (0 if dtype == "uint32" else 5)
    y, expected = np.zeros((2, 32), to), np.zeros((2, 32), np.int64)
    with np.errstate(all="ignore"):
        exec("\n".join(lanes), {"np": np, "x": x, "y": expected, "LANES": LANES})
    run(kernel, dtype, to, x.copy(), y)
    assert_same("y", y, expected.astype(to))


@pytest.mark.parametrize(("name", "body", "shuffles"), [
    ("a sum", ["v = np.int64(x[lane])", "for s in (1, 2, 4, 8, 16):", "    v += cuda.shfl_xor_sync(ALL, v, s)",
               "y[0, lane] = np.int32(v)"], 5),
    ("the greatest", ["v = np.int64(x[lane])", "for s in (1, 2, 4, 8, 16):",
                      "    v = max(v, cuda.shfl_xor_sync(ALL, v, s))", "y[0, lane] = v"], 5),
    ("the greatest, again", ["v = np.int64(x[lane])", "for s in (1, 2):", "    v = max(v, cuda.shfl_xor_sync(ALL, v, s))",
                             "y[0, lane] = v", "v = cuda.shfl_sync(ALL, v, 0)",
                             "y[1, lane] = v - cuda.shfl_up_sync(ALL, v, 1)"], 4),
])  # fmt: skip
def test_how_many_there_are(name, body, shuffles):
    """Where one exchange is enough there is one."""
    x, y = np.arange(-20, 12, dtype=np.int32) * 3, np.zeros((2, 32), np.int64)
    assert run(body, "int32", "int64", x, y) == shuffles
    values = x.reshape(8, 4).max(1).repeat(4) if "again" in name else np.full(32, x.sum() if name == "a sum" else x.max())
    assert_same("y", y[0], values.astype(np.int64))
    assert not y[1].any()


def test_a_loop_and_what_stands_behind_it():
    """Lanes that have left a loop meet those that are in its next turn: both have two halves, or none has."""
    body = ["v = np.int64(x[lane]) * 12345678901", "t = n = 0", "while True:",
            "    t += cuda.shfl_xor_sync(ALL, v, 1) & 255", "    n += 1", "    if n > lane % 2:", "        break",
            "y[0, lane] = t", "if lane % 2 == 1:", "    return",
            "y[1, lane] = cuda.shfl_xor_sync(ALL, v, 1)"]  # fmt: skip
    x, y = np.arange(32), np.zeros((2, 32), np.int64)
    run(body, "int64", "int64", x, y)
    assert_same("y", y[1], np.where(LANES % 2 == 0, (LANES ^ 1) * 12345678901, 0))
