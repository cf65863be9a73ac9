"""What goes wrong, and how it is said."""

import numpy as np
import pytest

from pyk2ptx import cuda, errors


def test_compile_errors_show_the_source():
    @cuda.jit
    def k(a):
        a[0] = undefined_thing  # noqa: F821

    with pytest.raises(cuda.TypingError) as caught:
        k[1, 1](np.zeros(1))
    text = str(caught.value)
    line = k.py_func.__code__.co_firstlineno + 2
    assert (
        f"test_errors.py:{line}:16: error: name `undefined_thing` is not defined"
        in text
    )
    assert "^~~~" in text
    severity, kind, _, file, at, column = caught.value.diagnostics[0]
    assert (severity, kind, at, column) == ("error", "UnknownName", line, 16)
    assert isinstance(caught.value, errors.CompileError)


def test_compile_errors_in_device_functions():
    @cuda.jit(device=True)
    def helper(x):
        return x.no_such

    @cuda.jit
    def k(a):
        a[0] = helper(a)

    with pytest.raises(cuda.CompileError, match="no_such"):
        k[1, 1](np.zeros(1))


def test_unusable_names_matter_only_when_read():
    class Thing:
        value = object()

    thing = Thing()

    @cuda.jit
    def fine(a):
        a[0] = 1
        if False:
            thing.value

    @cuda.jit
    def bad(a):
        a[0] = thing

    with pytest.raises(cuda.CompileError, match="Thing"):
        bad[1, 1](np.zeros(1))


def test_kernels_raise_under_debug():
    @cuda.jit(debug=True, opt=False)
    def k(a, which):
        if which == 0:
            a[5] = 1
        assert which != 1, "not one"
        if which == 2:
            raise ValueError("two")
        if which == 3:
            a[0] = 1 // (which - 3)

    a = np.zeros(3)
    for which, error, text in [
        (0, IndexError, "index 5 is out of bounds for axis 0 with size 3"),
        (1, AssertionError, "not one"),
        (2, ValueError, "two"),
        (3, ZeroDivisionError, "zero"),
    ]:
        with pytest.raises(error, match=text) as caught:
            k[1, 1](a, which)
        assert "test_errors.py:" in str(caught.value)
    k[1, 1](a, 9)


def test_launches_that_the_driver_refuses():
    @cuda.jit
    def k(a):
        a[0] = 1

    a = np.zeros(1)
    for key in ((1, 2048), (0, 1), ((1, 1, 65536), 1), (1, 32, 0, 1 << 20)):
        with pytest.raises(cuda.CudaAPIError) as caught:
            k[key](a)
        assert caught.value.code == 1
        assert str(caught.value).startswith("CUDA_ERROR_INVALID_VALUE")
    k[1, 1](a)
    assert a[0] == 1


def test_checks():
    @cuda.jit
    def race(a):
        a[0] += 1

    with pytest.raises(cuda.CheckError, match="race") as caught:
        cuda.check(race)[1, 32](np.zeros(3))
    assert "a[0] += 1" in str(caught.value) and "test_errors.py:" in str(caught.value)
    cuda.check(race)[1, 1](np.zeros(3))
    cuda.check(race, races=False)[1, 32](np.zeros(3))

    @cuda.jit
    def outside(a):
        a[cuda.grid(1)] = 1

    a = np.zeros(3)
    outside[1, 32](a)
    with pytest.raises(cuda.CheckError, match="a\\[3\\]|index 3"):
        cuda.check(outside)[1, 32](a)


def test_warnings():
    @cuda.jit
    def k(a):
        if a[0] > 0:
            x = 1
        a[0] = x

    with pytest.warns(errors.NumbaWarning, match="`x`"):
        k[1, 1](cuda.to_device(np.zeros(1)))


def test_exceptions_can_be_pickled():
    import pickle

    error = pickle.loads(pickle.dumps(errors.CompileError("text", [1])))
    assert str(error) == "text" and error.diagnostics == [1]
    error = pickle.loads(pickle.dumps(errors.CudaAPIError(1, "text")))
    assert (error.code, str(error)) == (1, "text")


class OwnError(Exception):
    pass


class TwoWords(Exception):
    def __init__(self, first, second):
        super().__init__(first, second)


def test_own_exceptions():
    @cuda.jit(debug=True, opt=False)
    def raises(x):
        if x == 1:
            raise OwnError
        if x == 2:
            raise OwnError("two")
        if x == 3:
            raise TwoWords("a", "b")

    raises[1, 1](0)
    with pytest.raises(OwnError):
        raises[1, 1](1)
    with pytest.raises(OwnError, match="two"):
        raises[1, 1](2)
    # It cannot be made of one text.
    with pytest.raises(errors.KernelRuntimeError, match="TwoWords"):
        raises[1, 1](3)
