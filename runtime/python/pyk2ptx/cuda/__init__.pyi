from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeAlias, overload

from numpy.typing import DTypeLike, NDArray

from .._device.arrays import DeviceNDArray as DeviceNDArray
from .._device.arrays import DeviceRecord as DeviceRecord
from .._device.contexts import Context as Context
from .._device.contexts import MemoryInfo as MemoryInfo
from .._device.devices import Device as Device
from .._device.devices import gpus as gpus
from .._device.devices import runtime as runtime
from .._device.ipc import IpcArrayHandle as IpcArrayHandle
from .._device.managers import BaseCUDAMemoryManager as BaseCUDAMemoryManager
from .._device.managers import GetIpcHandleMixin as GetIpcHandleMixin
from .._device.managers import HostOnlyCUDAMemoryManager as HostOnlyCUDAMemoryManager
from .._device.memory import In as In
from .._device.memory import InOut as InOut
from .._device.memory import Out as Out
from .._device.pointers import IpcHandle as IpcHandle
from .._device.pointers import ManagedMemory as ManagedMemory
from .._device.pointers import MappedMemory as MappedMemory
from .._device.pointers import MemoryPointer as MemoryPointer
from .._device.pointers import PinnedMemory as PinnedMemory
from .._device.streams import Event as Event
from .._device.streams import Stream as Stream
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
from ._dispatcher import CUDADispatcher
from ._explain import Explanation
from ._linkable import LTOIR as LTOIR
from ._linkable import Archive as Archive
from ._linkable import Cubin as Cubin
from ._linkable import CUSource as CUSource
from ._linkable import Fatbin as Fatbin
from ._linkable import LinkableCode as LinkableCode
from ._linkable import Object as Object
from ._linkable import PTXSource as PTXSource
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

# ---- names of kernels: tools/python_names.py writes all that follows ----

def activemask(*args: Any, **options: Any) -> Any:
    """activemask(): the mask of the warp's threads that run this together"""

def all_sync(*args: Any, **options: Any) -> Any:
    """all_sync(mask, p): whether p is true for all of the mask's threads"""

def any_sync(*args: Any, **options: Any) -> Any:
    """any_sync(mask, p): whether p is true for any of the mask's threads"""

def ballot_sync(*args: Any, **options: Any) -> Any:
    """ballot_sync(mask, p): the mask of the threads with p true"""

def barrier_arrive(*args: Any, **options: Any) -> Any:
    """barrier_arrive(number, threads): comes to the barrier, too, but does not wait"""

def barrier_sync(*args: Any, **options: Any) -> Any:
    """barrier_sync(number, threads): waits until so many threads of the block, whole warps, have come to the barrier of this number, 1 to 15; both are constants"""

def breakpoint(*args: Any, **options: Any) -> Any:
    """stops in the debugger; nothing on the CPU device without one"""

def brev(*args: Any, **options: Any) -> Any:
    """brev(i): the bits in reverse order, of 32 or 64"""

def cbrt(*args: Any, **options: Any) -> Any:
    """cube root"""

def clock(*args: Any, **options: Any) -> Any:
    """clock(): a counter of cycles, uint32"""

def clock64(*args: Any, **options: Any) -> Any:
    """clock64(): a counter of cycles, int64"""

def cluster_arrive(*args: Any, **options: Any) -> Any:
    """cluster_arrive(): cg.this_cluster().barrier_arrive(), the first half of a barrier of the cluster"""

def cluster_wait(*args: Any, **options: Any) -> Any:
    """cluster_wait(): cg.this_cluster().barrier_wait(), until all threads of the cluster have arrived"""

def clz(*args: Any, **options: Any) -> Any:
    """clz(i): the number of leading zero bits, of 32 or 64"""

def cp_async(*args: Any, **options: Any) -> Any:
    """cp_async(dst, i, src, j, n): copies n elements, 4, 8 or 16 bytes, to shared memory; those behind src's end are zero"""

def cp_async_bulk(*args: Any, **options: Any) -> Any:
    """cp_async_bulk(dst, i, src, j, n, barrier, k): copies n elements, a multiple of 16 bytes, to shared memory and tells barrier[k]; nothing if they are not all inside"""

def cp_async_commit_group(*args: Any, **options: Any) -> Any:
    """cp_async_commit_group(): the thread's copies since the last one are a group"""

def cp_async_wait_all(*args: Any, **options: Any) -> Any:
    """cp_async_wait_all(): waits for all copies of the thread"""

def cp_async_wait_group(*args: Any, **options: Any) -> Any:
    """cp_async_wait_group(n): waits until at most the last n groups of the thread are under way"""

def elect_sync(*args: Any, **options: Any) -> Any:
    """elect_sync([mask]): waits for the warp's threads of the mask; True for the lowest of them, False for the others"""

def eq_sync(*args: Any, **options: Any) -> Any:
    """eq_sync(mask, p): whether p is the same for all of the mask's threads"""

def fence_mbarrier_init(*args: Any, **options: Any) -> Any:
    """fence_mbarrier_init(): makes mbarrier_init seen by the cluster and by bulk copies"""

def ffs(*args: Any, **options: Any) -> Any:
    """ffs(i): the position of the lowest set bit, from 1; 0 without one"""

def fma(*args: Any, **options: Any) -> Any:
    """fma(a, b, c): a * b + c, rounded once"""

def grid(*args: Any, **options: Any) -> Any:
    """the thread's absolute position: an int for grid(1), a tuple for grid(2) and grid(3); also grid(ndim=2)"""

def grid_sync(*args: Any, **options: Any) -> Any:
    """grid_sync(): cg.this_grid().sync(), a barrier of all threads of the launch"""

def gridsize(*args: Any, **options: Any) -> Any:
    """threads of the whole grid: an int for gridsize(1), a tuple for gridsize(2) and gridsize(3)"""

def inline_ptx(*args: Any, **options: Any) -> Any:
    """inline_ptx(text, types, *args): PTX with $0, $1, ... for the results of these types and the arguments; GPU only"""

def lanemask_eq(*args: Any, **options: Any) -> Any:
    """lanemask_eq(): the mask of the thread's own lane"""

def lanemask_ge(*args: Any, **options: Any) -> Any:
    """lanemask_ge(): the mask of the thread's own lane and those above"""

def lanemask_gt(*args: Any, **options: Any) -> Any:
    """lanemask_gt(): the mask of the lanes above the thread's own"""

