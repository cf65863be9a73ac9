"""Products of matrices of random sizes, types, arrangements, leading dimensions, blocks
and factors, against NumPy. PYK2PTX_MATMUL_CASES=1000-1200 runs others than the usual few."""

import os

import numpy as np
import pytest
from test_matmul import COLUMNS, ROWS, close, run

SIZES = [1, 2, 3, 7, 8, 16, 17, 32, 33, 48, 65]
TYPES = [
    (("float32",) * 3, 2e-6), (("float64",) * 3, 1e-14), (("float16",) * 3, 4e-3),
    (("float16", "float16", "float32"), 2e-6), (("float32", "float16", "float32"), 2e-6),
    (("int32",) * 3, 0), (("int8", "int8", "int32"), 0), (("uint8", "uint8", "int32"), 0),
    (("int64",) * 3, 0), (("complex64",) * 3, 3e-6), (("complex128",) * 3, 1e-14),
]  # fmt: skip


def cases():
    first, _, last = os.environ.get("PYK2PTX_MATMUL_CASES", "1-12").partition("-")
    return range(int(first), int(last or first) + 1)


@pytest.mark.parametrize("seed", cases())
def test_a_random_product(launch, seed):
    random = np.random.default_rng(seed)

    def choice(of):
        return of[random.integers(len(of))]

    dtypes, tolerance = choice(TYPES)
    size = tuple(choice(SIZES) for _ in "mnk")
    while sum(size[i] * size[i - 1] * np.dtype(d).itemsize for i, d in enumerate(dtypes)) > 36000:
        size = tuple(choice(SIZES) for _ in "mnk")
    order = tuple(choice([ROWS, COLUMNS]) for _ in "abc")
    padding = tuple(int(random.integers(0, 5)) for _ in "abc") if random.integers(2) else (0, 0, 0)
    block = choice([(32,), (64,), (96,), (128,), (256,), (100,), (33,), (8, 8), (4, 4, 4), (32, 3)])
    threads = int(np.prod(block))
    more = f"block_dim=Dim3{(*block, 1, 1)[:3]}" if len(block) > 1 else f"block_size={threads}"
    if len(block) == 1 and random.integers(3) == 0:
        more = ""
    factors = [0.0, 1.0, -1.0, 2.0, 0.5]
    if tolerance == 0:
        factors = [0, 1, -1, 3]
    data = "real"
    if dtypes[0].startswith("complex"):
        data = "complex"
        factors = [0j, 1 + 0j, 0.5 - 2j]
    alpha, beta = choice(factors), choice(factors)
    options = ["--check=all", "--schedule=" + choice(["forward", "reverse", "random:3"])]
    if launch.device != "cpu" or random.integers(2):
        options = []
    got, want = run(
        launch, size, dtypes, order, block, more, alpha, beta, padding=padding, data=data,
        options=options,
    )  # fmt: skip
    if alpha == 0 and beta == 0:
        assert (got == 0).all()
    elif tolerance:
        # Of what is added up, not of what may be left of it.
        scale = max(np.linalg.norm(want), 1e-3 * got.size)
        error = np.linalg.norm(got.astype(want.dtype) - want) / scale
        assert error <= tolerance * max(1, size[2] ** 0.5 / 4), (error, size, dtypes, order)
    else:
        close(got, want, 0) if np.any(want) else None
        assert (got == want).all()
