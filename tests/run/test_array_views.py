"""Attributes of arrays and the same memory with other axes, against NumPy."""

import numpy as np
import pytest
from conftest import Failed

ONE = ((1,), (1,))


def zeros(*shape, dtype="int64"):
    return np.zeros(shape, dtype)


@pytest.mark.parametrize("order", ["C", "F"])
def test_attributes(launch, order):
    source = """
@cuda.jit
def k(a, out):
    out[0] = a.nbytes
    out[1] = a.itemsize + 100 * a.dtype.itemsize
    out[2] = a.T.shape[0] + 10 * a.T.shape[1]
    out[3] = a.flags.c_contiguous
    out[4] = a.flags.f_contiguous
    out[5] = a[:, 1:].flags.c_contiguous
    out[6] = a[1:2, :].flags.c_contiguous
    out[7] = a[1:2, 1:2].T.flags.f_contiguous
    out[8] = a[:, 0:0].flags.c_contiguous
    out[9] = a.T.strides[0] + 1000 * a.T.strides[1]
    out[10] = a.dtype.type(300.7)
    out[11] = a[::2].strides[0]
    out[12] = a.real.size
    out[13] = a.T.flags.c_contiguous
    out[14] = a.ctypes.data == a[0:].ctypes.data
    out[15] = a[1:].ctypes.data - a.ctypes.data
    out[16] = a.flags.writeable
    out[17] = a.dtype == np.float32
    out[18] = len(a.T)
"""
    a = np.asarray(np.arange(12, dtype=np.float32).reshape(3, 4), order=order)
    got = launch(source, "k", *ONE, [a, zeros(19)])[1]
    want = [
        a.nbytes, 404, 4 + 30, a.flags.c_contiguous, a.flags.f_contiguous,
        a[:, 1:].flags.c_contiguous, a[1:2, :].flags.c_contiguous,
        a[1:2, 1:2].T.flags.f_contiguous, a[:, 0:0].flags.c_contiguous,
        a.T.strides[0] + 1000 * a.T.strides[1], 300, a[::2].strides[0], 12,
        a.T.flags.c_contiguous, 1, a[1:].ctypes.data - a.ctypes.data, 1, 1, 4,
    ]
    np.testing.assert_array_equal(got, np.array(want, "int64"))


def test_reshape_ravel_and_transpose_share_memory(launch):
    source = """
@cuda.jit
def k(a, n, out, b, c):
    t = a.reshape(2, -1)
    t[1, 0] = -1
    u = a.reshape((n, 2, n))
    u[1, 1, 1] = -2
    v = a.ravel()
    v[0] = -3
    w = a.T
    w[3, 2] = -4
    x = a.reshape(2, 3, 2).transpose(1, 2, 0)
    for i, y in enumerate(x.flat):
        out[i] = y
    z = np.transpose(np.reshape(a, (2, 6)), (1, 0))
    for i, y in enumerate(z.flat):
        b[i] = y
    c[0] = a.reshape(-1)[5]
    c[1] = a.reshape(a.shape)[2, 2]
    c[2] = a[1:].reshape(2, 4)[1, 3]
    c[3] = a[0].reshape(2, 2)[1, 1]
    c[4] = np.ravel(a[1:])[2]
    c[5] = a.item(7) + a.item(2, 3) + a[0:1, 1:2].item()
    a.flat[1] = -5
    c[6] = a.flat[-2]
    c[7] = len(a.flat)
"""
    a = np.arange(12, dtype=np.int64).reshape(3, 4)
    got = launch(source, "k", *ONE, [a, 3, zeros(12), zeros(12), zeros(8)],
                 options=("--bounds=raise",)) if False else launch(
        source.replace("(n, 2, n)", "(n, 2, 6 // n)"), "k", *ONE,
        [a, 3, zeros(12), zeros(12), zeros(8)])
    b = a.copy()
    b.reshape(2, -1)[1, 0] = -1
    b.reshape(3, 2, 2)[1, 1, 1] = -2
    b.ravel()[0] = -3
    b.T[3, 2] = -4
    np.testing.assert_array_equal(got[2], b.reshape(2, 3, 2).transpose(1, 2, 0).ravel())
    np.testing.assert_array_equal(got[3], b.reshape(2, 6).T.ravel())
    want = [b.reshape(-1)[5], b[2, 2], b[1:].reshape(2, 4)[1, 3], b[0, 3],
            b[1:].ravel()[2], b.item(7) + b[2, 3] + b[0, 1]]
    b.flat[1] = -5
    np.testing.assert_array_equal(got[4], want + [b.flat[-2], 12])
    np.testing.assert_array_equal(got[0], b)


