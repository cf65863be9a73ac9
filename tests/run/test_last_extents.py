"""Kernels compiled for a short last axis (run --facts): it is a constant, and the results stay those of the simulator."""

import numpy as np
import pytest

EXTENTS = pytest.mark.parametrize("extent", [0, 1, 2, 3, 4, 5])
LANES = pytest.mark.parametrize("lanes", [1, 4])


def options(lanes):
    return ["--facts", f"--per-thread={lanes}"]


@EXTENTS
@LANES
def test_colours(launch, extent, lanes):
    source = """
@cuda.jit
def k(image, weights, out):
    x, y = cuda.grid(2)
    height, width, colours = image.shape
    if y < height and x < width:
        total = np.float32(0)
        for c in range(colours):
            total += weights[c] * image[y, x, c]
        for c in range(out.shape[2]):
            out[y, x, c] = total + c
"""
    image = (np.arange(37 * 19 * extent) % 251).astype(np.uint8).reshape(19, 37, extent)
    out = np.full((19, 37, 3), -1, np.float32)
    launch.check(source, "k", (2, 3), (32, 8), [image, np.arange(extent, dtype=np.float32), out], options=options(lanes))


@EXTENTS
@pytest.mark.parametrize("make", [
    np.ascontiguousarray, np.asfortranarray, lambda x: np.repeat(x, 2, axis=1)[:, ::2], lambda x: x[::-1, ::-1],
])
def test_points_of_any_strides(launch, extent, make):
    source = """
@cuda.jit
def k(points, centre, out):
    i = cuda.grid(1)
    if i < points.shape[0]:
        square = 0.0
        for axis in range(points.shape[1]):
            away = points[i, axis] - centre[axis]
            square += away * away
        out[i] = square
        points[i, -1] = square
"""
    extent = max(extent, 1)
    points = make(np.arange(70.0 * extent).reshape(70, extent))
    launch.check(source, "k", (3,), (32,), [points, np.ones(extent), np.zeros(70)], options=options(4))


@EXTENTS
@LANES
def test_elements_behind_the_axis_are_not_touched(launch, extent, lanes):
    source = """
@cuda.jit
def k(image, out):
    i = cuda.grid(1)
    if i < image.shape[0]:
        image[i, 2] = 7
        out[i] = image[i, 3] + image[i, i % 5] + image[i, -2]
"""
    image = np.arange(40 * extent).reshape(40, extent)
    launch.check(source, "k", (2,), (32,), [image, np.zeros(40, np.int64)], options=options(lanes))


@EXTENTS
def test_other_arrays_of_the_same_name(launch, extent):
    """Of a variable that was a parameter, of views, and of device functions' parameters."""
    source = """
@cuda.jit
def total(row):
    result = 0
    for c in range(row.shape[0]):
        result += row[c]
    return result

@cuda.jit
def columns(table):
    return table.shape[1] * 100 + table[1:].shape[1]

@cuda.jit
def k(image, out):
    i = cuda.grid(1)
    if i < image.shape[0]:
        out[i] = total(image[i]) + 1000 * columns(image) + columns(image[:, 1:]) + columns(image[::-1])
        image = image[:, :image.shape[1] - 1]
        for c in range(image.shape[1]):
            out[i] += image[i, c]
"""
    extent = max(extent, 1)
    image = np.arange(40 * extent).reshape(40, extent)
    launch.check(source, "k", (2,), (32,), [image, np.zeros(40, np.int64)], options=options(4))


def test_many_arguments(launch):
    """Extents are kept of the first arguments; the others are as they were."""
    names = [f"a{i}" for i in range(20)]
    reads = "".join(f"        out[i] += {name}.shape[1] * {name}[i, {name}.shape[1] - 1]\n" for name in names)
    source = f"""
@cuda.jit
def k({', '.join(names)}, out):
    i = cuda.grid(1)
    if i < out.size:
{reads}"""
    arrays = [np.arange(33 * (2 + at % 3)).reshape(33, -1) + at for at in range(20)]
    launch.check(source, "k", (2,), (32,), [*arrays, np.zeros(33, np.int64)], options=options(4))


@EXTENTS
def test_tuples_are_several_arguments(launch, extent):
    source = """
@cuda.jit
def k(pair, image, out):
    i = cuda.grid(1)
    if i < image.shape[0]:
        for c in range(image.shape[1]):
            out[i] += image[i, c] * pair[0][i, pair[0].shape[1] - 1] + pair[1].shape[1]
"""
    pair = (np.arange(80).reshape(40, 2), np.arange(160).reshape(40, 4))
    image = np.arange(40 * extent).reshape(40, extent)
    launch.check(source, "k", (2,), (32,), [pair, image, np.zeros(40, np.int64)], options=options(4))
