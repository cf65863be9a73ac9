"""raise and assert: the thread ends in every mode, --debug reports it."""

import math

import numpy as np
import pytest
from conftest import Failed

SOURCE = """
class Wrong(Exception):
    pass

@cuda.jit(device=True)
def checked(x):
    if x == 2:
        raise ValueError("two", 2)
    return x * 10

@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    for j in range(3):
        out[i] += 1
        if x[i] == 1:
            raise Wrong
    y = checked(x[i])
    assert x[i] < 5, f"x is {x[i]}"
    out[i] = y

@cuda.jit
def meets(x, out):
    s = cuda.shared.array(4, float32)
    i = cuda.grid(1)
    s[i] = checked(x[i])
    cuda.syncthreads()
    out[i] = s[3 - i]

@cuda.jit
def divides(x, out):
    i = cuda.grid(1)
    out[i] = 100 // x[i] + 100 % x[i]

@cuda.jit
def counts(x, out):
    i = cuda.grid(1)
    for j in range(0, 3, x[i]):
        out[i] += 1
"""


def arrays(x):
    return [np.array(x), np.zeros(len(x), np.int64)]


def test_ends_the_thread(launch):
    got = launch(SOURCE, "k", (1,), (4,), arrays([0, 1, 2, 7]))
    assert got[1].tolist() == [0, 1, 3, 3]


# Nothing comes behind it in the thread, but others see what it stored.
@pytest.mark.parametrize("options", [(), ("--facts",), ("--facts", "--passes=-inline-functions")])
def test_stores_before_the_end_stay(launch, options):
    source = """
@cuda.jit(device=True)
def checked(x):
    if x < 0:
        raise ValueError("negative")
    return x

@cuda.jit
def k(x, own, called, out):
    i = cuda.grid(1)
    seen = cuda.shared.array(128, float64)
    if i < x.size and i < own.size and i < called.size:
        seen[i] = 7
        own[i] = 1
        called[i] = 1
        if x[i] == 0:
            raise ValueError("zero")
        own[i] = 2
        called[i] = checked(x[i])
        seen[i] = 8
    cuda.syncthreads()
    out[i] = seen[(i + 1) % 128]
"""
    launch.defects = ("uninit", "barriers")
    x = np.arange(128) % 5 - 2.0
    got = launch(source, "k", (1,), (128,), [x, *(np.zeros(128) for _ in range(3))],
                 options=options)
    assert got[1].tolist() == np.where(x == 0, 1, 2).tolist()
    assert got[2].tolist() == np.where(x <= 0, 1, x).tolist()
    after = np.roll(np.where(x <= 0, 7.0, 8), -1)
    assert got[3].tolist() == np.where(x <= 0, 0, after).tolist()


@pytest.mark.parametrize("options", [(), ("-O0",), ("--bounds=none",)])
def test_an_assert_ends_the_thread_in_functions_too(launch, options):
    source = """
@cuda.jit(device=True)
def root(x):
    assert x >= 0, "negative"
    return math.sqrt(x)

@cuda.jit(device=True)
def twice(x):
    return root(x) + root(x - 1)

@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    s = cuda.shared.array(4, float64)
    out[i] = 1
    s[i] = twice(x[i])
    out[i] = 2
    cuda.syncthreads()
    out[i] = s[i]
"""
    launch.defects = ("uninit", "barriers")
    got = launch(source, "k", (1,), (4,), [np.array([4.0, 0.5, -1, 1]), np.zeros(4)],
                 options=options)
    assert got[1].tolist() == [2 + math.sqrt(3), 1, 1, 1]
    with pytest.raises(Failed) as failed:
        launch(source, "k", (1,), (4,), [np.array([4.0, 0.5, -1, 1]), np.zeros(4)],
               options=["--debug"])
    assert "AssertionError: negative, block (0,0,0) thread (1,0,0)" in failed.value.stderr


