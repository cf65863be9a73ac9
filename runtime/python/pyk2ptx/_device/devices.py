"""Devices: which there are, which one a thread uses, and what they are like."""

import contextlib
import functools
import os

from .. import _core
from ..errors import CudaSupportError
from . import state
from .contexts import Context
from .state import cpu_is_chosen


class Device:
    """A GPU, or the CPU device: by its number, or what the extension module has of it.

    Also a context manager that makes it current.
    """

    def __init__(self, core):
        self._core = gpus[core]._core if isinstance(core, int) else core

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
    def uuid(self):
        """'GPU-' and the number that is the GPU's in whatever machine."""
        raw = self._core.uuid()
        text = raw.hex() if raw else "0" * 32
        parts = (text[:8], text[8:12], text[12:16], text[16:20], text[20:])
        return f"{'GPU' if raw else 'CPU'}-{'-'.join(parts)}"

    @property
    def supports_float16(self):
        return self.compute_capability >= (5, 3)

    @property
    def supports_bfloat16(self):
        return self.compute_capability >= (8, 0)

    @property
    def supports_fp8(self):
        return self.compute_capability >= (8, 9)

    @property
    def attributes(self):
        """The attributes that programs ask for most, by name."""
        return {name: getattr(self, name) for name in _CPU_ATTRIBUTES}

    def __getattr__(self, name):
        # CUdevice_attribute's names are the only ones that come here.
        if not name.isupper():
            raise AttributeError(f"a device has no attribute {name!r}")
        name = _ALIASES.get(name, name)
        if self._core.is_cpu:
            if name in _CPU_ATTRIBUTES:
                return _CPU_ATTRIBUTES[name]
            raise AttributeError(f"the CPU device has no attribute {name}")
        try:
            return self._core.attribute(name)
        except CudaSupportError as error:
            raise AttributeError(str(error)) from None

    def get_device_identity(self):
        """Where the GPU is plugged in, as handles for other processes tell it."""
        return {
            name.lower(): getattr(self, name)
            for name in ("PCI_DOMAIN_ID", "PCI_BUS_ID", "PCI_DEVICE_ID")
        }

    @classmethod
    def from_identity(cls, identity):
        """The device of an identity; RuntimeError when it is not in this machine."""
        for device in gpus:
            if device.get_device_identity() == identity:
                return device
        raise RuntimeError(f"there is no GPU at {identity}")

    def get_primary_context(self):
        return Context(self)

    def reset(self):
        """Waits for the device. Its context is shared and stays."""
        self._core.synchronize()

    def __enter__(self):
        state.entered().append(_core.current_device())
        _core.set_current_device(self._core)
        return self

    def __exit__(self, *_error):
        if not state.entered():
            raise RuntimeError(
                "this thread entered no device: a `with` block begins and ends in "
                "the same thread"
            )
        _core.set_current_device(state.entered().pop())

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


# What numba calls some of CUdevice_attribute.
_ALIASES = {
    "MAX_THREADS_PER_MULTI_PROCESSOR": "MAX_THREADS_PER_MULTIPROCESSOR",
    "IS_MULTI_GPU_BOARD": "MULTI_GPU_BOARD",
}
# What the CPU device says of CUdevice_attribute, by name.
_CPU_ATTRIBUTES = {
    "MAX_THREADS_PER_BLOCK": 1024,
    "MAX_BLOCK_DIM_X": 1024,
    "MAX_BLOCK_DIM_Y": 1024,
    "MAX_BLOCK_DIM_Z": 64,
    "MAX_GRID_DIM_X": 2147483647,
    "MAX_GRID_DIM_Y": 65535,
    "MAX_GRID_DIM_Z": 65535,
    "MAX_SHARED_MEMORY_PER_BLOCK": 227 * 1024,
    "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": 227 * 1024,
    "TOTAL_CONSTANT_MEMORY": 65536,
    "WARP_SIZE": 32,
    "MAX_REGISTERS_PER_BLOCK": 65536,
    "CLOCK_RATE": 0,
    "MULTIPROCESSOR_COUNT": os.cpu_count() or 1,
    "INTEGRATED": 1,
    "CAN_MAP_HOST_MEMORY": 1,
    "KERNEL_EXEC_TIMEOUT": 0,
    "CONCURRENT_KERNELS": 0,
    "PCI_DOMAIN_ID": 0,
    "PCI_BUS_ID": 0,
    "PCI_DEVICE_ID": 0,
    "MAX_THREADS_PER_MULTIPROCESSOR": 1024,
    "ASYNC_ENGINE_COUNT": 0,
    "UNIFIED_ADDRESSING": 1,
    "COMPUTE_CAPABILITY_MAJOR": 7,
    "COMPUTE_CAPABILITY_MINOR": 5,
    "MANAGED_MEMORY": 1,
    "SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO": 1,
    "COOPERATIVE_LAUNCH": 1,
}


