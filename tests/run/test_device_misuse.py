"""Threads that do not call nvmath.device's products and transforms with the others, and
blocks that these are not for."""

import os

import numpy as np
import pytest
from conftest import Failed

PRODUCT = """
from nvmath.device import Matmul

MM = Matmul(size=(16, 16, 16), precision=np.{dtype}, block_{size},
            arrangement=("row_major", "row_major", "row_major"))

@cuda.jit
def k(a, c, beta):
    x = cuda.shared.array(256, np.{dtype})
    z = cuda.shared.array((4, 256), np.{dtype})
    i = cuda.threadIdx.x + cuda.blockDim.x * cuda.threadIdx.y
    threads = cuda.blockDim.x * cuda.blockDim.y
    for j in range(i, 256, threads):
        x[j] = a[j]
        for row in range(4):
            z[row, j] = 1
    cuda.syncthreads()
    {body}
    cuda.syncthreads()
    for j in range(i, 256, threads):
        c[j] = z[0, j]
"""
CALL = "MM(1., x, x, beta, z[0])"


def product(launch, body, block, dtype="float32", size="size=64", beta=0.5, check="barriers"):
    if launch.device != "cpu":
        pytest.skip("it is found on the CPU device")
    source = PRODUCT.format(dtype=dtype, body=body, size=size)
    a = np.random.default_rng(1).uniform(-1, 1, 256).astype(dtype)
    got = launch(
        source, "k", (1,), block, [a, np.zeros(256, dtype), beta],
        sig=f"{dtype}[::1], {dtype}[::1], float64", options=(f"--check={check}",),
    )[1]  # fmt: skip
    square = a.reshape(16, 16).astype(np.float64)
    return got.reshape(16, 16), square @ square + beta


def told(launch, body, block, **named):
    with pytest.raises(Failed) as failed:
        product(launch, body, block, **named)
    return failed.value.stderr


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("body, stands", [
    (f"if i < 32: {CALL}", "waits elsewhere"),
    (f"if i >= 32: return\n    {CALL}", "has ended"),
    (f"if i < 32: return\n    {CALL}", "has ended"),
    (f"for j in range(1 + i // 32): {CALL}", "has made it less often"),
])  # fmt: skip
def test_warps_that_stay_away(launch, dtype, body, stands):
    text = told(launch, body, (64,), dtype=dtype)
    assert "[IncompleteGroup]" in text and f", which {stands}" in text and CALL in text
    if stands == "has ended":
        assert "ended here" in text and "return" in text


@pytest.mark.parametrize("body", [
    f"if i != 5: {CALL}", f"if a[i] < 0.5: {CALL}", f"if i == 63: return\n    {CALL}",
])  # fmt: skip
def test_threads_that_stay_away(launch, body):
    text = told(launch, body, (64,))
    assert "[IncompleteGroup]" in text and CALL in text
    # It is no meeting: a race with who has not waited is found as before.
    text = told(launch, "MM(1., x, x, beta, z[0])\n    c[0] = z[0, i]", (64,), check="all")
    assert "[DataRace]" in text


def test_nobody_waits_at_the_end(launch):
    """Of a block that does not meet again."""
    if launch.device != "cpu":
        pytest.skip("it is found on the CPU device")
    source = PRODUCT.split("    x = ")[0].format(dtype="float32", size="size=64") + """
    if cuda.threadIdx.x < 60:
        MM(1., a, a, beta, c)
"""
    args = [np.ones(256, np.float32), np.zeros(256, np.float32), 0.0]
    with pytest.raises(Failed, match="IncompleteGroup") as failed:
        launch(source, "k", (3,), (64,), args, options=("--check=barriers",))
    assert "thread (60,0,0), which has ended" in str(failed.value)


@pytest.mark.parametrize("dtype, tolerance", [("float32", 1e-6), ("float16", 1e-3)])
@pytest.mark.parametrize("body, block, size, beta", [
    (CALL, (64,), "size=64", 0.5),
    # More threads than it is for, and fewer.
    (f"if i < 64: {CALL}", (100,), "size=64", 0.5),
    (CALL, (160,), "size=64", 0.5),
    (CALL, (32,), "size=64", 0.5),
    # One line of several, whichever; one plane.
    (f"if cuda.threadIdx.y == 0: {CALL}", (64, 2), "size=64", 0.5),
    (f"if cuda.threadIdx.y == 2: {CALL}", (64, 3), "size=64", 0.5),
    (f"if cuda.threadIdx.z == 1: {CALL}", (32, 2, 2), "dim=(32, 2, 1)", 0.5),
    # Each its own C, or all the same.
    ("MM(1., x, x, beta, z[cuda.threadIdx.y])", (64, 4), "size=64", 0.5),
    (CALL, (64, 2), "size=64", 0.0),
    # Loops and other calls between.
    (f"for j in range(3): MM(1., x, x, 0., z[j])\n    {CALL}".replace("z[j]", "z[j + 1]"),
     (64,), "size=64", 0.5),
])  # fmt: skip
def test_what_is_right_is_not_told(launch, body, block, size, beta, dtype, tolerance):
    got, want = product(launch, body, block, dtype, size, beta)
    np.testing.assert_allclose(got, want, atol=8 * tolerance)


