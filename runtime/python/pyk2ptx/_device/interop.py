"""What a launch takes for an argument that _core does not know by itself: records,
other libraries' arrays, and NumPy's where kernels reach them."""

import sys

from .. import _core, _numpy
from . import host_memory
from .arrays import DeviceRecord
from .foreign import DlpackArgument, as_cuda_array, is_cuda_array


def as_argument(value, is_cpu):
    """What a launch takes for a record or another library's array on a device, and
    for one of NumPy's times; None for all else."""
    if isinstance(value, DeviceRecord):
        host = value.copy_to_host()
        return _core.TypedRecord(_numpy.type_name(host.dtype), host.tobytes())
    if _numpy.is_loaded():
        # Not numpy(): a first scalar is read anew once that knows the types.
        np = sys.modules["numpy"]
        if isinstance(value, (np.datetime64, np.timedelta64)):
            count = int(value.view(np.int64))
            return _core.TypedNumber(_numpy.type_name(value.dtype), 8, count)
    if not is_cuda_array(value):
        return None
    if is_cpu:
        raise TypeError("an array on a GPU cannot be used on the CPU device")
    if hasattr(value, "__cuda_array_interface__"):
        return as_cuda_array(value)
    return DlpackArgument(value)


def as_reached(value):
    """The device array of what kernels reach where it is, or None: mapped arrays,
    and other libraries' of types that only Python can name (records)."""
    if host_memory.is_mapped(value):
        return host_memory.mapped_view(value)
    return as_cuda_array(value) if is_cuda_array(value) else None
