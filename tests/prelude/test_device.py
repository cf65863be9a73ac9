"""The products and transforms of nvmath.device: their text run by CPython, a thread
for each of the block's, against NumPy."""

import types

import numpy as np
import pytest

import stand_in

# test_NAME, or what these run.
TESTED = """
matmul_rank matmul_threads matmul_place matmul_number matmul_of_a matmul_of_b matmul_store matmul_tile
matmul_by_threads matmul_tiles unit_bits unit_a unit_b unit_fragment_a unit_fragment_b unit_product
unit_tile unit_tile_f64 matmul_by_warps fft_roots fft_sincospi fft_butterflies
fft_exchange fft_in_order fft_pass fft_passes fft_whole fft_results fft_of_thread
fft_take_two fft_two fft_pair fft_reals fft_mirrored fft_spectrum
fft_in_its_block fft_of_block fft_in_shared
""".split()


def product(m, n, k, rows, types_, unit, block, alignment=2, tile=(1, 1)):
    a_rows, b_rows, c_rows = rows
    high = 8 if unit == "f64" else 16
    return types.SimpleNamespace(
        m=m, n=n, k=k, lda=k if a_rows else m, ldb=n if b_rows else k,
        ldc=n if c_rows else m, a_rows=a_rows, b_rows=b_rows, c_rows=c_rows,
        a_conjugate=False, b_conjugate=False, unit=unit, a_format="", b_format="", c_format="",
        bytes={"s8": 1, "u8": 1, "f16": 2, "bf16": 2, "f64": 8}.get(unit, 4), axes=1, block_size=block,
        sum_type=types_[0], c_value_type=types_[1],
        alignment=types.SimpleNamespace(a=alignment, b=alignment),
        vector_tile_m=2, vector_tile_n=3, vector_tiles_m=-(-m // 2),
        vector_tiles_n=-(-n // 3), tile_m=tile[0], tile_n=tile[1],
        tiles_m=-(-m // (high * tile[0])), tiles_n=-(-n // (8 * tile[1])),
    )  # fmt: skip


def flat(matrix, by_rows):
    return (matrix if by_rows else matrix.T).reshape(-1).copy()


CASES = [
    ("fma", np.float64, np.float64, (5, 7, 3), (True, True, True), 8, 2),
    ("fma", np.complex128, np.complex128, (4, 4, 4), (False, True, False), 3, 2),
    ("f16", np.float16, np.float32, (32, 16, 32), (True, True, True), 32, 16),
    ("f16", np.float16, np.float32, (16, 16, 16), (False, False, True), 32, 16),
    ("f16", np.float16, np.float32, (17, 9, 18), (True, False, False), 32, 2),
    ("s8", np.int8, np.int32, (18, 9, 40), (False, True, True), 32, 1),
    ("u8", np.uint8, np.int32, (18, 9, 40), (True, False, True), 32, 1),
    ("f64", np.float64, np.float64, (9, 17, 6), (True, False, True), 32, 8),
]


@pytest.mark.parametrize("unit, kind, total, size, rows, threads, alignment", CASES)
def test_products(unit, kind, total, size, rows, threads, alignment):
    m, n, k = size
    random = np.random.default_rng(3)
    least = 0 if kind == np.uint8 else -4
    # Above what a signed byte has.
    most = 250 if kind == np.uint8 else 5
    a, b, c = (
        random.integers(least, most, shape).astype(dtype)
        for shape, dtype in (((m, k), kind), ((k, n), kind), ((m, n), total))
    )
    mm = product(m, n, k, rows, (total, total), unit, threads, alignment)
    x, y, z = flat(a, rows[0]), flat(b, rows[1]), flat(c, rows[2])
    file, name = ("matmul", "matmul_by_threads") if unit == "fma" else (
        "matmul_unit", "matmul_by_warps")  # fmt: skip
    run = getattr(stand_in.load(file), name)
    alpha, beta = total(2), total(3)
    stand_in.run_lanes(
        range(threads),
        lambda lane: run(mm, True, alpha, x, None, y, None, beta, z, None),
    )
    want = 2 * a.astype(total) @ b.astype(total) + 3 * c
    got = z.reshape(m, n) if rows[2] else z.reshape(n, m).T
    np.testing.assert_array_equal(got, want)


def reversed_bits(index, radix):
    return int(format(index, "b").zfill(radix.bit_length() - 1)[::-1], 2)


def butterflies(radix, inverse):
    rows, half = [], 1
    while half < radix:
        for at in range(radix):
            turn = at % (2 * half)
            if turn < half:
                w = np.exp((1j if inverse else -1j) * np.pi * turn / half)
                form = 0 if turn == 0 else 1 if 2 * turn == half else 2
                ends = reversed_bits(at, radix), reversed_bits(at + half, radix)
                rows.append((*ends, form, w.real, w.imag))
        half *= 2
    return rows


def transform(size, elements, kind, inverse=False, layout="natural", folded=False):
    passes, before = [], 1
    while before < size:
        radix = min(elements, size // before)
        passes.append(types.SimpleNamespace(
            radix=radix, before=before, is_last=before * radix == size,
            rows=butterflies(radix, inverse), count=elements // radix,
            places=[reversed_bits(i, radix) for i in range(radix)],
        ))  # fmt: skip
        before *= radix
    return types.SimpleNamespace(
        size=size, elements_per_thread=elements, stride=size // elements,
        is_block=elements < size, is_inverse=inverse, fft_type=kind, passes=passes,
        real_type=np.float64, value_type=np.complex128, layout=layout,
        is_folded=folded and elements < size, lines=1, implicit_type_batching=1,
        held=elements,
    )  # fmt: skip


@pytest.mark.parametrize("elements", [16, 4, 8])
@pytest.mark.parametrize("kind", ["c2c", "r2c", "c2r"])
@pytest.mark.parametrize("layout, folded", [
    ("natural", False), ("natural", True), ("packed", False), ("packed", True),
    ("full", True)])  # fmt: skip
def test_transforms(elements, kind, layout, folded):
    size, half = 16, 9
    if kind == "c2c" and (folded or layout != "natural"):
        return
    fft = transform(size, elements, kind, kind == "c2r", layout, folded)
    random = np.random.default_rng(4)
    x = random.uniform(-1, 1, size) + 1j * random.uniform(-1, 1, size)
    given = x.real if kind == "r2c" else x[:half] if kind == "c2r" else x
    shared = np.zeros(size, np.complex128)
    text = stand_in.load("fft")
    got = np.zeros(size, np.complex128)

    # What threads have: elements, or pairs of neighbouring reals.
    takes_pairs, gives_pairs = folded and kind == "r2c", folded and kind == "c2r"
    whole = given
    if kind == "c2r" and layout == "full":
        whole = np.concatenate([given, given[-2:0:-1].conj()])
    if kind == "c2r" and layout == "packed":
        whole = given[:-1].copy()
        whole[0] = complex(given[0].real, given[-1].real)
    if takes_pairs:
        whole = np.ascontiguousarray(given).view(np.complex128)

    def thread(rank):
        storage = {"packed": elements // 2, "full": elements}.get(
            layout, elements // 2 + 1
        )
        mine = np.zeros(elements if kind == "c2c" else storage, np.complex128)
        takes = mine.view(np.float64) if kind == "r2c" and not folded else mine
        gives = mine.view(np.float64) if kind == "c2r" and not folded else mine
        for i, at in enumerate(range(rank, size, fft.stride)):
            if at < len(whole):
                takes[i] = whole[at]
        if fft.is_block:
            text.fft_of_block(fft, True, mine, shared)
        else:
            text.fft_of_thread(fft, True, mine)
        for i, at in enumerate(range(rank, size, fft.stride)):
            if i < len(gives) and (kind != "r2c" or layout == "full" or at < half):
                got[at] = gives[i]

    stand_in.run_lanes(range(fft.stride), thread)
    if kind == "c2r":
        want = np.fft.irfft(given, n=size, norm="forward")
    else:
        want = np.fft.rfft(given) if kind == "r2c" else np.fft.fft(given)
    if gives_pairs:
        got = got[: size // 2].copy().view(np.float64)
    if kind == "r2c" and layout == "full":
        want = np.fft.fft(given)
    if kind == "r2c" and layout == "packed":
        want = want[:-1].copy()
        want[0] = complex(want[0].real, np.fft.rfft(given)[-1].real)
    np.testing.assert_allclose(got[: len(want)], want, rtol=1e-13, atol=1e-13)


def test_a_transform_in_shared_memory():
    fft = transform(16, 4, "c2c")
    random = np.random.default_rng(5)
    x = random.uniform(-1, 1, 16) + 1j * random.uniform(-1, 1, 16)
    shared = x.copy()
    text = stand_in.load("fft")
    stand_in.run_lanes(range(4), lambda rank: text.fft_in_shared(fft, True, shared))
    np.testing.assert_allclose(shared, np.fft.fft(x), rtol=1e-13, atol=1e-13)
