"""What kernels take over from the program around them: globals, closures, functions and
classes, wherever their text is."""

import enum
import linecache
import math

import numpy as np
import pytest

from pyk2ptx import (
    _made_by_exec,
    cuda,
    float32,
    types,
)
from pyk2ptx.cuda import threadIdx

SCALE = 3
TABLE = np.array([1, 2, 3], np.float32)


class Color(enum.IntEnum):
    RED = 5
    GREEN = 7


@cuda.jit(device=True)
def scaled(x, factor=SCALE):
    return x * factor + TABLE[1]


def plain_function(x):
    return x + 1


def test_globals_and_device_functions():
    @cuda.jit
    def k(a):
        i = cuda.grid(1)
        more = plain_function(0) + math.sqrt(4.0) + np.float32(1) + threadIdx.x * 0
        a[i] = scaled(a[i]) + more + Color.GREEN

    a = np.ones(5, np.float32)
    k[1, 32](a)
    assert (a == 3 + 2 + 1 + 2 + 1 + 7).all()


def test_factory():
    def make(n):
        @cuda.jit
        def k(a):
            s = cuda.shared.array(n, float32)
            s[0] = n
            a[cuda.grid(1)] = s[0]

        return k

    for n in (3, 4):
        a = np.zeros(2, np.float32)
        make(n)[1, 2](a)
        assert (a == n).all()


def test_globals_are_those_of_the_first_launch():
    factor = 2

    @cuda.jit
    def k(a):
        a[0] = factor

    factor = 5
    a = np.zeros(1)
    k[1, 1](a)
    assert a[0] == 5
    factor = 6
    k[1, 1](a)
    assert a[0] == 5
    k.recompile()
    k[1, 1](a)
    assert a[0] == 6


def test_lambda():
    double = cuda.jit(lambda x: x * 2, device=True)

    @cuda.jit
    def k(a):
        a[0] = double(a[0])

    a = np.ones(1)
    k[1, 1](a)
    assert a[0] == 2


def test_captured_slices():
    inner, rows = slice(2, -1), slice(None, None, 2)
    pair = (slice(1, None), 0)

    @cuda.jit
    def k(a, b, out):
        v = a[inner]
        out[0] = v.size
        out[1] = v[0]
        out[2] = b[rows, 1][1]
        out[3] = b[pair][0]
        out[4] = (1, 2, 3, 4, 5)[inner][1]
        a[inner] = 9

    a, b, out = np.arange(8.0), np.arange(12.0).reshape(4, 3), np.zeros(5)
    k[1, 1](a, b, out)
    assert list(out) == [5, 2, 7, 3, 4]
    assert list(a) == [0, 1, 9, 9, 9, 9, 9, 7]


@pytest.mark.parametrize("align", [False, True])
def test_constant_records(align):
    kind = np.dtype([("x", np.int8), ("y", float), ("z", np.float32)], align=align)
    table = np.array([(1, 2.5, 3), (-4, 5.5, 6)], dtype=kind)

    @cuda.jit
    def k(out):
        c = cuda.const.array_like(table)
        for i in range(len(table)):
            out[i] = c[i].x + c[i].y + table[i].z

    out = np.zeros(2)
    k[1, 1](out)
    assert list(out) == [6.5, 7.5]


def test_constant_arrays_without_elements():
    empty, flat = np.array([]), np.zeros((2, 0, 3), np.int32)

    @cuda.jit
    def k(out):
        c = cuda.const.array_like(empty)
        out[0] = len(c)
        out[1] = flat.shape[0] + flat.shape[2]
        for v in c:
            out[0] = v

    out = np.ones(2)
    k[1, 1](out)
    assert list(out) == [0, 5]


def test_exec_with_linecache():
    text = "def k(a):\n    a[0] = 41\n"
    linecache.cache["<cell 1>"] = (len(text), None, text.splitlines(True), "<cell 1>")
    scope = {}
    exec(compile(text, "<cell 1>", "exec"), scope)
    a = np.zeros(1)
    cuda.jit(scope["k"])[1, 1](a)
    assert a[0] == 41


def test_exec():
    """What exec and eval make, by texts that only they had: the newest of its name,
    decorated or not, with constants and functions of its namespace."""
    scope = {"N": 3}
    for factor in (2, 5):
        text = f"def double(x):\n    return x * {factor}\n\n"
        text += "def k(a):\n    if a.size:\n        a[0] = double(a[0]) + N + f(1)\n"
        exec(text, scope)
        # Of the same name, and of other text.
        exec("def k(a):\n    a[0] = 0\n", {})
        scope["f"] = cuda.jit(eval("lambda x: x + 10"), device=True)
        scope["double"] = cuda.jit(scope["double"], device=True)
        a = np.ones(1)
        scope["k"].__name__ = "renamed"
        cuda.jit(scope["k"])[1, 1](a)
        assert a[0] == factor + 3 + 11
    made = {"cuda": cuda}
    exec("@cuda.jit\ndef k(a):\n    a[0] = 7\n", made)
    made["k"][1, 1](a)
    assert a[0] == 7
    with pytest.raises(cuda.CompileError, match="<string>:2:"):
        exec("def bad(a):\n    a[0] = missing\n", scope)
        cuda.jit(scope["bad"])[1, 1](a)


def test_no_source():
    scope = {}
    exec("def k(a):\n    a[0] = 41\n", scope)
    # As if it had been made before the package was imported.
    _made_by_exec._texts.clear()
    with pytest.raises(cuda.CompileError, match="source of `k` is not to be found"):
        cuda.jit(scope["k"])[1, 1](np.zeros(1))


