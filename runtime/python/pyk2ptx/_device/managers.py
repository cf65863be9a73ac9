"""Who allocates: the driver, or a plug-in (numba's EMM interface, version 1).

A plug-in is a class; each device has an instance.
``use_memory_pool`` makes such classes of CuPy's, PyTorch's and RMM's pools.
"""

import abc
import contextlib
import importlib
import os

from .. import _core
from .pointers import (
    AutoFreePointer,
    IpcHandle,
    MappedMemory,
    MemoryPointer,
    PinnedMemory,
    address_of,
    as_memory,
)

INTERFACE_VERSION = 1


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
        return self._device().memory() or host_memory_info()

    interface_version = INTERFACE_VERSION


def host_memory_info():
    """Free and total bytes of the host."""
    page = os.sysconf("SC_PAGE_SIZE")
    return (
        os.sysconf("SC_AVPHYS_PAGES") * page,
        os.sysconf("SC_PHYS_PAGES") * page,
    )


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


def plugin_of(context):
    """The plug-in's instance for a context, or None. The CPU device has none."""
    core = context.device._core
    if core.is_cpu:
        return None
    if not _is_chosen:
        _choose()
    if not _plugin:
        return None
    # Libraries allocate on the device that is current to the driver.
    core.context()
    return manager_of(context)


def manager_of(context):
    """The manager of a context, the driver's if there is no plug-in."""
    core = context.device._core
    if not core.is_cpu and not _is_chosen:
        _choose()
    key = (core.is_cpu, core.ordinal)
    if key not in _managers:
        made = DriverMemoryManager if core.is_cpu or not _plugin else _plugin
        manager = made(context=context)
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
        # Whoever chose this pool has it.
        import cupy

        with cupy.cuda.Device(ordinal):
            memory = cupy.cuda.alloc(size)
        return memory, int(memory.ptr)


class _TorchPool(_Pool):
    def _take(self, size, ordinal):
        # Whoever chose this pool has it.
        import torch

        memory = torch.empty(size, dtype=torch.uint8, device=f"cuda:{ordinal}")
        return memory, memory.data_ptr()


class _RmmPool(_Pool):
    def _take(self, size, ordinal):
        # Whoever chose this pool has it.
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
    if pool is None:
        set_memory_manager(None)
        return
    if pool not in _POOLS:
        raise ValueError(f"a pool is 'cupy', 'torch', 'rmm' or None, not {pool!r}")
    importlib.import_module(pool)
    set_memory_manager(_POOLS[pool])
