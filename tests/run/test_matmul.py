"""nvmath.device's Matmul: a block's product of matrices, against NumPy."""

import numpy as np
import pytest
from conftest import Failed

# The kernel copies A, B and C as the product has them, calls it, and copies C back.
SOURCE = """
from nvmath.device import Dim3, Matmul

MM = Matmul(size=({m}, {n}, {k}), precision={precision}, data_type="{data}",
            {order}{more})

@cuda.jit
def kernel(a, b, c, alpha, beta):
    x = cuda.shared.array(MM.a_size, MM.a_value_type, {align})
    y = cuda.shared.array(MM.b_size, MM.b_value_type, {align})
    z = cuda.shared.array(MM.c_size, MM.c_value_type, {align})
    rank = cuda.threadIdx.x + cuda.blockDim.x * (
        cuda.threadIdx.y + cuda.blockDim.y * cuda.threadIdx.z)
    threads = cuda.blockDim.x * cuda.blockDim.y * cuda.blockDim.z
    for i in range(rank, a.size, threads):
        x[i] = a[i]
    for i in range(rank, b.size, threads):
        y[i] = b[i]
    for i in range(rank, c.size, threads):
        z[i] = c[i]
    cuda.syncthreads()
    {call}
    cuda.syncthreads()
    for i in range(rank, c.size, threads):
        c[i] = z[i]
"""
CALL = "MM.execute(alpha, x, y, beta, z)"
ROWS, COLUMNS = "row_major", "col_major"


def numbers(shape, dtype, seed):
    random = np.random.default_rng(seed)
    if np.dtype(dtype).kind in "iu":
        least, most = (0, 250) if np.dtype(dtype) == np.uint8 else (-9, 9)
        return random.integers(least, most, shape).astype(dtype)
    made = random.uniform(-1, 1, shape)
    if np.dtype(dtype).kind == "c":
        made = made + 1j * random.uniform(-1, 1, shape)
    return made.astype(dtype)


def stored(matrix, order, ld):
    """As memory of a product has it, with something between its lines."""
    lines = matrix if order == ROWS else matrix.T
    memory = np.full((lines.shape[0], ld), 77, matrix.dtype)
    memory[:, : lines.shape[1]] = lines
    return memory.reshape(-1)


def run(
    launch, size, dtypes=(np.float32,) * 3, order=(ROWS,) * 3, block=(64,), more="",
    alpha=2.0, beta=0.5, ld=None, padding=(0, 0, 0), call=CALL, data="real", align="",
    mode=None, options=(),
):  # fmt: skip
    m, n, k = size
    shapes = (m, k), (k, n), (m, n)
    a, b, c = (numbers(s, d, i) for i, (s, d) in enumerate(zip(shapes, dtypes)))
    lds = [
        (s[1] if o == ROWS else s[0]) + p for s, o, p in zip(shapes, order, padding)
    ]
    args = [stored(x, o, w) for x, o, w in zip((a, b, c), order, lds)]
    if any(padding):
        more += f", leading_dimension={tuple(lds)}"
    parts = [np.dtype(d).type(0).real.dtype.name for d in dtypes]
    more = ", " + more.strip(", ") if more else ""
    how = f"transpose_mode={mode}" if mode else f"arrangement={order}"
    source = SOURCE.format(
        m=m, n=n, k=k, precision="(" + ", ".join(f"np.{p}" for p in parts) + ")",
        data=data, order=how, more=more, call=call, align=align,
    )  # fmt: skip
    args += [alpha, beta]
    kinds = [np.dtype(d).name for d in dtypes]
    scalar = "float64" if isinstance(alpha, float) else "complex128"
    scalar = "int64" if isinstance(alpha, int) else scalar
    sig = ", ".join(f"{k}[::1]" for k in kinds) + f", {scalar}, {scalar}"
    got = launch(source, "kernel", (1,), block, args, sig=sig, options=options)[2]
    got = got.reshape(-1, lds[2])
    across = n if order[2] == ROWS else m
    # Nothing is written between the lines.
    assert (got[:, across:] == 77).all()
    got = got[:, :across] if order[2] == ROWS else got[:, :across].T
    wide = np.complex128 if data == "complex" else np.float64
    if mode and "conj" in mode[0]:
        a = a.conj()
    want = alpha * (a.astype(wide) @ b.astype(wide)) + beta * c.astype(wide)
    return got, want


