"""Memory of other processes: handles that are pickled, sent and opened there.

The driver shares whole allocations, so a handle says where in one its memory
begins. A process cannot open a handle of its own.
"""

import contextlib
import ctypes

from .. import _core, _numpy
from . import _managers


def _bytes_of(handle):
    """The 64 bytes of a CUipcMemHandle, in any library's form."""
    handle = getattr(handle, "reserved", handle)
    if isinstance(handle, (ctypes.Array, ctypes.Structure)):
        return ctypes.string_at(ctypes.addressof(handle), ctypes.sizeof(handle))
    return bytes(handle)


class IpcHandle:
    """A handle of memory. ``open`` it in another process."""

    def __init__(self, base, handle, size, source_info=None, offset=0):
        self.base = base
        self.handle = _bytes_of(handle)
        self.size = size
        self.source_info = source_info
        self.offset = offset
        self._opened = None

    def open(self, context):
        """The memory, for a context: a MemoryPointer."""
        if self.base is not None:
            raise ValueError("opening IpcHandle from original process")
        if self._opened is not None:
            raise ValueError("IpcHandle is already opened")
        self._opened = self._open(context)
        return self._opened

    def _open(self, context):
        core = context.device._core
        if not core.is_cpu and self.source_info is not None:
            source = type(context.device).from_identity(self.source_info)._core
            if source.ordinal != core.ordinal and not core.can_access(source):
                # No kernel here reaches it: a copy is what can be had.
                there = _core.open_ipc(source, self.handle, self.offset, self.size)
                memory = _core.allocate(core, self.size)
                memory.copy_from(there, self.size, 0, 0)
                core.synchronize()
                return _managers.MemoryPointer(
                    context, memory.address, self.size, owner=memory
                )
        memory = _core.open_ipc(core, self.handle, self.offset, self.size)
        return _managers.MemoryPointer(context, memory.address, self.size, owner=memory)

    def open_array(self, context, shape, dtype, strides=None):
        """The memory as an array."""
        from ._memory import array_in

        memory = _managers.as_memory(self.open(context))
        return array_in(memory, _numpy.numpy().dtype(dtype), shape, strides)

    def close(self):
        """Lets the memory go, once no array is in it."""
        if self._opened is None:
            raise ValueError("IpcHandle not opened")
        self._opened = None

    def __reduce__(self):
        return (
            type(self)._rebuild,
            (self.handle, self.size, self.source_info, self.offset),
        )

    @classmethod
    def _rebuild(cls, handle, size, source_info, offset):
        return cls(None, handle, size, source_info, offset)


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
        from ._contexts import current_context

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
    from ._contexts import current_context

    memory, start, span = array._extent()
    manager = _managers.plugin_of(_core.current_device())
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
    from ._contexts import current_context
    from ._memory import as_dtype, as_shape, span_of

    shape, dtype = as_shape(shape), as_dtype(dtype)
    low, high = span_of(shape, strides, dtype.itemsize)
    opened = IpcHandle(None, handle, high - low, offset=offset)
    yield opened.open_array(current_context(), shape, dtype, strides)
    opened.close()
