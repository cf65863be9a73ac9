"""A device's context: its memory, its streams and what a kernel occupies there.

It is the primary one, which other libraries share, so nothing here makes or
destroys one.
"""

import collections

from .. import _core
from . import managers, pointers, state
from .streams import Event, Stream

MemoryInfo = collections.namedtuple("MemoryInfo", "free total")
MemoryInfo.__doc__ = "Free bytes of a device, and all of them."


# As cuda.h numbers them.
_LIMITS = {"stack": 0, "printf": 1, "heap": 2}


def _limit_of(name):
    if name not in _LIMITS:
        raise ValueError(f"no limit {name!r}: there are {', '.join(_LIMITS)}")
    return _LIMITS[name]


class Context:
    """A device's context."""

    def __init__(self, device):
        self.device = device

    @property
    def handle(self):
        """The CUcontext; 0 on the CPU device."""
        return self.device._core.context()

    @property
    def deallocations(self):
        """What waits to be freed, as numba has it."""
        return _Deallocations(self)

    @property
    def memory_manager(self):
        """What allocates here: the plug-in's instance, or the driver's."""
        return managers.manager_of(self)

    # ---- memory ----

    def get_memory_info(self):
        """Free and total bytes of the device, or of the host.

        NotImplementedError where a memory manager does not tell.
        """
        return MemoryInfo(*self.memory_manager.get_memory_info())

    def get_limit(self, name):
        """Bytes that kernels have: of "stack" (each thread's, where a function calls
        itself), "printf" or "heap". None on the CPU device."""
        return self.device._core.limit(_limit_of(name))

    def set_limit(self, name, bytesize):
        """Sets one, for the kernels launched from here on."""
        if bytesize < 0:
            raise ValueError("a limit is not negative")
        self.device._core.set_limit(_limit_of(name), bytesize)

    def memalloc(self, bytesize):
        """New memory of the device: a MemoryPointer."""
        self.device._core.context()
        return self.memory_manager.memalloc(bytesize)

    def memallocmanaged(self, bytesize, attach_global=True):
        """New managed memory."""
        memory = _core.allocate_managed(self.device._core, bytesize, attach_global)
        return pointers.ManagedMemory(self, memory.address, bytesize, owner=memory)

    def memhostalloc(self, bytesize, mapped=False, portable=False, wc=False):
        """New pinned memory of the host."""
        return self.memory_manager.memhostalloc(bytesize, mapped, portable, wc)

    def mempin(self, owner, pointer, size, mapped=False):
        """Pins memory of the host until what this returns is gone."""
        return self.memory_manager.mempin(owner, pointer, size, mapped)

    def get_ipc_handle(self, memory):
        """A handle of memory for another process."""
        return self.memory_manager.get_ipc_handle(memory)

    def open_ipc_handle(self, handle, size):
        """Memory of another process: a MemoryPointer."""
        return pointers.IpcHandle(None, handle, size).open(self)

    def defer_cleanup(self):
        """A block in which memory is not freed."""
        return managers.defer_cleanup(self.memory_manager)

    # ---- what a kernel occupies ----

    def get_active_blocks_per_multiprocessor(self, func, blocksize, memsize, flags=0):
        """How many blocks of a compiled kernel a multiprocessor runs at once."""
        return _core.max_active_blocks(_kernel_of(func), blocksize, memsize)

    def get_max_potential_block_size(
        self, func, b2d_func, memsize, blocksizelimit, flags=0
    ):
        """(grid, block): the block that keeps the device busiest, and the blocks
        that fill it. ``b2d_func`` gives a block's dynamic shared memory by its
        threads; without it there are ``memsize`` bytes."""
        kernel = _kernel_of(func)
        if not b2d_func:
            best = _core.suggest_block(kernel, memsize, blocksizelimit)
            return best or (1, min(256, blocksizelimit or 256))
        limit = min(blocksizelimit or 1024, 1024)
        best = (0, 1, limit)
        for block in range(limit // 32 * 32 or limit, 0, -32):
            count = _core.max_active_blocks(kernel, block, b2d_func(block))
            if count * block > best[0]:
                best = (count * block, count, block)
        return best[1] * self.device.MULTIPROCESSOR_COUNT, best[2]

    # ---- streams, and the context as such ----

    def create_stream(self):
        return Stream(self.device._core)

    def create_default_stream(self):
        return Stream(self.device._core, 0)

    get_default_stream = create_default_stream

    def create_external_stream(self, ptr):
        return Stream(self.device._core, int(ptr))

    def create_event(self, timing=True):
        return Event(self.device._core, timing)

    def can_access_peer(self, peer_context):
        """Whether kernels here can use another device's memory: its ordinal, its
        Device or its Context."""
        return self.device._core.can_access(_core_of(peer_context))

    def enable_peer_access(self, peer_context, flags=0):
        """Lets them."""
        self.device._core.enable_peer_access(_core_of(peer_context))

    def synchronize(self):
        self.device._core.synchronize()

    def prepare_for_use(self):
        """Kept for programs that call it: managers are made when they are used."""

    def push(self):
        self.device.__enter__()

    def pop(self):
        self.device.__exit__()

    def reset(self):
        """Waits for the device, and lets a memory manager begin anew."""
        self.device.reset()
        self.memory_manager.reset()

    def __enter__(self):
        self.device.__enter__()
        return self

    def __exit__(self, *error):
        self.device.__exit__(*error)

    def __eq__(self, other):
        return isinstance(other, Context) and self.device == other.device

    def __hash__(self):
        return hash(self.device)

    def __repr__(self):
        return f"<context of {self.device!r}>"


class _Deallocations:
    """Memory is freed when its last array is gone, but in ``disable()``'s blocks."""

    def __init__(self, context):
        self._context = context

    def clear(self):
        """Frees what waits: outside of those blocks there is nothing."""

    def disable(self):
        """A block in which memory is not freed."""
        return self._context.defer_cleanup()

    def __len__(self):
        return 0


def _core_of(peer):
    """_core's device of whatever names one: a Context, a Device, an ordinal."""
    if isinstance(peer, Context):
        peer = peer.device
    if hasattr(peer, "_core"):
        return peer._core
    state.check_ordinal(int(peer))
    return state.core_of(int(peer))


def _kernel_of(func):
    """The compiled kernel of an overload, or of what has a single one."""
    overloads = getattr(func, "overloads", None)
    if overloads is not None:
        if len(overloads) != 1:
            raise ValueError(
                f"{func.__name__} has {len(overloads)} overloads; take one of them"
            )
        func = next(iter(overloads.values()))
    return getattr(func, "_kernel", func)
