"""The sine and the cosine of one angle have one reduction of large angles, whose table of 2/pi is read once."""

import subprocess

import pytest
from conftest import PYK2PTX

ONE = ["a = x[i]\n    y[i] = math.sin(a)\n    z[i] = math.cos(a)",
       "a = x[i] * 2\n    z[i] = math.cos(a)\n    if x[i] > 3:\n        y[i] = math.sin(a) + math.cos(a)",
       "y[i] = turned(x[i])"]  # fmt: skip
TWO = ["a = x[i]\n    y[i] = math.sin(a)\n    z[i] = math.cos(a + 1)",
       "a = x[i]\n    if a > 3:\n        y[i] = math.sin(a)\n    else:\n        y[i] = math.cos(a)"]  # fmt: skip


@pytest.mark.parametrize("body, options, count", [
    *((body, ["-O3"], 1) for body in ONE),
    *((body, ["-O3"], 2) for body in TWO),
    (ONE[0], ["-O3", "--passes=-joined-sines"], 2),
    (ONE[0], ["-O1"], 2),
])  # fmt: skip
def test_tables_that_are_read(tmp_path, body, options, count):
    source = tmp_path / "k.py"
    source.write_text(f"""import math
from numba import cuda
@cuda.jit(device=True)
def turned(a):
    return math.cos(a) - 3 * math.sin(a)
@cuda.jit("void(float32[::1], float32[::1], float32[::1])")
def k(x, y, z):
    i = cuda.grid(1)
    {body}
""")
    command = [PYK2PTX, source, "--passes=-small-copies,-version-regions,-apart-copies", *options, "-o", "-"]
    text = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    assert text.count(", __cudart_i2opi_f") == count
