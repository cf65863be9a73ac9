"""nvmath.device's tensors: swizzled shared memory, sums in registers, NumPy."""

import numpy as np
import pytest
from conftest import Failed

ROWS, COLUMNS = "row_major", "col_major"

# C = alpha * A @ B + beta * C by one block, over tiles of the inner axis.
LOOP = """
from nvmath.device import (Matmul, axpby, clear, copy, copy_fragment, copy_wait,
                           make_tensor)

MM = Matmul(size=({m}, {n}, {k}), precision=(np.{factor}, np.{factor}, np.{total}),
            data_type="{data}", arrangement={order}, {shape})
la = MM.{how}_layout_smem_a()
lb = MM.{how}_layout_smem_b()

@cuda.jit
def kernel(a, b, c, alpha, beta):
    x = cuda.shared.array(la.cosize, MM.a_value_type, alignment=16)
    y = cuda.shared.array(lb.cosize, MM.b_value_type, alignment=16)
    sa = make_tensor(x, la)
    sb = make_tensor(y, lb)
    gc = make_tensor(c, MM.get_layout_gmem_c())
    total = {total_of}
    for first in range(0, a.shape[1], {k}):
        copy(make_tensor(a[:, first:first + {k}], MM.get_layout_gmem_a()), sa)
        copy(make_tensor(b[first:first + {k}, :], MM.get_layout_gmem_b()), sb)
        copy_wait()
        MM.execute(sa, sb, total)
        cuda.syncthreads()
    old = cuda.local.array(MM.suggest_layout_rmem_c().cosize, MM.c_value_type)
    out = make_tensor(old, MM.suggest_layout_rmem_c())
    copy_fragment(gc, out)
    axpby(alpha, total, beta, out)
    copy_fragment(out, gc)
"""


def numbers(shape, dtype, seed):
    random = np.random.default_rng(seed)
    if np.dtype(dtype).kind in "iu":
        return random.integers(0, 9, shape).astype(dtype)
    made = random.uniform(-1, 1, shape)
    if np.dtype(dtype).kind == "c":
        made = made + 1j * random.uniform(-1, 1, shape)
    return made.astype(dtype)


def close(got, want, tolerance):
    error = np.linalg.norm(got.astype(want.dtype) - want) / np.linalg.norm(want)
    assert error <= tolerance, error


def axes_of(order):
    return "[:, ::1]" if order == ROWS else "[::1, :]"


def run(
    launch, size, factor="float16", total="float32", order=(ROWS, COLUMNS, ROWS),
    tiles=3, data="real", how="suggest", block=None,
    total_of="MM.suggest_accumulator()", shape="block_size=128",
):  # fmt: skip
    m, n, k = size
    types = [factor, factor, total]
    precision = [np.dtype(t).type(0).real.dtype.name for t in types]
    shapes = (m, k * tiles), (k * tiles, n), (m, n)
    a, b, c = (numbers(s, t, i) for i, (s, t) in enumerate(zip(shapes, types)))
    source = LOOP.format(
        m=m, n=n, k=k, factor=precision[0], total=precision[2], data=data,
        order=order, shape=shape, how=how, total_of=total_of,
    )  # fmt: skip
    args = [
        np.asarray(x, order="C" if o == ROWS else "F") for x, o in zip((a, b, c), order)
    ]
    number = "int64" if np.dtype(total).kind in "iu" else "float64"
    sig = ", ".join(t + axes_of(o) for t, o in zip(types, order))
    alpha, beta = (2, 3) if number == "int64" else (2.0, 0.5)
    got = launch(
        source, "kernel", (1,), block or (128,), [*args, alpha, beta],
        sig=f"{sig}, {number}, {number}",
    )[2]  # fmt: skip
    wide = np.complex128 if data == "complex" else np.float64
    want = alpha * (a.astype(wide) @ b.astype(wide)) + beta * c.astype(wide)
    return got, want


@pytest.mark.parametrize("how", ["suggest", "get"])
@pytest.mark.parametrize("order", [
    (ROWS, COLUMNS, ROWS), (COLUMNS, ROWS, COLUMNS), (ROWS, ROWS, COLUMNS)], ids=str)  # fmt: skip
