"""CUDA kernels in Python: a stand-in for ``numba.cuda``.

from pyk2ptx import cuda

@cuda.jit
def add(a, b, c):
    i = cuda.grid(1)
    c[i] = a[i] + b[i]

add[blocks, threads](a, b, c)
"""

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
from ._arrays import DeviceNDArray, DeviceRecord  # noqa: F401
from ._compile import (  # noqa: F401
    compile,
    compile_all,
    compile_for_current_device,
    compile_ptx,
    compile_ptx_for_current_device,
)
from ._contexts import (  # noqa: F401
    Context,
    MemoryInfo,
    current_context,
    defer_cleanup,
    select_device,
)
from ._devices import (  # noqa: F401
    Device,
    close,
    cuda_error,
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
    synchronize,
)
from ._host_memory import (  # noqa: F401
    managed_array,
    mapped,
    mapped_array,
    mapped_array_like,
    pinned,
    pinned_array,
    pinned_array_like,
)
from ._interop import (  # noqa: F401
    as_cuda_array,
    from_cuda_array_interface,
    is_cuda_array,
)
from ._intrinsics import NAMES as _NAMES
from ._ipc import IpcArrayHandle, IpcHandle, open_ipc_array  # noqa: F401
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
from ._managers import (  # noqa: F401
    BaseCUDAMemoryManager,
    GetIpcHandleMixin,
    HostOnlyCUDAMemoryManager,
    ManagedMemory,
    MappedMemory,
    MemoryPointer,
    PinnedMemory,
    set_memory_manager,
    use_memory_pool,
)
from ._memory import (  # noqa: F401
    In,
    InOut,
    Out,
    device_array,
    device_array_like,
    to_device,
)
from ._streams import (  # noqa: F401
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

globals().update(_NAMES)

# What a GPU has no instructions for is computed by others.
is_float16_supported = is_bfloat16_supported = is_fp8_supported = lambda: True


def __getattr__(name):
    import importlib

    if name in ("reduce", "Reduce"):
        from ._ufunc import Reduce

        return Reduce
    if name == "explain":
        from ._explain import explain

        return explain
    if name in ("vectorize", "guvectorize"):
        from . import _ufunc

        return getattr(_ufunc, name)
    types = importlib.import_module("..types", __name__)
    if not name.startswith("_") and name in types.__all__:
        return getattr(types, name)
    return _lazy.modules_of(__name__)(name)
