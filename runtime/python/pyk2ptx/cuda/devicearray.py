"""``numba.cuda.cudadrv.devicearray``"""

from ._memory import (  # noqa: F401
    DeviceNDArray,
    DeviceRecord,
    as_cuda_array,
    is_cuda_array,
    to_device,
)

is_cuda_ndarray = is_cuda_array


def auto_device(obj, stream=0, copy=True, user_explicit=False):
    """(device array, whether it is new) of an array of the host's or a device's."""
    if is_cuda_array(obj) or isinstance(obj, DeviceRecord):
        return as_cuda_array(obj) if is_cuda_array(obj) else obj, False
    return to_device(obj, stream, copy), True
