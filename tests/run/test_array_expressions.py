"""Array expressions into parts of arrays, against the same line in NumPy."""

import numpy as np
import pytest
from conftest import Failed

ONE = ((1,), (1,))


def arrays():
    rng = np.random.default_rng(5)
    values = rng.integers(-8, 9, (4, 5))
    return [values.astype("float32"), rng.integers(-8, 9, (4, 5)).astype("float32"),
            rng.integers(1, 9, 5), rng.integers(-8, 9, (4, 1)).astype("float64")]


def check(launch, lines, given=None, options=("--fmad=false",)):
    """Runs the lines in a kernel and in NumPy, on a, b, c and d."""
    given = arrays() if given is None else given
    names = "abcd"[: len(given)]
    body = "".join(f"    {line}\n" for line in lines)
    source = f"@cuda.jit\ndef k({', '.join(names)}):\n{body}"
    got = launch(source, "k", *ONE, given, options=options)
    copies = dict(zip(names, [np.array(x, order="K", copy=True) for x in given]),
                  np=np)
    with np.errstate(all="ignore"):
        for line in lines:
            exec(line, copies)
    for name, have in zip(names, got):
        np.testing.assert_array_equal(have, copies[name], err_msg=f"{name}: {lines}")


FUSED = [
    "a[:] = b + c * 2", "a[:] = b", "a[...] = -b", "a[1] = b[2]", "a[:, 1] = b[1, 2]",
    "a[:, 1] = b[:, 2] * b[:, 3]", "a[:] = d", "a[:] = c", "a[:] += c", "a[1:3] *= 2",
    "a[::2, ::-1] = b[1::2]", "a[:] = np.maximum(b, 0)", "a[:] = np.where(b > 0, b, c)",
    "a[:] = b * b - d / 4", "a[:] = b.T.T", "a[:] = abs(b)", "a[:] = b[0, 0] + b",
    "a += b", "a -= 1", "a[:] = a + b", "a[:] = a * a", "c[:] = c // 2 + c % 3",
    "a[:] = b ** 2", "a[1:] += b[:-1]", "a[1] = b[0] + c * d[1]",
    "a[:] = b > c", "a[:, 2:4] = d", "a[2:2] = b[1:1] + 1", "a[:] = np.clip(b, -2, 3)",
    "a[:] = (b + 1) * (c - 2) / 8", "a[0, ...] = 3", "a[0, 1, ...] = 4",
    "a[0, 1, ...] += 4", "a[0][1:] = 5", "a.T[:] = b.T", "a[:] = ~c & 3", "a[:] = 7",
    "a[:] = np.add(b, c)", "a[:] = np.square(b) + np.sign(d)",
    "a.reshape(2, 10)[:] = b.reshape(2, 10) + 1", "a.flat[3:9] = 1",
    "a[:] = np.logical_and(b > 0, c > 2)", "a[:] = c * b[0, 0]",
    "a[0, 0:5] = a[0, 0] + b[0]", "a[:] = b.sum() + c",
    "a[1, :3] = b[0, 0], 2, b[1, 1]", "a[:, 0] = 1, 2, 3, 4", "a[:, :2] = (1, 2)",
    "a[:2, :3] = (1, 2, 3), (4, 5, b[0, 0])", "a[:, ::3] = [b[0, 1], 7]",
    "a[:2] = (1,), (2,)", "a[:] = (3,)", "c[:] = 1, c[0], 2, c[1], c[3]",
    "c[1:3] = c[2], c[1]", "c[::-2] = 7, 8, 9", "a[0][1:3] = c[1], c[0]",
    "a[2, ...] = c[0], 1.5, c[1], 2.5, 3", "c[:2] = 2.9, True", "w, x, y, z = a[:, 1]; a[0, :4] = z, y, x, w", "(w, x), (y, z) = a[:2, :2]; "
    "a[0, :4] = x, z, w, y", "p, q, r, s = a; p[:] = s[:]; q[0] = r[1]",
    "[[w, x]] = a[:1, 2:4]; a[0, 0] = w - x",
    "a[1, :3] += b[0, 0], 2, b[1, 1]", "a[1, :2] -= a[1, 1], a[1, 0]",
    "a[:, :2] *= (1, 2)", "a[:2, :2] += (1, b[0, 0]), (3, 4)", "c[1:3] //= 2, -3",
    "a[:, ::3] -= [b[0, 1], 7]", "a[:2] += (1,), (2,)", "a[:] /= (4,)",
    "t = tuple(b[1, :3]); a[0, 0] = t[0] - t[2]; a[0, 1] = len(t)",
    "x, y = tuple(c[1:3]); a[0, 0] = x * y", "t = tuple(c[:2]); c[0] = 9; a[0, 0] = t[0]",
    "a.sort()", "a[1].sort()", "a[:, 2].sort()", "c.sort()", "a.T.sort()", "d[::-1, 0].sort()",
    "t = b[1, :5].copy(); t.sort(); a[1] = t", "a.reshape(20).sort()",
]


