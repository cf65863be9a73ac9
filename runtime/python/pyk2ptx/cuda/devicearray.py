"""``numba.cuda.cudadrv.devicearray``"""

from .._device.foreign import as_cuda_array, is_cuda_array
from .._device.layout import contiguous_strides
from .._device.memory import DeviceNDArray, DeviceRecord, to_device

is_cuda_ndarray = is_cuda_array


def auto_device(obj, stream=0, copy=True, user_explicit=False):
    """(device array, whether it is new) of an array of the host's or a device's."""
    if is_cuda_array(obj) or isinstance(obj, DeviceRecord):
        return as_cuda_array(obj) if is_cuda_array(obj) else obj, False
    return to_device(obj, stream, copy), True


def from_array_like(ary, stream=0, gpu_data=None):
    """A device array of an array's layout, in new memory or where one is."""
    return DeviceNDArray(ary.shape, ary.strides, ary.dtype, stream, gpu_data)


def from_record_like(rec, stream=0, gpu_data=None):
    """A device record of a record's dtype, in new memory or where one is."""
    return DeviceRecord(rec.dtype, stream, gpu_data)


def is_contiguous(ary):
    """Whether an array's elements lie in C order with nothing between them, axes of
    extent 1 and of stride 0 apart."""
    core = array_core(ary)
    wanted = contiguous_strides(core.shape, ary.dtype.itemsize)
    pairs = zip(core.shape, core.strides, wanted)
    return 0 in core.shape or all(n == 1 or a == b for n, a, b in pairs)


def array_core(ary):
    """What of an array is not broadcast: index 0 where a stride is 0."""
    if not ary.strides or not ary.size:
        return ary
    return ary[tuple(0 if stride == 0 else slice(None) for stride in ary.strides)]


__all__ = [
    "DeviceNDArray",
    "DeviceRecord",
    "array_core",
    "as_cuda_array",
    "auto_device",
    "from_array_like",
    "from_record_like",
    "is_contiguous",
    "is_cuda_array",
    "is_cuda_ndarray",
    "to_device",
]
