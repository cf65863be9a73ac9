"""Complex numbers of float16 in nvmath.device's products and transforms: vectors of two
and four, against NumPy."""

import numpy as np
import pytest
from conftest import Failed


def numbers(shape, seed=5):
    return np.random.default_rng(seed).uniform(-1, 1, shape).astype(np.float16)


def close(got, want, tolerance):
    error = np.linalg.norm(got.astype(want.dtype) - want) / np.linalg.norm(want)
    assert error <= tolerance, error


def as_complex(x):
    return x[..., ::2].astype(np.float64) + 1j * x[..., 1::2]


def as_parts(x):
    return np.stack([x.real, x.imag], -1).reshape(*x.shape[:-1], -1).astype(np.float16)


# A line of the block has two transforms. Spectra come by parts, (2 * lines, 2 * numbers).
FFT = """
from nvmath.device import FFT, float16x2, float16x2_type, float16x4

fft = FFT(size={size}, precision=np.float16, fft_type="{kind}", execution="{how}"{more})

@cuda.jit("void(float16[:, ::1], float16[:, ::1])")
def kernel(x, y):
    mine = cuda.local.array(fft.storage_size, fft.value_type)
    reals = mine.view(float16x2_type)
    shared = cuda.shared.array(0, fft.value_type)
    one = 2 * cuda.threadIdx.{line}
    two = one + 1
    rank = {rank}
    for i in range({loads}.size):
        at = rank + i * fft.stride
        if {given} * at < x.shape[1]:
            {load}
    fft.execute(mine{shared})
    for i in range({stores}.size):
        at = rank + i * fft.stride
        if {results} * at < y.shape[1]:
            {store}
"""
LOAD = {
    True: "mine[i] = float16x4(x[one, 2 * at], x[two, 2 * at], x[one, 2 * at + 1], x[two, 2 * at + 1])",
    False: "reals[i] = float16x2(x[one, at], x[two, at])",
}
STORE = {
    True: "v = mine[i]\n            y[one, 2 * at] = v.x\n            y[two, 2 * at] = v.y\n"
    "            y[one, 2 * at + 1] = v.z\n            y[two, 2 * at + 1] = v.w",
    False: "y[one, at] = reals[i].x\n            y[two, at] = reals[i].y",
}


def spectrum_in(layout, x):
    half = np.fft.rfft(x)
    if layout == "full":
        return np.fft.fft(x)
    if layout == "natural":
        return half
    packed = half[..., :-1].copy()
    packed[..., 0] = half[..., 0].real + 1j * half[..., -1].real
    return packed


