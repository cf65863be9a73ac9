"""Few threads that do much: launches over arrays large enough that the launch gets a variant of its own, one after
another over arrays and extents that a variant may know and the next launch changes. On a GPU those are the variants;
elsewhere the kernel for all launches must be as right."""

import numpy as np
import pytest

from pyk2ptx import cuda

ROWS = 1024
COLUMNS = 2560  # float32 rows of them: 10 MiB


@pytest.fixture(autouse=True)
def waits(monkeypatch):
    """Each launch waits for its variant, and so is the variant's."""
    monkeypatch.setenv("PYK2PTX_WAIT_FOR_VARIANTS", "1")


@cuda.jit
def row_sums(a, sums):
    row = cuda.grid(1)
    if row < a.shape[0]:
        s = 0.0
        for c in range(a.shape[1]):
            s += a[row, c]
        sums[row] = s


@cuda.jit
def stride_loop(a, b, k):
    for i in range(cuda.grid(1), a.size, cuda.gridsize(1)):
        b[i] = k * a[i] + i % 7


@cuda.jit
def column_scans(a, b):
    c = cuda.grid(1)
    if c < a.shape[1]:
        s = 0
        for row in range(a.shape[0]):
            s += a[row, c]
            b[row, c] = s


@cuda.jit
def shifted(a, out):
    for i in range(cuda.grid(1), out.size, cuda.gridsize(1)):
        before = a[i - 1] if i > 0 else 0
        after = a[i + 1] if i + 1 < a.size else 0
        out[i] = after - before


def numbers(*shape, kind=np.float32):
    return np.random.default_rng(7).integers(-50, 50, shape).astype(kind)


SHAPES = [
    (ROWS, COLUMNS),
    (ROWS - 1, COLUMNS),
    (1, ROWS * COLUMNS),
    (ROWS, COLUMNS - 3),
]


@pytest.mark.parametrize("block", [32, 96, 256])
def test_rows(block):
    for shape in SHAPES * 2:
        a = numbers(*shape)
        sums = cuda.to_device(np.full(shape[0], -1, np.float32))
        row_sums[-(-shape[0] // block), block](cuda.to_device(a), sums)
        np.testing.assert_array_equal(sums.copy_to_host(), a.sum(1))


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.float64, np.uint16])
@pytest.mark.parametrize("launch", [(1, 128), (40, 256), (7, 33)])
def test_strides(kind, launch):
    if cuda.get_current_device().is_cpu and launch != (7, 33):
        pytest.skip("the CPU device has one kernel for all")
    elements = (12 << 20) // np.dtype(kind).itemsize
    for size in [elements, elements - 1, elements, elements + 5]:
        a = abs(numbers(size)).astype(kind)
        b = cuda.to_device(np.zeros(size, np.int64))
        stride_loop[launch](cuda.to_device(a), b, 3)
        want = 3 * a.astype(np.int64) + np.arange(size) % 7
        np.testing.assert_array_equal(b.copy_to_host(), want)


def test_columns_and_their_views():
    a = numbers(ROWS, COLUMNS, kind=np.int32)
    device = cuda.to_device(a)
    fortran = cuda.to_device(np.asfortranarray(a))
    for view, want in [
        (device, a),
        (device[:, 5:], a[:, 5:]),
        (fortran, a),
        (device[::2], a[::2]),
        (device, a),
    ]:
        b = cuda.to_device(np.zeros(want.shape, np.int32))
        column_scans[-(-want.shape[1] // 128), 128](view, b)
        np.testing.assert_array_equal(b.copy_to_host(), want.cumsum(0))


def test_neighbours_of_what_is_written():
    """A variant may know that two arrays lie apart; the next launch's do not."""
    size = 3 << 20
    memory = numbers(2 * size + 10, kind=np.int32)
    for begins in [(0, size + 4), (size + 4, 0), (0, size), (0, size + 4)]:
        device = cuda.to_device(memory)
        a = device[begins[0] : begins[0] + size]
        out = device[begins[1] : begins[1] + size]
        shifted[16, 256](a, out)
        source = memory[begins[0] : begins[0] + size]
        want = memory.copy()
        after = np.append(source[1:], 0)
        before = np.insert(source[:-1], 0, 0)
        want[begins[1] : begins[1] + size] = after - before
        np.testing.assert_array_equal(device.copy_to_host(), want)
