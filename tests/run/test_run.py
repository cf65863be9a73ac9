"""pyk2ptx run itself: how it is used, what it prints, what it says and with
which status. Kernels are as simple as they can be."""

import subprocess

import numpy as np
import pytest
from conftest import HEADER, PYK2PTX

KERNEL = HEADER + """
@cuda.jit
def scale(a, x):
    i = cuda.grid(1)
    x[i] = a * x[i]
"""
TWO = KERNEL + """
@cuda.jit("void(int32, float32[::1], float64[:, :])")
def typed(n, x, m):
    i = cuda.grid(1)
    x[i] = n
"""
GEOMETRY = ["--grid", "1", "--block", "4"]


@pytest.fixture
def run(tmp_path):
    (tmp_path / "one.py").write_text(KERNEL)
    (tmp_path / "two.py").write_text(TWO)

    def call(*words, device="cpu"):
        return subprocess.run(
            [PYK2PTX, "run", f"--device={device}", *words],
            cwd=tmp_path, capture_output=True, text=True, timeout=60,
        )

    call.folder = tmp_path
    return call


def test_prints_arrays_and_the_time(run):
    got = run("one.py", *GEOMETRY, "2.0", "x=arange(float32,4)")
    assert got.returncode == 0, got.stderr
    lines = got.stdout.splitlines()
    assert lines[0] == "x: float32 (4,) [0. 2. 4. 6.]"
    assert lines[1].startswith("time: ") and "the CPU device" in lines[1]
    assert got.stderr == ""


def test_writes_arrays(run):
    got = run("one.py::scale", *GEOMETRY, "x=arange(4)", "a=3", "--out", "x=o.npy")
    assert got.returncode == 0 and got.stdout == ""
    assert np.load(run.folder / "o.npy").tolist() == [0, 3, 6, 9]


def test_repeat_keeps_the_first_result(run):
    got = run("one.py", *GEOMETRY, "2", "arange(4)", "--repeat", "5")
    assert "x: int64 (4,) [0 2 4 6]" in got.stdout
    assert "(median of 5)" in got.stdout


def test_facts_are_what_the_launch_says(run):
    """An array that is not small is no fault of the launch: it is compiled for."""
    (run.folder / "sizes.py").write_text(HEADER + """
@cuda.jit("void(uint8[:, ::1], int64[::1])")
def sizes(a, x):
    x[0] = a.shape[1]
""")
    for shape, size in ("3x5", 5), (f"0x{2**31 - 1024}", 2**31 - 1024), (f"0x{2**40}", 2**40):
        got = run("sizes.py", *GEOMETRY, "--facts", f"a=zeros(uint8,{shape})", "x=zeros(int64,1)", "--out", "x=o.npy")
        assert got.returncode == 0, got.stderr
        assert np.load(run.folder / "o.npy") == size


def test_defines_and_signatures(run):
    (run.folder / "d.py").write_text(
        HEADER + "@cuda.jit\ndef k(x):\n    x[cuda.grid(1)] = N * 2\n"
    )
    got = run("d.py", *GEOMETRY, "zeros(int8,4)", "-D", "N=21")
    assert "[42 42 42 42]" in got.stdout, got.stderr
    got = run("d.py", *GEOMETRY, "zeros(float32,4)", "-DN=1", "--sig", "k(float32[:])")
    assert "[2. 2. 2. 2.]" in got.stdout, got.stderr
    got = run("d.py", *GEOMETRY, "zeros(int8,4)", "-DN=1", "--sig", "k(float32[:])")
    assert got.returncode == 1
    assert "wants a 1-dimensional float32 array" in got.stderr


def test_functions_as_arguments(run):
    (run.folder / "f.py").write_text(
        HEADER + "import math\nnegated = lambda x: -x\n\n@cuda.jit\n"
        "def each(a, f):\n    i = cuda.grid(1)\n    a[i] = f(a[i])\n"
    )
    for words, values in [
        (["f=negated"], "[-1. -1. -1. -1.]"),
        (["math.exp2"], "[2. 2. 2. 2.]"),
        (["negated", "--sig", "each(float32[:], negated)"], "[-1. -1. -1. -1.]"),
    ]:
        got = run("f.py", *GEOMETRY, "full(float32,4,1)", *words)
        assert values in got.stdout, got.stderr