@pytest.mark.parametrize("size", [(64, 64, 32), (32, 48, 64), (33, 31, 17), (16, 8, 16)], ids=str)  # fmt: skip
def test_sums_stay_in_registers(launch, size, order, how):
    close(*run(launch, size, order=order, how=how), 1e-6)


@pytest.mark.parametrize(
    "factor, total, tolerance",
    [
        ("float16", "float16", 2e-3),
        ("float32", "float32", 1e-6),
        ("float64", "float64", 1e-14),
        ("float32", "float64", 1e-14),
        ("int8", "int32", 0),
        ("uint8", "int32", 0),
        ("int32", "int32", 0),
        ("int64", "int64", 0),
    ],
)
@pytest.mark.parametrize("order", [(ROWS, COLUMNS, ROWS), (COLUMNS, ROWS, ROWS)], ids=str)
@pytest.mark.parametrize("size", [(32, 32, 32), (19, 21, 13)], ids=str)
def test_types(launch, size, order, factor, total, tolerance):
    close(*run(launch, size, factor, total, order), tolerance)


def test_complex_matrices(launch):
    got, want = run(launch, (9, 12, 20), "complex64", "complex64", data="complex")
    close(got, want, 1e-6)


@pytest.mark.parametrize("block, shape", [
    ((200,), "block_size=128"), ((128,), "block_size=32"),
    ((16, 8), "block_dim=(16, 8, 1)"), ((96,), "block_dim=(96, 1, 1)")])  # fmt: skip
@pytest.mark.parametrize("factor", ["float16", "float32"])
def test_other_blocks(launch, block, shape, factor):
    close(*run(launch, (40, 32, 32), factor, block=block, shape=shape), 1e-6)


def test_a_fragment_of_the_programs_own(launch):
    how = """make_tensor(
        cuda.local.array(MM.get_layout_rmem_c().cosize, MM.c_value_type),
        MM.get_layout_rmem_c())
    clear(total)"""
    close(*run(launch, (32, 32, 32), total_of=how), 1e-6)


PARTS = """
from nvmath.device import (Matmul, axpby, clear, copy, copy_fragment, copy_wait,
                           make_fragment_like, make_tensor)

MM = Matmul(size=({m}, {n}, 16), precision=(np.float16, np.float16, np.float32),
            arrangement=("row_major", "row_major", "col_major"), block_size=64)
la, lb = MM.suggest_layout_smem_a(), MM.suggest_layout_smem_b()

@cuda.jit("void(float16[:, ::1], float16[:, ::1], float64[:, :], float32[:, ::1], int64)")
def kernel(a, b, c, other, ld):
    x = cuda.shared.array(la.cosize, np.float16, alignment=16)
    y = cuda.shared.array(lb.cosize, np.float16, alignment=16)
    sa, sb = make_tensor(x, la), make_tensor(y, lb)
    copy(make_tensor(a, MM.get_layout_gmem_a(ld)), sa)
    copy(make_tensor(b, MM.get_layout_gmem_b()), sb)
    copy_wait()
    total = MM.get_accumulator()
    MM.execute(sa, sb, total)
    MM.execute(sa, sb, total)
{body}
"""
BODIES = {
    "elements": """
    # Element by element, wherever the thread has it; c is of any strides.
    if total.is_thread_active():
        for i in range(total.layout.size):
            if not total.is_predicated() or total.is_index_in_bounds(i):
                row, column = total.map_fragment_index(i)
                c[row, column] += total[i]
""",
    "another type": """
    wide = make_fragment_like(total.get_results(), np.float64)
    old = total.make_partition_and_copy(make_tensor(c, MM.get_layout_gmem_c()))
    for i in range(wide.layout.cosize):
        wide[i] = np.float64(total[i])
    axpby(1.0, wide, 1.0, old)
    total.partition_and_copy(old, make_tensor(c, MM.get_layout_gmem_c()))
""",
    "stored twice": """
    gc = make_tensor(c, MM.get_layout_gmem_c())
    kept = total.make_empty_fragment()
    copy_fragment(gc, kept)
    axpby(1.0, total, 1.0, kept)
    total.clear()
    copy_fragment(kept, total)
    total.partition_and_store(gc)
""",
}


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("size", [(32, 32), (33, 31), (1, 65)], ids=str)
def test_elements_of_accumulators(launch, size, body):
    m, n = size
    a, b = numbers((m, 16), "float16", 1), numbers((16, n), "float16", 2)
    c = np.asfortranarray(numbers((m, n), "float64", 3))
    source = PARTS.format(m=m, n=n, body=BODIES[body])
    args = [a, b, c, np.zeros((2, 2), np.float32), 16]
    got = launch(source, "kernel", (1,), (64,), args)[2]
    close(got, 2 * (a.astype(float) @ b.astype(float)) + c, 1e-6)