def lanemask_le(*args: Any, **options: Any) -> Any:
    """lanemask_le(): the mask of the thread's own lane and those below"""

def lanemask_lt(*args: Any, **options: Any) -> Any:
    """lanemask_lt(): the mask of the lanes below the thread's own"""

def ldca(*args: Any, **options: Any) -> Any:
    """ldca(array, index): a load cached at all levels"""

def ldcg(*args: Any, **options: Any) -> Any:
    """ldcg(array, index): a load cached at L2 only"""

def ldcs(*args: Any, **options: Any) -> Any:
    """ldcs(array, index): a load that is likely used once"""

def ldcv(*args: Any, **options: Any) -> Any:
    """ldcv(array, index): a load that fetches again"""

def ldlu(*args: Any, **options: Any) -> Any:
    """ldlu(array, index): a load that is the line's last use"""

def ldmatrix(*args: Any, **options: Any) -> Any:
    """ldmatrix(array, index, count, transposed=False): 1, 2 or 4 matrices of 8x8 16-bit elements, whose rows start at the lanes' indices; uint32 fragments"""

def map_shared_rank(*args: Any, **options: Any) -> Any:
    """map_shared_rank(array, rank): the shared array of the cluster's block of that rank; empty where there is none"""

def match_all_sync(*args: Any, **options: Any) -> Any:
    """match_all_sync(mask, value): (mask, True) if all have the same value, else (0, False)"""

def match_any_sync(*args: Any, **options: Any) -> Any:
    """match_any_sync(mask, value): the mask of the threads with the same value"""

def mbarrier_arrive(*args: Any, **options: Any) -> Any:
    """mbarrier_arrive(array, index): one arrival; a token of the phase, uint64"""

def mbarrier_arrive_expect_tx(*args: Any, **options: Any) -> Any:
    """mbarrier_arrive_expect_tx(array, index, bytes): one arrival; the phase also waits for so many bytes of bulk copies; a token of the phase"""

def mbarrier_init(*args: Any, **options: Any) -> Any:
    """mbarrier_init(array, index, count): a barrier whose phases end with count arrivals"""

def mbarrier_inval(*args: Any, **options: Any) -> Any:
    """mbarrier_inval(array, index): the element is no barrier any more"""

def mbarrier_test_wait(*args: Any, **options: Any) -> Any:
    """mbarrier_test_wait(array, index, token): whether the token's phase has ended"""

def mbarrier_test_wait_parity(*args: Any, **options: Any) -> Any:
    """mbarrier_test_wait_parity(array, index, parity): whether the phase of that parity, 0 first, has ended"""

def mbarrier_try_wait_parity(*args: Any, **options: Any) -> Any:
    """mbarrier_try_wait_parity(array, index, parity): as mbarrier_test_wait_parity; may wait a while"""

def mbarrier_wait(*args: Any, **options: Any) -> Any:
    """mbarrier_wait(array, index, token): waits until the token's phase has ended"""

def mbarrier_wait_parity(*args: Any, **options: Any) -> Any:
    """mbarrier_wait_parity(array, index, parity): waits until the phase of that parity has ended"""

def mma_sync(*args: Any, **options: Any) -> Any:
    """mma_sync(shape, a, b, c): a @ b + c of the warp's fragments; shape is a row of mma_shapes.def"""

def nanosleep(*args: Any, **options: Any) -> Any:
    """nanosleep(ns): the thread sleeps about so long; nothing on the CPU device"""

def nth_set_bit(*args: Any, **options: Any) -> Any:
    """nth_set_bit(mask, n): the position of the set bit number n, from 0; 32 or more where there is none"""

def popc(*args: Any, **options: Any) -> Any:
    """popc(i): the number of bits that are set"""

def reduce_add_sync(*args: Any, **options: Any) -> Any:
    """redux_sync_add(mask, value): the sum of the mask's threads' int32 or uint32, wrapping"""

def reduce_and_sync(*args: Any, **options: Any) -> Any:
    """redux_sync_and(mask, value): the bits that all of the mask's threads have set"""

def reduce_max_sync(*args: Any, **options: Any) -> Any:
    """redux_sync_max(mask, value): the greatest of the mask's threads' int32 or uint32"""

def reduce_min_sync(*args: Any, **options: Any) -> Any:
    """redux_sync_min(mask, value): the least of the mask's threads' int32 or uint32"""

def reduce_or_sync(*args: Any, **options: Any) -> Any:
    """redux_sync_or(mask, value): the bits that any of the mask's threads has set"""

def reduce_xor_sync(*args: Any, **options: Any) -> Any:
    """redux_sync_xor(mask, value): the exclusive or of the mask's threads' values"""

def redux_sync_add(*args: Any, **options: Any) -> Any:
    """redux_sync_add(mask, value): the sum of the mask's threads' int32 or uint32, wrapping"""

def redux_sync_and(*args: Any, **options: Any) -> Any:
    """redux_sync_and(mask, value): the bits that all of the mask's threads have set"""

def redux_sync_max(*args: Any, **options: Any) -> Any:
    """redux_sync_max(mask, value): the greatest of the mask's threads' int32 or uint32"""

def redux_sync_min(*args: Any, **options: Any) -> Any:
    """redux_sync_min(mask, value): the least of the mask's threads' int32 or uint32"""

def redux_sync_or(*args: Any, **options: Any) -> Any:
    """redux_sync_or(mask, value): the bits that any of the mask's threads has set"""

def redux_sync_xor(*args: Any, **options: Any) -> Any:
    """redux_sync_xor(mask, value): the exclusive or of the mask's threads' values"""

def selp(*args: Any, **options: Any) -> Any:
    """selp(p, a, b): a if p else b, both evaluated"""

def shfl_down_sync(*args: Any, **options: Any) -> Any:
    """shfl_down_sync(mask, value, delta): the value of the lane delta above; the own one where there is none"""

def shfl_sync(*args: Any, **options: Any) -> Any:
    """shfl_sync(mask, value, lane): the value of that lane"""

def shfl_up_sync(*args: Any, **options: Any) -> Any:
    """shfl_up_sync(mask, value, delta): the value of the lane delta below; the own one where there is none"""

def shfl_xor_sync(*args: Any, **options: Any) -> Any:
    """shfl_xor_sync(mask, value, lanemask): the value of the lane whose index differs in these bits"""

def stcg(*args: Any, **options: Any) -> Any:
    """stcg(array, index, value): a store cached at L2 only"""

def stcs(*args: Any, **options: Any) -> Any:
    """stcs(array, index, value): a store that is likely used once"""

