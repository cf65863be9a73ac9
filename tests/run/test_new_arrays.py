"""Arrays that a kernel makes by expressions and copies, against NumPy."""

import textwrap

import numpy as np
import pytest
from conftest import Failed

ONE = ((1,), (1,))


def arrays():
    rng = np.random.default_rng(5)
    return [rng.integers(-8, 9, (4, 5)).astype("float32"),
            rng.integers(-8, 9, (4, 5)).astype("float32"),
            rng.integers(1, 9, 5), rng.integers(-8, 9, (4, 1)).astype("float64")]


def check(launch, body, given=None, options=()):
    """Runs the statements in a kernel and in NumPy, on a, b, c and d."""
    given = arrays() if given is None else given
    names = "abcd"[: len(given)]
    body = textwrap.dedent(body).strip()
    source = f"@cuda.jit\ndef k({', '.join(names)}):\n{textwrap.indent(body, '    ')}\n"
    got = launch(source, "k", *ONE, given, options=("--fmad=false", *options))
    copies = dict(zip(names, [np.array(x, order="K", copy=True) for x in given]), np=np)
    with np.errstate(all="ignore"):
        exec(body, copies)
    for name, have in zip(names, got):
        np.testing.assert_array_equal(have, copies[name], err_msg=f"{name}: {body}")


LINES = [
    "t = a[0, :3] * 2; a[1, :3] = t",
    "t = a[0, :3].copy(); a[0, :3] = 7; a[1, :3] = t",
    "t = a[:2, 1:4] + c[1:4]; a[2:, :3] = t; a[0, 0] = t.shape[0] * 10 + t.shape[1]",
    "t = -c[:2]; c[2:4] = t; c[0] = len(t)",
    "t = b[:3, :2] > 0; a[:3, :2] = t",
    "t = c[:9].copy(); c[:] = t[::-1]; a[0, 0] = t.size",
    "t = np.sqrt(np.abs(b[1, :4])); a[0, :4] = t; t[0] = 5; a[1, :4] = t",
    "t = d[:3, :1] * c[:2]; a[:3, :2] = t",
    "t = a[1, 4:0:-2] + 1; a[0, :2] = t",
    "t = a[-2:, -3:].copy(); a[:2, :3] = t[::-1, ::-1]",
    "t = np.where(b[0, :4] > 0, b[0, :4], c[:4]); a[3, :4] = t",
    "t = c[:3].astype(np.float32) / 2; a[0, :3] = t",
    "t = a[0, :3] + 1; u = t * 2; t[:] = 0; a[1, :3] = u; a[2, :3] = t",
    "t = (a[0, :3] + b[0, :3]) * c[2:5] - d[0, :1]; a[3, 2:] = t",
    "i = c[0] % 3; t = a[0, i:i + 2] * 2; a[1, :2] = t",
    "i = c[1] % 2; t = a[0, 2 * i:2 * i + 2].copy(); a[1, 3:] = t",
    "x, y, z = a[0, :3] * 2 + c[:3]; a[1, :3] = z, y, x",
    "x, y = a[:2, :2].copy(); a[2, :2] = y; a[3, :2] = x",
    "t = a[0, :4].copy(); t += c[:4]; t *= 2; a[1, :4] = t",
    "t = a[0, :4].copy(); u = t[1:3]; u[:] = 9; a[1, :4] = t",
    "t = u = a[0, :3] * 2; t[0] = 1; a[1, :3] = u",
    "t = a[:2, :3].T.copy(); a[:3, 3:] = t",
    "t = b[0, :3] + 1\nt = t[::-1] * t\na[0, :3] = t",
    "t = np.zeros(3)\nfor i in range(4):\n    t = t + b[i, :3]\na[0, :3] = t",
    "t = b[0, :4].copy()\nfor i in range(5):\n    t = t[::-1] * 2 - t\na[0, :4] = t",
    "t = b[0, :4].copy()\nfor i in range(3):\n    t = t[1:] + t[0]\n"
    "    t = b[i, :4] * 1\na[0, :4] = t",
    "for i in range(4):\n    t = b[i, :3] * 2\n    for j in range(3):\n"
    "        u = t + j\n        a[i, j] = u[0] + u[1] * u[2]",
    "s = np.zeros(3)\nfor row in b:\n    s += row[:3] * 2\n    u = s.copy()\n    s = u - 1\n"
    "a[0, :3] = s",
    "p = np.zeros(3, np.float32)\nfor i in range(4):\n    q = b[i, :3] * 2\n    a[i, :3] = q - p\n"
    "    p = q.copy()",
    "p = np.zeros(3)\ni = 0\nwhile i < 4:\n    q = b[i, :3] - p\n    i += 1\n"
    "    if q[0] > 0:\n        continue\n    p[:] = q\na[0, :3] = p",
]


@pytest.mark.parametrize("body", LINES)
def test_as_numpy(launch, body):
    check(launch, body)
    check(launch, body, options=("--bounds=raise",))