def transform(launch, size, elements, kind, direction="", layout="natural", mode="normal", lines=1):
    count, more = 2 * lines, ""
    if elements:
        more = f", elements_per_thread={elements}, ffts_per_block={count}"
    if kind == "c2c":
        more += f', direction="{direction}"'
        given = numbers((count, 2 * size))
        x = as_complex(given)
        want = np.fft.fft(x) if direction == "forward" else np.fft.ifft(x) * size
    else:
        more += f', real_fft_options={{"complex_layout": "{layout}", "real_mode": "{mode}"}}'
        reals = numbers((count, size))
        spectrum = spectrum_in(layout, reals.astype(np.float64))
        # What is transformed back is rounded to what the array has.
        given, want = (reals, spectrum) if kind == "r2c" else (as_parts(spectrum), size * reals.astype(np.float64))
    takes = kind != "r2c" or mode == "folded"
    gives = kind != "c2r" or mode == "folded"
    block = (size // elements, lines) if elements else (lines,)
    source = FFT.format(
        size=size, kind=kind, more=more, how="Block" if elements else "Thread",
        line="y" if elements else "x", rank="cuda.threadIdx.x" if elements else "0",
        shared=", shared" if elements else "", loads="mine" if takes else "reals",
        stores="mine" if gives else "reals", load=LOAD[takes], store=STORE[gives],
        given=2 if takes else 1, results=2 if gives else 1,
    )  # fmt: skip
    numbers_of = want.shape[1] * (2 if want.dtype.kind == "c" else 1)
    result = np.zeros((count, numbers_of), np.float16)
    got = launch(source, "kernel", (1,), block, [given, result], shared=max(8 * size * lines, 8))[1]
    if want.dtype.kind == "c":
        got = as_complex(got)
    close(got, want, 4e-3)


SIZES = [(2, None), (8, None), (32, None), (2, 2), (64, 8), (128, 4), (256, 16), (1024, 8)]


@pytest.mark.parametrize("size, elements", SIZES)
@pytest.mark.parametrize("direction", ["forward", "inverse"])
def test_complex_transforms(launch, size, elements, direction):
    transform(launch, size, elements, "c2c", direction, lines=3 if size < 200 else 1)


@pytest.mark.parametrize("size, elements", SIZES)
@pytest.mark.parametrize("layout", ["natural", "packed", "full"])
@pytest.mark.parametrize("mode", ["normal", "folded"])
@pytest.mark.parametrize("kind", ["r2c", "c2r"])
def test_real_transforms(launch, size, elements, layout, mode, kind):
    transform(launch, size, elements, kind, "", layout, mode, 2 if size < 200 else 1)


def test_what_a_transform_is_known_by(launch):
    source = """
from nvmath.device import FFT

fft = FFT(size=128, precision=np.float16, fft_type="c2c", direction="forward",
          execution="Block", elements_per_thread=8, ffts_per_block=6)
default = FFT(size=128, precision=np.float16, fft_type="c2c", direction="forward",
              execution="Block", elements_per_thread=8)

@cuda.jit("void(int64[::1], float16[::1])")
def kernel(x, y):
    shared = cuda.shared.array(fft.size * 3, fft.value_type)
    x[0], x[1], x[2] = fft.block_dim
    x[3], x[4], x[5] = fft.shared_memory_size, fft.implicit_type_batching, fft.storage_size
    x[6], x[7] = default.ffts_per_block, default.block_dim.y
    i = cuda.threadIdx.x
    for j in range(8):
        shared[i + 16 * j] = fft.value_type(y[0], 0, 0, y[1])
    fft.execute(shared)
    if i == 0:
        y[0], y[1] = shared[0].x, shared[0].w
"""
    args = [np.zeros(8, np.int64), np.array([0.5, 0.25], np.float16)]
    x, y = launch(source, "kernel", (1,), (16, 1), args)
    assert x.tolist() == [16, 3, 1, 3 * 128 * 8, 2, 8, 2, 1]
    assert y.tolist() == [64, 32]


PRODUCT = """
from nvmath.device import Matmul, float16x2

MM = Matmul(size=({m}, {n}, {k}), precision={precision}, data_type="complex",
            {order}, block_size=64{more})

@cuda.jit
def kernel(a, b, c, alpha, beta):
    x = cuda.shared.array(MM.a_size, MM.a_value_type)
    y = cuda.shared.array(MM.b_size, MM.b_value_type)
    z = cuda.shared.array(MM.c_size, MM.c_value_type)
    for i in range(cuda.threadIdx.x, a.size, 64):
        x[i] = a[i]
    for i in range(cuda.threadIdx.x, b.size, 64):
        y[i] = b[i]
    for i in range(cuda.threadIdx.x, c.size, 64):
        z[i] = {value}
    cuda.syncthreads()
    MM.execute(alpha, x, y, beta, z)
    cuda.syncthreads()
    for i in range(cuda.threadIdx.x, c.size, 64):
        c[i] = z[i]
"""
HALF, FLOAT = "np.float16", "np.float32"


@pytest.mark.parametrize("size", [(1, 1, 1), (8, 9, 7), (32, 24, 16)], ids=str)
@pytest.mark.parametrize("precision, tolerance", [
    (HALF, 1e-3), (f"({HALF}, {HALF}, {FLOAT})", 1e-3), (f"({HALF}, {FLOAT}, {FLOAT})", 1e-3)])  # fmt: skip
@pytest.mark.parametrize("beta", [0.5 - 1j, 0j])
@pytest.mark.parametrize("mode", ["arrangement", "transpose_mode"])
def test_complex_products(launch, size, precision, tolerance, beta, mode):
    m, n, k = size
    random = np.random.default_rng(3)
    a, b, c = (
        (random.uniform(-1, 1, s) + 1j * random.uniform(-1, 1, s)).astype(np.complex64)
        for s in ((m, k), (k, n), (m, n))
    )
    if mode == "arrangement":
        order = 'arrangement=("row_major", "col_major", "row_major")'
        args, left = [a.reshape(-1), b.T.reshape(-1), c.reshape(-1)], a
    else:
        # A as its conjugate transpose lies there.
        order = 'transpose_mode=("conj_transposed", "non_transposed")'
        args, left = [a.reshape(-1), b.T.reshape(-1), c.T.reshape(-1)], a.conj()
    if beta == 0:
        args[2] = np.full_like(args[2], np.nan)
    source = PRODUCT.format(m=m, n=n, k=k, precision=precision, order=order, more="", value="c[i]")
    got = launch(
        source, "kernel", (1,), (64,), [*[x.copy() for x in args], 1 + 2j, beta],
        sig="complex64[::1], complex64[::1], complex64[::1], complex128, complex128",
    )[2]  # fmt: skip
    got = got.reshape(m, n) if mode == "arrangement" else got.reshape(n, m).T
    want = (1 + 2j) * (left.astype(complex) @ b.astype(complex))
    close(got, want + (beta * c if beta else 0), tolerance)


def test_pairs_and_complex_numbers(launch):
    """One stands for the other in assignments, arguments and calls of types."""
    source = """
from nvmath.device import float16x2, float16x4, float32x2

@cuda.jit(device=True)
def swapped(z: float32x2):
    return float32x2(z.y, z.x)

@cuda.jit("void(complex64[::1], complex128[::1], float16[::1])")
def kernel(x, y, z):
    pairs = cuda.local.array(4, float16x2)
    pairs[0] = x[0]
    pairs[1] = 1 + 2j
    pairs[2] = float16x2(y[0])
    four = float16x4(x[0], 5., pairs[1].y)
    fours = pairs.view(float16x4)
    fours[1] = four
    x[1] = pairs[0]
    y[1] = pairs[2]
    x[2] = np.complex64(pairs[1])
    y[2] = np.complex128(float32x2(7., 8.))
    halves = pairs.view(np.float16)
    for i in range(8):
        z[i] = halves[i]
    wide = z.view(float16x4)
    z[8] = wide[1].w
    z[9] = wide.size
"""
    x = np.array([0.5 - 1j, 0, 0], np.complex64)
    y = np.array([3 - 4j, 0, 0], np.complex128)
    x, y, z = launch(source, "kernel", (1,), (1,), [x, y, np.zeros(12, np.float16)])
    assert x.tolist() == [0.5 - 1j, 0.5 - 1j, 1 + 2j]
    assert y.tolist() == [3 - 4j, 0.5 - 1j, 7 + 8j]
    assert z.tolist() == [0.5, -1, 1, 2, 0.5, -1, 5, 2, 2, 3, 0, 0]


@pytest.mark.parametrize("made, message", [
    ('FFT(size=8, precision=np.float16, fft_type="c2c", direction="forward", '
     'execution="Block", ffts_per_block=3)', "ffts_per_block= is even"),
    ('Matmul(size=(8, 8, 8), precision=np.float16, data_type="complex", arrangement='
     '("row_major",) * 3, block_size=32).suggest_layout_smem_a()',
     "tensors have no complex numbers of float16"),
])  # fmt: skip
def test_what_is_refused(launch, made, message):
    source = f"""
from nvmath.device import FFT, Matmul

made = {made}

@cuda.jit("void(int64[::1])")
def kernel(x):
    x[0] = made.size[0]
"""
    with pytest.raises(Failed, match=message):
        launch(source, "kernel", (1,), (1,), [np.zeros(1, np.int64)])
