"""nvmath.device's FFT with options by chance: sizes, shares, layouts, precisions, blocks
of fewer transforms than it is for; against NumPy, now and then with all checks."""

import numpy as np
import pytest
from test_fft import REAL, close, numbers, spectrum_in

COMPLEX = REAL.replace("np.float64", "np.{precision}")
SEEDS = 40


def choose(random):
    """A transform that can be made: its options and its block."""
    size = 2 ** int(random.integers(1, 12))
    elements = 2 ** int(random.integers(1, 6)) if size > 64 or random.random() < 0.7 else None
    if elements:
        elements = min(elements, size)
        while size // elements > 256:
            elements *= 2
    most = 4096 // size if elements and elements <= 32 else 1
    count = int(random.integers(1, min(max(most, 1), 5) + 1))
    if elements and elements > 32:
        elements = 32
    return size, elements, count


@pytest.mark.parametrize("seed", range(SEEDS))
def test_transforms_by_chance(launch, seed):
    random = np.random.default_rng(seed)
    size, elements, count = choose(random)
    precision = str(random.choice(["float32", "float64"]))
    kind = str(random.choice(["c2c", "r2c", "c2r"]))
    layout = str(random.choice(["natural", "packed", "full"]))
    mode = str(random.choice(["normal", "folded"]))
    direction = str(random.choice(["forward", "inverse"]))
    there = int(random.integers(1, count + 1)) if elements else 1
    pair = np.complex64 if precision == "float32" else np.complex128
    how = ""
    if kind == "c2c":
        given = numbers((there, size), pair, seed)
        want = np.fft.fft(given) if direction == "forward" else np.fft.ifft(given) * size
        how, mode = f', direction="{direction}"', "folded"
    else:
        reals = numbers((there, size), precision, seed)
        spectrum = spectrum_in(layout, reals.astype(np.float64)).astype(pair)
        pairs = reals.view(pair) if mode == "folded" else reals
        given, want = (pairs, spectrum) if kind == "r2c" else (spectrum, pairs * size)
    name = "reals" if mode == "normal" else "mine"
    if elements:
        how += f", elements_per_thread={elements}, ffts_per_block={count}"
    result = np.zeros(want.shape, pair if want.dtype.kind == "c" else precision)
    source = COMPLEX.format(
        size=size, kind=kind, layout=layout, mode=mode, precision=precision,
        how="Block" if elements else "Thread", more=how, given=given.dtype, results=result.dtype,
        shared=", shared" if elements else "", loads=name if kind == "r2c" else "mine",
        stores=name if kind == "c2r" else "mine",
    )  # fmt: skip
    block = (size // elements, there) if elements else (1,)
    options = ("--check=all",) if launch.device == "cpu" and seed % 3 == 0 else ()
    got = launch(
        source, "kernel", (1,), block, [given.copy(), result], options=options,
        shared=count * size * np.dtype(pair).itemsize,
    )[1]  # fmt: skip
    close(got, want, 6e-7 if precision == "float32" else 1e-15)
