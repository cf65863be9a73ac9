"""Which device a thread uses, and which there are: the state that all of these files
share, without the classes that programs see.

Which device a thread uses is known to _core; until it has chosen one, its first
launch or allocation takes the default: GPU 0, or the CPU device where
``PYK2PTX_DEVICE=cpu`` or ``NUMBA_ENABLE_CUDASIM=1`` asks for it.
"""

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


def _check_enabled():
    if os.environ.get("NUMBA_DISABLE_CUDA", "0") not in ("", "0"):
        raise CudaSupportError("CUDA is disabled by NUMBA_DISABLE_CUDA")


def gpu_count():
    """How many GPUs there are; CudaSupportError where none can be used."""
    _check_enabled()
    return _core.gpu_count()


def count():
    """How many devices there are."""
    return 1 if cpu_is_chosen() else gpu_count()


def core_of(ordinal):
    """_core's device of an ordinal that there is."""
    if cpu_is_chosen():
        if ordinal != 0:
            raise IndexError(f"there is one CPU device, no device {ordinal}")
        return _core.cpu()
    try:
        _check_enabled()
        return _core.gpu(ordinal)
    except CudaSupportError as error:
        raise CudaSupportError(
            f"{error}\nSet PYK2PTX_DEVICE=cpu to run kernels on the CPU device."
        ) from None


def check_ordinal(ordinal):
    """IndexError where there is no device of that ordinal."""
    if not 0 <= ordinal < count():
        raise IndexError(f"there are {count()} devices, no device {ordinal}")


# What is made once of each: by whether it is the CPU device, and its ordinal.
_lock = threading.Lock()
_made = {}


def device(ordinal, make):
    """The object of the device of that ordinal; `make(core)` makes it."""
    key = (cpu_is_chosen(), ordinal)
    with _lock:
        if key not in _made:
            _made[key] = make(core_of(ordinal))
        return _made[key]


_thread = threading.local()


def entered():
    """The devices that this thread's `with` blocks go back to."""
    if not hasattr(_thread, "entered"):
        _thread.entered = []
    return _thread.entered


_core.set_device_hook(lambda: core_of(0))


def _after_fork():
    """In a forked process: nothing of the parent's GPUs is of use any more."""
    global _lock
    _lock = threading.Lock()
    for key in [key for key in _made if not key[0]]:
        del _made[key]
    entered().clear()
    _core.forget_driver()
    # The CPU device goes on; a GPU is asked for anew, which says what is wrong.
    _core.set_current_device(None)


os.register_at_fork(after_in_child=_after_fork)
