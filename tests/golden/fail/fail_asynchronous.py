# golden: --emit=ir
import numpy as np
from numba import cuda


@cuda.jit("void(float32[::1], float64[::1], int32[:, ::1])")
def k(x, y, m):
    s = cuda.shared.array(64, np.float32)
    bar = cuda.shared.array(1, np.uint64)
    h = cuda.shared.array(64, np.int16)
    cuda.mbarrier_init(s, 0, 1)
    cuda.mbarrier_init(bar, 0.5, 1)
    cuda.mbarrier_arrive(bar, 0, 1)
    cuda.cp_async(s, 0, x, 0, 3)
    cuda.cp_async(s, 0, y, 0, 4)
    cuda.cp_async(x, 0, x, 0, 4)
    cuda.cp_async_wait_group(x.size)
    cuda.cp_async_bulk(s, 0, x, 0, 4, s, 0)
    cuda.ldmatrix(s, 0, 4)
    cuda.ldmatrix(h, 0, 3)
    cuda.mma_sync("m16n8k4", 1, 2, 3)
    cuda.mma_sync("m8n8k4.f64", 1.0, (1.0, 2.0), (0.0, 0.0))
    cuda.mma_sync("m8n8k4.f64", 1.0, 1.0, (x, 0.0))
    cuda.map_shared_rank(x, 1)
    cuda.map_shared_rank(s, 1.5)

# === --emit=ir
# fail_asynchronous.py:11:24: error: argument 1 of `cuda.mbarrier_init` must be a shared array of uint64, not `float32[::1]` [ArgumentType]
#       cuda.mbarrier_init(s, 0, 1)
#                          ^
# fail_asynchronous.py:12:29: error: argument 2 of `cuda.mbarrier_init` must be an integer, not `float` [ArgumentType]
#       cuda.mbarrier_init(bar, 0.5, 1)
#                               ^~~
# fail_asynchronous.py:13:5: error: `cuda.mbarrier_arrive` takes 2 arguments, 3 given [ArgumentCount]
#       cuda.mbarrier_arrive(bar, 0, 1)
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_asynchronous.py:14:31: error: the number of elements of `cuda.cp_async` must be a constant that makes 4, 8 or 16 bytes; use a literal or a global [ConstantNeeded]
#       cuda.cp_async(s, 0, x, 0, 3)
#                                 ^
# fail_asynchronous.py:15:25: error: argument 3 of `cuda.cp_async` must be an array of `float32`, as the first, not `float64[::1]` [ArgumentType]
#       cuda.cp_async(s, 0, y, 0, 4)
#                           ^
# fail_asynchronous.py:16:19: error: argument 1 of `cuda.cp_async` must be a shared C-contiguous array of one axis, not `float32[::1]` [ArgumentType]
#       cuda.cp_async(x, 0, x, 0, 4)
#                     ^
# fail_asynchronous.py:17:30: error: the argument of `cuda.cp_async_wait_group` must be a constant from 0 to 255; use a literal or a global [ConstantNeeded]
#       cuda.cp_async_wait_group(x.size)
#                                ^~~~~~
# fail_asynchronous.py:18:39: error: argument 6 of `cuda.cp_async_bulk` must be a shared array of uint64, not `float32[::1]` [ArgumentType]
#       cuda.cp_async_bulk(s, 0, x, 0, 4, s, 0)
#                                         ^
# fail_asynchronous.py:19:19: error: argument 1 of `cuda.ldmatrix` must be a shared array of 16-bit elements, not `float32[::1]` [ArgumentType]
#       cuda.ldmatrix(s, 0, 4)
#                     ^
# fail_asynchronous.py:20:25: error: the number of matrices must be a constant: 1, 2 or 4; use a literal or a global [ConstantNeeded]
#       cuda.ldmatrix(h, 0, 3)
#                           ^
# fail_asynchronous.py:21:19: error: the shape of `cuda.mma_sync` must be a constant: "m16n8k16.f32.f16", "m16n8k16.f32.bf16", "m16n8k8.f32.tf32", "m8n8k4.f64", "m16n8k32.s32.s8", "m16n8k32.s32.u8", "m16n8k32.s32.s8.u8", "m16n8k32.s32.u8.s8", "m16n8k16.f16.f16", "m16n8k8.f32.f16", "m16n8k8.f16.f16", "m16n8k32.f32.e4m3", "m16n8k32.f32.e5m2", "m16n8k32.f32.e4m3.e5m2", "m16n8k32.f32.e5m2.e4m3", "m16n8k4.f64", "m16n8k8.f64", "m16n8k16.f64"; use a literal or a global [ConstantNeeded]
#       cuda.mma_sync("m16n8k4", 1, 2, 3)
#                     ^~~~~~~~~
# fail_asynchronous.py:22:38: error: argument 3 of `cuda.mma_sync` must be `float64`, not a tuple of 2 [ArgumentType]
#       cuda.mma_sync("m8n8k4.f64", 1.0, (1.0, 2.0), (0.0, 0.0))
#                                        ^~~~~~~~~~
# fail_asynchronous.py:23:44: error: argument 4 of `cuda.mma_sync` must be a tuple of 2 `float64`, not `float32[::1]` [ArgumentType]
#       cuda.mma_sync("m8n8k4.f64", 1.0, 1.0, (x, 0.0))
#                                              ^
# fail_asynchronous.py:24:26: error: argument 1 of `cuda.map_shared_rank` must be a shared array, not `float32[::1]` [ArgumentType]
#       cuda.map_shared_rank(x, 1)
#                            ^
# fail_asynchronous.py:25:29: error: argument 2 of `cuda.map_shared_rank` must be an integer, not `float` [ArgumentType]
#       cuda.map_shared_rank(s, 1.5)
#                               ^~~
