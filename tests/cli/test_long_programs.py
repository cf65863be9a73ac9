"""Text that is long in one way or another: it compiles, and in time.

A test that is killed by its timeout is one whose time doubles with every line.
"""

import subprocess

import pytest
from conftest import PYK2PTX

HEAD = """import numpy as np
from numba import cuda

"""
LINES = 300


def compiled(folder, text):
    (folder / "k.py").write_text(HEAD + text)
    command = [PYK2PTX, "k.py", "-o", "-"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)


def kernel(lines, before=""):
    body = "".join(f"    {line}\n" for line in lines)
    return f"{before}\n@cuda.jit('void(int64[::1], int64)')\ndef k(y, n):\n{body}"


def test_a_name_of_a_kernel_that_is_made_of_itself(tmp_path):
    """Whether it is a kernel's name is looked for in all calls."""
    lines = [f"h = np.uint32((h ^ (h << {i % 31})) + {i})" for i in range(LINES)]
    result = compiled(tmp_path, kernel(["h = np.uint32(n)", *lines, "y[0] = h"]))
    assert result.returncode == 0, result.stderr


def test_names_of_kernels_that_are_made_of_each_other(tmp_path):
    lines = [f"{a} = max({a} ^ {b}, {b})" for i in range(LINES) for a, b in ("pq", "qp")]
    result = compiled(tmp_path, kernel(["p = min(n, 5)", "q = 1", *lines, "y[0] = p"]))
    assert result.returncode == 0, result.stderr


def test_a_constant_that_is_made_of_itself(tmp_path):
    steps = [f"N = (N * 3 + N // {i + 2}) % 1000003" for i in range(LINES)]
    names = {"N": 7}
    exec("\n".join(steps), names)
    result = compiled(tmp_path, kernel(["y[0] = N"], "\n".join(["N = 7", *steps])))
    assert result.returncode == 0, result.stderr
    assert f"{names['N']};" in result.stdout


def test_constants_that_are_made_of_each_other(tmp_path):
    """Each is what it is at its place: as in Python, at every one of them."""
    steps = [f"{a} = ({a} * 3 + {b} + {i}) % 1000003" for i in range(LINES) for a, b in ("PQ", "QP")]
    steps.insert(LINES, "MIDDLE = P + Q")
    names = {"P": 7, "Q": 11}
    exec("\n".join(steps), names)
    reads = [f"y[{i}] = {name}" for i, name in enumerate(("P", "Q", "MIDDLE"))]
    result = compiled(tmp_path, kernel(reads, "\n".join(["P, Q = 7, 11", *steps])))
    assert result.returncode == 0, result.stderr
    for name in ("P", "Q", "MIDDLE"):
        assert f"{names[name]};" in result.stdout


@pytest.mark.parametrize("where", ["file", "kernel"])
def test_a_name_that_conditions_make_of_itself(tmp_path, where):
    steps = [line for i in range(2 * LINES) for line in (f"if C > {i}:", f"    N = max(N, {i})")]
    if where == "file":
        before = "\n".join(["import os", "N = 1", "C = int(os.environ.get('C', 1))", *steps])
        result = compiled(tmp_path, kernel(["y[0] = 1"], before))
    else:
        result = compiled(tmp_path, kernel(["C, N = n, 1", *steps, "y[0] = N"]))
    assert result.returncode == 0, result.stderr


def test_what_was_too_deep_from_one_place_is_not_from_another(tmp_path):
    """Functions, whose decorators are evaluated where a chain of names is so long
    that its beginning is given up."""
    before = "".join(
        f"@cuda.jit(device=True)\ndef f{i}(s, v):\n    return s * v + {i}\n" for i in range(LINES)
    )
    lines = [f"s = f{i}(s, n)" for i in range(LINES)]
    result = compiled(tmp_path, kernel(["s = n", *lines, "y[0] = s"], before))
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize(
    "step",
    ["n = n + m; m = m + n", "n, m = m, n + m", "n, m = m, min(max(n + m, 0), 100)",
     "n, m = min(n, m), max(n, m) + 1", "n, m = m, (n + m) // 2", "n = n * m + 1",
     "n, m = (m if n < m else n), n + 1", "n, m = m, int(np.int32(n + m))"],
)  # fmt: skip
def test_indices_that_are_made_of_each_other(tmp_path, step):
    """What bounds them and where they are is as long as two before them."""
    lines = [f"{step}; s += y[n]" for _ in range(48)]
    result = compiled(tmp_path, kernel(["m = 1", "s = 0", *lines, "y[0] = s"]))
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("loop", ["while k{i} > 0:", "for j{i} in range(k{i}):", "if k{i} > 0:"])
def test_blocks_with_names_of_their_own(tmp_path, loop):
    """Of each block what all variables are is kept."""
    lines = []
    for i in range(LINES):
        lines += [f"k{i} = 3 + n", loop.format(i=i), f"    k{i} -= 1", f"    y[k{i}] += 1"]
    result = compiled(tmp_path, kernel(lines))
    assert result.returncode == 0, result.stderr