@pytest.mark.parametrize("line", FUSED)
def test_fused(launch, line):
    check(launch, [line])


UFUNCS = [
    "np.add(a, b, a)", "np.add(a, 1, a[0:4])", "np.multiply(b, c, out=a)",
    "np.sqrt(np.abs(b), a)", "np.subtract(c, 1, c)", "np.negative(b, a)",
    "np.less(b, 0, a)", "np.maximum(b, d, a)", "np.copyto(a, b)", "np.copyto(a, 3)",
    "np.add(b[0], 1, a[1])", "np.logical_not(b, a)", "np.floor(b, a)",
    "np.clip(b, -1, 1, a)", "b.clip(-1, 1, a)",
    "np.copysign(b, d, a)", "np.power(b, 2, a)",
    "a[0, 0] = b.clip(-1, 1, a)[1, 1]", "np.add(b, 1, a)[0, 0] = 7",
    "c[0] = np.sqrt(np.abs(b, b), out=a).size + np.add(b, c, a)[1, 2]",
    "np.add(1, 2, a)", "np.add(b + c, c * 2, a)",
]


@pytest.mark.parametrize("line", UFUNCS)
def test_ufuncs_with_out(launch, line):
    check(launch, [line])


OVERLAP = [
    "a[1:] = a[:-1]", "a[:-1] = a[1:]", "a[1:] += a[:-1]", "a[:-1] += a[1:]",
    "a[:, 1:] = a[:, :-1]", "a[:, :-1] = a[:, 1:]", "a[1:, 1:] = a[:-1, :-1]",
    "a[:-1, 1:] = a[1:, :-1]", "a[:, 2] = a[:, 1] + a[:, 3]",
    "a[:, 1:3] = a[:, 3:5] + a[:, 1:3]", "a[0] = a[1]", "a[2:, :2] = a[:2, 3:]",
    "c[2:] = c[:-2]", "c[:-2] = c[2:]", "c[1:4] = c[0:3] * 2", "c[:3] = c[2:] - c[1:4]",
    "c[::2] = c[::2] + 1", "c[::-1][1:] = c[::-1][:-1]", "c[::-1][:-1] = c[::-1][1:]",
    "c[1:4] -= c[0]", "a[1:3] = a[0]", "a[:, ::2] = a[:, 1:2]", "c[:2] = c[3:] + c[2:4]",
    "np.add(a[:-1], 1, a[1:])", "np.add(a[1:], a[:-1], a[1:])", "np.copyto(c[1:], c[:-1])",
    "c[1::2] = c[0:4:2] + c[2:5:2]", "a[1:3, 1:3] = a[0:2, 1:3]",
    "a[:2] = a[2:] + a[:2]", "a[:, 1::2] = a[:, 0:4:2] + a[:, 2::2]",
]


@pytest.mark.parametrize("line", OVERLAP)
def test_overlapping_memory(launch, line):
    check(launch, [line])
    check(launch, [line], options=("--fmad=false", "--bounds=raise"))


@pytest.mark.parametrize("line", ["a[0:3] = b + a[3]", "a[:3] = b", "a[:] = c[:2]",
                                  "a[:2] = d", "np.add(a, b, a[1:])",
                                  "a[1, :3] = 1, 2", "a[:2, 3:9] = (1, 2, 3), (4, 5, 6)"])
