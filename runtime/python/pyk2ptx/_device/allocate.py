"""New memory of a device, with arrays in it."""

import gc

from .. import _core, _numpy
from . import managers
from .devices import current_context
from .layout import as_dtype, as_shape, contiguous_strides, span_of
from .pointers import array_in, as_memory

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
    _core.free_deferred()
    gc.collect()
    return allocate()


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
    plugin = managers.plugin_of(current_context()) if high > low else None
    if plugin is None:
        memory = with_retry(lambda: _core.allocate(device, high - low))
        array = array_in(memory, dtype, shape, strides)
    else:
        pointer = with_retry(lambda: plugin.memalloc(high - low))
        array = array_in(as_memory(pointer), dtype, shape, strides)
        array._plugin_pointer = pointer
    if not (stream is None or isinstance(stream, int) and stream == 0):
        array._stream = stream
    return array