IN_SHARED = """
from nvmath.device import Matmul, copy, copy_wait, make_tensor

MM = Matmul(size=({m}, {n}, {k}), precision=np.{dtype}, arrangement={order}, block_size=64)
la, lb, lc = (MM.suggest_layout_smem_a(), MM.suggest_layout_smem_b(),
              MM.suggest_layout_smem_c())

@cuda.jit
def kernel(a, b, c, alpha, beta):
    x = cuda.shared.array(la.cosize, MM.a_value_type, alignment=16)
    y = cuda.shared.array(lb.cosize, MM.b_value_type, alignment=16)
    z = cuda.shared.array(lc.cosize, MM.c_value_type, alignment=16)
    sa, sb, sc = make_tensor(x, la), make_tensor(y, lb), make_tensor(z, lc)
    gc = make_tensor(c, MM.get_layout_gmem_c())
    copy(make_tensor(a, MM.get_layout_gmem_a()), sa)
    copy(make_tensor(b, MM.get_layout_gmem_b()), sb)
    copy(gc, sc, alignment=8)
    copy_wait()
    MM.execute(alpha, sa, sb, beta, sc)
    cuda.syncthreads()
    copy(sc, gc)
"""


@pytest.mark.parametrize("dtype, tolerance", [("float16", 2e-3), ("float64", 1e-14)])
@pytest.mark.parametrize("order", [(ROWS, COLUMNS, ROWS), (COLUMNS, ROWS, COLUMNS)], ids=str)
@pytest.mark.parametrize("size", [(32, 16, 16), (17, 33, 5)], ids=str)
def test_c_in_shared_memory(launch, size, order, dtype, tolerance):
    m, n, k = size
    shapes = (m, k), (k, n), (m, n)
    matrices = [numbers(s, dtype, i) for i, s in enumerate(shapes)]
    a, b, c = matrices
    source = IN_SHARED.format(m=m, n=n, k=k, dtype=dtype, order=order)
    args = [
        np.asarray(x, order="C" if o == ROWS else "F") for x, o in zip(matrices, order)
    ]
    sig = ", ".join(dtype + axes_of(o) for o in order) + ", float64, float64"
    got = launch(source, "kernel", (1,), (64,), [*args, 1.5, 0.5], sig=sig)[2]
    close(got, 1.5 * (a.astype(float) @ b.astype(float)) + 0.5 * c, tolerance)


WRONG = """
from nvmath.device import Matmul, copy, make_tensor

MM = Matmul(size=(16, 16, 16), precision=np.float16, arrangement=("row_major",) * 3,
            block_size=64)
la = MM.suggest_layout_smem_a()

@cuda.jit("void(float16[:, :], int64)")
def kernel(a, n):
    x = cuda.shared.array(300, np.float16, alignment=16)
    {line}
"""


@pytest.mark.parametrize("line, block, message", [
    ("make_tensor(x[n:], la)", 64, "shorter than its layout"),
    ("make_tensor(x[n // 64:], la)", 64, "no multiple of 16 bytes"),
    ("make_tensor(a[n // 64:, :], MM.get_layout_gmem_a())", 64, "fewer rows or columns"),
    ("make_tensor(a.T, MM.get_layout_gmem_a())", 64, "are not contiguous"),
    ("make_tensor(a, MM.get_layout_gmem_a(n))", 64, "is not that of the array"),
    ("MM.suggest_accumulator().is_thread_active()", 32, "fewer threads than its Matmul"),
])  # fmt: skip
def test_what_only_the_thread_knows(launch, line, block, message):
    a = np.ones((16, 16), np.float16)
    with pytest.raises(Failed, match=message):
        launch(
            WRONG.format(line=line), "kernel", (1,), (block,), [a, 64],
            options=("--debug",),
        )  # fmt: skip