def test_what_cannot_be_done_changes_nothing(launch, line):
    given = arrays()
    source = f"@cuda.jit\ndef k(a, b, c, d):\n    {line}\n"
    got = launch(source, "k", *ONE, given)
    for have, want in zip(got, given):
        np.testing.assert_array_equal(have, want)
    with pytest.raises(Failed, match="ValueError"):
        launch(source, "k", *ONE, given, options=("--bounds=raise",))


def test_two_arguments_that_are_one(launch):
    source = """
@cuda.jit(device=True)
def shift(x, y):
    x[:] = y

@cuda.jit
def k(a, w):
    shift(a[1:], a[:-1])
    shift(w[0:3], w[1:4])
    shift(w, w)
"""
    a, w = np.arange(6.0), np.arange(6)
    got = launch(source, "k", *ONE, [a, w])
    np.testing.assert_array_equal(got[0], [0, 0, 1, 2, 3, 4])
    np.testing.assert_array_equal(got[1], [1, 2, 3, 3, 4, 5])


def test_shared_and_local_memory(launch):
    source = """
@cuda.jit
def k(x, out):
    s = cuda.shared.array((4, 3), np.float32)
    v = cuda.local.array(3, np.float32)
    i = cuda.threadIdx.x
    s[i] = x[i]
    cuda.syncthreads()
    v[:] = s[i] * 2
    v += s[(i + 1) % 4]
    v[1:] += v[:-1]
    out[i] = v - 1
"""
    x = np.arange(12, dtype=np.float32).reshape(4, 3)
    v = x * 2 + np.roll(x, -1, 0)
    v[:, 1:] += v[:, :-1].copy()
    got = launch(source, "k", (1,), (4,), [x, np.zeros((4, 3), "float32")])[1]
    np.testing.assert_array_equal(got, v - 1)


