"""An array of more elements than 32 bits count: all are one, for none lies beside the next. Where indices and extents
are large, nothing may be computed in 32 bits."""

import numpy as np
import pytest

from pyk2ptx import cuda

EXTENT = 2**33


class OfOne:
    """EXTENT elements that are `array`'s one."""

    def __init__(self, array):
        self.array = array  # stays as long as this
        self.__cuda_array_interface__ = {
            **array.__cuda_array_interface__,
            "shape": (EXTENT,),
            "strides": (0,),
        }


@cuda.jit("void(float32[:], float32[::1], float32[::1])")
def around(table, places, out):
    i = cuda.grid(1)
    if i >= places.size or i >= out.size:
        return
    c = int(places[i])
    after = min(c + 1, table.size - 1)
    out[i] = (
        table[c]
        + 10 * table[after]
        + 100 * table[c - 2]
        + 1000 * table[c + 2]
        + 10000 * table[after - 3]
    )


@pytest.mark.skipif(
    cuda.get_current_device().is_cpu,
    reason="arrays of the CPU device say nothing of others' kind",
)
def test_whole_parts_of_floats():
    edges = [0, 2**30, 2**31, 2**32, EXTENT - 1024, EXTENT, 2**40, 2**62, 2**63, np.inf]
    near = np.array(
        [
            edge + by
            for edge in edges
            for by in (-300, -3, -2, -1, -0.5, 0, 1, 2, 3, 700)
        ],
        np.float32,
    )
    places = np.concatenate([near, -near, [np.nan]]).astype(np.float32)
    out = cuda.to_device(np.zeros(places.size, np.float32))
    table = OfOne(cuda.to_device(np.ones(1, np.float32)))
    around[1, 256](table, cuda.to_device(places), out)

    def wrapped(number):
        return (number + 2**63) % 2**64 - 2**63

    for place, found in zip(places, out.copy_to_host(), strict=True):
        c = (
            0
            if np.isnan(place)
            else int(np.clip(float(place), -(2.0**63), 2.0**63 - 1024))
        )
        c = 2**63 - 1 if place >= 2.0**63 else c
        after = min(wrapped(c + 1), EXTENT - 1)
        indices = c, after, wrapped(c - 2), wrapped(c + 2), wrapped(after - 3)
        assert found == sum(
            10**at * (-EXTENT <= index < EXTENT) for at, index in enumerate(indices)
        ), place
