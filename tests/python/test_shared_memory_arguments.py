"""Launches that give one array twice, or two that share elements: what a store changes is loaded."""

import numpy as np
import pytest

from pyk2ptx import cuda

CHANNELS = 3


@cuda.jit
def shift_colors(image, out):
    i = cuda.grid(1)
    if i < image.shape[0] and i < out.shape[0]:
        for c in range(3):
            out[i, c] = image[i, c] + image[i, 0] * 2 + 1


def shifted(image, out):
    """A pixel is one thread's, its colours one after the other."""
    for c in range(CHANNELS):
        out[:, c] = image[:, c] + image[:, 0] * 2 + 1


@pytest.mark.parametrize("distance", [None, 0, -2, -1, 1, 2, 3, 100])
def test_colors(distance):
    pixels = 30
    memory = np.arange((2 * pixels + 110) * CHANNELS, dtype=np.int32).reshape(
        -1, CHANNELS
    )
    # One thread: the order of others would be any.
    for count in 1, pixels if distance in (None, 0, 100) else 1:
        host = memory.copy()
        device = cuda.to_device(memory)
        if distance is None:
            image, out = device[:count], device[pixels + 105 : pixels + 105 + count]
            shifted(host[:count], host[pixels + 105 : pixels + 105 + count])
        else:
            first, flat = 6, host.reshape(-1)
            other = first + distance
            whole = device.reshape(-1)
            image = whole[first : first + count * CHANNELS].reshape(count, CHANNELS)
            out = whole[other : other + count * CHANNELS].reshape(count, CHANNELS)
            for at in range(0, count * CHANNELS, CHANNELS):
                for c in range(CHANNELS):
                    flat[other + at + c] = (
                        flat[first + at + c] + flat[first + at] * 2 + 1
                    )
        shift_colors[(count + 31) // 32, 32](image, out)
        cuda.synchronize()
        np.testing.assert_array_equal(device.copy_to_host(), host)
