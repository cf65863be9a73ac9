"""Arrays of structures: fields, references, copies, layouts."""

import subprocess

import numpy as np
import pytest
from conftest import HEADER, PYK2PTX, Failed

POINT = "record(x: float32, n: int32)"
POINT_DTYPE = np.dtype([("x", "f4"), ("n", "i4")], align=True)


def points(n, dtype=POINT_DTYPE):
    a = np.zeros(n, dtype)
    a["x"] = np.arange(n) + 0.5
    a["n"] = np.arange(n) * 3 - 5
    return a


def test_fields_are_read_and_written(launch):
    source = """
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    out[i] = a[i].x * a[i]['n']
    a[i].x = i + 0.25
    a[i]['n'] += 2
    a[i].n -= a[i].x
"""
    args = [points(70), np.zeros(70, np.float32)]
    launch.check(source, "k", (3,), (32,), args)
    launch.check(source, "k", (3,), (32,), args, f"{POINT}[:], float32[:]")
    launch.check(source, "k", (3,), (32,), args, f"{POINT}[::1], float32[::1]")


@pytest.mark.parametrize("align", [False, True])
def test_layouts_of_numpy(launch, align):
    source = """
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    r = a[i]
    out[i] = r.b + r.c + r.d + r.e
    r.b = i
    r.c += 1
    r.d = r.d * 2
    r.e = not r.e
"""
    fields = [("a", "i1"), ("b", "f8"), ("c", "u2"), ("d", "i4"), ("e", "?")]
    a = np.zeros(40, np.dtype(fields, align=align))
    rng = np.random.default_rng(1)
    for name, kind in fields:
        a[name] = rng.integers(0, 2, 40) if kind == "?" else rng.integers(0, 99, 40)
    launch.check(source, "k", (2,), (32,), [a, np.zeros(40)])


def test_a_record_in_a_variable_is_the_element(launch):
    source = """
@cuda.jit(device=True)
def bump(r, by):
    r.x += by
    return r

@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    r = a[i]
    s = r if i % 2 == 0 else a[i - 1]
    t = bump(r, 1.5)
    t.n = 7
    out[i] = r.n
    if i % 2 == 0:
        s.n += 100
"""
    launch.check(source, "k", (1,), (16,), [points(16), np.zeros(16, np.int32)])


def test_outside_nothing_happens(launch):
    source = """
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    r = a[i + 2]
    r.x = 1.0
    out[i] = r.n + a[100].n
    a[77].x = 3
    a[i + 2] = a[i]
"""
    launch.check(source, "k", (1,), (5,), [points(3), np.ones(5, np.int32)])


def test_copies(launch):
    source = """
@cuda.jit
def k(a, b, c):
    i = cuda.grid(1)
    b[i] = a[i]
    a[i].x = -1
    b[i].n += 1
    c[i] = (i, 2.5)
"""
    swapped = np.dtype([("n", "i8"), ("x", "f4")])
    args = [points(33), np.zeros(33, POINT_DTYPE), np.zeros(33, swapped)]
    launch.check(source, "k", (2,), (32,), args)


def test_nested_records_and_arrays_in_records(launch):
    source = """
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    p = a[i].p
    p.x += 1
    a[i].p.y = a[i].v[2] + i
    v = a[i].v
    for j in range(3):
        v[j] = v[j] * 2 + p.x
    out[i] = a[i].m[1, 0] + a['v'][i, 1] + a['p']['x'][i] + a.p.y[i]
    a[i].v[1] += 5
    a[i].m[0, 1] = v[-1]
    if i == 3:
        a[i].p = a[0].p
"""
    inner = np.dtype([("x", "f4"), ("y", "i2")], align=True)
    for align in (True, False):
        dtype = np.dtype(
            [("b", "i1"), ("p", inner), ("v", "f4", (3,)), ("m", "i4", (2, 2))],
            align=align,
        )
        a = np.zeros(10, dtype)
        a["v"] = np.arange(30).reshape(10, 3)
        a["m"] = np.arange(40).reshape(10, 2, 2)
        # Threads that read what others write: one after the other.
        launch.check(source, "k", (1,), (1,), [a, np.zeros(10)])