def close(got, want, tolerance):
    error = np.linalg.norm(got.astype(want.dtype) - want) / np.linalg.norm(want)
    assert error <= tolerance, error


SIZES = [(1, 1, 1), (3, 5, 7), (31, 33, 17), (32, 32, 32), (64, 16, 40), (1, 65, 2)]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("threads", [32, 64, 200])
def test_a_block_multiplies(launch, size, threads):
    close(*run(launch, size, block=(threads,), more=f"block_size={threads}"), 1e-6)


@pytest.mark.parametrize("a", [ROWS, COLUMNS])
@pytest.mark.parametrize("b", [ROWS, COLUMNS])
@pytest.mark.parametrize("c", [ROWS, COLUMNS])
def test_matrices_lie_by_rows_or_columns(launch, a, b, c):
    close(*run(launch, (13, 18, 9), order=(a, b, c), padding=(1, 2, 3)), 1e-6)


@pytest.mark.parametrize(
    "dtypes, tolerance",
    [
        (("float64",) * 3, 1e-14),
        (("float16",) * 3, 1e-3),
        (("float16", "float16", "float32"), 1e-6),
        (("float32", "float16", "float32"), 1e-6),
        (("float32", "float32", "float64"), 1e-14),
        (("int32",) * 3, 0),
        (("int8", "int8", "int32"), 0),
        (("int64",) * 3, 0),
        (("uint8", "uint8", "int32"), 0),
    ],
    ids=str,
)
@pytest.mark.parametrize("size", [(5, 7, 3), (40, 24, 33)], ids=str)
def test_types(launch, dtypes, tolerance, size):
    isWhole = dtypes[0][0] in "iu"
    scalars = dict(alpha=2, beta=3) if isWhole else {}
    got, want = run(launch, size, dtypes, **scalars)
    close(got, want, tolerance)


@pytest.mark.parametrize("dtype, tolerance", [("complex64", 1e-6), ("complex128", 1e-14)])
def test_complex_matrices(launch, dtype, tolerance):
    got, want = run(
        launch, (9, 12, 20), (dtype,) * 3, data="complex", alpha=1 + 2j, beta=0.5j
    )
    close(got, want, tolerance)


def test_a_conjugate(launch):
    got, want = run(
        launch, (9, 12, 20), ("complex64",) * 3, data="complex", alpha=1 + 2j, beta=0j,
        order=(ROWS, COLUMNS, COLUMNS), mode=("conj_transposed", "non_transposed"),
    )  # fmt: skip
    close(got, want, 1e-6)


# The matrix unit: whole and cut tiles, by elements and by ldmatrix.
UNIT = [
    ("float16", "float32", 1e-6),
    ("float16", "float16", 1e-3),
    ("float64", "float64", 1e-14),
    ("int8", "int32", 0),
    ("uint8", "int32", 0),
]


@pytest.mark.parametrize("order", [(ROWS, ROWS, ROWS), (COLUMNS, COLUMNS, COLUMNS),
                                   (ROWS, COLUMNS, ROWS), (COLUMNS, ROWS, ROWS)], ids=str)  # fmt: skip
@pytest.mark.parametrize("factor, total, tolerance", UNIT)
@pytest.mark.parametrize("size", [(48, 32, 32), (33, 31, 37)], ids=str)
def test_the_matrix_unit(launch, size, factor, total, tolerance, order):
    dtypes = (factor, factor, total)
    more, align = "block_size=128", ""
    if size[0] == 48:
        more, align = more + ", alignment=(16, 16, 16)", "alignment=16"
    scalars = dict(alpha=2, beta=3) if total == "int32" else {}
    got, want = run(
        launch, size, dtypes, order, (128,), more, align=align, **scalars
    )  # fmt: skip
    close(got, want, tolerance)


