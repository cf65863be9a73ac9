"""nvmath.device's FFT: transforms of a thread and of a block, against NumPy."""

import numpy as np
import pytest
from conftest import Failed

PRECISIONS = [("float32", 3e-7), ("float64", 1e-15)]


def numbers(shape, dtype, seed=5):
    random = np.random.default_rng(seed)
    made = random.uniform(-1, 1, shape)
    if np.dtype(dtype).kind == "c":
        made = made + 1j * random.uniform(-1, 1, shape)
    return made.astype(dtype)


def close(got, want, tolerance):
    error = np.linalg.norm(got.astype(want.dtype) - want) / np.linalg.norm(want)
    assert error <= tolerance, error


def transformed(x, direction):
    size = x.shape[-1]
    return np.fft.fft(x) if direction == "forward" else np.fft.ifft(x) * size


def complex_of(precision):
    return "complex64" if precision == "float32" else "complex128"


THREAD = """
from nvmath.device import FFT

fft = FFT(size={size}, precision=np.{precision}, fft_type="{kind}",
          direction="{direction}", execution="Thread")

@cuda.jit
def kernel(x, y):
    mine = cuda.local.array(fft.storage_size, fft.value_type)
    reals = mine.view(fft.precision)
    me = cuda.grid(1)
    for i in range(x.shape[1]):
        {load}
    fft(mine)
    for i in range(y.shape[1]):
        {store}
"""
BLOCK = """
from nvmath.device import FFT

fft = FFT(size={size}, precision=np.{precision}, fft_type="{kind}",
          direction="{direction}", execution="Block"{more})

@cuda.jit
def kernel(x, y):
    mine = cuda.local.array(fft.storage_size, fft.value_type)
    reals = mine.view(fft.precision)
    shared = cuda.shared.array(0, fft.value_type)
    me = cuda.threadIdx.y
    index = cuda.threadIdx.x
    for i in range(fft.elements_per_thread):
        if index < x.shape[1]:
            {load}
        index += fft.stride
    fft.execute(mine, shared)
    index = cuda.threadIdx.x
    for i in range(fft.elements_per_thread):
        if index < y.shape[1]:
            {store}
        index += fft.stride
"""


def shapes(kind, size, count):
    half = size // 2 + 1
    return (count, half if kind == "c2r" else size), (
        count,
        half if kind == "r2c" else size,
    )


def run(launch, text, kind, size, precision, direction, block, count, shared=0, more=""):
    value, index = complex_of(precision), "i" if text is THREAD else "index"
    types = (
        precision if kind == "r2c" else value,
        precision if kind == "c2r" else value,
    )
    given, results = shapes(kind, size, count)
    source = text.format(
        size=size, precision=precision, kind=kind, direction=direction, more=more,
        load=("reals" if kind == "r2c" else "mine") + f"[i] = x[me, {index}]",
        store=f"y[me, {index}] = " + ("reals" if kind == "c2r" else "mine") + "[i]",
    )  # fmt: skip
    x = numbers(given, types[0])
    sig = f"{types[0]}[:, ::1], {types[1]}[:, ::1]"
    args = [x, np.zeros(results, types[1])]
    got = launch(source, "kernel", (1,), block, args, sig=sig, shared=shared)[1]
    x = x.astype("complex128" if kind != "r2c" else "float64")
    if kind == "c2c":
        want = transformed(x, direction)
    elif kind == "r2c":
        want = np.fft.rfft(x)
    else:
        want = np.fft.irfft(x, n=size, norm="forward")
    return got, want


@pytest.mark.parametrize("precision, tolerance", PRECISIONS)
@pytest.mark.parametrize("size", [2, 4, 8, 32])
@pytest.mark.parametrize("direction", ["forward", "inverse"])
def test_a_thread_transforms(launch, size, precision, tolerance, direction):
    got, want = run(
        launch, THREAD, "c2c", size, precision, direction, (3,), 3
    )  # fmt: skip
    close(got, want, tolerance)


@pytest.mark.parametrize("precision, tolerance", PRECISIONS)
@pytest.mark.parametrize("kind", ["r2c", "c2r"])
@pytest.mark.parametrize("size", [2, 16])
def test_real_transforms_of_a_thread(launch, size, precision, tolerance, kind):
    direction = "forward" if kind == "r2c" else "inverse"
    close(*run(launch, THREAD, kind, size, precision, direction, (2,), 2), tolerance)


# Sizes that are powers of a thread's elements, and others.
BLOCKS = [
    (2, None, 1),
    (8, 2, 3),
    (64, 8, 2),
    (128, 8, 2),
    (256, 4, 1),
    (512, 16, 2),
    (2048, None, 1),
]