def stmatrix(*args: Any, **options: Any) -> Any:
    """stmatrix(array, index, fragments, transposed=False): stores 1, 2 or 4 matrices of 8x8 16-bit elements, whose rows start at the lanes' indices; nothing if they are not all inside"""

def stwb(*args: Any, **options: Any) -> Any:
    """stwb(array, index, value): a store written back at all levels"""

def stwt(*args: Any, **options: Any) -> Any:
    """stwt(array, index, value): a store written through L2"""

def syncthreads(*args: Any, **options: Any) -> Any:
    """waits for all threads of the block"""

def syncthreads_and(*args: Any, **options: Any) -> Any:
    """syncthreads_and(p): a barrier; 1 if p is true for all threads, else 0"""

def syncthreads_count(*args: Any, **options: Any) -> Any:
    """syncthreads_count(p): a barrier; the number of threads with p true"""

def syncthreads_or(*args: Any, **options: Any) -> Any:
    """syncthreads_or(p): a barrier; 1 if p is true for any thread, else 0"""

def syncwarp(*args: Any, **options: Any) -> Any:
    """syncwarp([mask]): waits for the warp's threads of the mask"""

def threadfence(*args: Any, **options: Any) -> Any:
    """the thread's writes are seen by the device before its later ones"""

def threadfence_block(*args: Any, **options: Any) -> Any:
    """the thread's writes are seen by its block before its later ones"""

def threadfence_system(*args: Any, **options: Any) -> Any:
    """the thread's writes are seen by all devices and the host before its later ones"""

clusterBlockRank: int
clusterSize: int
cluster_ctarank: int
cluster_nctarank: int
laneid: int
warpsize: int

class atomic:
    @staticmethod
    def add(*args: Any, **options: Any) -> Any:
        """atomic.add(array, index, value): array[index] += value at once; the old element"""

    @staticmethod
    def and_(*args: Any, **options: Any) -> Any:
        """atomic.and_(array, index, value): array[index] &= value at once; the old element"""

    @staticmethod
    def cas(*args: Any, **options: Any) -> Any:
        """atomic.cas(array, index, old, value): value where the element equals old; the old element"""

    @staticmethod
    def compare_and_swap(*args: Any, **options: Any) -> Any:
        """atomic.compare_and_swap(array, old, value): atomic.cas of the first element"""

    @staticmethod
    def dec(*args: Any, **options: Any) -> Any:
        """atomic.dec(array, index, value): one less, or value at 0 and above value; unsigned; the old element"""

    @staticmethod
    def exch(*args: Any, **options: Any) -> Any:
        """atomic.exch(array, index, value): array[index] = value at once; the old element"""

    @staticmethod
    def inc(*args: Any, **options: Any) -> Any:
        """atomic.inc(array, index, value): one more, or 0 from value on; unsigned; the old element"""

    @staticmethod
    def load(*args: Any, **options: Any) -> Any:
        """atomic.load(array, index): the element, read at once"""

    @staticmethod
    def max(*args: Any, **options: Any) -> Any:
        """atomic.max(array, index, value): the greater of both stays; nan on either side changes nothing; the old element"""

    @staticmethod
    def min(*args: Any, **options: Any) -> Any:
        """atomic.min(array, index, value): the lesser of both stays; nan on either side changes nothing; the old element"""

    @staticmethod
    def nanmax(*args: Any, **options: Any) -> Any:
        """atomic.nanmax(array, index, value): as atomic.max, but a number replaces nan"""

    @staticmethod
    def nanmin(*args: Any, **options: Any) -> Any:
        """atomic.nanmin(array, index, value): as atomic.min, but a number replaces nan"""

    @staticmethod
    def or_(*args: Any, **options: Any) -> Any:
        """atomic.or_(array, index, value): array[index] |= value at once; the old element"""

    @staticmethod
    def store(*args: Any, **options: Any) -> Any:
        """atomic.store(array, index, value): array[index] = value at once"""

    @staticmethod
    def sub(*args: Any, **options: Any) -> Any:
        """atomic.sub(array, index, value): array[index] -= value at once; the old element"""

    @staticmethod
    def xor(*args: Any, **options: Any) -> Any:
        """atomic.xor(array, index, value): array[index] ^= value at once; the old element"""

