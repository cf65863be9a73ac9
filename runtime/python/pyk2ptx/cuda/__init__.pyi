from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeAlias, overload

from numpy.typing import DTypeLike, NDArray

from ..errors import CheckError as CheckError
from ..errors import CompileError as CompileError
from ..errors import CudaAPIError as CudaAPIError
from ..errors import CudaDriverError as CudaDriverError
from ..errors import CudaRuntimeError as CudaRuntimeError
from ..errors import CudaSupportError as CudaSupportError
from ..errors import KernelRuntimeError as KernelRuntimeError
from ..errors import LinkerError as LinkerError
from ..errors import TypingError as TypingError
from ..types import Signature, Type
from . import random as random
from . import types as types
from ._arrays import DeviceNDArray as DeviceNDArray
from ._arrays import DeviceRecord as DeviceRecord
from ._contexts import Context as Context
from ._contexts import MemoryInfo as MemoryInfo
from ._devices import Device as Device
from ._devices import gpus as gpus
from ._devices import runtime as runtime
from ._dispatcher import CUDADispatcher
from ._explain import Explanation
from ._ipc import IpcArrayHandle as IpcArrayHandle
from ._ipc import IpcHandle as IpcHandle
from ._linkable import LTOIR as LTOIR
from ._linkable import Archive as Archive
from ._linkable import Cubin as Cubin
from ._linkable import CUSource as CUSource
from ._linkable import Fatbin as Fatbin
from ._linkable import LinkableCode as LinkableCode
from ._linkable import Object as Object
from ._linkable import PTXSource as PTXSource
from ._managers import BaseCUDAMemoryManager as BaseCUDAMemoryManager
from ._managers import GetIpcHandleMixin as GetIpcHandleMixin
from ._managers import HostOnlyCUDAMemoryManager as HostOnlyCUDAMemoryManager
from ._managers import ManagedMemory as ManagedMemory
from ._managers import MappedMemory as MappedMemory
from ._managers import MemoryPointer as MemoryPointer
from ._managers import PinnedMemory as PinnedMemory
from ._memory import In as In
from ._memory import InOut as InOut
from ._memory import Out as Out
from ._streams import Event as Event
from ._streams import Stream as Stream
from ._ufunc import Reduce as Reduce

Dim: TypeAlias = int | tuple[int, ...]
AnyStream: TypeAlias = Any
Shape: TypeAlias = int | tuple[int, ...]

# ---- kernels ----

# A type can be called, too: signatures come first.
@overload
def jit(
    func_or_sig: str | Signature | tuple[Type, ...] | list[Any] | None = None,
    device: bool = False,
    **options: Any,
) -> Callable[[Callable[..., Any]], CUDADispatcher]: ...
@overload
def jit(
    func_or_sig: Callable[..., Any], device: bool = False, **options: Any
) -> CUDADispatcher: ...

reduce = Reduce

def check(
    kernel: CUDADispatcher,
    bounds: bool = True,
    races: bool = True,
    barriers: bool = True,
    uninit: bool = True,
) -> CUDADispatcher: ...
def explain(kernel: CUDADispatcher, signature: Any = None) -> Explanation: ...
def declare_device(
    name: str,
    sig: str | Signature,
    link: Any = None,
    use_cooperative: bool = False,
    abi: str = "numba",
) -> Any: ...
def compile(
    pyfunc: Any,
    sig: Any,
    debug: bool | None = None,
    lineinfo: bool = False,
    device: bool = True,
    fastmath: bool = False,
    cc: tuple[Any, ...] | None = None,
    opt: bool | None = None,
    abi: str = "c",
    abi_info: Any = None,
    output: str = "ptx",
    forceinline: bool = False,
    launch_bounds: Any = None,
) -> tuple[str, Type]: ...
def compile_ptx(
    pyfunc: Any,
    sig: Any,
    debug: bool | None = None,
    lineinfo: bool = False,
    device: bool = False,
    fastmath: bool = False,
    cc: tuple[Any, ...] | None = None,
    opt: bool | None = None,
    abi: str = "numba",
    abi_info: Any = None,
) -> tuple[str, Type]: ...
def compile_for_current_device(
    pyfunc: Any, sig: Any, **options: Any
) -> tuple[str, Type]: ...
def compile_ptx_for_current_device(
    pyfunc: Any, sig: Any, **options: Any
) -> tuple[str, Type]: ...
def compile_all(pyfunc: Any, sig: Any, **options: Any) -> tuple[list[str], Type]: ...