def test_a_part_that_is_not_there(launch):
    # a[:5] of three elements has three.
    check(launch, "t = a[:5] * 2; b[:3] = t; c[0] = len(t)",
          [np.arange(3.0), np.zeros(4), np.zeros(1, int)])
    check(launch, "t = a[:5] + b[:1]; b[:3] = t",
          [np.arange(3.0), np.ones(4), np.zeros(1, int)])
    source = "@cuda.jit\ndef k(a, b, c):\n    t = a[:5] + b[:5]\n    c[0] = len(t)\n"
    given = [np.arange(3.0), np.zeros(4), np.ones(1, int)]
    assert launch(source, "k", *ONE, given)[2] == 0
    with pytest.raises(Failed, match="ValueError"):
        launch(source, "k", *ONE, given, options=("--bounds=raise",))


def test_in_device_functions(launch):
    source = """
@cuda.jit(device=True)
def norm(v):
    w = v[:3] * v[:3]
    return math.sqrt(w[0] + w[1] + w[2])

@cuda.jit(device=True)
def cross(a, b, out):
    t = a[:3].copy()
    u = b[:3].copy()
    out[0] = t[1] * u[2] - t[2] * u[1]
    out[1] = t[2] * u[0] - t[0] * u[2]
    out[2] = t[0] * u[1] - t[1] * u[0]

@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    unit = x[i, :3] / norm(x[i])
    cross(unit, x[i - 1], unit)
    out[i] = unit
"""
    x = np.array([[1.0, 2, 3], [4, -5, 6], [0, 1, -1]])
    unit = x / np.sqrt((x * x).sum(1))[:, None]
    got = launch(source, "k", (1,), (3,), [x, np.zeros((3, 3))],
                 options=("--fmad=false",))[1]
    np.testing.assert_allclose(got, np.cross(unit, np.roll(x, 1, 0)), atol=1e-12)


@pytest.mark.parametrize("dtype", ["int8", "uint64", "bool", "float16", "complex64"])
def test_types(launch, dtype):
    values = np.array([1, 0, 3, 2]).astype(dtype)
    check(launch, "t = a[:3].copy(); b[:3] = t; t[0] = 0; a[1:] = t",
          [values, np.zeros(4, dtype)])


def test_alike_under_numba_typing(launch):
    check(launch, "t = a[:3] * 2; b[:3] = t + 1", [np.arange(4), np.zeros(4)],
          options=("--typing=numba",))


def test_returned_local_arrays_are_the_callers(launch):
    source = """
@cuda.jit(device=True, inline="always")
def filled(n, value):
    scratch = cuda.local.array(2, float32)
    scratch[0] = value
    a = cuda.local.array(4, float32)
    for i in range(4):
        a[i] = scratch[0] + n * i
    return a

@cuda.jit(device=True)
def both(n):
    one = filled(n, 1)
    two = filled(n, 2)
    one[0] = 50
    return one, two[1:]

@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    a = filled(1, x[i])
    b = filled(2, x[i])
    a[3] = -1
    for j in range(4):
        out[i, j] = a[j] + 100 * b[j]
    one, two = both(i)
    for j in range(3):
        out[i, 4] += one[j] * 10 + two[j]
        out[i, 5] += filled(j, j)[i]
"""
    x = np.arange(4, dtype=np.float32)
    launch.check(source, "k", (1,), (4,), [x, np.zeros((4, 6), np.float32)])


TURN = """
@cuda.jit(device=True)
def turn(a):
    out = cuda.local.array(3, np.int64)
    for i in range(3):
        out[i] = a[(i + 1) % 3] * 2 + i
    return out


@cuda.jit(device=True)
def both(a, b):
    out = cuda.local.array(3, np.int64)
    other = cuda.local.array(3, np.int64)
    for i in range(3):
        out[i] = b[(i + 1) % 3] * 2
        other[i] = a[(i + 2) % 3] + out[i]
    return out, other


@cuda.jit
def k(x, n):
    a = cuda.local.array(3, np.int64)
    b = cuda.local.array(3, np.int64)
    for i in range(3):
        a[i] = x[i]
        b[i] = x[i] * 3
    z = 0
    for q in range(n):
        LINE
        z += 1
    for i in range(3):
        x[i] = a[i] * 1000 + b[i]
"""


@pytest.mark.parametrize("line", [
    "a = turn(a)", "a = turn(turn(a))", "a, b = both(a, b)", "a, b = both(b, a)", "b, a = both(a, b)", "a = b = turn(a)",
    "a = turn(a) if z % 2 else turn(b)", "b = turn(a); a = turn(b)", "t = both(a, b); a = t[1]; b = t[0]",
    "t = turn(a); a = turn(b); b = turn(t)", "t: object = turn(a); a = t", "a = turn(both(a, b)[1])",
    "while z < 3: z += 1; a = turn(a)", "a = both(both(a, b)[0], turn(b))[1]",
])  # fmt: skip
@pytest.mark.parametrize("count", [0, 1, 2, 3, 5])
def test_returned_in_loops(launch, line, count):
    """A call in a loop gives a new array each time: it may read the one before."""
    source = TURN.replace("LINE", line)
    launch.check(source, "k", *ONE, [np.arange(1, 4), np.int64(count)])


@pytest.mark.parametrize("line", ["b = a; a = turn(a)", "t = (a, b); a = turn(a); b = t[0]", "b = a; a = both(a, b)[0]"])
def test_returned_beside_older(launch, line):
    with pytest.raises(Failed, match=r"round of a loop makes while .* still refers to that of an earlier round"):
        launch(TURN.replace("LINE", line), "k", *ONE, [np.arange(1, 4), np.int64(2)])