class bf16:
    __bfloat162char_rz: Any
    __bfloat162float: Any
    __bfloat162int_rd: Any
    __bfloat162int_rn: Any
    __bfloat162int_ru: Any
    __bfloat162int_rz: Any
    __bfloat162ll_rd: Any
    __bfloat162ll_rn: Any
    __bfloat162ll_ru: Any
    __bfloat162ll_rz: Any
    __bfloat162short_rd: Any
    __bfloat162short_rn: Any
    __bfloat162short_ru: Any
    __bfloat162short_rz: Any
    __bfloat162uchar_rz: Any
    __bfloat162uint_rd: Any
    __bfloat162uint_rn: Any
    __bfloat162uint_ru: Any
    __bfloat162uint_rz: Any
    __bfloat162ull_rd: Any
    __bfloat162ull_rn: Any
    __bfloat162ull_ru: Any
    __bfloat162ull_rz: Any
    __bfloat162ushort_rd: Any
    __bfloat162ushort_rn: Any
    __bfloat162ushort_ru: Any
    __bfloat162ushort_rz: Any
    __bfloat16_as_short: Any
    __bfloat16_as_ushort: Any
    __double2bfloat16: Any
    __float2bfloat16: Any
    __float2bfloat16_rd: Any
    __float2bfloat16_rn: Any
    __float2bfloat16_ru: Any
    __float2bfloat16_rz: Any
    __habs: Any
    __hadd: Any
    __hadd_rn: Any
    __hadd_sat: Any
    __hceil: Any
    __hcos: Any
    __hdiv: Any
    __heq: Any
    __hequ: Any
    __hexp: Any
    __hexp10: Any
    __hexp2: Any
    __hfloor: Any
    __hfma: Any
    __hfma_relu: Any
    __hfma_sat: Any
    __hge: Any
    __hgeu: Any
    __hgt: Any
    __hgtu: Any
    __hisinf: Any
    __hisnan: Any
    __hle: Any
    __hleu: Any
    __hlog: Any
    __hlog10: Any
    __hlog2: Any
    __hlt: Any
    __hltu: Any
    __hmax: Any
    __hmax_nan: Any
    __hmin: Any
    __hmin_nan: Any
    __hmul: Any
    __hmul_rn: Any
    __hmul_sat: Any
    __hne: Any
    __hneg: Any
    __hneu: Any
    __hrcp: Any
    __hrint: Any
    __hrsqrt: Any
    __hsin: Any
    __hsqrt: Any
    __hsub: Any
    __hsub_rn: Any
    __hsub_sat: Any
    __htanh: Any
    __htanh_approx: Any
    __htrunc: Any
    __int2bfloat16_rd: Any
    __int2bfloat16_rn: Any
    __int2bfloat16_ru: Any
    __int2bfloat16_rz: Any
    __ll2bfloat16_rd: Any
    __ll2bfloat16_rn: Any
    __ll2bfloat16_ru: Any
    __ll2bfloat16_rz: Any
    __short2bfloat16_rd: Any
    __short2bfloat16_rn: Any
    __short2bfloat16_ru: Any
    __short2bfloat16_rz: Any
    __short_as_bfloat16: Any
    __uint2bfloat16_rd: Any
    __uint2bfloat16_rn: Any
    __uint2bfloat16_ru: Any
    __uint2bfloat16_rz: Any
    __ull2bfloat16_rd: Any
    __ull2bfloat16_rn: Any
    __ull2bfloat16_ru: Any
    __ull2bfloat16_rz: Any
    __ushort2bfloat16_rd: Any
    __ushort2bfloat16_rn: Any
    __ushort2bfloat16_ru: Any
    __ushort2bfloat16_rz: Any
    __ushort_as_bfloat16: Any
    bfloat16: Any
    bfloat16_as_int16: Any
    bfloat16_as_uint16: Any
    bfloat16_to_float32: Any
    bfloat16_to_int16_rd: Any
    bfloat16_to_int16_rn: Any
    bfloat16_to_int16_ru: Any
    bfloat16_to_int16_rz: Any
    bfloat16_to_int32_rd: Any
    bfloat16_to_int32_rn: Any
    bfloat16_to_int32_ru: Any
    bfloat16_to_int32_rz: Any
    bfloat16_to_int64_rd: Any
    bfloat16_to_int64_rn: Any
    bfloat16_to_int64_ru: Any
    bfloat16_to_int64_rz: Any
    bfloat16_to_int8_rz: Any
    bfloat16_to_uint16_rd: Any
    bfloat16_to_uint16_rn: Any
    bfloat16_to_uint16_ru: Any
    bfloat16_to_uint16_rz: Any
    bfloat16_to_uint32_rd: Any
    bfloat16_to_uint32_rn: Any
    bfloat16_to_uint32_ru: Any
    bfloat16_to_uint32_rz: Any
    bfloat16_to_uint64_rd: Any
    bfloat16_to_uint64_rn: Any
    bfloat16_to_uint64_ru: Any
    bfloat16_to_uint64_rz: Any
    bfloat16_to_uint8_rz: Any
    float32_to_bfloat16: Any
    float32_to_bfloat16_rd: Any
    float32_to_bfloat16_rn: Any
    float32_to_bfloat16_ru: Any
    float32_to_bfloat16_rz: Any
    float64_to_bfloat16: Any
    habs: Any
    hadd: Any
    hadd_rn: Any
    hadd_sat: Any
    hceil: Any
    hcos: Any
    hdiv: Any
    heq: Any
    hequ: Any
    hexp: Any
    hexp10: Any
    hexp2: Any
    hfloor: Any
    hfma: Any
    hfma_relu: Any
    hfma_sat: Any
    hge: Any
    hgeu: Any
    hgt: Any
    hgtu: Any
    hisinf: Any
    hisnan: Any
    hle: Any
    hleu: Any
    hlog: Any
    hlog10: Any
    hlog2: Any
    hlt: Any
    hltu: Any
    hmax: Any
    hmax_nan: Any
    hmin: Any
    hmin_nan: Any
    hmul: Any
    hmul_rn: Any
    hmul_sat: Any
    hne: Any
    hneg: Any
    hneu: Any
    hrcp: Any
    hrint: Any
    hrsqrt: Any
    hsin: Any
    hsqrt: Any
    hsub: Any
    hsub_rn: Any
    hsub_sat: Any
    htanh: Any
    htanh_approx: Any
    htrunc: Any
    int16_as_bfloat16: Any
    int16_to_bfloat16_rd: Any
    int16_to_bfloat16_rn: Any
    int16_to_bfloat16_ru: Any
    int16_to_bfloat16_rz: Any
    int32_to_bfloat16_rd: Any
    int32_to_bfloat16_rn: Any
    int32_to_bfloat16_ru: Any
    int32_to_bfloat16_rz: Any
    int64_to_bfloat16_rd: Any
    int64_to_bfloat16_rn: Any
    int64_to_bfloat16_ru: Any
    int64_to_bfloat16_rz: Any
    uint16_as_bfloat16: Any
    uint16_to_bfloat16_rd: Any
    uint16_to_bfloat16_rn: Any
    uint16_to_bfloat16_ru: Any
    uint16_to_bfloat16_rz: Any
    uint32_to_bfloat16_rd: Any
    uint32_to_bfloat16_rn: Any
    uint32_to_bfloat16_ru: Any
    uint32_to_bfloat16_rz: Any
    uint64_to_bfloat16_rd: Any
    uint64_to_bfloat16_rn: Any
    uint64_to_bfloat16_ru: Any
    uint64_to_bfloat16_rz: Any

class blockDim:
    x: int
    y: int
    z: int

class blockIdx:
    x: int
    y: int
    z: int

class cg:
    @staticmethod
    def coalesced_threads(*args: Any, **options: Any) -> Any:
        """coalesced_threads(): the group of the warp's threads that run this together"""

    @staticmethod
    def exclusive_scan(*args: Any, **options: Any) -> Any:
        """exclusive_scan(group, value): the sum of the values below the thread's own"""

    @staticmethod
    def inclusive_scan(*args: Any, **options: Any) -> Any:
        """inclusive_scan(group, value, op=plus): that of the values up to the thread's own"""

    @staticmethod
    def reduce(*args: Any, **options: Any) -> Any:
        """reduce(group, value, op): what cg.plus, less, greater, bit_and, bit_or or bit_xor makes of the values of a tile, by halves, or of a coalesced group, by ranks"""

    @staticmethod
    def this_cluster(*args: Any, **options: Any) -> Any:
        """this_cluster(): the group of the cluster's threads"""

    @staticmethod
    def this_grid(*args: Any, **options: Any) -> Any:
        """this_grid(): the group of all threads of a cooperative launch"""

    @staticmethod
    def this_thread_block(*args: Any, **options: Any) -> Any:
        """this_thread_block(): the group of the block's threads"""

    @staticmethod
    def tiled_partition(*args: Any, **options: Any) -> Any:
        """tiled_partition(group, size): the group's part of 1, 2, 4, 8, 16 or 32 threads that the thread is in"""

    bit_and: Any
    bit_or: Any
    bit_xor: Any
    greater: Any
    less: Any
    plus: Any

