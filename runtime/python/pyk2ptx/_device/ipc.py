"""Memory of other processes: handles that are pickled, sent and opened there.

The driver shares whole allocations, so a handle says where in one its memory
begins. A process cannot open a handle of its own.
"""

import contextlib

from .. import _core
from . import managers
from .devices import current_context
from .layout import as_dtype, as_shape, span_of
from .pointers import IpcHandle


class IpcArrayHandle:
    """A handle of an array: pickle it, and ``open`` it in another process.

    Also a context manager that opens and closes it.
    """

    def __init__(self, ipc_handle, array_desc):
        self._ipc_handle = ipc_handle
        self._array_desc = array_desc

    @property
    def handle(self):
        """The CUipcMemHandle's bytes."""
        return self._ipc_handle.handle

    def open(self):
        """The array, which must be dropped before the other process frees it."""
        return self._ipc_handle.open_array(current_context(), **self._array_desc)

    def close(self):
        """Lets it go."""
        self._ipc_handle.close()

    def __enter__(self):
        return self.open()

    def __exit__(self, *_error):
        self.close()

    def __reduce__(self):
        return (type(self), (self._ipc_handle, self._array_desc))


def handle_of(array):
    """The IpcArrayHandle of a device array."""
    memory, start, span = array._extent()
    manager = managers.plugin_of(current_context())
    pointer = array._pointer
    if manager is not None and pointer is not None:
        handle = manager.get_ipc_handle(pointer)
        inner = start + memory.address - int(pointer)
        made = IpcHandle(
            array, handle.handle, span, handle.source_info, handle.offset + inner
        )
    else:
        part = _core.wrap_memory(
            _core.current_device(), memory.address + start, span, memory
        )
        identity = current_context().device.get_device_identity()
        handle, offset, size = part.ipc_handle()
        made = IpcHandle(array, handle, size, identity, offset)
    return IpcArrayHandle(
        made, {"shape": array.shape, "strides": array.strides, "dtype": array.dtype}
    )


@contextlib.contextmanager
def open_ipc_array(handle, shape, dtype, strides=None, offset=0):
    """A block with the array of a CUipcMemHandle (64 bytes, or another library's
    object) that another process gave."""
    shape, dtype = as_shape(shape), as_dtype(dtype)
    low, high = span_of(shape, strides, dtype.itemsize)
    opened = IpcHandle(None, handle, high - low, offset=offset)
    yield opened.open_array(current_context(), shape, dtype, strides)
    opened.close()
