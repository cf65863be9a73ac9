# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int32[::1], float32[::1], float64[:, ::1])")
def k(a, x, y):
    cuda.atomic.inc(a, 0, 1)
    cuda.atomic.and_(x, 0, 1)
    cuda.atomic.cas(x, 0, 1, 2)
    cuda.atomic.max(y, 0, 1)
    cuda.atomic.exch(3, 0, 1)
    cuda.shfl_sync(0xFFFFFFFF, a, 1)
    cuda.shfl_sync(1.5, a[0], 1)
    cuda.ballot_sync(0xFFFFFFFF)
    cuda.popc(x[0])
    cuda.fma(a, 1, 2)
    cuda.selp(1, a, x)
    cuda.ldcg(a)
    cuda.shfl_dwn_sync(1, 2, 3)

# === --emit=ir
# fail_cuda_intrinsics.py:7:21: error: `cuda.atomic.inc` does not take arrays of `int32` [AtomicType]
#       cuda.atomic.inc(a, 0, 1)
#                       ^
# fail_cuda_intrinsics.py:8:22: error: `cuda.atomic.and_` does not take arrays of `float32` [AtomicType]
#       cuda.atomic.and_(x, 0, 1)
#                        ^
# fail_cuda_intrinsics.py:9:21: error: `cuda.atomic.cas` does not take arrays of `float32` [AtomicType]
#       cuda.atomic.cas(x, 0, 1, 2)
#                       ^
# fail_cuda_intrinsics.py:10:5: error: argument 2 of `cuda.atomic.max` must be a tuple of 2 indices, not 1 of them [ArgumentType]
#       cuda.atomic.max(y, 0, 1)
#       ^~~~~~~~~~~~~~~~~~~~~~~~
# fail_cuda_intrinsics.py:11:22: error: argument 1 of `cuda.atomic.exch` must be an array, not `int64` [ArgumentType]
#       cuda.atomic.exch(3, 0, 1)
#                        ^
# fail_cuda_intrinsics.py:12:32: error: argument 2 of `cuda.shfl_sync` must be a number, not `int32[::1]` [ArgumentType]
#       cuda.shfl_sync(0xFFFFFFFF, a, 1)
#                                  ^
# fail_cuda_intrinsics.py:13:20: error: argument 1 of `cuda.shfl_sync` must be an integer, not `float` [ArgumentType]
#       cuda.shfl_sync(1.5, a[0], 1)
#                      ^~~
# fail_cuda_intrinsics.py:14:5: error: `cuda.ballot_sync` takes 2 arguments, 1 given [ArgumentCount]
#       cuda.ballot_sync(0xFFFFFFFF)
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_cuda_intrinsics.py:15:15: error: argument 1 of `cuda.popc` must be an integer, not `float32` [ArgumentType]
#       cuda.popc(x[0])
#                 ^~~~
# fail_cuda_intrinsics.py:16:14: error: argument 1 of `cuda.fma` must be a number, not `int32[::1]` [ArgumentType]
#       cuda.fma(a, 1, 2)
#                ^
# fail_cuda_intrinsics.py:17:18: error: argument 2 of `cuda.selp` must be a number, not `int32[::1]` [ArgumentType]
#       cuda.selp(1, a, x)
#                    ^
# fail_cuda_intrinsics.py:18:5: error: `cuda.ldcg` takes 2 arguments, 1 given [ArgumentCount]
#       cuda.ldcg(a)
#       ^~~~~~~~~~~~
# fail_cuda_intrinsics.py:19:5: error: `cuda.shfl_dwn_sync` is not supported in kernels; did you mean `cuda.shfl_down_sync`? [UnsupportedName]
#       cuda.shfl_dwn_sync(1, 2, 3)
#       ^~~~~~~~~~~~~~~~~~