@pytest.mark.parametrize("body, block, size", [
    (CALL, (64, 2), "size=64"),
    (CALL, (32, 2, 2), "dim=(32, 2, 1)"),
    (f"if cuda.threadIdx.y > 1: {CALL}", (64, 4), "size=64"),
])  # fmt: skip
@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_lines_of_the_block_that_all_add_to_c(launch, body, block, size, dtype):
    text = told(launch, body, block, dtype=dtype, size=size)
    assert "[SharedSum]" in text and "both add to C" in text and CALL in text


TENSORS = """
from nvmath.device import Matmul, copy, copy_fragment, copy_wait, make_tensor

MM = Matmul(size=(16, 16, 16), precision=np.{dtype}, block_size=64,
            arrangement=("row_major", "row_major", "row_major"))
la = MM.suggest_layout_smem_a()

@cuda.jit
def k(a, c):
    i = cuda.threadIdx.x
    x = make_tensor(cuda.shared.array(la.cosize, MM.a_value_type, alignment=16), la)
    lb = MM.suggest_layout_smem_b()
    y = make_tensor(cuda.shared.array(lb.cosize, MM.b_value_type, alignment=16), lb)
    g = make_tensor(a, MM.get_layout_gmem_a())
    {copies[0]}
    copy(make_tensor(a, MM.get_layout_gmem_b()), y)
    copy_wait()
    total = MM.suggest_accumulator()
    {copies[1]}
    {copies[2]}
"""
RIGHT = [
    "copy(g, x)",
    "MM.execute(x, y, total)",
    "copy_fragment(total, make_tensor(c, MM.get_layout_gmem_c()))",
]


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("wrong", [None, 0, 1, 2])
def test_copies_of_some_threads(launch, dtype, wrong):
    if launch.device != "cpu":
        pytest.skip("it is found on the CPU device")
    lines = list(RIGHT)
    if wrong is not None:
        # In the third, of those threads that have elements of C.
        lines[wrong] = f"if i >= 32: {lines[wrong]}"
    source = TENSORS.format(dtype=dtype, copies=lines)
    args = [np.eye(16, dtype=dtype), np.zeros((16, 16), dtype)]
    sig = f"{dtype}[:, ::1], {dtype}[:, ::1]"
    if wrong is None:
        got = launch(source, "k", (1,), (64,), args, sig=sig, options=("--check=all",))[1]
        assert (got == args[0]).all()
        return
    with pytest.raises(Failed) as failed:
        launch(source, "k", (1,), (64,), args, sig=sig, options=("--check=barriers",))
    text = str(failed.value)
    assert "[IncompleteGroup]" in text and RIGHT[wrong] in text


TRANSFORM = """
from nvmath.device import FFT

fft = FFT(size=64, precision=np.float32, fft_type="c2c", direction="forward",
          execution="Block", elements_per_thread=8, ffts_per_block=2)

@cuda.jit
def k(x):
    mine = cuda.local.array(fft.storage_size, fft.value_type)
    shared = cuda.shared.array(2 * fft.size, fft.value_type)
    me = cuda.threadIdx.y % 2
    for i in range(8):
        mine[i] = x[me, cuda.threadIdx.x % 8 + 8 * i]
    {call}
    if cuda.threadIdx.x < 8 and cuda.threadIdx.y < 2 and cuda.threadIdx.z < 1:
        for i in range(8):
            x[me, cuda.threadIdx.x + 8 * i] = mine[i]
"""


def transform(launch, block, *options, call="fft(mine, shared)"):
    random = np.random.default_rng(1)
    x = (random.uniform(-1, 1, (2, 64)) + 1j).astype(np.complex64)
    source = TRANSFORM.format(call=call)
    return x, launch(source, "k", (1,), block, [x], options=options)[0]


@pytest.mark.parametrize("block", [(8, 4), (16, 2), (8, 2, 2), (7, 2), (100,)])
def test_a_block_that_is_not_the_transforms(launch, block):
    with pytest.raises(Failed) as failed:
        transform(launch, block)
    text = str(failed.value)
    assert "takes 8 threads a transform of up to 2 transforms" in text and "[CoopMisuse]" in text


@pytest.mark.parametrize("block", [(8, 2), (8, 1)])
def test_a_block_of_as_many_transforms_or_fewer(launch, block):
    for options in ("--debug",), ("--any-block",):
        x, got = transform(launch, block, *options)
        want = np.fft.fft(x)
        want[block[1] :] = x[block[1] :]
        np.testing.assert_allclose(got, want, atol=1e-5)


@pytest.mark.parametrize("call", ["fft(mine, shared)", "fft(shared)"])
@pytest.mark.parametrize("block, options", [
    ((16, 1), ()), ((4, 4), ()), ((16, 2), ("--any-block",)), ((8, 4), ("--any-block",)),
    ((8, 2, 2), ("--any-block",)), ((4, 2), ("--any-block",)),
])  # fmt: skip
def test_the_threads_ask_where_only_they_know(launch, block, options, call):
    """Nothing outside is written, and it is told where errors are."""
    if options and os.environ.get("PYK2PTX_TEST_FACTS") == "1":
        pytest.skip("with --facts the compiler knows the block")
    x, got = transform(launch, block, *options, call=call)
    assert (got == x).all()
    with pytest.raises(Failed, match="the block is not of the FFT's block_dim"):
        transform(launch, block, "--debug", *options, call=call)


def test_threads_of_a_transform_that_stay_away(launch):
    if launch.device != "cpu":
        pytest.skip("a GPU hangs")
    with pytest.raises(Failed, match="MissedBarrier"):
        transform(launch, (8, 2), "--check=all",
                  call="if cuda.threadIdx.x == 3: return\n    fft(mine, shared)")  # fmt: skip