# Floats that NumPy has not: tf32 in float32, the others in bytes.
FORMATS = """
from nvmath.device import Matmul, copy, copy_fragment, copy_wait, make_tensor

MM = Matmul(size=({m}, {n}, {k}), precision=("{a}", "{b}", np.float32),
            arrangement={order}, block_size={threads})
la, lb = MM.suggest_layout_smem_a(), MM.suggest_layout_smem_b()

@cuda.jit
def kernel(a, b, c, d):
    x = cuda.shared.array(la.cosize, MM.a_value_type, alignment=16)
    y = cuda.shared.array(lb.cosize, MM.b_value_type, alignment=16)
    sa, sb = make_tensor(x, la), make_tensor(y, lb)
    copy(make_tensor(a, MM.get_layout_gmem_a()), sa)
    copy(make_tensor(b, MM.get_layout_gmem_b()), sb)
    copy_wait()
    total = MM.suggest_accumulator()
    MM.execute(sa, sb, total)
    copy_fragment(total, make_tensor(c, MM.get_layout_gmem_c()))
    # The same without tensors.
    cuda.syncthreads()
    z = cuda.shared.array(MM.c_size, np.float32)
    flat_a, flat_b, flat_d = d[0], d[1], d[2]
    for i in range(cuda.threadIdx.x, MM.a_size, {threads}):
        x[i] = flat_a[i]
    for i in range(cuda.threadIdx.x, MM.b_size, {threads}):
        y[i] = flat_b[i]
    cuda.syncthreads()
    MM.execute(1.0, x[:MM.a_size], y[:MM.b_size], 0.0, z)
    cuda.syncthreads()
    for i in range(cuda.threadIdx.x, MM.c_size, {threads}):
        flat_d[i] = z[i]
"""


def bits_of(values, form):
    """Small whole numbers in a format."""
    if form == "tf32":
        return values.astype(np.float32)
    mantissa, bias = (3, 7) if form == "e4m3" else (2, 15)
    fraction, exponent = np.frexp(np.abs(values.astype(np.float64)))
    bits = (exponent - 1 + bias) * 2**mantissa + (fraction * 2 - 1) * 2**mantissa
    bits = np.where(values == 0, 0, bits) + np.where(values < 0, 128, 0)
    return bits.astype(np.uint8)


@pytest.mark.parametrize("a, b", [
    ("tf32", "tf32"), ("e4m3", "e4m3"), ("e5m2", "e5m2"), ("e4m3", "e5m2"),
    ("e5m2", "e4m3")])  # fmt: skip
@pytest.mark.parametrize("order", [(ROWS, COLUMNS, ROWS), (COLUMNS, ROWS, ROWS)], ids=str)
@pytest.mark.parametrize("size, threads", [
    ((32, 32, 64), 64), ((33, 31, 17), 64), ((5, 3, 2), 7)], ids=str)  # fmt: skip
def test_formats(launch, size, threads, order, a, b):
    m, n, k = size
    random = np.random.default_rng(2)
    values = np.array([0, 1, 2, 3, 4, 5, 6, 7, 8, -1, -2, -3, -4, -5, -6, -7, -8])
    x, y = random.choice(values, (m, k)), random.choice(values, (k, n))
    source = FORMATS.format(m=m, n=n, k=k, a=a, b=b, order=order, threads=threads)
    given = [
        np.asarray(bits_of(v, f), order="C" if o == ROWS else "F")
        for v, f, o in zip((x, y), (a, b), order)
    ]
    kind = "float32" if a == "tf32" else "uint8"
    flats = [g.ravel(order="K") for g in given]
    # What the second product takes and gives, in one array.
    flat = np.zeros((3, max(m * n, m * k, k * n)), np.float32)
    for row, values in zip(flat, flats):
        row[: values.size] = values
    sig = ", ".join(kind + axes_of(o) for o in order[:2]) + ", float32[:, ::1], float32[:, ::1]"
    args = [*given, np.zeros((m, n), np.float32), flat]
    _, _, c, d = launch(source, "kernel", (1,), (threads,), args, sig=sig)
    np.testing.assert_array_equal(c, (x @ y).astype(np.float32))
    np.testing.assert_array_equal(d[2, : m * n].reshape(m, n), c)
