"""pyk2ptx.device: objects of the host that kernels call, and nvmath's name for them."""

import subprocess
import sys

import numpy as np
import pytest

from pyk2ptx import cuda, device
from pyk2ptx.device import FFT, Dim3, Matmul, matmul
from pyk2ptx.errors import CompileError

ROWS = ("row_major", "row_major", "row_major")


def product(MM):
    @cuda.jit(link=MM.files)
    def kernel(a, b, c, alpha, beta):
        x = cuda.shared.array(MM.a_dim, MM.a_value_type)
        y = cuda.shared.array(MM.b_dim, MM.b_value_type)
        z = cuda.shared.array(MM.c_dim, MM.c_value_type)
        if cuda.threadIdx.x == 0:
            x[:] = a
            y[:] = b
            z[:] = c
        cuda.syncthreads()
        MM.execute(alpha, x, y, beta, z)
        cuda.syncthreads()
        if cuda.threadIdx.x == 0:
            c[:] = z

    return kernel


@pytest.mark.parametrize("dtype, tolerance", [(np.float32, 1e-6), (np.float16, 1e-3)])
def test_a_kernel_multiplies(dtype, tolerance):
    MM = Matmul(size=(17, 9, 33), precision=dtype, arrangement=ROWS, block_size=64)
    random = np.random.default_rng(1)
    a, b, c = (
        random.uniform(-1, 1, d).astype(dtype) for d in (MM.a_dim, MM.b_dim, MM.c_dim)
    )
    got = c.copy()
    product(MM)[1, MM.block_dim](a, b, got, 2.0, 0.5)
    wide = [x.astype(np.float64) for x in (a, b, c)]
    np.testing.assert_allclose(
        got,
        2 * wide[0] @ wide[1] + 0.5 * wide[2],
        rtol=20 * tolerance,
        atol=20 * tolerance,
    )


def test_what_a_product_is_known_by():
    MM = matmul(
        size=(8, 4, 16), precision=(np.float16, np.float16, np.float32), data_type="real",
        transpose_mode=("transposed", "non_transposed"), block_dim=Dim3(32, 2),
        compiler="numba",
    )  # fmt: skip
    assert (MM.a_dim, MM.b_dim, MM.c_dim) == ((16, 8), (16, 4), (8, 4))
    assert (MM.a_size, MM.b_size, MM.c_size) == (128, 64, 32)
    assert MM.a_value_type is np.float16 and MM.c_value_type is np.float32
    assert MM.leading_dimension == (16, 16, 8) and MM.leading_dimension.a == 16
    assert MM.alignment == (2, 2, 4)
    assert MM.block_dim == (32, 2, 1) and MM.block_dim.y == 2 and MM.block_size == 64
    assert MM.files == []
    assert MM.get_shared_storage_size() == 128 * 2 + 64 * 2 + 32 * 4
    assert MM.get_shared_storage_size(18, 16, 8) == 144 * 2 + 64 * 2 + 32 * 4
    assert MM.get_shared_storage_size_ab() == 128 * 2 + 64 * 2
    assert MM.precision == (np.float16, np.float16, np.float32)
    with pytest.raises(AttributeError):
        MM.d_dim
    with pytest.raises(RuntimeError, match="in a kernel"):
        MM(1.0, None, None, 0.0, None)


@pytest.mark.parametrize(
    "options, why",
    [
        (dict(size=(4, 4)), "tuple of 3"),
        (dict(precision=np.complex64), "precision="),
        (dict(arrangement=None), "arrangement= is missing"),
        (dict(block_size=2000), "block_size="),
        (dict(size=(512, 512, 512)), "make the tile smaller"),
        (dict(colour=1), "no option `colour`"),
    ],
)
def test_options_that_do_not_fit(options, why):
    given = dict(size=(4, 4, 4), precision=np.float32, arrangement=ROWS) | options
    with pytest.raises(ValueError, match=why):
        Matmul(**given)


def test_a_wrong_call_is_told_at_its_place():
    MM = Matmul(size=(4, 4, 4), precision=np.float32, arrangement=ROWS)

    with pytest.raises(CompileError, match="the array of A has 15 elements"):

        @cuda.jit("void(float32[::1])")
        def kernel(x):
            s = cuda.shared.array(15, np.float32)
            MM.execute(1.0, s, x, 0.0, x)


