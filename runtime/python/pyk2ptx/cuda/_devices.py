"""Devices, contexts, streams and events.

Which device a thread uses is known to _core; until it has chosen one, its first
launch or allocation takes the default: GPU 0, or the CPU device where
``PYK2PTX_DEVICE=cpu`` or ``NUMBA_ENABLE_CUDASIM=1`` asks for it.
"""

import contextlib
import os
import threading

from .. import _core
from ..errors import CudaSupportError, make_exception

_core.set_exception_maker(make_exception)


def cpu_is_chosen():
    """Whether the environment asks for the CPU device."""
    choice = os.environ.get("PYK2PTX_DEVICE", "").lower()
    if choice in ("cpu", "gpu"):
        return choice == "cpu"
    return os.environ.get("NUMBA_ENABLE_CUDASIM", "0") not in ("", "0")


def _handle(ordinal):
    if cpu_is_chosen():
        if ordinal != 0:
            raise IndexError(f"there is one CPU device, no device {ordinal}")
        return _core.cpu()
    try:
        return _core.gpu(ordinal)
    except CudaSupportError as error:
        raise CudaSupportError(
            f"{error}\nSet PYK2PTX_DEVICE=cpu to run kernels on the CPU device."
        ) from None


_lock = threading.Lock()
_devices = {}


def _device(ordinal):
    chosen = cpu_is_chosen()
    with _lock:
        key = (chosen, ordinal)
        if key not in _devices:
            _devices[key] = Device(_handle(ordinal))
        return _devices[key]


def _first_handle():
    return _device(0)._core


_core.set_device_hook(_first_handle)


_thread = threading.local()


def _entered():
    """The devices that this thread's `with` blocks go back to."""
    if not hasattr(_thread, "entered"):
        _thread.entered = []
    return _thread.entered


class Device:
    """A GPU, or the CPU device. Also a context manager that makes it current."""

    def __init__(self, core):
        self._core = core

    @property
    def id(self):
        """Its ordinal."""
        return self._core.ordinal

    @property
    def is_cpu(self):
        """Whether it is the CPU device."""
        return self._core.is_cpu

    @property
    def name(self):
        """What the driver calls it, as bytes, as numba has it."""
        return self._core.name().encode()

    @property
    def compute_capability(self):
        """(major, minor)"""
        return self._core.compute_capability()

    @property
    def supports_float16(self):
        return self.compute_capability >= (5, 3)

    @property
    def supports_bfloat16(self):
        return self.compute_capability >= (8, 0)

    def __getattr__(self, name):
        number = _ATTRIBUTES.get(name)
        if number is None:
            raise AttributeError(name)
        if self._core.is_cpu:
            return _CPU_ATTRIBUTES[name]
        return self._core.attribute(number)

    def get_primary_context(self):
        return Context(self)

    def reset(self):
        """Waits for the device. Its context is shared and stays."""
        self._core.synchronize()

    def __enter__(self):
        _entered().append(_core.current_device())
        _core.set_current_device(self._core)
        return self

    def __exit__(self, *_error):
        _core.set_current_device(_entered().pop())

    def __eq__(self, other):
        return isinstance(other, Device) and (self.is_cpu, self.id) == (
            other.is_cpu,
            other.id,
        )

    def __hash__(self):
        return hash((self.is_cpu, self.id))

    def __repr__(self):
        kind = "CPU device" if self.is_cpu else "CUDA device"
        return f"<{kind} {self.id} '{self.name.decode()}'>"


