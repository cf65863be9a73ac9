"""CUDA kernels in Python: a stand-in for ``numba.cuda``.

from pyk2ptx import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    c[i] = a[i] + b[i]

add[blocks, threads](a, b, c)
"""

from .. import types as _types
from .._device.arrays import DeviceNDArray, DeviceRecord  # noqa: F401
from .._device.contexts import Context, MemoryInfo  # noqa: F401
from .._device.devices import (  # noqa: F401
    Device,
    close,
    cuda_error,
    current_context,
    defer_cleanup,
    detect,
    get_current_device,
    gpus,
    is_available,
    is_supported_version,
    list_devices,
    profile_start,
    profile_stop,
    profiling,
    require_context,
    runtime,
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
    mapped_array_like,
    pinned,
    pinned_array,
    pinned_array_like,
)
from .._device.ipc import IpcArrayHandle, open_ipc_array  # noqa: F401
from .._device.managers import (  # noqa: F401
    BaseCUDAMemoryManager,
    GetIpcHandleMixin,
    HostOnlyCUDAMemoryManager,
    set_memory_manager,
    use_memory_pool,
)
from .._device.memory import (  # noqa: F401
    In,
    InOut,
    Out,
    device_array,
    device_array_like,
    to_device,
)
from .._device.pointers import (  # noqa: F401
    IpcHandle,
    ManagedMemory,
    MappedMemory,
    MemoryPointer,
    PinnedMemory,
)
from .._device.streams import (  # noqa: F401
    Event,
    Stream,
    default_stream,
    event,
    event_elapsed_time,
    external_stream,
    legacy_default_stream,
    per_thread_default_stream,
    stream,
)
from ..errors import (  # noqa: F401
    CheckError,
    CompileError,
    CudaAPIError,
    CudaDriverError,
    CudaRuntimeError,
    CudaSupportError,
    KernelRuntimeError,
    LinkerError,
    TypingError,
)
from . import _lazy
from ._compile import (  # noqa: F401
    compile,
    compile_all,
    compile_for_current_device,
    compile_ptx,
    compile_ptx_for_current_device,
)
from ._intrinsics import NAMES as _NAMES
from ._jit import check, declare_device, jit  # noqa: F401
from ._linkable import (  # noqa: F401
    LTOIR,
    Archive,
    Cubin,
    CUSource,
    Fatbin,
    LinkableCode,
    Object,
    PTXSource,
)

globals().update(_NAMES)

# What a GPU has no instructions for is computed by others.
is_float16_supported = is_bfloat16_supported = is_fp8_supported = lambda: True


def __getattr__(name):
    if name in ("reduce", "Reduce"):
        # Programs that use none of these start faster without them.
        from ._ufunc import Reduce

        return Reduce
    if name == "explain":
        # As above.
        from ._explain import explain

        return explain
    if name in ("vectorize", "guvectorize"):
        # As above.
        from . import _ufunc

        return getattr(_ufunc, name)
    if not name.startswith("_") and name in _types.__all__:
        return getattr(_types, name)
    return _lazy.modules_of(__name__)(name)