def test_ends_a_thread_before_a_barrier(launch):
    # The one thread that raises is not waited for on either device.
    got = launch(SOURCE, "meets", (1,), (4,), arrays([0, 1, 3, 4]))
    assert got[1].tolist() == [40, 30, 10, 0]


@pytest.mark.parametrize(
    "kernel,x,line,message",
    [
        ("k", [0, 1], 20, "Wrong, block (0,0,0) thread (1,0,0)"),
        ("k", [0, 2], 11, "ValueError: two, 2, block (0,0,0) thread (1,0,0)"),
        ("k", [7, 0], 22, "AssertionError: x is {x[i]}, block"),
        ("divides", [3, 0], 36, "ZeroDivisionError: integer division or modulo by"),
        ("counts", [1, 0], 41, "ValueError: range() arg 3 must not be zero"),
    ],
)
def test_debug_reports(launch, kernel, x, line, message):
    with pytest.raises(Failed) as failed:
        launch(SOURCE, kernel, (1,), (2,), arrays(x), options=["--debug"])
    assert f"k.py:{line}:" in failed.value.stderr, failed.value.stderr
    assert message in failed.value.stderr


def test_debug_without_a_fault(launch):
    got = launch(SOURCE, "divides", (1,), (2,), arrays([3, -7]), options=["--debug"])
    assert got[1].tolist() == [34, -20]
    got = launch(SOURCE, "divides", (1,), (2,), arrays([0, 3]))
    assert got[1].tolist() == [0, 34]


def test_index_of_a_tuple(launch):
    source = """
@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    t = (10, 20, 30)
    out[i] = t[x[i]]
"""
    x = np.array([0, 2, -3, -1])
    for options in (), ("--bounds=raise",):
        got = launch(source, "k", (1,), (4,), [x, np.zeros(4, np.int64)], options=options)
        assert got[1].tolist() == [10, 30, 10, 30]
    for wrong in 3, -4, -(2**63):
        x[1] = wrong
        got = launch(source, "k", (1,), (4,), [x, np.zeros(4, np.int64)])
        assert got[1].tolist() == [10, 0, 10, 30]
        with pytest.raises(Failed, match="IndexError: tuple index out of range, block"):
            launch(
                source, "k", (1,), (4,), [x, np.zeros(4, np.int64)],
                options=("--bounds=raise",),
            )


def test_constant_messages(launch):
    source = """
WHY = "too large"

@cuda.jit
def k(x):
    what = "here"
    if x[0] > 1:
        raise ValueError(WHY, what, x)
"""
    with pytest.raises(Failed, match="ValueError: too large, here, x, block"):
        launch(source, "k", (1,), (1,), [np.array([3])], options=("--debug",))
    source = source.replace("ValueError", "IndexError")
    with pytest.raises(Failed, match="IndexError: too large, here, x, block"):
        launch(source, "k", (1,), (1,), [np.array([3])], options=("--debug",))


def test_floats_divide_as_numba_has_it(launch):
    source = """
@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    out[i, 0] = 1 / x[i]
    out[i, 1] = 2.5 // x[i]
    out[i, 2] = 7

@cuda.jit(fastmath=True)
def fast(x, out):
    out[cuda.grid(1), 0] = 1 / x[cuda.grid(1)]
"""
    numba = ("--debug", "--typing=numba")
    x = np.array([4.0, 0.5])
    got = launch(source, "k", (1,), (2,), [x, np.zeros((2, 3))], options=numba)
    assert got[1].tolist() == [[0.25, 0, 7], [2, 5, 7]]
    x[1] = 0
    got = launch(source, "k", (1,), (2,), [x, np.zeros((2, 3))], options=("--debug",))
    assert got[1][1, 0] == np.inf
    launch(source, "fast", (1,), (2,), [x, np.zeros((2, 3))], options=numba)
    with pytest.raises(Failed, match="ZeroDivisionError: division by zero"):
        launch(source, "k", (1,), (2,), [x, np.zeros((2, 3))], options=numba)