BAD_SHAPES = ["a.reshape(5, 2)", "a.reshape(5, -1)", "a.reshape(0, -1)",
              "a.reshape(n - 14, 6)", "s.reshape(n)", "s.ravel()",
              "a.reshape(n, n)"]


@pytest.mark.parametrize("view", BAD_SHAPES)
def test_a_shape_that_does_not_fit_gives_no_elements(launch, view):
    source = f"""
@cuda.jit
def k(a, s, n, out):
    v = {view}
    out[0] = v.size
    out[1] = v.shape[0]
    out[2] += 1
"""
    source = source.replace("(a, s, n, out)", "(a, n, out)").replace(
        "    v =", "    s = a[:, ::2]\n    v =")
    a = zeros(3, 4)
    got = launch(source, "k", *ONE, [a, 12, zeros(3)])[2]
    np.testing.assert_array_equal(got, [0, 0, 1])
    problem = "reshape the array to this shape" if "reshape" in view else "contiguous"
    with pytest.raises(Failed, match=f"ValueError.*{problem}"):
        launch(source, "k", *ONE, [a, 12, zeros(3)], options=("--bounds=raise",))


def test_a_view_that_is_contiguous_after_all(launch):
    source = """
@cuda.jit
def k(a, lo, hi, step, out):
    v = a[lo:hi, ::step].reshape(-1, 2)
    out[0] = v.shape[0]
    for i in range(v.shape[0]):
        out[1 + i] = v[i, 1]
"""
    a = np.arange(12).reshape(3, 4)
    got = launch(source, "k", *ONE, [a, 1, 3, 1, zeros(9)],
                 options=("--bounds=raise",))[4]
    np.testing.assert_array_equal(got[:5], [4, 5, 7, 9, 11])


@pytest.mark.parametrize("options", [(), ("--bounds=raise",)])
def test_view_as_another_type(launch, options):
    source = """
@cuda.jit
def k(f, out, words):
    b = f.view(np.int32)
    b[0, 0] ^= -2147483648
    words[0] = f.view(np.uint8).shape[1]
    w = f.view(np.uint16)
    for i in range(w.shape[1]):
        out[i] = w[1, i]
    d = f[0].view(np.float64)
    words[1] = d.shape[0]
    words[2] = f[:, 1:3].view(np.uint8)[2, 3]
    words[3] = f.T.view(np.uint32)[1, 0]
    s = cuda.shared.array(16, np.uint8)
    for i in range(16):
        s[i] = i
    words[4] = s.view(np.int64)[1]
"""
    f = np.arange(1, 13, dtype=np.float32).reshape(3, 4)
    got = launch(source, "k", *ONE, [f, zeros(8), zeros(5)], options=options)
    want = f.copy()
    want[0, 0] = -1
    np.testing.assert_array_equal(got[0], want)
    np.testing.assert_array_equal(got[1], want.view(np.uint16)[1])
    np.testing.assert_array_equal(
        got[2], [16, 2, want[:, 1:3].copy().view(np.uint8)[2, 3],
                 want.view(np.uint32)[0, 1], np.arange(8, 16, dtype=np.uint8).view("int64")[0]])


BAD_VIEWS = ["b[1:].view(np.float32)", "b[:6].view(np.int32)",
             "b[::2].view(np.int16)", "b[1:5].view(np.uint16)"]


@pytest.mark.parametrize("view", BAD_VIEWS)
def test_bytes_that_are_no_elements(launch, view):
    source = f"""
@cuda.jit
def k(b, out):
    out[0] = {view}.size
    out[1] = 1
"""
    b = np.arange(8, dtype=np.uint8)
    np.testing.assert_array_equal(launch(source, "k", *ONE, [b, zeros(2)])[1], [0, 1])
    with pytest.raises(Failed, match="ValueError"):
        launch(source, "k", *ONE, [b, zeros(2)], options=("--bounds=raise",))


def test_fill_and_zero_axes(launch):
    source = """
@cuda.jit
def k(a, b, out):
    a.fill(3)
    a[1:, ::2].fill(a[0, 0] + 1.7)
    b.T.fill(2)
    s = cuda.local.array((2, 2), np.int16)
    s.fill(70000)
    out[0] = s[1, 1]
    for x in np.nditer(a):
        x[()] += 1
        out[1] += x.item()
"""
    a, b = zeros(3, 3), zeros(2, 3, dtype="float64")
    got = launch(source, "k", *ONE, [a, b, zeros(2)])
    a[:] = 3
    a[1:, ::2] = 4
    np.testing.assert_array_equal(got[0], a + 1)
    np.testing.assert_array_equal(got[1], np.full((2, 3), 2.0))
    np.testing.assert_array_equal(got[2], [70000 - 65536, (a + 1).sum()])


