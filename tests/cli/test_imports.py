"""Imports of project files: where they are looked for, and what is said of
those that cannot be read."""

import pytest

KERNEL = """from numba import cuda
{}

@cuda.jit("void(int32[::1])")
def k(x):
    x[0] = {}
"""


def stored(pyk2ptx, *args, status=0, cwd=None):
    process = pyk2ptx("--emit=ir", *args, status=status, cwd=cwd)
    return process.stderr if status else process.stdout.rstrip().split(" = ")[-1]


def kernel(pyk2ptx, path, imports, value):
    pyk2ptx.write(path, KERNEL.format(imports, value))


def test_beside_the_file(pyk2ptx):
    kernel(pyk2ptx, "a/m.py", "from c import N", "N")
    pyk2ptx.write("a/c.py", "N = 7")
    assert stored(pyk2ptx, "a/m.py") == "i32(7)"
    assert stored(pyk2ptx, "m.py", cwd=pyk2ptx.folder / "a") == "i32(7)"


def test_folders_come_first(pyk2ptx):
    kernel(pyk2ptx, "a/m.py", "from c import N", "N")
    pyk2ptx.write("a/c.py", "N = 7")
    pyk2ptx.write("b/c.py", "N = 8")
    assert stored(pyk2ptx, "a/m.py", "-I", "b") == "i32(8)"
    assert stored(pyk2ptx, "a/m.py", "-Inowhere", "-Ib") == "i32(8)"


def test_in_a_package(pyk2ptx):
    pyk2ptx.write("p/__init__.py", "")
    pyk2ptx.write("p/q/__init__.py", "from ..c import N as M")
    pyk2ptx.write("p/c.py", "N = 7")
    value = "N + M + L"
    kernel(pyk2ptx, "p/q/m.py",
           "from p.c import N\nfrom . import M\nfrom ..c import N as L", value)
    assert stored(pyk2ptx, "p/q/m.py") == "i32(21)"
    # From within the package's folder its parents are found by `..`.
    assert stored(pyk2ptx, "m.py", cwd=pyk2ptx.folder / "p" / "q") == "i32(21)"


def test_package_before_module(pyk2ptx):
    kernel(pyk2ptx, "m.py", "import c", "c.N")
    pyk2ptx.write("c.py", "N = 1")
    pyk2ptx.write("c/__init__.py", "N = 2")
    assert stored(pyk2ptx, "m.py") == "i32(2)"


def test_standard_input_has_no_folder(pyk2ptx):
    pyk2ptx.write("c.py", "N = 7")
    pyk2ptx.write("b/c.py", "N = 8")
    text = KERNEL.format("from c import N", "N")
    process = pyk2ptx("-", "--emit=ir", stdin=text, status=1)
    assert "cannot import `c`: no such file" in process.stderr
    process = pyk2ptx("-", "-Ib", "--emit=ir", stdin=text)
    assert "i32(8)" in process.stdout


def test_unreadable(pyk2ptx):
    kernel(pyk2ptx, "m.py", "from c import N", "N")
    (pyk2ptx.folder / "c.py").write_bytes(b"N = 1 # \xff\n")
    text = stored(pyk2ptx, "m.py", status=1)
    assert "m.py:2:15: error: cannot import `c`: not valid UTF-8" in text
    assert "c.py:1:9: note: it is wrong here" in text
    # Nothing but plain files is read.
    (pyk2ptx.folder / "c.py").unlink()
    (pyk2ptx.folder / "c.py").symlink_to("/dev/zero")
    assert "no such file" in stored(pyk2ptx, "m.py", status=1)


def test_errors_in_imported_functions_point_there(pyk2ptx):
    kernel(pyk2ptx, "m.py", "from c import f", "f(1)")
    pyk2ptx.write("c.py", "from numba import cuda\n@cuda.jit\n"
                          "def f(x):\n    return x.y\n")
    assert "c.py:4:14: error: " in stored(pyk2ptx, "m.py", status=1)


def test_defines_reach_imported_files(pyk2ptx):
    kernel(pyk2ptx, "m.py", "from c import M", "M")
    pyk2ptx.write("c.py", "N = 1\nM = N * 10\n")
    assert stored(pyk2ptx, "m.py", "-DN=3") == "i32(30)"


def test_nothing_is_executed(pyk2ptx):
    kernel(pyk2ptx, "m.py", "from c import N", "N")
    pyk2ptx.write("c.py", "open('made', 'w')\nN = 3\n")
    assert stored(pyk2ptx, "m.py") == "i32(3)"
    assert "made" not in pyk2ptx.files()


def test_run_follows_imports(pyk2ptx):
    pyk2ptx.write("p/m.py", KERNEL.format("from c import f", "f(20)"))
    pyk2ptx.write("q/c.py", "from numba import cuda\n@cuda.jit\n"
                            "def f(x):\n    return x + 1\n")
    words = ["run", "p/m.py", "--grid=1", "--block=1", "--device=cpu",
             "zeros(int32,1)"]
    assert "21" in pyk2ptx(*words, "-I", "q").stdout
    pyk2ptx(*words, "-I", "q", "--no-imports", status=1)
    pyk2ptx(*words, status=1)


MODULE = """from numba import cuda
N, A = 4, [1, 2]
@cuda.jit(device=True)
def f(x):
    return x * N
@cuda.jit(device=True)
def g(x):
    return x * A[1]
"""


@pytest.mark.parametrize("change", ["c.N = 8", "c.A[1] = 8", "c.A.append(3)", "def h():\n    c.N = c.A[0] = 8\nh()", "import d"])
def test_functions_see_what_importers_set(pyk2ptx, change):
    """A module's function runs when all files have run: of what those change it is not what the module says."""
    pyk2ptx.write("c.py", MODULE)
    pyk2ptx.write("d.py", "import c\nc.N = 8\nc.A[1] = 8\n")
    results = []
    for called in ("c.f(3)", "c.g(3)", "c.N", "c.A[1]"):
        kernel(pyk2ptx, "m.py", "import c\n" + change, called)
        results.append(pyk2ptx("m.py", "--emit=ir", "-o", "-", status=None))
    refused = ["changed while the program runs" in each.stderr for each in results]
    assert any(refused), results
    isN, isA = "N" in change or "d" == change[-1], "A" in change or "d" == change[-1]
    assert refused == [isN, isA, isN, isA]


def test_modules_use_their_own_constants(pyk2ptx):
    pyk2ptx.write("c.py", MODULE + "M = N * 2\n@cuda.jit(device=True)\ndef h(x):\n    return x * M + A[0]\n")
    pyk2ptx.write("d.py", "import c\nprint(c.N, c.A[1])\nA = [5]\nA[0] = 6\n")
    kernel(pyk2ptx, "m.py", "import c, d", "c.f(c.h(3)) + c.g(2)")
    assert pyk2ptx("m.py", "--emit=ir", "-o", "-").stdout
