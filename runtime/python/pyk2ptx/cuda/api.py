"""``numba.cuda.api``"""

from ._devices import (  # noqa: F401
    close,
    current_context,
    detect,
    event,
    get_current_device,
    is_available,
    list_devices,
    select_device,
    stream,
    synchronize,
)
from ._memory import (  # noqa: F401
    as_cuda_array,
    device_array,
    device_array_like,
    from_cuda_array_interface,
    is_cuda_array,
    managed_array,
    mapped,
    mapped_array,
    pinned,
    pinned_array,
    to_device,
)
