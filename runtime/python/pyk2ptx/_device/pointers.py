"""Memory as objects: pointers into it, handles of it for other processes, and arrays
that lie in it.

A plug-in's memory, a MemoryPointer, is kept by the arrays in it, and its finalizer
runs when the last is gone.
"""

import ctypes
import weakref

from .. import _core, _numpy
from .layout import as_shape, contiguous_strides, span_of
from .streams import _as_stream

# The class of arrays, set where it is: an array has all of this for its own use.
array_class = None


def make_array(owner, address, dtype, shape, strides, *, readonly=False, cls=None):
    """A device array in memory that `owner` keeps."""
    cls = cls or array_class
    array = _core.Array.__new__(
        cls,
        owner,
        address,
        _numpy.type_name(dtype),
        dtype.itemsize,
        shape,
        strides,
        readonly,
    )
    array._dtype = dtype
    return array


def array_in(memory, dtype, shape, strides=None):
    """An array that fills memory."""
    shape = as_shape(shape)
    if strides is None:
        strides = contiguous_strides(shape, dtype.itemsize)
    low, _ = span_of(shape, strides, dtype.itemsize)
    return make_array(memory, memory.address - low, dtype, shape, tuple(strides))


def address_of(pointer):
    """The address in what libraries have for pointers: ctypes', CUdeviceptr."""
    value = getattr(pointer, "value", pointer)
    return int(value or 0)


class MemoryPointer:
    """Memory, and whose it is. ``finalizer`` is called when it is gone."""

    __cuda_memory__ = True

    def __init__(self, context, pointer, size, owner=None, finalizer=None):
        self.context = context
        self.device_pointer = self.handle = pointer
        self.size = self._cuda_memsize_ = size
        self.is_managed = finalizer is not None
        self._owner = owner
        self._finalizer = weakref.finalize(self, finalizer) if finalizer else None

    @property
    def owner(self):
        return self if self._owner is None else self._owner

    @property
    def device_pointer_value(self):
        """The address as an int; None for none."""
        return address_of(self.device_pointer) or None

    @property
    def device_ctypes_pointer(self):
        """The address as ctypes has it."""
        return ctypes.c_void_p(self.device_pointer_value)

    def own(self):
        """Itself: Python counts the references."""
        return self

    def free(self):
        """Gives the memory back now."""
        if self._finalizer is not None:
            if not self._finalizer.alive:
                raise RuntimeError("Freeing dead memory")
            self._finalizer()

    def memset(self, byte, count=None, stream=0):
        """Sets ``count`` bytes, or all."""
        count = self.size if count is None else count
        as_memory(self).fill(byte, count, 0, core_stream(stream))

    def view(self, start, stop=None):
        """A part, which keeps the whole."""
        stop = self.size if stop is None else stop
        if not 0 <= start <= stop <= self.size:
            raise RuntimeError(f"size {self.size} has no part from {start} to {stop}")
        address = (self.device_pointer_value or 0) + start
        return type(self)(self.context, address, stop - start, owner=self)

    def __int__(self):
        return self.device_pointer_value or 0

    def __eq__(self, other):
        # Two views of one memory have each their own.
        if not isinstance(other, MemoryPointer):
            return NotImplemented
        return (int(self), self.size) == (int(other), other.size)

    def __hash__(self):
        return hash((int(self), self.size))

    def __repr__(self):
        return f"<{type(self).__name__} {int(self):#x}, {self.size} bytes>"


class AutoFreePointer(MemoryPointer):
    """Kept for plug-ins that use it: every MemoryPointer frees by itself."""


class MappedMemory(AutoFreePointer):
    """Pinned memory of the host that kernels reach."""

    @property
    def host_pointer(self):
        memory = self._owner
        return getattr(memory, "host_address", None) or int(self)


class PinnedMemory(MappedMemory):
    """Pinned memory of the host."""


class ManagedMemory(MappedMemory):
    """Memory that host and device use by one address."""


def core_stream(stream):
    return _as_stream(stream) if stream else None


def device_of(pointer):
    """_core's device of a pointer's context; this thread's if it names none."""
    try:
        return pointer.context.device._core
    except (AttributeError, ReferenceError):
        return _core.current_device()


def as_memory(pointer):
    """_core's memory over a plug-in's, which it keeps."""
    if isinstance(pointer, _core.Memory):
        return pointer
    if isinstance(getattr(pointer, "_owner", None), _core.Memory):
        if pointer._owner.address == int(pointer):
            return pointer._owner
    handle = getattr(pointer, "device_pointer", None)
    address = address_of(pointer.handle if handle is None else handle)
    return _core.wrap_memory(device_of(pointer), address, pointer.size, pointer)


# Other processes' ---------------------------------------------------------------------


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
                return MemoryPointer(context, memory.address, self.size, owner=memory)
        memory = _core.open_ipc(core, self.handle, self.offset, self.size)
        return MemoryPointer(context, memory.address, self.size, owner=memory)

    def open_array(self, context, shape, dtype, strides=None):
        """The memory as an array."""
        memory = as_memory(self.open(context))
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
