"""Arrays of three axes and more: where their elements lie is computed in 32 bits on a GPU where there are few."""

import numpy as np
import pytest

GATHER = """
@cuda.jit
def k(x, z, y, w, out):
    t = cuda.grid(1)
    if t < out.shape[0]:
        total = 0
        for i in range(z.shape[1]):
            total = total * 3 + {place}
        out[t] = total
"""
PLACES = ["x[z[t, i], y[t, i], w[t, i]]", "x[z[t, i], y[t, i], i]", "x[z[t, i], y[t, i] + 1, w[t, i]]",
          "x[z[t, i], y[t, i], w[t, i] - 1]", "x[i, z[t, i], 2]", "x[z[t, i], i, y[t, i]]"]


@pytest.mark.parametrize("facts", [(), ("--facts",)], ids=["", "facts"])
@pytest.mark.parametrize("place", PLACES)
def test_gathers(launch, place, facts):
    """Places before the first element count from the end; those outside are read as 0."""
    rng = np.random.default_rng(3)
    x = rng.integers(-50, 50, (4, 5, 6))
    z, y, w = (rng.integers(-n, n, (20, 4)) for n in (4, 5, 6))
    y[y == 4] = 3
    w[w == -6] = -5
    launch.check(GATHER.format(place=place), "k", (1,), (32,), [x, z, y, w, np.zeros(20, np.int64)],
                 sig="int64[:, :, ::1], int64[:, ::1], int64[:, ::1], int64[:, ::1], int64[::1]", options=facts)


@pytest.mark.parametrize("facts", [(), ("--facts",)], ids=["", "facts"])
def test_convolution(launch, facts):
    source = """
@cuda.jit
def k(x, weights, stride, pad, y):
    c, ox, row = cuda.grid(3)
    batch, out_h, out_w, channels = y.shape
    if c >= channels or ox >= out_w or row >= batch * out_h:
        return
    n = row // out_h
    oy = row % out_h
    total = 0
    for ky in range(weights.shape[0]):
        iy = oy * stride + ky - pad
        if iy < 0 or iy >= x.shape[1]:
            continue
        for kx in range(weights.shape[1]):
            ix = ox * stride + kx - pad
            if ix >= 0 and ix < x.shape[2]:
                total += x[n, iy, ix, c] * weights[ky, kx, c]
    y[n, oy, ox, c] = total
    cuda.atomic.add(y, (n, oy, ox, c), 1)
"""
    rng = np.random.default_rng(4)
    x, weights = rng.integers(-9, 9, (2, 7, 9, 3)), rng.integers(-9, 9, (3, 4, 3))
    launch.check(source, "k", (1, 2, 2), (4, 4, 4), [x, weights, 2, 1, np.zeros((2, 4, 4, 3), np.int64)],
                 sig="int64[:, :, :, ::1], int64[:, :, ::1], int32, int32, int64[:, :, :, ::1]", options=facts)


SHAPES = [(0, 0, 0), (2**29, 2**29, 0), (2**30, 0, 5), (0, 2**31 + 7, 2**20), (2**29, 0, 2**29), (1, 1, 1)]


@pytest.mark.parametrize("shape", SHAPES, ids=map(str, SHAPES))
def test_extents_of_nothing(launch, shape):
    """An array without elements may have any extents, which are what they are."""
    source = """
@cuda.jit
def k(x, place, out):
    total = 0
    for i in range(place.size):
        at = place[i]
        total += x[at, at, at] + x[at, at, -1] + 1
    out[0] = total
    out[1] = x.shape[0]
    out[2] = x.shape[1]
    out[3] = x.shape[2]
    out[4] = x.shape[0] // 3 + min(x.shape[1], x.shape[2])
"""
    launch.check(source, "k", (1,), (1,), [np.ones(shape, np.int8), np.arange(-2, 3), np.zeros(5, np.int64)],
                 sig="int8[:, :, ::1], int64[::1], int64[::1]")


def test_many_elements(launch):
    """More than 2**31 of them, of which some are there."""
    source = """
@cuda.jit
def k(x, place, out):
    total = 0
    for i in range(place.size):
        total = total * 10 + x[place[i], 0, place[i]] + x[place[i], 65535, 1]
    out[0] = total
"""
    x = np.zeros((2, 65536, 2), np.int8)
    x[1, 65535, 1], x[0, 0, 0] = 3, 1
    launch.check(source, "k", (1,), (1,), [x, np.array([0, 1, -1]), np.zeros(1, np.int64)],
                 sig="int8[:, :, ::1], int64[::1], int64[::1]")
