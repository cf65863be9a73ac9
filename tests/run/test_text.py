"""Text of a fixed length (NumPy's S5 and U5): copies, comparisons, constants."""

import numpy as np
import pytest
from conftest import Failed


def words(dtype):
    some = ["abc", "x", "hello", "", "abc", "zz", "abd", "Zebra"]
    return np.array(some, dtype)


@pytest.mark.parametrize("kind, prefix", [("S", "b"), ("U", "")])
def test_comparisons_and_length(launch, kind, prefix):
    source = f"""
@cuda.jit
def k(a, b, n):
    i = cuda.grid(1)
    if i < a.shape[0]:
        n[i, 0] = a[i] == b[i]
        n[i, 1] = a[i] != b[i]
        n[i, 2] = a[i] < b[i]
        n[i, 3] = a[i] <= b[i]
        n[i, 4] = a[i] > b[i]
        n[i, 5] = a[i] >= b[i]
        n[i, 6] = a[i] == {prefix}'abc'
        n[i, 7] = {prefix}'hello' != a[i]
        n[i, 8] = {prefix}'b' < a[i]
        n[i, 9] = a[i] == {prefix}''
        n[i, 10] = len(a[i]) * 10 + len(b[i])
        n[i, 11] = a[i] <= a[i]
"""
    a, b = words(f"{kind}5"), np.roll(words(f"{kind}7"), 1)
    b[0], b[4] = "abc", "ab\0c"
    launch.check(source, "k", (1,), (32,), [a, b, np.zeros((8, 12), np.int64)])


@pytest.mark.parametrize("kind, prefix", [("S", "b"), ("U", "")])
def test_assignment_cuts_and_pads(launch, kind, prefix):
    source = f"""
WORD = {prefix}'constant'
@cuda.jit
def k(a, b, c):
    i = cuda.grid(1)
    if i < a.shape[0]:
        t = a[i]
        if i % 3 == 0:
            a[i] = {prefix}'longer than it'
        elif i % 3 == 1:
            a[i] = WORD
        else:
            a[i] = b[i]
        b[i] = t
        c[i] = a[i]
        if a[i] != c[i]:
            t = a[i]
        c[i + 8] = t
        c[i + 16] = {prefix}''
        c[100] = t
"""
    args = [words(f"{kind}5"), words(f"{kind}7")[::-1].copy(), np.full(24, "?", f"{kind}4")]
    launch.check(source, "k", (1,), (32,), args)
    unicode = "UnicodeCharSeq" if kind == "U" else "CharSeq"
    sig = f"{unicode}(5)[::1], {unicode}(7)[:], {unicode}(4)[::1]"
    launch.check(source, "k", (1,), (32,), args, sig)


def test_unicode(launch):
    source = """
@cuda.jit
def k(a, n):
    i = cuda.grid(1)
    n[i] = a[i] == 'grün €'
    if i == 1:
        a[i] = 'Straße \\U0001f600'
"""
    a = np.array(["grün €", "grun €"], "U9")
    launch.check(source, "k", (1,), (2,), [a, np.zeros(2, np.int64)])


def test_fields_loops_and_functions(launch):
    source = """
@cuda.jit(device=True)
def is_same(a, b):
    return a == b

@cuda.jit
def k(r, names, n):
    i = cuda.grid(1)
    if i < r.shape[0]:
        r[i].n = -1
        for j in range(names.shape[0]):
            if is_same(r[i].name, names[j]):
                r[i].n = j
        last = names[0]
        for name in names:
            if name > last:
                last = name
        r[i]['other'] = last
        n[i] = len(r[i].name)
        r[i].name = b'new'
"""
    dtype = np.dtype([("n", "i4"), ("name", "S6"), ("other", "S3")])
    r = np.zeros(8, dtype)
    r["name"] = words("S6")
    names = np.array([b"abc", b"zz", b"x"], "S4")
    got = launch(source, "k", (1,), (8,), [r, names, np.zeros(8, np.int64)])
    order = [0, 2, -1, -1, 0, 1, -1, -1]
    np.testing.assert_array_equal(got[0]["n"], order)
    np.testing.assert_array_equal(got[0]["name"], [b"new"] * 8)
    np.testing.assert_array_equal(got[0]["other"], [b"zz"] * 8)
    np.testing.assert_array_equal(got[2], [len(w) for w in words("S6")])


@pytest.mark.parametrize("line, message", [
    ("n[i] = a[i] == 'abc'", "bytes"),
    ("n[i] = a[i] == u[i]", "CharSeq"),
    ("n[i] = a[i] + a[i]", "`+`"),
    ("n[i] = a[i][0]", "a part of a text"),
    ("a[i] = 5", "CharSeq(5)"),
    ("a[i] = 'grün'", "ASCII"),
    ("n[i] = a[i]", "CharSeq(5)"),
    ("print(a[i])", "print"),
])
def test_what_text_does_not_do(launch, line, message):
    source = f"""
@cuda.jit
def k(a, u, n):
    i = cuda.grid(1)
    {line}
"""
    args = [words("S5"), words("U5"), np.zeros(8, np.int64)]
    with pytest.raises(Failed) as failure:
        launch(source, "k", (1,), (1,), args)
    assert failure.value.status == 1 and message in failure.value.stderr


def test_in_tuples_and_matched(launch):
    source = """
@cuda.jit
def k(a, x, y, z):
    i = cuda.grid(1)
    if i < a.shape[0]:
        x[i] = a[i] in (b"ab", b"c")
        y[i] = (b"abc", b"c").index(a[i])
        match a[i]:
            case b"ab":
                z[i] = 1
            case b"abc" | b"c":
                z[i] = 2
"""
    a = np.array([b"ab", b"abc", b"c", b"", b"b"], "S3")
    args = [a, *(np.zeros(5, np.int64) for _ in range(3))]
    got = launch(source, "k", (1,), (8,), args)
    assert got[1].tolist() == [1, 0, 1, 0, 0]
    assert got[2].tolist() == [-1, 0, 1, -1, -1]
    assert got[3].tolist() == [1, 2, 2, 0, 0]
