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
    CudaSupportError,
    KernelRuntimeError,
    LinkerError,
    TypingError,
)
from ._compile import (  # noqa: F401
    compile,
    compile_all,
    compile_for_current_device,
    compile_ptx,
    compile_ptx_for_current_device,
)
from ._devices import (  # noqa: F401
    Context,
    Device,
    Event,
    Stream,
    close,
    cuda_error,
    current_context,
    default_stream,
    detect,
    event,
    event_elapsed_time,
    external_stream,
    get_current_device,
    gpus,
    is_available,
    is_supported_version,
    legacy_default_stream,
    list_devices,
    per_thread_default_stream,
    profile_start,
    profile_stop,
    profiling,
    require_context,
    runtime,
    select_device,
    stream,
    synchronize,
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
from ._memory import (  # noqa: F401
    DeviceNDArray,
    In,
    InOut,
    Out,
    as_cuda_array,
    defer_cleanup,
    device_array,
    device_array_like,
    from_cuda_array_interface,
    is_cuda_array,
    managed_array,
    mapped,
    mapped_array,
    mapped_array_like,
    open_ipc_array,
    pinned,
    pinned_array,
    pinned_array_like,
    to_device,
)

globals().update(_NAMES)

is_float16_supported = is_bfloat16_supported = lambda: True


def __getattr__(name):
    import importlib

    if name in ("reduce", "Reduce"):
        from ._ufunc import Reduce

        return Reduce
    if name == "explain":
        from ._explain import explain

        return explain
    if name in ("random", "cudadrv", "types", "devicearray"):
        return importlib.import_module("." + name, __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
