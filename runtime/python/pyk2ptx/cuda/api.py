"""``numba.cuda.api``"""

from .._device.devices import (  # noqa: F401
    close,
    current_context,
    detect,
    get_current_device,
    is_available,
    list_devices,
    select_device,
    synchronize,
)
from .._device.foreign import (  # noqa: F401
    as_cuda_array,
    from_cuda_array_interface,
    is_cuda_array,
)
from .._device.host_memory import (  # noqa: F401
    managed_array,
    mapped,
    mapped_array,
    pinned,
    pinned_array,
)
from .._device.memory import device_array, device_array_like, to_device  # noqa: F401
from .._device.streams import event, stream  # noqa: F401
