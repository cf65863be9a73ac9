"""``numba.cuda.simulator.cudadrv.devicearray``"""

from ...._device.memory import (  # noqa: F401
    DeviceNDArray,
    device_array,
    device_array_like,
    to_device,  # noqa: F401
)
from ...._device.memory import is_cuda_array as is_cuda_ndarray  # noqa: F401


class _IsDeviceArray(type):
    def __instancecheck__(cls, value):
        return isinstance(value, DeviceNDArray)

    def __subclasscheck__(cls, other):
        return issubclass(other, DeviceNDArray) or super().__subclasscheck__(other)

    def __call__(cls, ary, stream=0):
        return to_device(ary, stream)


class FakeCUDAArray(metaclass=_IsDeviceArray):
    """A device array, and what makes one of a NumPy array."""