# ---- memory ----

def to_device(
    obj: Any, stream: AnyStream = 0, copy: bool = True, to: DeviceNDArray | None = None
) -> DeviceNDArray: ...
def device_array(
    shape: Shape,
    dtype: DTypeLike | Type = None,
    strides: tuple[int, ...] | None = None,
    order: str = "C",
    stream: AnyStream = 0,
) -> DeviceNDArray: ...
def device_array_like(ary: Any, stream: AnyStream = 0) -> DeviceNDArray: ...
def pinned_array(
    shape: Shape, dtype: DTypeLike | Type = None, strides: Any = None, order: str = "C"
) -> NDArray[Any]: ...
def pinned_array_like(ary: NDArray[Any]) -> NDArray[Any]: ...
def mapped_array(
    shape: Shape,
    dtype: DTypeLike | Type = None,
    strides: Any = None,
    order: str = "C",
    stream: AnyStream = 0,
    portable: bool = False,
    wc: bool = False,
) -> NDArray[Any]: ...
def mapped_array_like(
    ary: NDArray[Any], stream: AnyStream = 0, portable: bool = False, wc: bool = False
) -> NDArray[Any]: ...
def managed_array(
    shape: Shape,
    dtype: DTypeLike | Type = None,
    strides: Any = None,
    order: str = "C",
    stream: AnyStream = 0,
    attach_global: bool = True,
) -> NDArray[Any]: ...
def pinned(*arylist: NDArray[Any]) -> AbstractContextManager[None]: ...
def mapped(*arylist: NDArray[Any], **options: Any) -> AbstractContextManager[Any]: ...
def defer_cleanup() -> AbstractContextManager[None]: ...
def open_ipc_array(
    handle: Any,
    shape: Shape,
    dtype: DTypeLike | Type,
    strides: tuple[int, ...] | None = None,
    offset: int = 0,
) -> AbstractContextManager[DeviceNDArray]: ...
def set_memory_manager(mm_plugin: type | None) -> None: ...
def use_memory_pool(pool: str | None) -> None: ...
def is_cuda_array(obj: Any) -> bool: ...
def as_cuda_array(obj: Any, sync: bool = True) -> DeviceNDArray: ...
def from_cuda_array_interface(
    desc: dict[str, Any], owner: Any = None, sync: bool = True
) -> DeviceNDArray: ...

# ---- devices, streams, events ----

def is_available() -> bool: ...
def is_supported_version() -> bool: ...
def is_float16_supported() -> bool: ...
def is_bfloat16_supported() -> bool: ...
def is_fp8_supported() -> bool: ...
def cuda_error() -> Exception | None: ...
def detect() -> bool: ...
def list_devices() -> Any: ...
def get_current_device() -> Device: ...
def select_device(device_id: int) -> Context: ...
def current_context(devnum: int | None = None) -> Context: ...
def require_context(function: Callable[..., Any]) -> Callable[..., Any]: ...
def close() -> None: ...
def synchronize() -> None: ...
def stream() -> Stream: ...
def default_stream() -> Stream: ...
def legacy_default_stream() -> Stream: ...
def per_thread_default_stream() -> Stream: ...
def external_stream(ptr: int) -> Stream: ...
def event(timing: bool = True) -> Event: ...
def event_elapsed_time(start: Event, end: Event) -> float: ...
def profile_start() -> None: ...
def profile_stop() -> None: ...
def profiling() -> AbstractContextManager[None]: ...