class clusterBlockIdx:
    x: int
    y: int
    z: int

class clusterDim:
    x: int
    y: int
    z: int

class clusterGridDim:
    x: int
    y: int
    z: int

class clusterIdx:
    x: int
    y: int
    z: int

class cluster_ctaid:
    x: int
    y: int
    z: int

class cluster_nctaid:
    x: int
    y: int
    z: int

class const:
    @staticmethod
    def array_like(*args: Any, **options: Any) -> Any:
        """const.array_like(array): the array itself, of constants or not"""

class coop:
    @staticmethod
    def TempStorage(*args: Any, **options: Any) -> Any:
        """TempStorage(size_in_bytes=None, alignment=16): shared bytes for temp_storage=; without a size none, and primitives use scratch memory of their own, one after the other"""

    @staticmethod
    def ThreadData(*args: Any, **options: Any) -> Any:
        """ThreadData(n, dtype=None): n items of the thread's own, a local array whose type is what first goes into it"""

    @staticmethod
    def adjacent_difference(*args: Any, **options: Any) -> Any:
        """adjacent_difference(block, items, mode='left', op=None, tile_neighbor=None): each item less the one before, or with 'right' the one behind; op(item, other) in place of -; the item at the end itself, or with tile_neighbor; a new array"""

    @staticmethod
    def discontinuity(*args: Any, **options: Any) -> Any:
        """discontinuity(block, items, mode='heads', op=None): 1 where an item differs from the one before, with 'tails' from the one behind, int32; op(a, b) in place of !=; 'heads_and_tails' gives both arrays"""

    @staticmethod
    def exchange(*args: Any, **options: Any) -> Any:
        """exchange(group, items, mode='striped_to_blocked', ranks=None, valid_flags=None): the items in another order, a new array; also 'blocked_to_striped', and of a block 'warp_striped_to_blocked', 'blocked_to_warp_striped' and 'scatter_to_blocked', 'scatter_to_striped' (or ..._guarded, ..._flagged), which put each item at its rank, those outside and those without a flag nowhere"""

    @staticmethod
    def exclusive_scan(*args: Any, **options: Any) -> Any:
        """exclusive_scan(group, value, op='sum', initial_value=None, prefix_op=None, aggregate=None, algorithm=None, valid_items=None): that of the values before; the first of all is initial_value, or without one, unless it is a sum, not defined"""

    @staticmethod
    def exclusive_sum(*args: Any, **options: Any) -> Any:
        """exclusive_sum(group, value, prefix_op=None, aggregate=None, algorithm=None, valid_items=None): exclusive_scan with 'sum'"""

    @staticmethod
    def histogram(*args: Any, **options: Any) -> Any:
        """histogram(block, items, histogram, init=True): counts the items, numbers of bins, in an array that the block shares, which begins as zeros; a barrier follows"""

    @staticmethod
    def inclusive_scan(*args: Any, **options: Any) -> Any:
        """inclusive_scan(group, value, op='sum', initial_value=None, prefix_op=None, aggregate=None, algorithm=None, valid_items=None): what op makes of the values up to the thread's own; of items a new array; those behind valid_items stay what they are, and aggregate does not count them"""

    @staticmethod
    def inclusive_sum(*args: Any, **options: Any) -> Any:
        """inclusive_sum(group, value, prefix_op=None, aggregate=None, algorithm=None, valid_items=None): inclusive_scan with 'sum'"""

    @staticmethod
    def load(*args: Any, **options: Any) -> Any:
        """load(group, array, items, algorithm='direct', valid_items=None, oob_default=None, offset=0): fills the items of each thread; those behind valid_items keep their values or become oob_default; algorithm: 'direct', 'vectorize', 'transpose', 'warp_transpose' (each thread has consecutive elements) or 'striped' (consecutive threads have)"""

    @staticmethod
    def merge_sort_keys(*args: Any, **options: Any) -> Any:
        """merge_sort_keys(group, keys, compare_op=None, valid_items=None): sorts the items of a block, a warp or a part of one, in place, nan behind all numbers; compare_op(a, b) says whether a is before b; equal ones keep their order"""

    @staticmethod
    def merge_sort_pairs(*args: Any, **options: Any) -> Any:
        """merge_sort_pairs(group, keys, values, compare_op=None, valid_items=None): the same, and the values go with their keys"""

    @staticmethod
    def radix_rank(*args: Any, **options: Any) -> Any:
        """radix_rank(block, keys, begin_bit, end_bit, descending=False): the place of each item in the order of up to four bits, int32"""

    @staticmethod
    def radix_sort_keys(*args: Any, **options: Any) -> Any:
        """radix_sort_keys(block, keys, begin_bit=0, end_bit=None, descending=False, valid_items=None): sorts the items of a block, in place, by their bits; equal ones keep their order; integers and floats"""

    @staticmethod
    def radix_sort_pairs(*args: Any, **options: Any) -> Any:
        """radix_sort_pairs(block, keys, values, ...): the same, and the values go with their keys"""

    @staticmethod
    def reduce(*args: Any, **options: Any) -> Any:
        """reduce(group, value, op, valid_items=None, broadcast=False, algorithm=None): what op makes of the values of a thread, (part of a) warp, block or cluster, or of a grid that waits, where temp_storage= is an array of the value's type with an element for each block, in the order of ranks; for rank 0, or all; op: 'sum', 'multiply', 'min', 'max', 'bit_and', 'bit_or', 'bit_xor' (or '+', '*', '&', '|', '^') or a function op(a, b), or op(result, a, b) with result[0] = ... of a[0] and b[0]; values are numbers, tuples, vectors, dataclasses and records"""

    @staticmethod
    def reduce_batched(*args: Any, **options: Any) -> Any:
        """reduce_batched(warp, items, op='sum'): of each of a thread's items what op makes of it over the warp; lane i gets that of item i"""

    @staticmethod
    def run_length_decode(*args: Any, **options: Any) -> Any:
        """run_length_decode(block, values, lengths, items_per_thread, start=0): each thread's items of the runs' expansion from start on, and how many there are in all; those behind the end are the last value"""

    @staticmethod
    def run_length_decode_into(*args: Any, **options: Any) -> Any:
        """run_length_decode_into(block, values, lengths, out, start=0): the same, into an array of the thread's; how many there are in all"""

    @staticmethod
    def scan(*args: Any, **options: Any) -> Any:
        """scan(group, value, op='sum', mode='exclusive', initial_value=None, ...): inclusive_scan or exclusive_scan"""

    @staticmethod
    def shuffle(*args: Any, **options: Any) -> Any:
        """shuffle(block, items, mode='up', distance=1): each item from its neighbour, 'up' or 'down'; of single values also 'offset' and 'rotate' by a distance; without a neighbour the own one"""

    @staticmethod
    def store(*args: Any, **options: Any) -> Any:
        """store(group, array, items, algorithm='direct', valid_items=None, offset=0): the other way"""

    @staticmethod
    def sum(*args: Any, **options: Any) -> Any:
        """sum(group, value, valid_items=None, broadcast=False, algorithm=None): reduce with 'sum'"""

    @staticmethod
    def this_block(*args: Any, **options: Any) -> Any:
        """this_block(): the group of the block's threads, of one, two or three axes"""

    @staticmethod
    def this_cluster(*args: Any, **options: Any) -> Any:
        """this_cluster(): the group of the cluster's threads"""

    @staticmethod
    def this_grid(*args: Any, **options: Any) -> Any:
        """this_grid(): the group of all threads of the launch"""

    @staticmethod
    def this_thread(*args: Any, **options: Any) -> Any:
        """this_thread(): the group of the thread alone"""

    @staticmethod
    def this_warp(*args: Any, **options: Any) -> Any:
        """this_warp(): the group of the warp's threads; .group_by(n) is its part of 1, 2, 4, 8, 16 or 32, .rank() the thread's place"""

    @staticmethod
    def topk_max_keys(*args: Any, **options: Any) -> Any:
        """topk_max_keys(block, keys, k, valid_items=None): the k greatest do"""

    @staticmethod
    def topk_max_pairs(*args: Any, **options: Any) -> Any:
        """topk_max_pairs(block, keys, values, k, valid_items=None): the same for the greatest"""

    @staticmethod
    def topk_min_keys(*args: Any, **options: Any) -> Any:
        """topk_min_keys(block, keys, k, valid_items=None): the k least items of a block come first, in place and in no order; without sorting them all"""

    @staticmethod
    def topk_min_pairs(*args: Any, **options: Any) -> Any:
        """topk_min_pairs(block, keys, values, k, valid_items=None): the same, and the values go with their keys"""