# CUdevice_attribute by numba's names.
_ATTRIBUTES = {
    "MAX_THREADS_PER_BLOCK": 1,
    "MAX_BLOCK_DIM_X": 2,
    "MAX_BLOCK_DIM_Y": 3,
    "MAX_BLOCK_DIM_Z": 4,
    "MAX_GRID_DIM_X": 5,
    "MAX_GRID_DIM_Y": 6,
    "MAX_GRID_DIM_Z": 7,
    "MAX_SHARED_MEMORY_PER_BLOCK": 8,
    "TOTAL_CONSTANT_MEMORY": 9,
    "WARP_SIZE": 10,
    "MAX_REGISTERS_PER_BLOCK": 12,
    "CLOCK_RATE": 13,
    "MULTIPROCESSOR_COUNT": 16,
    "INTEGRATED": 18,
    "CAN_MAP_HOST_MEMORY": 19,
    "CONCURRENT_KERNELS": 31,
    "PCI_BUS_ID": 33,
    "PCI_DEVICE_ID": 34,
    "ASYNC_ENGINE_COUNT": 40,
    "UNIFIED_ADDRESSING": 41,
    "PCI_DOMAIN_ID": 50,
    "MAX_THREADS_PER_MULTI_PROCESSOR": 39,
    "COMPUTE_CAPABILITY_MAJOR": 75,
    "COMPUTE_CAPABILITY_MINOR": 76,
    "MANAGED_MEMORY": 83,
    "COOPERATIVE_LAUNCH": 95,
    "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": 97,
}
_CPU_ATTRIBUTES = {name: 0 for name in _ATTRIBUTES} | {
    "MAX_THREADS_PER_BLOCK": 1024,
    "MAX_BLOCK_DIM_X": 1024,
    "MAX_BLOCK_DIM_Y": 1024,
    "MAX_BLOCK_DIM_Z": 64,
    "MAX_GRID_DIM_X": 2147483647,
    "MAX_GRID_DIM_Y": 65535,
    "MAX_GRID_DIM_Z": 65535,
    "MAX_SHARED_MEMORY_PER_BLOCK": 227 * 1024,
    "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": 227 * 1024,
    "WARP_SIZE": 32,
    "MULTIPROCESSOR_COUNT": os.cpu_count() or 1,
    "CAN_MAP_HOST_MEMORY": 1,
    "UNIFIED_ADDRESSING": 1,
    "MANAGED_MEMORY": 1,
    "COOPERATIVE_LAUNCH": 1,
    "COMPUTE_CAPABILITY_MAJOR": 7,
    "COMPUTE_CAPABILITY_MINOR": 5,
}


class MemoryInfo(tuple):
    """(free, total) in bytes."""

    __slots__ = ()

    @property
    def free(self):
        return self[0]

    @property
    def total(self):
        return self[1]


class Context:
    """A device's context: the primary one, which other libraries share."""

    def __init__(self, device):
        self.device = device

    def get_memory_info(self):
        """Free and total bytes of the device, or of the host."""
        memory = self.device._core.memory()
        if memory is None:
            page = os.sysconf("SC_PAGE_SIZE")
            memory = (
                os.sysconf("SC_AVPHYS_PAGES") * page,
                os.sysconf("SC_PHYS_PAGES") * page,
            )
        return MemoryInfo(memory)

    def synchronize(self):
        self.device._core.synchronize()

    def push(self):
        self.device.__enter__()

    def pop(self):
        self.device.__exit__()

    def reset(self):
        self.device.reset()

    def __enter__(self):
        self.device.__enter__()
        return self

    def __exit__(self, *error):
        self.device.__exit__(*error)


class _Devices:
    """``cuda.gpus``: the devices by ordinal."""

    def __len__(self):
        return 1 if cpu_is_chosen() else _core.gpu_count()

    def __getitem__(self, ordinal):
        if not 0 <= ordinal < len(self):
            raise IndexError(f"there are {len(self)} devices, no device {ordinal}")
        return _device(ordinal)

    def __iter__(self):
        return iter([self[i] for i in range(len(self))])

    @property
    def lst(self):
        return list(self)

    @property
    def current(self):
        return get_current_device()

    def __repr__(self):
        return "<Managed Device List>" if not len(self) else repr(self.lst)


gpus = _Devices()


def list_devices():
    """All devices."""
    return gpus


def get_current_device():
    """The device that this thread uses."""
    return _device(_core.current_device().ordinal)


def select_device(device_id):
    """Makes this thread use the device of that ordinal; returns its context."""
    device = gpus[device_id]
    _core.set_current_device(device._core)
    return Context(device)


def close():
    """Forgets this thread's choice of a device. The context is shared and stays."""
    _core.set_current_device(None)


def current_context(devnum=None):
    """The context of the device of that ordinal, or of this thread's."""
    return Context(get_current_device() if devnum is None else gpus[devnum])


def require_context(function):
    """A decorator of functions that need a device, which is chosen first."""
    import functools

    @functools.wraps(function)
    def wrapped(*args, **kwargs):
        _core.current_device()
        return function(*args, **kwargs)

    return wrapped


def synchronize():
    """Waits for all work of this thread's device; raises what went wrong in it."""
    _core.current_device().synchronize()


def is_available():
    """Whether kernels can run: a GPU is there, or the CPU device is chosen."""
    if cpu_is_chosen():
        return True
    try:
        return _core.gpu_count() > 0
    except Exception:
        return False