@pytest.mark.parametrize("precision, tolerance", PRECISIONS)
@pytest.mark.parametrize("size, elements, count", BLOCKS)
@pytest.mark.parametrize("kind, direction", [
    ("c2c", "forward"), ("c2c", "inverse"), ("r2c", "forward"), ("c2r", "inverse"),
])  # fmt: skip
def test_a_block_transforms(
    launch, size, elements, count, precision, tolerance, kind, direction
):
    more = f", ffts_per_block={count}"
    if elements:
        more += f", elements_per_thread={elements}"
    block = (size // (elements or min(size, 8)), count)
    shared = count * size * np.dtype(complex_of(precision)).itemsize
    got, want = run(
        launch, BLOCK, kind, size, precision, direction, block, count, shared, more
    )
    close(got, want, tolerance)


def test_in_shared_memory(launch):
    source = """
from nvmath.device import FFT

fft = FFT(size=256, precision=np.float32, fft_type="c2c", direction="forward",
          execution="Block", elements_per_thread=4)
back = FFT(size=256, precision=np.float32, fft_type="c2c", direction="inverse",
           execution="Block", elements_per_thread=4)

@cuda.jit("void(complex64[::1], complex64[::1])")
def kernel(x, y):
    shared = cuda.shared.array(256, np.complex64)
    for i in range(cuda.threadIdx.x, 256, 64):
        shared[i] = x[i]
    fft.execute(shared)
    for i in range(cuda.threadIdx.x, 256, 64):
        y[i] = shared[i]
    back.execute(shared)
    for i in range(cuda.threadIdx.x, 256, 64):
        x[i] = shared[i] / np.float32(256)
"""
    x = numbers(256, np.complex64)
    back, y = launch(source, "kernel", (1,), (64,), [x, np.zeros_like(x)],
                     options=("--check=all",) if launch.device == "cpu" else ())  # fmt: skip
    close(y, np.fft.fft(x.astype(complex)), 3e-7)
    close(back, x, 5e-7)


@pytest.mark.parametrize("size, elements, threads", [(64, 8, 4), (256, 2, 127), (2, 2, 0)])
def test_a_block_of_too_few_threads(launch, size, elements, threads):
    """A row of the block is a transform: what a thread that is not there has is missing."""
    source = f"""
from nvmath.device import FFT

fft = FFT(size={size}, precision=np.float32, fft_type="c2c", direction="forward",
          execution="Block", elements_per_thread={elements}, ffts_per_block=2)

@cuda.jit("void(complex64[::1])")
def kernel(x):
    mine = cuda.local.array(fft.storage_size, fft.value_type)
    shared = cuda.shared.array(2 * fft.size, fft.value_type)
    for i in range(fft.storage_size):
        mine[i] = x[i]
    fft.execute(mine, shared)
    for i in range(fft.storage_size):
        x[i] = mine[i]
"""
    x = numbers(256, np.complex64)
    if threads == 0:
        launch(source, "kernel", (1,), (size // elements,), [x])
        return
    with pytest.raises(Failed) as failed:
        launch(source, "kernel", (1,), (threads,), [x])
    text = failed.value.stderr
    assert f"takes {size // elements} threads a transform" in text and "`block_dim`" in text
    assert "fft.execute(mine, shared)" in text


# Spectra of real transforms, and reals by pairs: what memory has is what threads do.
REAL = """
from nvmath.device import FFT

fft = FFT(size={size}, precision=np.float64, fft_type="{kind}", execution="{how}"{more},
          real_fft_options={{"complex_layout": "{layout}", "real_mode": "{mode}"}})

@cuda.jit("void({given}[:, ::1], {results}[:, ::1])")
def kernel(x, y):
    mine = cuda.local.array(fft.storage_size, fft.value_type)
    reals = mine.view(fft.precision)
    shared = cuda.shared.array(0, fft.value_type)
    me, rank = cuda.threadIdx.y, cuda.threadIdx.x
    for i in range({loads}.size):
        if rank + i * fft.stride < x.shape[1]:
            {loads}[i] = x[me, rank + i * fft.stride]
    fft.execute(mine{shared})
    for i in range({stores}.size):
        if rank + i * fft.stride < y.shape[1]:
            y[me, rank + i * fft.stride] = {stores}[i]
"""


def spectrum_in(layout, x):
    """NumPy's spectra as the layout has them."""
    half = np.fft.rfft(x)
    if layout == "full":
        return np.fft.fft(x)
    if layout == "natural":
        return half
    packed = half[..., :-1].copy()
    packed[..., 0] = half[..., 0].real + 1j * half[..., -1].real
    return packed


@pytest.mark.parametrize("size, elements", [(64, 8), (64, 4), (16, None), (2, None)])
@pytest.mark.parametrize("layout", ["natural", "packed", "full"])
@pytest.mark.parametrize("mode", ["normal", "folded"])
@pytest.mark.parametrize("kind", ["r2c", "c2r"])
def test_layouts_of_real_transforms(launch, size, elements, layout, mode, kind):
    count = 2 if elements else 1
    reals = numbers((count, size), np.float64)
    spectrum = spectrum_in(layout, reals)
    pairs = reals.view(np.complex128) if mode == "folded" else reals
    given, want = (pairs, spectrum) if kind == "r2c" else (spectrum, pairs * size)
    name = "reals" if mode == "normal" else "mine"
    source = REAL.format(
        size=size, kind=kind, layout=layout, mode=mode, how="Block" if elements else "Thread",
        more=f", elements_per_thread={elements}, ffts_per_block=2" if elements else "",
        given=given.dtype, results=want.dtype, shared=", shared" if elements else "",
        loads=name if kind == "r2c" else "mine", stores=name if kind == "c2r" else "mine",
    )  # fmt: skip
    block = (size // elements, 2) if elements else (1,)
    got = launch(source, "kernel", (1,), block, [given.copy(), np.zeros_like(want)],
                 shared=2 * size * 16)[1]  # fmt: skip
    close(got, want, 1e-14)