@pytest.mark.parametrize(
    "words,status,text",
    [
        (["one.py", "1", "zeros(4)"], 2, "--grid"),
        (["one.py", "--grid", "1", "1", "zeros(4)"], 2, "--block"),
        (["one.py", "--grid", "1,2,3,4", "--block", "1"], 2, "--grid takes X[,Y[,Z]]"),
        (["--wrong", "one.py"], 2, "unknown option `--wrong`"),
        (["one.py", *GEOMETRY, "1", "hello"], 1,
         "`hello` is not known at compile time: it is no function of the file, "
         "and no other argument for `x`"),
        (["one.py", *GEOMETRY, "1", "hello!"], 2, "`hello!` is no argument"),
        (["one.py", *GEOMETRY, "1", "x=(scale,1)"], 2, "stand for a whole argument"),
        (["one.py", *GEOMETRY, "--check=race"], 2, "--check takes all, or some of"),
        (["one.py", *GEOMETRY, "1", "zeros(4)", "--out", "y=o.npy"], 2, "named `y`"),
        (["two.py", *GEOMETRY, "1"], 2, "there are `scale`, `typed`"),
        (["missing.py", *GEOMETRY], 1, "cannot read `missing.py`"),
        (["one.py", *GEOMETRY, "1", "missing.npy"], 1, "cannot read `missing.npy`"),
        (["two.py::scal", *GEOMETRY], 1, "did you mean `scale`?"),
        (["one.py", *GEOMETRY, "1"], 1, "missing: `x`"),
        (["one.py", *GEOMETRY, "1", "zeros(4)", "3"], 1, "takes 2 arguments (`a`, `x`), 3 given"),
        (["one.py", *GEOMETRY, "b=1", "zeros(4)"], 1, "none named `b`"),
        (["one.py", *GEOMETRY, "a=1", "a=2"], 1, "`a` is given twice"),
        (["two.py::typed", *GEOMETRY, "1.5", "zeros(float32,4)", "zeros(2x2)"], 1,
         "argument `n` (int32): wants a int32 scalar, not a float"),
        (["two.py::typed", *GEOMETRY, "2147483648", "zeros(float32,4)", "zeros(2x2)"],
         1, "OverflowError"),
        (["two.py::typed", *GEOMETRY, "1", "zeros(4)", "zeros(2x2)"], 1,
         "wants a 1-dimensional float32 array, not a 1-dimensional float64 array"),
        (["two.py::typed", *GEOMETRY, "1", "zeros(float32,4)", "zeros(2)"], 1,
         "wants a 2-dimensional float64 array, not a 1-dimensional float64 array"),
    ],
)
def test_errors(run, words, status, text):
    got = run(*words)
    assert got.returncode == status, got.stderr
    assert text in got.stderr


def test_a_wrong_kernel_is_a_diagnostic(run):
    (run.folder / "bad.py").write_text(
        HEADER + "@cuda.jit\ndef k(x):\n    x[0] = undefined\n"
    )
    got = run("bad.py", *GEOMETRY, "zeros(4)")
    assert got.returncode == 1
    assert "bad.py:6:12: error:" in got.stderr


def geometry_error(launch, grid, block, shared):
    words = ["--grid", grid, "--block", block, "--shared", shared]
    (launch.folder / "one.py").write_text(KERNEL)
    return subprocess.run(
        [PYK2PTX, "run", f"--device={launch.device}", "one.py", *words, "1", "zeros(4)"],
        cwd=launch.folder, capture_output=True, text=True, timeout=60,
    )


def test_a_geometry_that_no_device_takes(launch):
    """The same words on every device."""
    got = geometry_error(launch, "1", "2048", "0")
    assert got.returncode == 1
    assert got.stderr == (
        "pyk2ptx: error: CUDA_ERROR_INVALID_VALUE: invalid argument "
        "(cuLaunchKernel of kernel scale, grid (1,1,1), block (2048,1,1), 0 bytes "
        "of dynamic shared memory); 2048 threads a block, at most 1024 are "
        "allowed\n"
    )
    for grid, block, shared in (
        ("0", "1", "0"), ("1,65536", "1", "0"), ("1", "1,1,65", "0"),
        ("1", "32,32,2", "0"), ("1", "1", "232449"),
    ):
        got = geometry_error(launch, grid, block, shared)
        assert got.returncode == 1
        assert "CUDA_ERROR_INVALID_VALUE" in got.stderr
    assert geometry_error(launch, "1", "1", "232448").returncode == 0


def test_help(run):
    got = run("--help")
    assert got.returncode == 0 and got.stdout.startswith("OVERVIEW: runs a kernel")
