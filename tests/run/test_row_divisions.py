"""Indices that are quotients and remainders of a thread's place: stretches of a row on the
CPU device. The simulator says what is right, coroutines that the order is any."""

import numpy as np
import pytest
from test_thread_loops import check_both

WIDTHS = [1, 2, 15, 16, 17, 33, 100, 1000, 1 << 33, 0, -1, -5, -16, -40]
LAUNCHES = [((1,), (33,)), ((7,), (64,)), ((2,), (500,))]


@pytest.mark.parametrize("width", WIDTHS)
def test_rows_and_columns(launch, width):
    source = """
@cuda.jit
def k(x, out, width):
    i = cuda.grid(1)
    if i < out.shape[0]:
        y, c = i // width, i % width
        out[i, 0] = y
        out[i, 1] = c
        out[i, 2] = x[c] + (y << 8) if 0 <= c < x.size else y
"""
    x = np.arange(300) * 7 % 100
    for grid, block in LAUNCHES:
        check_both(launch, source, grid, block, [x, np.zeros((1000, 3), np.int64), width])


@pytest.mark.parametrize("shape", [(3, 40, 20), (2, 16, 16), (5, 3, 70), (4, 100, 7), (900, 1, 1)])
def test_three_axes(launch, shape):
    source = """
@cuda.jit
def k(image, out, pad):
    channels, height, width = image.shape
    i = cuda.grid(1)
    if i < image.size:
        c = i // (height * width)
        y = i % (height * width) // width
        again = i // width % height
        x = i % width
        total = 0
        for dy in range(-pad, pad + 1):
            for dx in range(-pad, pad + 1):
                if 0 <= y + dy < height and 0 <= x + dx < width:
                    total += image[c, y + dy, x + dx]
        out[c, again, x] = total
"""
    image = np.arange(np.prod(shape)).reshape(shape) * 5 % 31
    for block in (64, 100):
        check_both(launch, source, (-(-image.size // block),), (block,), [image, np.zeros_like(image), 1])


@pytest.mark.parametrize("kind", ["int32", "uint32", "uint64", "int16"])
def test_other_integers(launch, kind):
    source = f"""
import numpy as np

@cuda.jit
def k(out, width, shift):
    i = np.{kind}(cuda.grid(1) + shift)
    w = np.{kind}(width)
    at = cuda.grid(1)
    if at < out.shape[0]:
        out[at, 0] = i // w
        out[at, 1] = i % w
"""
    for width, shift in [(3, 0), (16, 5), (100, 0), (100, 65500), (100, 2**31 - 70), (100, 2**32 - 70),
                         (1 << 14, -64)]:
        check_both(launch, source, (5,), (64,), [np.zeros((300, 2), np.int64), width, shift])


def test_fixed_divisors(launch):
    source = """
@cuda.jit
def k(out):
    i = cuda.grid(1)
    if i < out.shape[0]:
        out[i, 0] = i // 100 * 7 + i % 100
        out[i, 1] = i // 3 - i % 3
        out[i, 2] = i // 64 + i % 64
        out[i, 3] = i // 100 // 10 + i % 100 % 30
        out[i, 4] = i // -50 * 1000 + i % -50
        out[i, 5] = (i + 77) // 90 * 1000 + (i + 77) % 90
        out[i, 6] = (i - 77) // 90 * 1000 + (i - 77) % 90
        out[i, 7] = 3 * i // 90 + (1000 - i) % 90
"""
    for grid, block in LAUNCHES:
        check_both(launch, source, grid, block, [np.zeros((1000, 8), np.int64)])


def test_what_is_carried_through_a_thread_s_own_loop(launch):
    source = """
@cuda.jit
def k(x, out, width, n):
    i = cuda.grid(1)
    if i < out.size:
        total = i
        last = -1
        for j in range(n):
            total = total * 3 + x[j % width] - j // width
            last = j // width
        out[i] = total % 1000003 + last
"""
    x = np.arange(200) % 17
    for width in (1, 5, 16, 30, 200):
        for n in (0, 1, 99, 500):
            check_both(launch, source, (2,), (16,), [x, np.zeros(30, np.int64), width, n])


def test_divisors_of_which_some_are_small(launch):
    source = """
@cuda.jit
def k(out, a, b, c):
    i = cuda.grid(1)
    if i < out.size:
        total = 0
        if a != 0:
            total += i // a
        if b > 20:
            total = total * 10 + i % b
        if c > 0 and i % 3 == 0:
            total -= i % c
        out[i] = total
"""
    for a, b, c in [(0, 30, 40), (20, 21, 0), (17, 3, 90), (50, 50, 50), (-20, 30, -30)]:
        check_both(launch, source, (9,), (50,), [np.zeros(440, np.int64), a, b, c])


def test_blocks_of_two_axes(launch):
    source = """
@cuda.jit
def k(x, out, width):
    i, j = cuda.grid(2)
    if i < out.shape[1] and j < out.shape[0]:
        out[j, i] = x[j, i // width] + i % width + j // width
"""
    x = np.arange(20 * 60).reshape(20, 60)
    for width in (1, 16, 25, 1000):
        check_both(launch, source, (4, 7), (17, 3), [x, np.zeros((20, 60), np.int64), width])


@pytest.mark.parametrize("bits", [51, 52, 53])
@pytest.mark.parametrize("negative", [False, True])
def test_long_numbers(launch, bits, negative):
    """Of up to 52 bits, with the sign, quotients are those of float64s; of more, not."""
    mask = 2**bits - 1
    source = f"""
@cuda.jit
def k(x, out, d):
    d = d & {mask}
    {"d = -d" if negative else ""}
    t = cuda.grid(1)
    if t < x.size:
        n = x[t] & {mask}
        out[0, t] = n // d
        out[1, t] = n % d
        out[2, t] = -n // d
        out[3, t] = -n % d
"""
    for d in (0, 1, 3, 7, 10, 2**20 - 1, 2**26 + 1, 2**31 - 1, 2**(bits - 1) - 1, mask):
        quotients = (0, 1, 2, mask // max(d, 1) - 1, mask // max(d, 1))
        near = [q * d + e for q in quotients for e in (-1, 0, 1)]
        x = np.array([n for n in near if 0 <= n <= mask] + [mask, mask - 1, 0])
        launch.check(source, "k", (2,), (96,), [x, np.zeros((4, x.size), np.int64), np.int64(d)])


def test_divisions_of_the_counter_itself(launch):
    """What is erased was where the next was to stand."""
    source = """
@cuda.jit
def k(out, n, m):
    x = cuda.threadIdx.x
    v = x % n
    w = x % m
    out[w, 0] = v
    out[x % 100, 1] = x % 251
    out[x % 40, 2] += 0
"""
    check_both(launch, source, (1,), (64,), [np.zeros((100, 3), np.int64), 251, 100])