class fp16:
    __double2half: Any
    __float2half: Any
    __float2half_rd: Any
    __float2half_rn: Any
    __float2half_ru: Any
    __float2half_rz: Any
    __habs: Any
    __hadd: Any
    __hadd_rn: Any
    __hadd_sat: Any
    __half2char_rz: Any
    __half2float: Any
    __half2int_rd: Any
    __half2int_rn: Any
    __half2int_ru: Any
    __half2int_rz: Any
    __half2ll_rd: Any
    __half2ll_rn: Any
    __half2ll_ru: Any
    __half2ll_rz: Any
    __half2short_rd: Any
    __half2short_rn: Any
    __half2short_ru: Any
    __half2short_rz: Any
    __half2uchar_rz: Any
    __half2uint_rd: Any
    __half2uint_rn: Any
    __half2uint_ru: Any
    __half2uint_rz: Any
    __half2ull_rd: Any
    __half2ull_rn: Any
    __half2ull_ru: Any
    __half2ull_rz: Any
    __half2ushort_rd: Any
    __half2ushort_rn: Any
    __half2ushort_ru: Any
    __half2ushort_rz: Any
    __half_as_short: Any
    __half_as_ushort: Any
    __hceil: Any
    __hcos: Any
    __hdiv: Any
    __heq: Any
    __hequ: Any
    __hexp: Any
    __hexp10: Any
    __hexp2: Any
    __hfloor: Any
    __hfma: Any
    __hfma_relu: Any
    __hfma_sat: Any
    __hge: Any
    __hgeu: Any
    __hgt: Any
    __hgtu: Any
    __hisinf: Any
    __hisnan: Any
    __hle: Any
    __hleu: Any
    __hlog: Any
    __hlog10: Any
    __hlog2: Any
    __hlt: Any
    __hltu: Any
    __hmax: Any
    __hmax_nan: Any
    __hmin: Any
    __hmin_nan: Any
    __hmul: Any
    __hmul_rn: Any
    __hmul_sat: Any
    __hne: Any
    __hneg: Any
    __hneu: Any
    __hrcp: Any
    __hrint: Any
    __hrsqrt: Any
    __hsin: Any
    __hsqrt: Any
    __hsub: Any
    __hsub_rn: Any
    __hsub_sat: Any
    __htanh: Any
    __htanh_approx: Any
    __htrunc: Any
    __int2half_rd: Any
    __int2half_rn: Any
    __int2half_ru: Any
    __int2half_rz: Any
    __ll2half_rd: Any
    __ll2half_rn: Any
    __ll2half_ru: Any
    __ll2half_rz: Any
    __short2half_rd: Any
    __short2half_rn: Any
    __short2half_ru: Any
    __short2half_rz: Any
    __short_as_half: Any
    __uint2half_rd: Any
    __uint2half_rn: Any
    __uint2half_ru: Any
    __uint2half_rz: Any
    __ull2half_rd: Any
    __ull2half_rn: Any
    __ull2half_ru: Any
    __ull2half_rz: Any
    __ushort2half_rd: Any
    __ushort2half_rn: Any
    __ushort2half_ru: Any
    __ushort2half_rz: Any
    __ushort_as_half: Any
    float16: Any
    habs: Any
    hadd: Any
    hceil: Any
    hcos: Any
    hdiv: Any
    heq: Any
    hexp: Any
    hexp10: Any
    hexp2: Any
    hfloor: Any
    hfma: Any
    hge: Any
    hgt: Any
    hle: Any
    hlog: Any
    hlog10: Any
    hlog2: Any
    hlt: Any
    hmax: Any
    hmin: Any
    hmul: Any
    hne: Any
    hneg: Any
    hrcp: Any
    hrint: Any
    hrsqrt: Any
    hsin: Any
    hsqrt: Any
    hsub: Any
    htanh: Any
    htrunc: Any

