"""Cooperative primitives from Python: the names by which programs import them, and
kernels that use them, on the CPU device."""

import subprocess
import sys
import textwrap

import numpy as np
import pytest

from pyk2ptx import coop, cuda, int32

block_sum = coop.block.make_sum(int32, 64)
warp_most = coop.warp.reduce(int32, max, threads_in_warp=16)


def test_single_phase():
    @cuda.jit
    def kernel(x, y):
        block = coop.this_block()
        items = coop.ThreadData(2)
        coop.load(block, x, items)
        coop.store(block, y, coop.inclusive_sum(block, items))

    for threads in 32, 50:
        x = np.arange(2 * threads, dtype=np.int64)
        y = np.zeros_like(x)
        kernel[1, threads](x, y)
        assert (y == x.cumsum()).all()


def test_makers():
    least = coop.block.reduce(int32, 64, lambda a, b: a if a < b else b)

    @cuda.jit(link=[*block_sum.files, *least.files])
    def kernel(x, y):
        temp = cuda.shared.array(block_sum.temp_storage_bytes, np.uint8)
        i = cuda.threadIdx.x
        total = block_sum(temp, x[i])
        low = least(x[i])
        if i == 0:
            y[0] = total
            y[1] = low
        most = warp_most(x[i])
        if i % 16 == 0:
            y[2 + i // 16] = most

    x = (np.arange(64, dtype=np.int32) * 37) % 61 - 7
    y = np.zeros(6, np.int32)
    kernel[1, 64](x, y)
    assert y.tolist() == [x.sum(), x.min(), *x.reshape(4, 16).max(1)]


def test_what_a_maker_gives():
    assert block_sum.files == []
    assert block_sum.temp_storage_bytes and block_sum.temp_storage_alignment
    with pytest.raises(TypeError, match="kernels alone"):
        block_sum(3)
    with pytest.raises(TypeError, match="kernels alone"):
        coop.sum(coop.this_block, 3)
    with pytest.raises(AttributeError):
        coop.block.make_nothing  # noqa: B018
    coop.register("numba-cuda-mlir")


def test_wrong_arguments_of_a_maker():
    wrong = coop.block.make_sum(int32, 64, thing=3)

    @cuda.jit
    def kernel(x):
        x[0] = wrong(x[0])

    with pytest.raises(Exception, match="has no other `thing`"):
        kernel[1, 64](np.zeros(1, np.int32))


@pytest.mark.parametrize(
    "imported",
    [
        "from cuda import coop",
        "import cuda.coop as coop",
        "import cuda.coop._experimental as coop",
        "import cuda.cccl.cooperative.experimental as coop",
        "import cuda.cooperative.experimental as coop",
    ],
)
def test_names_under_as_numba(imported, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        imported
        + textwrap.dedent(
            """
            import numba
            import numpy as np
            from numba import cuda as gpu

            total = coop.block.make_sum(numba.int64, 48)

            @gpu.jit
            def kernel(x, y):
                a = coop.sum(coop.this_block(), x[gpu.threadIdx.x])
                b = total(x[gpu.threadIdx.x])
                if gpu.threadIdx.x == 0:
                    y[0] = a
                    y[1] = b

            x, y = np.arange(48), np.zeros(2, np.int64)
            kernel[1, 48](x, y)
            print(y.tolist())
            """
        )
    )
    done = subprocess.run(
        [sys.executable, "-m", "pyk2ptx", program],
        capture_output=True, text=True, check=False, env=None,
    )  # fmt: skip
    assert done.stdout == "[1128, 1128]\n", done.stderr