@pytest.mark.parametrize("block, dim, condition", [
    ((255,), "Dim3(128)", ""),
    ((196, 2), "Dim3(128)", "if cuda.threadIdx.y == 1: "),
    ((32, 4, 2), "Dim3(32, 4)", "if cuda.threadIdx.z == 0: "),
    ((16, 8), "(16, 8, 1)", ""),
    ((48,), "Dim3(128)", ""),
    ((7,), "Dim3(96)", ""),
])  # fmt: skip
@pytest.mark.parametrize("dtype, tolerance", [("float32", 1e-6), ("float16", 1e-3)])
def test_other_blocks_than_it_is_for(launch, block, dim, condition, dtype, tolerance):
    got, want = run(
        launch, (34, 20, 18), (dtype,) * 3, block=block, more=f"block_dim={dim}",
        call=condition + CALL,
    )  # fmt: skip
    close(got, want, tolerance)


def test_leading_dimensions_of_the_call(launch):
    source = SOURCE.replace("MM.a_size", "34 * 30").replace("MM.b_size", "33 * 31")
    assert source != SOURCE
    m, n, k, lds = 30, 31, 33, (34, 33, 31)
    a, b = numbers((m, k), np.float64, 1), numbers((k, n), np.float64, 2)
    c = numbers((m, n), np.float64, 3)
    order = (ROWS, COLUMNS, COLUMNS)
    args = [stored(x, o, w) for x, o, w in zip((a, b, c), order, lds)]
    source = source.format(
        m=m, n=n, k=k, precision="np.float64", data="real",
        order=f"arrangement={order}", more=", block_size=64", align="",
        call="MM.execute(alpha, x, a.size // 30, y, 33, beta, z, 31)",
    ).replace("MM.c_size", "31 * 31")  # fmt: skip
    got = launch(
        source, "kernel", (1,), (64,), [*args, 1.5, 2.0],
        sig="float64[::1], float64[::1], float64[::1], float64, float64",
    )[2]  # fmt: skip
    got = got.reshape(31, 31)[:, :30].T
    close(got, 1.5 * a @ b + 2 * c, 1e-14)


def test_c_is_not_read_where_beta_is_zero(launch):
    source = SOURCE.replace("z[i] = c[i]", "pass")
    a, b = numbers((8, 8), np.float32, 1), numbers((8, 8), np.float32, 2)
    c = np.full((8, 8), np.nan, np.float32)
    source = source.format(
        m=8, n=8, k=8, precision="np.float32", data="real", align="",
        order=f"arrangement={(ROWS,) * 3}", more=", block_size=32",
        call="MM(alpha, x, y, 0.0, z)",
    )  # fmt: skip
    args = [a.reshape(-1), b.reshape(-1), c.reshape(-1), 1.0, 0.0]
    got = launch(
        source, "kernel", (1,), (32,), args, options=("--check=all",) if launch.device == "cpu" else (),
        sig="float32[::1], float32[::1], float32[::1], float64, float64",
    )[2]  # fmt: skip
    close(got.reshape(8, 8), a @ b, 1e-6)


def test_too_few_elements_at_run_time(launch):
    source = """
from nvmath.device import Matmul

MM = Matmul(size=(8, 8, 8), precision=np.float32, block_size=32,
            arrangement=("row_major", "row_major", "row_major"))

@cuda.jit("void(float32[::1])")
def kernel(x):
    s = cuda.shared.array(0, np.float32)
    MM(1., s, s[64:], 0., s[128:])
    x[0] = s[128]
"""
    x = np.zeros(1, np.float32)
    with pytest.raises(Failed, match="of C is shorter than the 64 elements"):
        launch(source, "kernel", (1,), (32,), [x], options=("--debug",), shared=767)


