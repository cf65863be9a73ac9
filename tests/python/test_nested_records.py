"""Records in records, as NumPy lays them out: aligned, packed, at places that are stated, and views of some fields. A
kernel that has stated no types and one that has both find what NumPy does."""

import random

import numpy as np
import pytest

from pyk2ptx import cuda, types

SCALARS = ["u1", "i2", "i4", "f4", "f8", "i1"]


@cuda.jit
def copies(records):
    i = cuda.grid(1)
    records[i] = records[i + 4]


def laid_out(draw, depth):
    """Fields one behind the other, as C has them or packed."""
    fields = []
    for name in "abcd"[: draw.randint(1, 4)]:
        inner = depth and draw.random() < 0.4
        kind = laid_out(draw, depth - 1) if inner else draw.choice(SCALARS)
        fields.append((name, kind, draw.choice([(), (), (3,), (2, 2)])))
    return np.dtype(fields, align=draw.random() < 0.5)


def placed(draw, depth):
    """Fields at multiples of something, with gaps."""
    names, formats, offsets, end = [], [], [], 0
    unit = draw.choice([1, 2, 4, 8])
    for name in "abcd"[: draw.randint(1, 4)]:
        inner = depth and draw.random() < 0.3
        kind = placed(draw, depth - 1) if inner else np.dtype(draw.choice(SCALARS))
        kind = np.dtype((kind, (3,))) if draw.random() < 0.3 else kind
        offsets.append(-(-end // unit) * unit + draw.choice([0, 0, 0, unit]))
        names.append(name)
        formats.append(kind)
        end = offsets[-1] + kind.itemsize
    size = -(-end // unit) * unit + draw.choice([0, 0, unit])
    return np.dtype(
        {"names": names, "formats": formats, "offsets": offsets, "itemsize": size}
    )


def fields_of(record):
    """The bytes of its fields: what is between them is nobody's."""
    if record.dtype.names is None:
        return [record.tobytes()]
    return [each for name in record.dtype.names for each in fields_of(record[name])]


@pytest.mark.parametrize("make", [laid_out, placed])
@pytest.mark.parametrize("seed", range(60))
def test_random_layouts(make, seed):
    draw = random.Random(seed)
    dtype = make(draw, 2)
    words = np.random.default_rng(seed).integers(0, 256, 8 * dtype.itemsize, np.uint8)
    for kernel in (copies, cuda.jit((types.from_dtype(dtype)[:],))(copies.py_func)):
        records = np.frombuffer(words.tobytes(), dtype).copy()
        expected = fields_of(records[4:].copy())
        kernel[1, 4](records)
        assert fields_of(records[:4]) == expected


def test_a_view_of_some_fields():
    inner = np.dtype([("x", np.float64), ("kind", np.int32)])
    full = np.dtype([("id", "i4"), ("flags", "i4"), ("p", inner), ("q", "i4")])
    records = np.zeros(4, full)
    records["p"]["x"] = [1, 2, 3, 4]

    @cuda.jit
    def reads(records, out):
        i = cuda.grid(1)
        out[i] = records[i].p.x

    for view in (records, records[["id", "p"]], records[["p"]]):
        out = np.zeros(4)
        reads[1, 4](view, out)
        np.testing.assert_array_equal(out, [1, 2, 3, 4])
