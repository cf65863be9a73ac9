"""``numba.cuda.api``"""

from ._contexts import current_context, select_device  # noqa: F401
from ._devices import (  # noqa: F401
    close,
    detect,
    get_current_device,
    is_available,
    list_devices,
    synchronize,
)
from ._host_memory import (  # noqa: F401
    managed_array,
    mapped,
    mapped_array,
    pinned,
    pinned_array,
)
from ._interop import (  # noqa: F401
    as_cuda_array,
    from_cuda_array_interface,
    is_cuda_array,
)
from ._memory import device_array, device_array_like, to_device  # noqa: F401
from ._streams import event, stream  # noqa: F401