def test_njit_functions():
    from pyk2ptx import njit

    @njit
    def square(x):
        return x * x

    @njit(fastmath=True)
    def twice(x):
        return square(x) + square(x)

    @cuda.jit
    def k(a):
        a[0] = twice(a[0])

    a = np.full(1, 3.0)
    k[1, 1](a)
    assert a[0] == 18 == twice(3)


def test_lambdas_of_one_line():
    add, double, same = (cuda.jit(lambda x: x + 1, device=True), cuda.jit(lambda x: x * 2, device=True),
                         cuda.jit(lambda x: x, device=True))  # fmt: skip
    longer = cuda.jit(
        lambda x, y=3: x
        * y,
        device=True,
    )  # fmt: skip

    @cuda.jit
    def k(a):
        a[0] = add(a[0])
        a[1] = double(a[1])
        a[2] = same(a[2])
        a[3] = longer(a[3])

    a = np.full(4, 5.0)
    k[1, 1](a)
    assert a.tolist() == [6, 10, 5, 15]


def test_edited_files(tmp_path, monkeypatch):
    import importlib

    file = tmp_path / "edited_module.py"
    text = "from pyk2ptx import cuda\n@cuda.jit\ndef k(a):\n    a[0] = 1\n"
    file.write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    module = importlib.import_module("edited_module")
    file.write_text("# a line more\n" + text)
    a = np.zeros(1)
    with pytest.raises(
        cuda.CompileError, match="edited_module.py:2: error: the file was changed"
    ):
        module.k[1, 1](a)
    importlib.reload(module).k[1, 1](a)
    assert a[0] == 1


def test_files_that_grow(tmp_path, monkeypatch):
    """What stands where it was, and makes what it made, is still a function's text."""
    import importlib

    file = tmp_path / "grown_module.py"
    text = (
        "from pyk2ptx import cuda\n"
        "@cuda.jit(device=True)\ndef twice(x):\n    return x + x\n"
        "@cuda.jit\ndef k(a):\n    a[0] = twice(a[0])\n"
    )
    file.write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    module = importlib.import_module("grown_module")
    file.write_text(text + "\n\ndef other():\n    pass\n")
    a = np.ones(1)
    module.k[1, 1](a)
    assert a[0] == 2
    module = importlib.reload(module)
    file.write_text(text.replace("x + x", "x * 3"))
    with pytest.raises(cuda.CompileError, match="`twice` was made"):
        module.k[1, 1](a)


def test_captured_objects():
    import dataclasses
    import types as pytypes

    @dataclasses.dataclass
    class Settings:
        x: float
        n: int
        table: np.ndarray

    settings = Settings(1.5, 2, np.array([7, 8]))
    plain = pytypes.SimpleNamespace(deep=settings)
    numbers = (1, (2.5, np.int8(3)))
    size, name, nothing, flag = np.int64(5), "fast", None, False

    @cuda.jit
    def k(a):
        a[0] = settings.x + plain.deep.n + settings.table[1]
        a[1] = numbers[1][0] + numbers[1][1] + len(numbers)
        s = cuda.shared.array(size, "float32")
        a[2] = s.size
        if flag:
            a[3] = no_such_name()  # noqa: F821
        if nothing is None and name == "fast":
            a[3] = np.pi + math.e + min(1, 2) + abs(-3) + types.int32(1)

    a = np.zeros(4)
    k[1, 1](a)
    assert a.tolist() == [11.5, 7.5, 5, np.pi + math.e + 5]


@pytest.mark.parametrize(
    "function", [math.sqrt, np.sqrt, scaled, plain_function, abs, float, np.float32]
)
def test_functions_as_constants(function):
    @cuda.jit
    def k(a):
        a[0] = function(a[0])

    a = np.full(1, 4.0)
    k[1, 1](a)
    wanted = 4.0 * SCALE + 2 if function is scaled else function(4.0)
    assert a[0] == wanted


def test_kernels_of_classes():
    class Solver:
        factor = 3

        @staticmethod
        @cuda.jit
        def k(a, n):
            a[0] = n * Solver.factor

        @cuda.jit
        def m(a, n):
            a[0] = n + 1

    a = np.zeros(1)
    Solver.k[1, 1](a, 3)
    assert a[0] == 9
    Solver().m[1, 1](a, 5)
    assert a[0] == 6


def test_defaults_are_those_of_the_definition():
    factor, more = 3, (1, 2)

    @cuda.jit(device=True)
    def first(x, y=factor, *, z=more[1]
              + 0, w=-1):  # fmt: skip
        return x * y + z * 10 + w * factor

    second = cuda.jit(lambda x, y=factor + 1: x * y * factor, device=True)
    factor, more = 5, (7, 8)

    @cuda.jit
    def k(a):
        a[0] = first(2.0)
        a[1] = second(2.0)
        a[2] = first(2.0, 1, z=0)

    a = np.zeros(3)
    k[1, 1](a)
    assert a.tolist() == [2 * 3 + 20 - 5, 2 * 4 * 5, 2 - 5]


def test_a_called_function_without_text_is_named():
    scope = {"helper": plain_function}
    exec("def made(x):\n    return helper(x)", scope)
    made = scope["made"]
    # As if it had been made before the package was imported.
    _made_by_exec._texts.clear()

    @cuda.jit
    def calls(a):
        a[0] = made(a[0])

    with pytest.raises(cuda.CompileError, match="the source of `made`"):
        calls[1, 1](np.zeros(1))
