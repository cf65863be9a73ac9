"""``numba.cuda.cudadrv.devices``"""

from ..._device.devices import current_context as get_context
from ..._device.devices import gpus, require_context  # noqa: F401


def reset():
    """Waits for all devices."""
    for device in gpus:
        device.reset()


__all__ = ["get_context", "gpus", "require_context", "reset"]
