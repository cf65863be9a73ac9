"""Who allocates: the driver, or a plug-in (numba's EMM interface, version 1).

A plug-in is a class; each device has an instance. What it gives, a MemoryPointer,
is kept by the arrays in it, and its finalizer runs when the last is gone.
``use_memory_pool`` makes such classes of CuPy's, PyTorch's and RMM's pools.
"""

import abc
import contextlib
import ctypes
import os
import weakref

from .. import _core

INTERFACE_VERSION = 1


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
        as_memory(self).fill(byte, count, 0, _core_stream(stream))

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


def _core_stream(stream):
    from ._streams import _as_stream

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


# The interface -----------------------------------------------------------------------


class BaseCUDAMemoryManager(abc.ABC):
    """What a plug-in derives from."""

    def __init__(self, *args, **kwargs):
        if "context" not in kwargs:
            raise RuntimeError("Memory manager requires a context")
        self.context = kwargs.pop("context")

    @abc.abstractmethod
    def memalloc(self, size):
        """Device memory: a MemoryPointer."""

    @abc.abstractmethod
    def memhostalloc(self, size, mapped, portable, wc):
        """Pinned memory of the host: MappedMemory or PinnedMemory."""

    @abc.abstractmethod
    def mempin(self, owner, pointer, size, mapped):
        """Pins the host's memory: MappedMemory or PinnedMemory."""

    @abc.abstractmethod
    def initialize(self):
        """Called before the instance is used."""

    @abc.abstractmethod
    def get_ipc_handle(self, memory):
        """An IpcHandle of memory that it gave."""

    @abc.abstractmethod
    def get_memory_info(self):
        """(free, total) in bytes, or NotImplementedError."""

    @abc.abstractmethod
    def reset(self):
        """Frees everything."""

    @abc.abstractmethod
    def defer_cleanup(self):
        """A context manager of a block in which nothing is freed."""

    @property
    @abc.abstractmethod
    def interface_version(self):
        """1"""


class GetIpcHandleMixin:
    """``get_ipc_handle`` by the driver."""

    def get_ipc_handle(self, memory):
        from ._ipc import IpcHandle

        handle, offset, size = as_memory(memory).ipc_handle()
        identity = self.context.device.get_device_identity()
        return IpcHandle(memory, handle, size, identity, offset)


class HostOnlyCUDAMemoryManager(BaseCUDAMemoryManager):
    """For plug-ins that allocate device memory alone."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        # The plug-ins' own, by address.
        self.allocations = {}

    def initialize(self):
        pass

    def _device(self):
        return self.context.device._core

    def memhostalloc(self, size, mapped=False, portable=False, wc=False):
        memory = _core.allocate_host(self._device(), size, mapped, portable, wc)
        made = MappedMemory if mapped else PinnedMemory
        return made(self.context, memory.address, size, owner=memory)

    def mempin(self, owner, pointer, size, mapped=False):
        memory = _core.register_host(
            self._device(), address_of(pointer), size, mapped, False
        )
        made = MappedMemory if mapped else PinnedMemory
        pinned = made(self.context, memory.address, size, owner=memory)
        pinned.pinned_object = owner
        return pinned

    def reset(self):
        self.allocations.clear()

    @contextlib.contextmanager
    def defer_cleanup(self):
        yield


class DriverMemoryManager(GetIpcHandleMixin, HostOnlyCUDAMemoryManager):
    """The driver itself, or the CPU device."""

    def memalloc(self, size):
        memory = _core.allocate(self._device(), size)
        return AutoFreePointer(self.context, memory.address, size, owner=memory)

    def get_memory_info(self):
        from ._contexts import host_memory_info

        return self._device().memory() or host_memory_info()

    interface_version = INTERFACE_VERSION


# Which one ---------------------------------------------------------------------------

_plugin = None
_is_chosen = False
_managers = {}


def set_memory_manager(mm_plugin):
    """Lets a plug-in (a class) allocate from now on; None: the driver again.

    RuntimeError when its ``interface_version`` is not 1.
    """
    global _plugin, _is_chosen
    if mm_plugin is not None:
        version = mm_plugin(context=None).interface_version
        if version != INTERFACE_VERSION:
            raise RuntimeError(
                f"EMM Plugin interface has version {version} - version "
                f"{INTERFACE_VERSION} required"
            )
    _plugin, _is_chosen = mm_plugin, True
    _managers.clear()


def _choose():
    """What NUMBA_CUDA_MEMORY_MANAGER names, at the first allocation."""
    import importlib

    global _is_chosen
    _is_chosen = True
    name = os.environ.get("NUMBA_CUDA_MEMORY_MANAGER", "default")
    if name in ("", "default"):
        return
    try:
        set_memory_manager(importlib.import_module(name)._numba_memory_manager)
    except Exception as error:
        _is_chosen = False
        raise RuntimeError(f"Failed to use memory manager from {name}") from error


def plugin_of(core):
    """The plug-in's instance for a device, or None. The CPU device has none."""
    if core.is_cpu:
        return None
    if not _is_chosen:
        _choose()
    if not _plugin:
        return None
    # Libraries allocate on the device that is current to the driver.
    core.context()
    return manager_of(core)