# ---- names of kernels ----

grid: Any
gridsize: Any
grid_sync: Any
syncthreads: Any
syncthreads_count: Any
syncthreads_and: Any
syncthreads_or: Any
threadfence: Any
threadfence_block: Any
threadfence_system: Any
syncwarp: Any
shfl_sync: Any
shfl_up_sync: Any
shfl_down_sync: Any
shfl_xor_sync: Any
all_sync: Any
any_sync: Any
eq_sync: Any
ballot_sync: Any
match_any_sync: Any
match_all_sync: Any
activemask: Any
lanemask_lt: Any
vote_sync_intrinsic: Any
redux_sync_add: Any
redux_sync_min: Any
redux_sync_max: Any
redux_sync_and: Any
redux_sync_or: Any
redux_sync_xor: Any
cluster_arrive: Any
cluster_wait: Any
map_shared_rank: Any
nth_set_bit: Any
mbarrier_init: Any
mbarrier_inval: Any
mbarrier_arrive: Any
mbarrier_arrive_expect_tx: Any
mbarrier_test_wait: Any
mbarrier_test_wait_parity: Any
mbarrier_try_wait_parity: Any
mbarrier_wait: Any
mbarrier_wait_parity: Any
fence_mbarrier_init: Any
cp_async: Any
cp_async_commit_group: Any
cp_async_wait_group: Any
cp_async_wait_all: Any
cp_async_bulk: Any
ldmatrix: Any
mma_sync: Any
popc: Any
brev: Any
clz: Any
ffs: Any
selp: Any
fma: Any
cbrt: Any
nanosleep: Any
clock: Any
clock64: Any
breakpoint: Any
inline_ptx: Any
ldca: Any
ldcg: Any
ldcs: Any
ldlu: Any
ldcv: Any
stcg: Any
stcs: Any
stwb: Any
stwt: Any
threadIdx: Any
blockIdx: Any
blockDim: Any
gridDim: Any
laneid: Any
warpsize: Any
clusterIdx: Any
clusterGridDim: Any
clusterBlockIdx: Any
clusterDim: Any
clusterBlockRank: Any
clusterSize: Any
shared: Any
local: Any
const: Any
atomic: Any
cg: Any
libdevice: Any
fp16: Any
bf16: Any
char1: Any
char2: Any
char3: Any
char4: Any
uchar1: Any
uchar2: Any
uchar3: Any
uchar4: Any
short1: Any
short2: Any
short3: Any
short4: Any
ushort1: Any
ushort2: Any
ushort3: Any
ushort4: Any
int1: Any
int2: Any
int3: Any
int4: Any
uint1: Any
uint2: Any
uint3: Any
uint4: Any
long1: Any
long2: Any
long3: Any
long4: Any
ulong1: Any
ulong2: Any
ulong3: Any
ulong4: Any
longlong1: Any
longlong2: Any
longlong3: Any
longlong4: Any
ulonglong1: Any
ulonglong2: Any
ulonglong3: Any
ulonglong4: Any
float1: Any
float2: Any
float3: Any
float4: Any
double1: Any
double2: Any
double3: Any
double4: Any
int8x1: Any
int8x2: Any
int8x3: Any
int8x4: Any
int16x1: Any
int16x2: Any
int16x3: Any
int16x4: Any
int32x1: Any
int32x2: Any
int32x3: Any
int32x4: Any
int64x1: Any
int64x2: Any
int64x3: Any
int64x4: Any
uint8x1: Any
uint8x2: Any
uint8x3: Any
uint8x4: Any
uint16x1: Any
uint16x2: Any
uint16x3: Any
uint16x4: Any
uint32x1: Any
uint32x2: Any
uint32x3: Any
uint32x4: Any
uint64x1: Any
uint64x2: Any
uint64x3: Any
uint64x4: Any
float32x1: Any
float32x2: Any
float32x3: Any
float32x4: Any
float64x1: Any
float64x2: Any
float64x3: Any
float64x4: Any
