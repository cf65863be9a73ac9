"""``numba.cuda.cudadrv.driver``: what plug-ins and programs take from there."""

from ..._device.contexts import Context, MemoryInfo  # noqa: F401
from ..._device.devices import Device  # noqa: F401
from ..._device.managers import (  # noqa: F401
    BaseCUDAMemoryManager,
    GetIpcHandleMixin,
    HostOnlyCUDAMemoryManager,
    set_memory_manager,
)
from ..._device.pointers import (  # noqa: F401
    AutoFreePointer,
    IpcHandle,
    ManagedMemory,
    MappedMemory,
    MemoryPointer,
    PinnedMemory,
    as_memory,
)
from ..._device.streams import Event, Stream, _as_stream  # noqa: F401
from ...errors import (  # noqa: F401
    CudaAPIError,
    CudaDriverError,
    CudaSupportError,
    LinkerError,
)


def is_device_memory(obj):
    """Whether an object is memory of a device, or an array there."""
    return getattr(obj, "__cuda_memory__", False)


def require_device_memory(obj):
    """Raises where it is not."""
    if not is_device_memory(obj):
        raise Exception("Not a CUDA memory object.")


def _memory_of(obj):
    """(memory, where in it an array or a MemoryPointer begins, its bytes)."""
    if hasattr(obj, "_extent"):
        return obj._extent()
    memory = as_memory(obj)
    return memory, 0, memory.size


def device_pointer(obj):
    """The address of a MemoryPointer or a device array."""
    memory, start, _ = _memory_of(obj)
    return memory.address + start


def device_memory_size(obj):
    """Its bytes."""
    return _memory_of(obj)[2]


def device_extents(obj):
    """The allocation around it: its first address, and the first behind it."""
    memory, start, size = _memory_of(obj)
    begin = memory.address + start
    begin, size = memory.device.extent_of(begin) or (begin, size)
    return begin, begin + size


def host_to_device(dst, src, size, stream=0):
    """Copies bytes of an object with the buffer protocol to a device."""
    memory, start, _ = _memory_of(dst)
    part = memoryview(src).cast("B")[:size]
    memory.upload(part, start, _as_stream(stream) if stream else None)


def device_to_host(dst, src, size, stream=0):
    """Copies bytes from a device to an object with the buffer protocol."""
    memory, start, _ = _memory_of(src)
    part = memoryview(dst).cast("B")[:size]
    memory.download(part, start, _as_stream(stream) if stream else None)


def device_to_device(dst, src, size, stream=0):
    """Copies bytes between places on devices."""
    memory, start, _ = _memory_of(dst)
    other, begin, _ = _memory_of(src)
    queue = _as_stream(stream) if stream else None
    memory.copy_from(other, size, start, begin, queue)


def device_memset(dst, val, size, stream=0):
    """Sets bytes on a device."""
    memory, start, _ = _memory_of(dst)
    memory.fill(val, size, start, _as_stream(stream) if stream else None)