def test_an_array_of_no_axes(launch):
    source = """
@cuda.jit
def k(a, out):
    a[...] = 5
    out[0] = a.item()
    a[()] += 1
    out[1] = a.sum() + a.size + a.nbytes
    out[2] = a.T.ndim
    out[3] = a.reshape(1)[0]
    a.fill(9)
"""
    got = launch(source, "k", *ONE, [np.array(1.0), zeros(4)])
    assert got[0] == 9
    np.testing.assert_array_equal(got[1], [5, 6 + 1 + 8, 0, 6])


def test_local_arrays_by_numpy_names(launch):
    source = """
@cuda.jit
def k(out):
    i = cuda.grid(1)
    z = np.zeros(4)
    o = np.ones((2, 2), dtype=np.int32)
    f = np.full(3, 7)
    e = np.empty(2, np.float32)
    for j in range(2):
        t = np.zeros(2, np.int64)
        t[j] += 1
        o[j] += t
    e[:] = 0.5
    z += e[0]
    f[1] = i
    out[i] = z.sum() + o.sum() + f.sum() + e.sum()
"""
    got = launch(source, "k", (1,), (4,), [zeros(4, dtype="float64")])[0]
    np.testing.assert_array_equal(got, [2 + 6 + 14 + 1 + i for i in range(4)])


def test_reshape_to_a_tuple(launch):
    source = """
@cuda.jit
def k(a, shape, out):
    b = a.reshape(shape)
    out[0] = b.shape[0] * 10 + b.shape[1]
    out[1] = b[1, 2]
    out[2] = np.reshape(a, shape)[0, -1]
    out[3] = np.transpose(a.reshape(shape), (1, 0))[2, 1]
"""
    for shape, at in ((2, 3), 23), ((-1, 3), 23), ((2, -1), 23):
        got = launch(source, "k", (1,), (1,), [np.arange(6), shape, zeros(4)])[-1]
        assert got.tolist() == [at, 5, 2, 5]
    for shape in (2, 2), (-1, 4), (-2, -3), (0, -1):
        got = launch(source, "k", (1,), (1,), [np.arange(6), shape, zeros(4)])[-1]
        assert got.tolist() == [0, 0, 0, 0]


def test_constant_arrays_of_no_axes_and_no_elements(launch):
    source = """
ONE = np.array(42.5)
NONE = np.array([], dtype=np.int64)
ROWS = np.zeros((0, 3), np.float32)

BOTH = (ONE, np.array([[1, 2], [3, 4]]))

@cuda.jit
def k(out):
    out[0] = ONE[()]
    for x in BOTH:
        out[3] += np.sum(x)
    x = BOTH[1]
    out[4] = x[1, 0] + BOTH[1][0, 1]
    out[1] = len(NONE) + ROWS.shape[1] + cuda.const.array_like(NONE).size
    for x in NONE:
        out[2] += 1 + x
    for row in ROWS:
        out[2] += row[0] + 1
"""
    got = launch(source, "k", (1,), (1,), [np.zeros(5)])[-1]
    assert got.tolist() == [42.5, 3, 0, 52.5, 5]


@pytest.mark.parametrize("alignment", [8, 64, 128, 1024])
def test_alignment_of_local_arrays(launch, alignment):
    source = f"""
@cuda.jit
def k(out):
    i = cuda.grid(1)
    first = cuda.local.array(3, np.uint8)
    x = cuda.local.array(5, np.float32, alignment={alignment})
    for n in range(5):
        x[n] = n + i
    first[0] = i
    cuda.syncthreads()
    out[i, 0] = x.ctypes.data % {alignment}
    out[i, 1] = x[4] + x[0] + first[0]
"""
    got = launch(source, "k", (1,), (3,), [zeros(3, 2)])[-1]
    assert got.tolist() == [[0, 4], [0, 7], [0, 10]]


def test_strides_from_a_constant(launch):
    """Of every length, begun before its end and behind it."""
    slices = [f"x[{first}::{step}]" for step in (1, 2, 3, 4, 7) for first in ("", 0, 1, 2, 3, 6, 7, 8, -1)]
    slices += ["x[1::two]", "x[one::2]", "x[n::2]", "x[::n + 1]", "x[:]", "x[int(x[0]) * 0::2]"]
    lines = ["@cuda.jit", "def k(x, out, n):", "    i = cuda.threadIdx.x", "    one, two = 1, 2"]
    for at, each in enumerate(slices):
        lines += [f"    y = {each}", f"    out[{at}, 0, i] = y.size", f"    out[{at}, 1, i] = y[i]",
                  f"    out[{at}, 2, i] = y[-1 - i]", f"    y[i] += {at}"]  # fmt: skip
    for size in range(10):
        args = [np.arange(size) * 3 + 5, np.zeros((len(slices), 3, 12), np.int64), 1]
        launch.check("\n".join(lines) + "\n", "k", (1,), (1,), args)