@pytest.mark.parametrize("kind", ["c2c", "r2c"])
def test_a_kernel_transforms(kind):
    fft = FFT(
        size=128, precision=np.float64, fft_type=kind, direction="forward",
        execution="Block", elements_per_thread=8, ffts_per_block=2,
        real_fft_options={"complex_layout": "natural"},
    )  # fmt: skip
    assert fft.block_dim == (16, 2, 1) and fft.stride == 16 and fft.files == []
    assert fft.value_type is np.complex128 and fft.shared_memory_size == 2 * 128 * 16

    @cuda.jit
    def kernel(x, y):
        mine = cuda.local.array(fft.storage_size, fft.value_type)
        reals = mine.view(np.float64)
        shared = cuda.shared.array(0, fft.value_type)
        me, first = cuda.threadIdx.y, cuda.threadIdx.x
        for i in range(fft.elements_per_thread):
            if fft.fft_type == "c2c":
                mine[i] = x[me, first + i * fft.stride]
            else:
                reals[i] = x[me, first + i * fft.stride]
        fft.execute(mine, shared)
        for i in range(fft.storage_size):
            if first + i * fft.stride < y.shape[1]:
                y[me, first + i * fft.stride] = mine[i]

    random = np.random.default_rng(2)
    x = random.uniform(-1, 1, (2, 128))
    want = np.fft.rfft(x)
    if kind == "c2c":
        x = x + 1j * random.uniform(-1, 1, (2, 128))
        want = np.fft.fft(x)
    y = np.zeros_like(want)
    kernel[1, fft.block_dim, 0, fft.shared_memory_size](x, y)
    assert np.linalg.norm(y - want) < 1e-14 * np.linalg.norm(want)


def test_a_pickled_device_function_keeps_its_product():
    import pickle

    MM = Matmul(size=(4, 4, 4), precision=np.float32, arrangement=ROWS, block_size=32)

    @cuda.jit(device=True)
    def square(s, c):
        MM.execute(1.0, s, s, 0.0, c)

    again = pickle.loads(pickle.dumps(square))

    @cuda.jit
    def kernel(x):
        s = cuda.shared.array(16, np.float32)
        c = cuda.shared.array(16, np.float32)
        i = cuda.threadIdx.x
        if i < 16:
            s[i] = x[i]
        cuda.syncthreads()
        again(s, c)
        cuda.syncthreads()
        if i < 16:
            x[i] = c[i]

    x = np.arange(16, dtype=np.float32)
    want = x.reshape(4, 4) @ x.reshape(4, 4)
    kernel[1, 32](x)
    np.testing.assert_array_equal(x.reshape(4, 4), want)


PROGRAM = """
import numpy as np
from numba import cuda
import nvmath
from nvmath.device import Matmul

assert Matmul.__module__ == "pyk2ptx.device" and nvmath.device.Matmul is Matmul
MM = Matmul(size=(4, 4, 4), precision=np.float32, data_type="real",
            arrangement=("row_major", "row_major", "row_major"))

@cuda.jit
def kernel(x):
    s = cuda.shared.array((4, 4), np.float32)
    i = cuda.threadIdx.x
    if i < 16:
        s[i // 4, i % 4] = x[i]
    cuda.syncthreads()
    z = cuda.shared.array((4, 4), np.float32)
    MM(1., s, s, 0., z)
    cuda.syncthreads()
    if i < 16:
        x[i] = z[i // 4, i % 4]

x = np.arange(16, dtype=np.float32)
want = x.reshape(4, 4) @ x.reshape(4, 4)
kernel[1, MM.block_dim](x)
assert (x.reshape(4, 4) == want).all()
print("done")
"""