def test_field_arrays(launch):
    source = """
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    xs = a.x
    ns = a['n']
    ns[i] = xs[i] * 2
    for r in a:
        out[i] += r.n * 0 + 1
    out[i] += xs.shape[0] + a.size
    xs[2 * i + 8:2 * i + 10] = 9.0
"""
    # Every thread reads the field that each of them writes.
    launch.defects = ("races",)
    launch.check(source, "k", (1,), (4,), [points(16), np.zeros(16)])


def test_names_in_a_loop(launch):
    source = """
from numba import literal_unroll
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    for name in literal_unroll(('x', 'n')):
        a[i][name] += 1
        out[i] += a[i][name]
"""
    launch.check(source, "k", (1,), (8,), [points(8), np.zeros(8)])


def test_atomics_on_fields(launch):
    source = """
@cuda.jit
def k(a):
    i = cuda.grid(1)
    cuda.atomic.add(a[i % 4], 'n', i)
    cuda.atomic.add(a['x'], i % 3, 0.5)
"""
    launch.check(source, "k", (2,), (32,), [points(5)])


def test_shared_and_local_records(launch):
    source = """
from numba import from_dtype
cell = np.dtype([("x", np.float32), ("n", np.int32), ("v", np.float32, (2,))], align=True)
cell_type = from_dtype(cell)
@cuda.jit
def k(a, out):
    t = cuda.threadIdx.x
    tile = cuda.shared.array(16, cell)
    mine = cuda.local.array(2, dtype=cell_type)
    tile[t].x = a[t]
    tile[t].n = t
    tile[t].v[0] = 0
    tile[t].v[1] = a[t] * 3
    cuda.syncthreads()
    other = tile[15 - t]
    mine[1] = other
    mine[0].n = 4
    mine[1].x += mine[0].n
    out[t] = mine[1].x + mine[1].n + mine[1].v[1]
"""
    a = np.arange(16, dtype=np.float32)
    launch.check(source, "k", (1,), (16,), [a, np.zeros(16, np.float32)])


def test_dtypes_of_the_module(launch):
    source = """
from numba import from_dtype, void
dt = np.dtype([("x", "f4"), ("n", np.int32)], align=True)
point = from_dtype(dt)
@cuda.jit(void(point[:], float32[:]))
def k(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = a[i].x + dt.itemsize
"""
    got = launch(source, "k", (1,), (32,), [points(9), np.zeros(9, np.float32)])
    np.testing.assert_array_equal(got[1], points(9)["x"] + 8)


def test_records_by_value(launch):
    source = """
@cuda.jit
def k(p, out):
    i = cuda.grid(1)
    p.x += i
    out[i] = p.x + p.n
"""
    p = points(3)[2]
    got = launch(
        source, "k", (1,), (8,), [np.array(p), np.zeros(8, np.float32)],
        f"{POINT}, float32[:]",
    )
    want = np.float32(p["x"]) + np.arange(8) + p["n"]
    np.testing.assert_array_equal(got[1], want.astype(np.float32))
    np.testing.assert_array_equal(got[0], p)


def test_generated_arrays(launch):
    source = """
@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    a[i].n = i
    out[i] = a[i].x
"""
    words = f"zeros({POINT},4)"
    (launch.folder / "k.py").write_text(HEADER + source)
    out = launch.folder / "a.npy"
    subprocess.run(
        [PYK2PTX, "run", "k.py", f"--device={launch.device}", "--grid", "1",
         "--block", "4", f"a={words}", "out=zeros(float32,4)", "--out", f"a={out}"],
        cwd=launch.folder, check=True,
    )
    np.testing.assert_array_equal(np.load(out)["n"], np.arange(4))


def test_other_records_are_refused(launch):
    source = """
@cuda.jit
def k(a):
    a[0].x = 1
"""
    with pytest.raises(Failed, match="record"):
        other = np.zeros(2, np.dtype([("x", "f8"), ("n", "i4")], align=True))
        launch(source, "k", (1,), (1,), [other], f"{POINT}[:]")