class fp8:
    E4M3: Any
    E5M2: Any
    NOSAT: Any
    ROUND_POS_INF: Any
    ROUND_ZERO: Any
    SATFINITE: Any
    __NV_E4M3: Any
    __NV_E5M2: Any
    __NV_NOSAT: Any
    __NV_SATFINITE: Any
    __nv_cvt_bfloat16_to_e8m0: Any
    __nv_cvt_bfloat16_to_fp8: Any
    __nv_cvt_bfloat16raw_to_e8m0: Any
    __nv_cvt_bfloat16raw_to_fp8: Any
    __nv_cvt_double_to_e8m0: Any
    __nv_cvt_double_to_fp8: Any
    __nv_cvt_e8m0_to_bf16raw: Any
    __nv_cvt_e8m0_to_bfloat16: Any
    __nv_cvt_e8m0_to_float: Any
    __nv_cvt_float_to_e8m0: Any
    __nv_cvt_float_to_fp8: Any
    __nv_cvt_fp8_to_float: Any
    __nv_cvt_fp8_to_half: Any
    __nv_cvt_fp8_to_halfraw: Any
    __nv_cvt_half_to_fp8: Any
    __nv_cvt_halfraw_to_fp8: Any
    cudaRoundPosInf: Any
    cudaRoundZero: Any
    cvt_bfloat16_to_e8m0: Any
    cvt_bfloat16_to_fp8: Any
    cvt_bfloat16raw_to_e8m0: Any
    cvt_bfloat16raw_to_fp8: Any
    cvt_double_to_e8m0: Any
    cvt_double_to_fp8: Any
    cvt_e8m0_to_bf16raw: Any
    cvt_e8m0_to_bfloat16: Any
    cvt_e8m0_to_float: Any
    cvt_float_to_e8m0: Any
    cvt_float_to_fp8: Any
    cvt_fp8_to_float: Any
    cvt_fp8_to_half: Any
    cvt_fp8_to_halfraw: Any
    cvt_half_to_fp8: Any
    cvt_halfraw_to_fp8: Any

class gridDim:
    x: int
    y: int
    z: int

class libdevice:
    abs: Any
    acos: Any
    acosf: Any
    acosh: Any
    acoshf: Any
    asin: Any
    asinf: Any
    asinh: Any
    asinhf: Any
    atan: Any
    atan2: Any
    atan2f: Any
    atanf: Any
    atanh: Any
    atanhf: Any
    brev: Any
    brevll: Any
    byte_perm: Any
    cbrt: Any
    cbrtf: Any
    ceil: Any
    ceilf: Any
    clz: Any
    clzll: Any
    copysign: Any
    copysignf: Any
    cos: Any
    cosf: Any
    cosh: Any
    coshf: Any
    cospi: Any
    cospif: Any
    cyl_bessel_i0: Any
    cyl_bessel_i0f: Any
    cyl_bessel_i1: Any
    cyl_bessel_i1f: Any
    dadd_rd: Any
    dadd_rn: Any
    dadd_ru: Any
    dadd_rz: Any
    ddiv_rd: Any
    ddiv_rn: Any
    ddiv_ru: Any
    ddiv_rz: Any
    dmul_rd: Any
    dmul_rn: Any
    dmul_ru: Any
    dmul_rz: Any
    double2float_rd: Any
    double2float_rn: Any
    double2float_ru: Any
    double2float_rz: Any
    double2hiint: Any
    double2int_rd: Any
    double2int_rn: Any
    double2int_ru: Any
    double2int_rz: Any
    double2ll_rd: Any
    double2ll_rn: Any
    double2ll_ru: Any
    double2ll_rz: Any
    double2loint: Any
    double2uint_rd: Any
    double2uint_rn: Any
    double2uint_ru: Any
    double2uint_rz: Any
    double2ull_rd: Any
    double2ull_rn: Any
    double2ull_ru: Any
    double2ull_rz: Any
    double_as_longlong: Any
    drcp_rd: Any
    drcp_rn: Any
    drcp_ru: Any
    drcp_rz: Any
    dsqrt_rd: Any
    dsqrt_rn: Any
    dsqrt_ru: Any
    dsqrt_rz: Any
    dsub_rd: Any
    dsub_rn: Any
    dsub_ru: Any
    dsub_rz: Any
    erf: Any
    erfc: Any
    erfcf: Any
    erfcinv: Any
    erfcinvf: Any
    erfcx: Any
    erfcxf: Any
    erff: Any
    erfinv: Any
    erfinvf: Any
    exp: Any
    exp10: Any
    exp10f: Any
    exp2: Any
    exp2f: Any
    expf: Any
    expm1: Any
    expm1f: Any
    fabs: Any
    fabsf: Any
    fadd_rd: Any
    fadd_rn: Any
    fadd_ru: Any
    fadd_rz: Any
    fast_cosf: Any
    fast_exp10f: Any
    fast_expf: Any
    fast_fdividef: Any
    fast_log10f: Any
    fast_log2f: Any
    fast_logf: Any
    fast_powf: Any
    fast_sincosf: Any
    fast_sinf: Any
    fast_tanf: Any
    fast_tanhf: Any
    fdim: Any
    fdimf: Any
    fdiv_rd: Any
    fdiv_rn: Any
    fdiv_ru: Any
    fdiv_rz: Any
    ffs: Any
    ffsll: Any
    finitef: Any
    float2half_rn: Any
    float2int_rd: Any
    float2int_rn: Any
    float2int_ru: Any
    float2int_rz: Any
    float2ll_rd: Any
    float2ll_rn: Any
    float2ll_ru: Any
    float2ll_rz: Any
    float2uint_rd: Any
    float2uint_rn: Any
    float2uint_ru: Any
    float2uint_rz: Any
    float2ull_rd: Any
    float2ull_rn: Any
    float2ull_ru: Any
    float2ull_rz: Any
    float_as_int: Any
    float_as_uint: Any
    floor: Any
    floorf: Any
    fma: Any
    fma_rd: Any
    fma_rn: Any
    fma_ru: Any
    fma_rz: Any
    fmaf: Any
    fmaf_ieee_rd: Any
    fmaf_ieee_rn: Any
    fmaf_ieee_ru: Any
    fmaf_ieee_rz: Any
    fmaf_rd: Any
    fmaf_rn: Any
    fmaf_ru: Any
    fmaf_rz: Any
    fmax: Any
    fmaxf: Any
    fmin: Any
    fminf: Any
    fmod: Any
    fmodf: Any
    fmul_rd: Any
    fmul_rn: Any
    fmul_ru: Any
    fmul_rz: Any
    frcp_rd: Any
    frcp_rn: Any
    frcp_ru: Any
    frcp_rz: Any
    frexp: Any
    frexpf: Any
    frsqrt_rn: Any
    fsqrt_rd: Any
    fsqrt_rn: Any
    fsqrt_ru: Any
    fsqrt_rz: Any
    fsub_rd: Any
    fsub_rn: Any
    fsub_ru: Any
    fsub_rz: Any
    hadd: Any
    half2float: Any
    hiloint2double: Any
    hypot: Any
    hypotf: Any
    ilogb: Any
    ilogbf: Any
    int2double_rn: Any
    int2float_rd: Any
    int2float_rn: Any
    int2float_ru: Any
    int2float_rz: Any
    int_as_float: Any
    isfinited: Any
    isinfd: Any
    isinff: Any
    isnand: Any
    isnanf: Any
    j0: Any
    j0f: Any
    j1: Any
    j1f: Any
    jn: Any
    jnf: Any
    ldexp: Any
    ldexpf: Any
    lgamma: Any
    lgammaf: Any
    ll2double_rd: Any
    ll2double_rn: Any
    ll2double_ru: Any
    ll2double_rz: Any
    ll2float_rd: Any
    ll2float_rn: Any
    ll2float_ru: Any
    ll2float_rz: Any
    llabs: Any
    llmax: Any
    llmin: Any
    llrint: Any
    llrintf: Any
    llround: Any
    llroundf: Any
    log: Any
    log10: Any
    log10f: Any
    log1p: Any
    log1pf: Any
    log2: Any
    log2f: Any
    logb: Any
    logbf: Any
    logf: Any
    longlong_as_double: Any
    max: Any
    min: Any
    modf: Any
    modff: Any
    mul24: Any
    mul64hi: Any
    mulhi: Any
    nearbyint: Any
    nearbyintf: Any
    nextafter: Any
    nextafterf: Any
    norm3d: Any
    norm3df: Any
    norm4d: Any
    norm4df: Any
    normcdf: Any
    normcdff: Any
    normcdfinv: Any
    normcdfinvf: Any
    popc: Any
    popcll: Any
    pow: Any
    powf: Any
    powi: Any
    powif: Any
    rcbrt: Any
    rcbrtf: Any
    rcp64h: Any
    remainder: Any
    remainderf: Any
    remquo: Any
    remquof: Any
    rhadd: Any
    rhypot: Any
    rhypotf: Any
    rint: Any
    rintf: Any
    rnorm3d: Any
    rnorm3df: Any
    rnorm4d: Any
    rnorm4df: Any
    round: Any
    roundf: Any
    rsqrt: Any
    rsqrtf: Any
    sad: Any
    saturatef: Any
    scalbn: Any
    scalbnf: Any
    signbitd: Any
    signbitf: Any
    sin: Any
    sincos: Any
    sincosf: Any
    sincospi: Any
    sincospif: Any
    sinf: Any
    sinh: Any
    sinhf: Any
    sinpi: Any
    sinpif: Any
    sqrt: Any
    sqrtf: Any
    tan: Any
    tanf: Any
    tanh: Any
    tanhf: Any
    tgamma: Any
    tgammaf: Any
    trunc: Any
    truncf: Any
    uhadd: Any
    uint2double_rn: Any
    uint2float_rd: Any
    uint2float_rn: Any
    uint2float_ru: Any
    uint2float_rz: Any
    uint_as_float: Any
    ull2double_rd: Any
    ull2double_rn: Any
    ull2double_ru: Any
    ull2double_rz: Any
    ull2float_rd: Any
    ull2float_rn: Any
    ull2float_ru: Any
    ull2float_rz: Any
    ullmax: Any
    ullmin: Any
    umax: Any
    umin: Any
    umul24: Any
    umul64hi: Any
    umulhi: Any
    urhadd: Any
    usad: Any
    y0: Any
    y0f: Any
    y1: Any
    y1f: Any
    yn: Any
    ynf: Any