def is_supported_version():
    """Whether the driver is recent enough; it is if it loads PTX at all."""
    return is_available()


def cuda_error():
    """None, or why there is no GPU."""
    try:
        _core.gpu_count()
    except Exception as error:
        return error
    return None


def detect():
    """Prints the devices. False when there is none."""
    try:
        devices = gpus.lst
    except CudaSupportError as error:
        print(f"No CUDA devices: {error}")
        return False
    print(f"Found {len(devices)} {'CPU' if cpu_is_chosen() else 'CUDA'} devices")
    for device in devices:
        major, minor = device.compute_capability
        print(f"id {device.id}    {device.name!r}")
        if not device.is_cpu:
            print(f"                      Compute Capability: {major}.{minor}")
    return bool(devices)


# Streams and events -------------------------------------------------------------


class Stream(_core.Stream):
    """A queue of work. On the CPU device all work is done when it is queued."""

    @property
    def handle(self):
        """The CUstream."""
        return self.ptr

    def __int__(self):
        return self.ptr

    def __bool__(self):
        return bool(self.ptr)

    @contextlib.contextmanager
    def auto_synchronize(self):
        """Waits for the stream when the block ends."""
        yield self
        self.synchronize()

    def add_callback(self, callback, arg=None):
        """Calls ``callback(stream, status, arg)`` when the work queued so far has
        run, from another thread. Later work does not wait for it."""
        event = Event(_core.current_device())
        event.record(self)

        def wait():
            status = 0
            try:
                event.synchronize()
            except Exception as error:
                status = getattr(error, "code", 1)
            callback(self, status, arg)

        if _core.current_device().is_cpu:
            wait()
        else:
            threading.Thread(target=wait, daemon=True).start()

    def async_done(self):
        """An awaitable: the stream, when the work queued so far has run."""
        import asyncio

        loop = asyncio.get_running_loop()
        future = loop.create_future()

        def finish(_stream, status, _arg):
            def resolve():
                if future.done():
                    return
                if status == 0:
                    future.set_result(self)
                else:
                    future.set_exception(RuntimeError(f"CUDA error {status}"))

            loop.call_soon_threadsafe(resolve)

        self.add_callback(finish)
        return future

    def __repr__(self):
        return f"<CUDA stream {self.ptr:#x}>" if self.ptr else "<Default CUDA stream>"


class Event(_core.Event):
    """A moment in a stream."""

    @property
    def handle(self):
        """The CUevent."""
        return self.ptr

    def wait(self, stream=None):
        """Lets the stream's later work wait for this moment."""
        _as_stream(stream).wait(self)

    def query(self):
        """Whether the moment has come."""
        if _core.current_device().is_cpu:
            return True
        probe = Stream(_core.current_device())
        probe.wait(self)
        return probe.query()


def _as_stream(stream):
    """A Stream of what a launch takes as one."""
    if isinstance(stream, _core.Stream):
        return stream
    device = _core.current_device()
    if hasattr(stream, "__cuda_stream__"):
        stream = stream.__cuda_stream__()[1]
    return Stream(device, int(stream or 0))


def stream():
    """A new stream."""
    return Stream(_core.current_device())


def default_stream():
    """The default stream: the legacy one."""
    return Stream(_core.current_device(), 0)


def legacy_default_stream():
    """CUDA's legacy default stream."""
    return Stream(_core.current_device(), 1)


def per_thread_default_stream():
    """CUDA's per-thread default stream."""
    return Stream(_core.current_device(), 2)


def external_stream(ptr):
    """A stream made elsewhere, by its CUstream."""
    return Stream(_core.current_device(), int(ptr))


def event(timing=True):
    """A new event; with ``timing`` its moment can be subtracted."""
    return Event(_core.current_device(), timing)


def event_elapsed_time(start, end):
    """Milliseconds from one event to another."""
    return start.elapsed_time(end)


def profile_start():
    """Kept for programs that call it; profilers here need no start."""


def profile_stop():
    """Kept for programs that call it."""


@contextlib.contextmanager
def profiling():
    """Kept for programs that use it."""
    yield


class _Runtime:
    """``cuda.runtime``"""

    @staticmethod
    def get_version():
        """The driver's CUDA version: (13, 0)."""
        if cpu_is_chosen():
            return (0, 0)
        version = _core.driver_version()
        return (version // 1000, version % 1000 // 10)

    is_supported_version = staticmethod(is_supported_version)


runtime = _Runtime()