def test_views_of_every_step_copied_onto_each_other(launch):
    # Every pair of slices of 9 elements that have one length.
    source = """
@cuda.jit
def k(a, t, s):
    i = cuda.grid(1)
    if i < a.shape[0]:
        r = a[i]
        r[t[i, 0]:t[i, 1]:t[i, 2]] = r[s[i, 0]:s[i, 1]:s[i, 2]]
"""
    import itertools
    slices = {}
    for first, step, count in itertools.product(range(9), (1, 2, 3, -1, -2), range(1, 5)):
        last = first + step * (count - 1)
        if 0 <= last < 9:
            stop = last + (1 if step > 0 else -1)
            slices.setdefault(count, []).append((first, stop if stop >= 0 else -10, step))
    pairs = [(t, s) for each in slices.values() for t in each for s in each]
    t, s = (np.array(v) for v in zip(*pairs))
    a = np.tile(np.arange(9), (len(pairs), 1))
    want, possible = a.copy(), np.ones(len(pairs), bool)
    for i, (to, of) in enumerate(pairs):
        taken = [range(9)[slice(x[0], x[1] if x[1] >= 0 else None, x[2])] for x in (to, of)]
        want[i][list(taken[0])] = a[i][list(taken[1])]
        # Which place is written before or behind the one that reads it.
        order = {np.sign(m - n) for n, x in enumerate(taken[0])
                 for m, y in enumerate(taken[1]) if x == y}
        possible[i] = not {-1, 1} <= order
    grid = (-(-len(pairs) // 64),), (64,)
    got = launch(source, "k", *grid, [a[possible], t[possible], s[possible]])[0]
    np.testing.assert_array_equal(got, want[possible])
    for i in np.flatnonzero(~possible)[::40]:
        with pytest.raises(Failed, match="ValueError: the assignment reads"):
            launch(source, "k", *ONE, [a[i : i + 1], t[i : i + 1], s[i : i + 1]])


# Of b and c, where row 6 is not there: its elements are zero, read as a row or
# one by one, in every form that reads it.
ROWS_OUTSIDE = [
    "a[1] = b[6]", "a[1, :3] = b[6, :3]", "a[:] = b[6]", "a[1] = b[6] * 2 + 1",
    "a[1] = b[1] - b[6]", "a[1] += b[6]", "a[1] *= b[6]", "a[1] = -b[6]",
    "a[1] = 1 + b[6] * c[6]", "np.add(b[6], b[1], a[2])", "a[1, ::2] = b[6, ::2]",
    "p = b[6]; a[1] = p", "p = b[6]; a[1] = p + b[2]", "p, q = b[6], b[1]; a[2] = q - p",
    "p = b[6, :3] - b[1, :3]; a[2, :3] = p; a[3, 0] = p[0]",
    "p = b[1, :3] - b[6, :3]; a[2, :3] = p * p",
    "p = b[6, :3].copy(); a[2, :3] = p", "a[:, 1:3] = b[6, 1:3]",
    "a[2] = np.where(b[6] > -1, b[1], 7)", "a[1:3] = b[6] + b[1:3]",
    "a[1] = b[-7]", "a[0] = b[6].T",
]


@pytest.mark.parametrize("line", ROWS_OUTSIDE)
def test_a_row_outside_is_zeros(launch, line):
    rng = np.random.default_rng(7)
    a, b, c = (rng.integers(1, 9, (4, 5)).astype(t) for t in ("f4", "f4", "i8"))
    padded = [np.concatenate([x, np.zeros((5, 5), x.dtype)]) for x in (b, c)]
    source = f"@cuda.jit\ndef k(a, b, c):\n    {line}\n"
    got = launch(source, "k", *ONE, [a, b, c], options=("--fmad=false",))
    expected = a.copy()
    exec(line.replace("-7", "6"),
         {"a": expected, "b": padded[0], "c": padded[1], "np": np})
    np.testing.assert_array_equal(got[0], expected)
    np.testing.assert_array_equal(got[1], b)


@pytest.mark.parametrize("dtype", ["f2", "c8", "u1", "?", "M8[s]", "f8"])
def test_rows_outside_of_every_type(launch, dtype):
    source = """
@cuda.jit
def k(a, b):
    i = cuda.grid(1)
    a[i] = b[i + 1]
"""
    a, b = np.full((3, 2), 5).astype(dtype), np.full((3, 2), 9).astype(dtype)
    a, b = launch(source, "k", (1,), (4,), [a, b])
    assert (a[:2] == b[:2]).all()
    assert (a[2] == np.zeros(2, dtype)).all()


def test_no_elements_are_no_row_where_indices_are_errors(launch):
    source = "@cuda.jit\ndef k(a, b, n):\n    a[0, :3] = b[0, n:]\n"
    a, b = np.ones((1, 3)), np.ones((1, 3))
    with pytest.raises(Failed, match="ValueError: the shapes do not match"):
        launch(source, "k", *ONE, [a, b, 3], options=("--bounds=raise",))
    launch(source, "k", *ONE, [a, b, 0], options=("--bounds=raise",))


@pytest.mark.parametrize("n", [0, 1, 2, 20, 21, 33, 1025])
@pytest.mark.parametrize("dtype", ["f4", "f8", "i2", "u8", "?", "f2"])
def test_sort(launch, n, dtype):
    source = """
@cuda.jit
def k(a):
    i = cuda.grid(1)
    if i < a.shape[0]:
        a[i].sort()
"""
    rng = np.random.default_rng(n)
    a = rng.integers(-50, 50, (3, n)).astype("i8" if dtype != "?" else "?").astype(dtype)
    if dtype in ("f4", "f8", "f2") and n > 2:
        a[1, 1], a[2, 0] = np.nan, -np.inf
    got, = launch(source, "k", (1,), (4,), [a])
    np.testing.assert_array_equal(got, np.sort(a))


def test_a_tuple_of_another_length_changes_nothing(launch):
    source = "@cuda.jit\ndef k(a, n):\n    a[0, :n] += 1, 2, 3\n"
    a = np.zeros((1, 5))
    for n in (2, 3, 5):
        got = launch(source, "k", *ONE, [a, n])[0]
        assert got.tolist() == [[1, 2, 3, 0, 0] if n == 3 else [0] * 5]
    with pytest.raises(Failed, match="a tuple of another length"):
        launch(source, "k", *ONE, [a, 2], options=("--bounds=raise",))
    source = "@cuda.jit\ndef k(a, n):\n    a[0, 0] = tuple(a[0, 1:n][:2])[1]\n"
    with pytest.raises(Failed, match="another length than the 2 elements"):
        launch(source, "k", *ONE, [a, 2], options=("--bounds=raise",))
    assert launch(source, "k", *ONE, [a + 4, 2])[0].tolist() == [[0, 4, 4, 4, 4]]