class local:
    @staticmethod
    def array(*args: Any, **options: Any) -> Any:
        """local.array(shape, dtype, alignment=None): an array of the thread's own"""

class shared:
    @staticmethod
    def array(*args: Any, **options: Any) -> Any:
        """shared.array(shape, dtype, alignment=None): an array that the block's threads share; shape 0 is dynamic"""

class threadIdx:
    x: int
    y: int
    z: int

int8x1: Any
int8x2: Any
int8x3: Any
int8x4: Any
char1: Any
char2: Any
char3: Any
char4: Any
uint8x1: Any
uint8x2: Any
uint8x3: Any
uint8x4: Any
uchar1: Any
uchar2: Any
uchar3: Any
uchar4: Any
int16x1: Any
int16x2: Any
int16x3: Any
int16x4: Any
short1: Any
short2: Any
short3: Any
short4: Any
uint16x1: Any
uint16x2: Any
uint16x3: Any
uint16x4: Any
ushort1: Any
ushort2: Any
ushort3: Any
ushort4: Any
int32x1: Any
int32x2: Any
int32x3: Any
int32x4: Any
int1: Any
int2: Any
int3: Any
int4: Any
uint32x1: Any
uint32x2: Any
uint32x3: Any
uint32x4: Any
uint1: Any
uint2: Any
uint3: Any
uint4: Any
int64x1: Any
int64x2: Any
int64x3: Any
int64x4: Any
long1: Any
long2: Any
long3: Any
long4: Any
longlong1: Any
longlong2: Any
longlong3: Any
longlong4: Any
uint64x1: Any
uint64x2: Any
uint64x3: Any
uint64x4: Any
ulong1: Any
ulong2: Any
ulong3: Any
ulong4: Any
ulonglong1: Any
ulonglong2: Any
ulonglong3: Any
ulonglong4: Any
float16x1: Any
float16x2: Any
float16x3: Any
float16x4: Any
half1: Any
half2: Any
half3: Any
half4: Any
float32x1: Any
float32x2: Any
float32x3: Any
float32x4: Any
float1: Any
float2: Any
float3: Any
float4: Any
float64x1: Any
float64x2: Any
float64x3: Any
float64x4: Any
double1: Any
double2: Any
double3: Any
double4: Any
