"""``numba.cuda.kernels.transpose``"""

from ..._device.memory import device_array


def transpose(a, b=None, stream=0):
    """A copy of a matrix on the device with its axes exchanged; into ``b`` where that
    is given."""
    if a.ndim != 2:
        raise ValueError(f"transpose takes arrays of two axes, not of {a.ndim}")
    if b is None:
        b = device_array(a.shape[::-1], a.dtype, stream=stream)
    b.copy_to_device(a.T, stream)
    return b
