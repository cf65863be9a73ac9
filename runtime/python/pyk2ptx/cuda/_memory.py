"""Memory of devices: new arrays there, and copies of the host's."""

from .. import _core, _numpy
from . import _managers
from ._arrays import DeviceNDArray, DeviceRecord, make_array
from ._interop import (  # noqa: F401
    as_cuda_array,
    from_cuda_array_interface,
    is_cuda_array,
)
from ._layout import as_dtype, as_shape, contiguous_strides, order_of, span_of

# CUDA_ERROR_OUT_OF_MEMORY
_OUT_OF_MEMORY = 2


def with_retry(allocate):
    """What `allocate()` gives. If there is no memory, what waits to be freed, and
    what cycles keep alive, is let go first."""
    try:
        return allocate()
    except Exception as error:
        if getattr(error, "code", None) != _OUT_OF_MEMORY:
            raise
    import gc

    _core.free_deferred()
    gc.collect()
    return allocate()


def array_in(memory, dtype, shape, strides=None):
    """An array that fills memory."""
    shape = as_shape(shape)
    if strides is None:
        strides = contiguous_strides(shape, dtype.itemsize)
    low, _ = span_of(shape, strides, dtype.itemsize)
    return make_array(memory, memory.address - low, dtype, shape, tuple(strides))


def device_array(shape, dtype=None, strides=None, order="C", stream=0):
    """A new array on the device, whose elements are not set; float64 by default."""
    np = _numpy.numpy()
    dtype = as_dtype(np.float64 if dtype is None else dtype)
    shape = as_shape(shape)
    if any(extent < 0 for extent in shape):
        raise ValueError("negative dimensions are not allowed")
    strides = tuple(strides or contiguous_strides(shape, dtype.itemsize, order))
    low, high = span_of(shape, strides, dtype.itemsize)
    device = _core.current_device()
    plugin = _managers.plugin_of(device) if high > low else None
    if plugin is None:
        memory = with_retry(lambda: _core.allocate(device, high - low))
        array = array_in(memory, dtype, shape, strides)
    else:
        pointer = with_retry(lambda: plugin.memalloc(high - low))
        array = array_in(_managers.as_memory(pointer), dtype, shape, strides)
        array._plugin_pointer = pointer
    if not (stream is None or isinstance(stream, int) and stream == 0):
        array._stream = stream
    return array


def device_array_like(ary, stream=0):
    """A new array on the device, of the shape and dtype of another."""
    if not hasattr(ary, "flags") and is_cuda_array(ary):
        ary = as_cuda_array(ary)
    return device_array(ary.shape, ary.dtype, order=order_of(ary), stream=stream)


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


def __getattr__(name):
    from . import _host_memory

    if name in ("is_mapped", "mapped_view"):
        return getattr(_host_memory, name)
    raise AttributeError(name)


__all__ = ["DeviceNDArray", "DeviceRecord", "In", "InOut", "Out"]
