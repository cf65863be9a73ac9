"""Pixels and points: arrays whose last extent is what constant indices suggest, and others
of the same kernel, on the CPU device, against the simulator."""

import numpy as np
import pytest
from test_thread_loops import check_both


def numbers(dtype, *shape):
    return np.random.default_rng(5).integers(0, 200, shape).astype(dtype)


@pytest.mark.parametrize("dtype", [np.uint8, np.int32, np.float32, np.float64])
@pytest.mark.parametrize("planes", [(3, 3), (4, 4), (3, 4), (2, 3), (3, 1), (0, 3), (5, 2)])
def test_pixels(launch, dtype, planes):
    source = """
@cuda.jit
def k(image, out):
    x, y = cuda.grid(2)
    if y < image.shape[0] and x < image.shape[1]:
        r, g, b = image[y, x, 0], image[y, x, 1], image[y, x, 2]
        most = max(r, g, b)
        out[y, x, 0] = most - r
        out[y, x, 1] = most - g
        if r > g:
            out[y, x, 2] = b
"""
    image = numbers(dtype, 9, 41, planes[0])
    check_both(launch, source, (3, 3), (16, 4), [image, np.zeros((9, 41, planes[1]), dtype)])


@pytest.mark.parametrize("extent", [1, 2, 3, 4, 7])
def test_points(launch, extent):
    """One plane that no guard asks for, another order of axes, and negative indices."""
    source = """
@cuda.jit
def k(points, across, out, n):
    i = cuda.grid(1)
    if i < out.shape[0]:
        total = points[i, 1] * 2 - points[i, 0]
        for j in range(n):
            total += points[j, 2] * points[i, -1]
        out[i] = total + across[1, i] - across[0, i]
"""
    points = numbers(np.int64, 150, extent)
    across = np.asfortranarray(numbers(np.int64, extent, 150))
    check_both(launch, source, (3,), (50,), [points, across, np.zeros(150, np.int64), 20])


def test_extents_that_are_numbers(launch):
    """What a test of an extent decides is not only a guard."""
    source = """
@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    if i < x.shape[0]:
        value = x.shape[1] * 1000
        if x.shape[1] > 1:
            value += x[i, 1]
        if x.shape[1] == 3:
            value -= x[i, 2] * 10
        elif x.shape[1] < 3:
            value = -value
        out[i] = value
"""
    for extent in (1, 2, 3, 4, 12):
        x = numbers(np.int64, 70, extent)
        check_both(launch, source, (2,), (40,), [x, np.zeros(70, np.int64)])


def test_matrices_of_points(launch):
    source = """
@cuda.jit
def k(points, matrix, out):
    i = cuda.grid(1)
    if i < points.shape[0]:
        for row in range(3):
            s = points[i, 0] * matrix[row, 0] + points[i, 1] * matrix[row, 1] + points[i, 2] * matrix[row, 2]
            out[i, row] = s + matrix[row, 3]
"""
    for extent in (3, 4):
        points = numbers(np.float32, 100, extent)
        matrix = numbers(np.float32, 3, extent + 1)
        check_both(launch, source, (2,), (64,), [points, matrix, np.zeros((100, extent), np.float32)])