class _Devices:
    """``cuda.gpus``: the devices by ordinal."""

    def __len__(self):
        return state.count()

    def __getitem__(self, ordinal):
        state.check_ordinal(ordinal)
        return state.device(ordinal, Device)

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
    return device_of(_core.current_device())


def device_of(core):
    """The Device of _core's."""
    if core.is_cpu == cpu_is_chosen():
        return state.device(core.ordinal, Device)
    return Device(core)


def select_device(device_id):
    """Makes this thread use the device of that ordinal; returns its context."""
    device = gpus[device_id]
    _core.set_current_device(device._core)
    return Context(device)


def current_context(devnum=None):
    """The context of the device of that ordinal, or of this thread's."""
    if devnum is None:
        return Context(get_current_device())
    return Context(gpus[devnum])


@contextlib.contextmanager
def defer_cleanup():
    """A block in which memory is not freed: freeing waits for the GPU."""
    with current_context().defer_cleanup():
        yield


def close():
    """Forgets this thread's choice of a device. The context is shared and stays."""
    _core.set_current_device(None)


def require_context(function):
    """A decorator of functions that need a device, which is chosen first."""

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
        return state.gpu_count() > 0
    except Exception:
        return False


def is_supported_version():
    """Whether the driver is recent enough; it is if it loads PTX at all."""
    return is_available()


def cuda_error():
    """None, or why there is no GPU."""
    try:
        state.gpu_count()
    except Exception as error:
        return error
    return None


def detect():
    """Prints the devices, and what they are. False when there is none."""
    try:
        devices = gpus.lst
    except CudaSupportError as error:
        print(f"No CUDA devices: {error}")
        return False
    print(f"Found {len(devices)} {'CPU' if cpu_is_chosen() else 'CUDA'} devices")
    supported = 0
    for device in devices:
        major, minor = device.compute_capability
        is_supported = (major, minor) >= (7, 5)
        supported += is_supported
        mark = "[SUPPORTED]" if is_supported else "[NOT SUPPORTED: sm_75 is the least]"
        print(f"id {device.id}    {device.name!r:>40}    {mark}")
        watchdog = "Enabled" if device.KERNEL_EXEC_TIMEOUT else "Disabled"
        rows = [("Compute Capability", f"{major}.{minor}")]
        if not device.is_cpu:
            rows += [
                ("PCI Device ID", device.PCI_DEVICE_ID),
                ("PCI Bus ID", device.PCI_BUS_ID),
                ("UUID", device.uuid),
                ("Watchdog", watchdog),
                (
                    "FP32/FP64 Performance Ratio",
                    device.SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO,
                ),
            ]
        for label, value in rows:
            print(f"{label:>40}: {value}")
    print(f"Summary:\n\t{supported}/{len(devices)} devices are supported")
    return bool(supported)


def profile_start():
    """Begins what a profiler records that was told to wait for it."""
    _core.current_device().profile(True)


def profile_stop():
    """Ends it."""
    _core.current_device().profile(False)


@contextlib.contextmanager
def profiling():
    """Both, around a block."""
    profile_start()
    try:
        yield
    finally:
        profile_stop()


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

    @property
    def supported_versions(self):
        """The versions of CUDA whose drivers load the PTX that is made here."""
        return tuple((major, minor) for major in (11, 12, 13) for minor in range(10))


runtime = _Runtime()