def test_a_leading_dimension_of_run_time_that_is_too_large(launch):
    source = """
from nvmath.device import Matmul

MM = Matmul(size=(4, 4, 4), precision=np.float32, block_size=32,
            arrangement=("row_major", "row_major", "row_major"))

@cuda.jit("void(float32[::1], int64)")
def kernel(x, ld):
    s = cuda.shared.array(20, np.float32)
    MM(1., s, ld, s, 4, 0., x, 4)
"""
    x = np.zeros(16, np.float32)
    with pytest.raises(Failed, match="of A is shorter than the elements"):
        launch(source, "kernel", (1,), (32,), [x, 6], options=("--debug",))
    with pytest.raises(Failed, match="dimension of A is less than its lines are long"):
        launch(source, "kernel", (1,), (32,), [x, 3], options=("--debug",))


def test_a_warp_that_is_not_whole_is_told_at_the_call(launch):
    if launch.device != "cpu":
        pytest.skip("it is found on the CPU device")
    source = SOURCE.format(
        m=16, n=16, k=16, precision="np.float16", data="real", align="",
        order=f"arrangement={(ROWS,) * 3}", more=", block_size=64",
        call="if cuda.threadIdx.x >= 40: return\n    MM(alpha, x, y, 0., z)",
    )  # fmt: skip
    x = np.ones(256, "float16")
    sig = ", ".join(["float16[::1]"] * 3) + ", float64, float64"
    with pytest.raises(Failed, match=r"by 8 threads of a warp: .*k.py:\d+:5"):
        launch(source, "kernel", (1,), (64,), [x, x, x, 1.0, 0.0], sig=sig)


@pytest.mark.parametrize("dtype, message", [
    ("float32", "`z\\[.*\\]` is read before it is written"),
    ("float16", "waits for ever: cuda.mma_sync"),
])  # fmt: skip
def test_threads_that_do_not_call_it_are_found(launch, dtype, message):
    if launch.device != "cpu":
        pytest.skip("it is found on the CPU device")
    source = SOURCE.replace("z[i] = c[i]", "pass").format(
        m=16, n=16, k=16, precision=f"np.{dtype}", data="real", align="",
        order=f"arrangement={(ROWS,) * 3}", more=", block_size=64",
        call="if cuda.threadIdx.x < 40: MM(alpha, x, y, 0., z)",
    )  # fmt: skip
    x = np.ones(256, dtype)
    args = [x, x, x, 1.0, 0.0]
    sig = ", ".join([f"{dtype}[::1]"] * 3) + ", float64, float64"
    launch.defects = ("races", "uninit", "barriers")
    with pytest.raises(Failed, match=message):
        launch(source, "kernel", (1,), (64,), args, sig=sig, options=("--check=all",) if launch.device == "cpu" else ())


@pytest.mark.parametrize("imported, maker", [
    ("from nvmath.device import Matmul", "Matmul"),
    ("from pyk2ptx.device import matmul", "matmul"),
    ("import nvmath.device", "nvmath.device.Matmul"),
    ("from pyk2ptx import device", "device.Matmul"),
])  # fmt: skip
@pytest.mark.parametrize("typing", ["python", "numba"])
def test_bfloat16_by_every_name_and_typing(launch, imported, maker, typing):
    source = f"""
{imported}
from numba.cuda import bfloat16

def made(m, n, k):
    return {maker}(size=(m, n, k), precision=(bfloat16, bfloat16, np.float32),
                   arrangement=("row_major",) * 3, block_size=64)

MM = made(32, 16, 48)

@cuda.jit("void(float32[::1])", typing="{typing}")
def kernel(x):
    s = cuda.shared.array(MM.a_size, MM.a_value_type)
    c = cuda.shared.array(MM.c_size, MM.c_value_type)
    for i in range(cuda.threadIdx.x, MM.a_size, 64):
        s[i] = bfloat16(i % 7)
    cuda.syncthreads()
    MM.execute(2., s, s, 0., c)
    cuda.syncthreads()
    for i in range(cuda.threadIdx.x, MM.c_size, 64):
        x[i] = c[i]
"""
    got = launch(source, "kernel", (1,), (64,), [np.zeros(512, np.float32)])[0]
    a = (np.arange(32 * 48) % 7).astype(np.float32)
    want = 2 * a.reshape(32, 48) @ a[: 48 * 16].reshape(48, 16)
    np.testing.assert_array_equal(got.reshape(32, 16), want)
