"""Memory of devices: new arrays there, and copies of the host's."""

from .. import _numpy
from .allocate import device_array
from .arrays import DeviceNDArray, DeviceRecord
from .foreign import as_cuda_array, is_cuda_array
from .layout import order_of, strides_like


def device_array_like(ary, stream=0):
    """A new array on the device, of the shape and dtype of another."""
    if not hasattr(ary, "flags") and is_cuda_array(ary):
        ary = as_cuda_array(ary)
    return device_array(ary.shape, ary.dtype, strides=strides_like(ary), stream=stream)


def to_device(obj, stream=0, copy=True, to=None):
    """A copy of a NumPy array (or of what becomes one) on the device.

    With ``to`` the copy goes there. ``copy=False`` leaves the elements unset.
    Device arrays are returned as they are. A record becomes a DeviceRecord.
    """
    np = _numpy.numpy()
    if to is None:
        if isinstance(obj, DeviceRecord):
            return obj
        if is_cuda_array(obj):
            return as_cuda_array(obj)
    array = obj if is_cuda_array(obj) else np.asarray(obj)
    if to is None:
        order = order_of(array)
        to = device_array(array.shape, array.dtype, order=order, stream=stream)
        if isinstance(obj, np.void):
            to = DeviceRecord(to)
    if copy:
        to.copy_to_device(array, stream=stream)
    return to


# How a launch treats a host array ----------------------------------------------------


class ArgHint:
    """The base of In, Out and InOut."""

    copies_in = copies_out = True

    def __init__(self, value):
        self.value = value


class In(ArgHint):
    """The kernel reads the array: it is not copied back."""

    copies_out = False


class Out(ArgHint):
    """The kernel writes the whole array: it is not copied to the device."""

    copies_in = False


class InOut(ArgHint):
    """The kernel reads and writes the array."""


__all__ = ["DeviceNDArray", "DeviceRecord", "In", "InOut", "Out"]