def test_a_program_that_imports_nvmath(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    made = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "pyk2ptx", "--force", str(tmp_path / "program.py")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.stdout == "done\n", made.stderr


def test_the_names_of_the_module():
    calc = device.SharedStorageCalc()
    calc.add(16, 10)
    calc.add(16, 4, 5)
    assert calc.get() == 36


def test_tensors_and_layouts():
    MM = Matmul(
        size=(32, 32, 32), precision=(np.float16, np.float16, np.float32),
        arrangement=ROWS, block_size=64, alignment=device.MAX_ALIGNMENT,
    )  # fmt: skip
    of_a, of_b = MM.suggest_layout_smem_a(), MM.suggest_layout_smem_b()
    assert (of_a.size, of_a.cosize, of_a.alignment) == (1024, 1024, 16)
    assert of_a.dtype is np.float16 and of_a.storage_bytes == 2048
    assert MM.get_shared_storage_size_ab(of_a, of_b) == 4096
    assert MM.arrangement.a == "row_major" and MM.alignment.b == 16
    calc = device.SharedStorageCalc()
    calc.add(16, 2, of_a)
    assert calc.get() == 2048
    out = MM.get_layout_gmem_c(40)

    @cuda.jit
    def kernel(a, b, c):
        smem = cuda.shared.array(0, np.float16, alignment=16)
        x = device.make_tensor(smem[: of_a.cosize], of_a)
        y = device.make_tensor(smem[of_a.cosize :], of_b)
        device.copy(device.make_tensor(a, MM.get_layout_gmem_a()), x)
        device.copy(device.make_tensor(b, MM.get_layout_gmem_b(b.shape[1])), y)
        device.copy_wait()
        total = MM.suggest_accumulator()
        MM.execute(x, y, total)
        device.copy_fragment(total, device.make_tensor(c, out))

    random = np.random.default_rng(1)
    a = random.uniform(-1, 1, (32, 32)).astype(np.float16)
    b = random.uniform(-1, 1, (40, 50)).astype(np.float16)
    c = np.zeros((32, 40), np.float32)
    bytes_ = MM.get_shared_storage_size_ab(of_a, of_b)
    kernel[1, MM.block_dim, 0, bytes_](a, b, c)
    want = a.astype(float) @ b[:32, :32].astype(float)
    np.testing.assert_allclose(c[:, :32], want, rtol=1e-4, atol=1e-4)
    assert not c[:, 32:].any()


def test_layouts_that_cannot_be():
    MM = Matmul(size=(64, 64, 8), precision=np.float32, arrangement=ROWS, block_size=4)
    with pytest.raises(ValueError, match="leading dimension is at least 64"):
        MM.get_layout_gmem_b(63)
    with pytest.raises(ValueError, match="512 at most are kept in registers"):
        MM.suggest_layout_rmem_c()
    with pytest.raises(TypeError):
        device.copy(1, 2)
    with pytest.raises(RuntimeError, match="called in a kernel"):
        MM.suggest_accumulator()


def test_what_may_be_chosen():
    fft = FFT(256, np.float32, "c2c", "Block", direction="forward")
    found = fft.valid("elements_per_thread", "ffts_per_block")
    assert (8, 4) in found and (2, 8) in found
    assert (2, 16) not in found and (64, 1) not in found
    for elements, count in found:
        assert 256 // elements * count <= 1024
    assert fft.valid("ffts_per_block") == [(2**i,) for i in range(6)]
    with pytest.raises(ValueError, match="none of elements_per_thread"):
        fft.valid("size")


def test_complex_numbers_of_float16():
    MM = Matmul(
        size=(8, 4, 16),
        precision=np.float16,
        data_type="complex",
        arrangement=ROWS,
        block_size=32,
    )
    assert MM.value_type is MM.a_value_type is device.complex32 is device.float16x2_type
    assert MM.get_shared_storage_size() == 4 * (8 * 16 + 16 * 4 + 8 * 4)
    fft = FFT(
        size=64, precision=np.float16, fft_type="r2c", execution="Block", elements_per_thread=8,
        ffts_per_block=6,
    )  # fmt: skip
    assert fft.value_type is fft.output_type is device.half4 is device.float16x4
    assert fft.input_type is device.half2 and fft.precision is np.float16
    assert (fft.block_dim, fft.shared_memory_size) == (Dim3(8, 3), 3 * 64 * 8)
    assert fft.implicit_type_batching == 2
    assert fft.valid("elements_per_thread", "ffts_per_block")[0] == (2, 2)

    @cuda.jit
    def kernel(x):
        shared = cuda.shared.array(64 * 3, fft.value_type)
        mine = cuda.local.array(fft.storage_size, fft.value_type)
        pairs = mine.view(device.float16x2_type)
        for i in range(8):
            pairs[i] = device.float16x2(1, x[0])
        fft.execute(mine, shared)
        if cuda.threadIdx.x == 0 and cuda.threadIdx.y == 1:
            x[1], x[2] = mine[0].x, mine[0].y

    x = np.array([0.5, 0, 0])
    kernel[1, fft.block_dim](x)
    assert x.tolist() == [0.5, 64, 32]