def manager_of(core):
    """The manager of a device, the driver's if there is no plug-in."""
    from ._contexts import Context
    from ._devices import device_of

    if not core.is_cpu and not _is_chosen:
        _choose()
    key = (core.is_cpu, core.ordinal)
    if key not in _managers:
        made = DriverMemoryManager if core.is_cpu or not _plugin else _plugin
        manager = made(context=Context(device_of(core)))
        manager.initialize()
        _managers[key] = manager
    return _managers[key]


@contextlib.contextmanager
def defer_cleanup(manager):
    """A block in which memory, the manager's and the driver's, is not freed."""
    _core.defer_freeing(True)
    try:
        with manager.defer_cleanup():
            yield
    finally:
        _core.defer_freeing(False)


# Pools -------------------------------------------------------------------------------


class _Pool(GetIpcHandleMixin, HostOnlyCUDAMemoryManager):
    """A library's pool. Its memory is ordered by the library's current stream."""

    interface_version = INTERFACE_VERSION

    def memalloc(self, size):
        owner, address = self._take(size, self.context.device.id)
        return MemoryPointer(self.context, address, size, owner=owner)

    def get_memory_info(self):
        return self._device().memory()


class _CupyPool(_Pool):
    def _take(self, size, ordinal):
        import cupy

        with cupy.cuda.Device(ordinal):
            memory = cupy.cuda.alloc(size)
        return memory, int(memory.ptr)


class _TorchPool(_Pool):
    def _take(self, size, ordinal):
        import torch

        memory = torch.empty(size, dtype=torch.uint8, device=f"cuda:{ordinal}")
        return memory, memory.data_ptr()


class _RmmPool(_Pool):
    def _take(self, size, ordinal):
        import rmm

        memory = rmm.DeviceBuffer(size=size)
        return memory, int(memory.ptr)


_POOLS = {"cupy": _CupyPool, "torch": _TorchPool, "rmm": _RmmPool}


def use_memory_pool(pool):
    """Takes device memory from another library's pool: "cupy", "torch" or "rmm";
    None takes it from the driver again.

    What a pool gets back it may give away at once, in the order of its own
    library's current stream: arrays that other streams use must be kept until
    those have run. ValueError for other names, ImportError when the library is
    missing.
    """
    import importlib

    if pool is None:
        set_memory_manager(None)
        return
    if pool not in _POOLS:
        raise ValueError(f"a pool is 'cupy', 'torch', 'rmm' or None, not {pool!r}")
    importlib.import_module(pool)
    set_memory_manager(_POOLS[pool])
