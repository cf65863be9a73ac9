# golden: --emit=ir --error-limit=0
# Names that libraries have, by themselves: as CUDA C++ writes them, or not
# imported.
from numba import cuda


@cuda.jit("void(float32[::1])")
def k(x):
    i = threadIdx.x + blockIdx.x * blockDim.x
    j = warpSize
    syncthreads()
    __syncthreads()
    __syncwarp()
    __shfl_down_sync(0xFFFFFFFF, x[0], 1)
    atomicAdd(x, 0, 1)
    atomicCAS(x, 0, 1, 2)
    __ldg(x)
    a = sqrt(x[0])
    b = sqrtf(x[0])
    b = fabsf(x[0])
    b = rsqrtf(x[0])
    b = fmaxf(x[0], 1)
    b = __expf(x[0])
    b = clamp(x[0], 0, 1)
    b = where(x[0], 0, 1)
    c = null
    d = true
    e = FALSE
    f = INFINITY
    g = float32(3)
    h = np.float32(3)
    m = math.sin(3)
    n = pi
    n = M_PI
    p = printf
    q = gird(1)
    r = FLT_MAX
    s = nothing_like_it
    t = xx

# === --emit=ir --error-limit=0
# fail_name_of_library.py:9:9: error: name `threadIdx` is not defined; did you mean `cuda.threadIdx`? [UnknownName]
#       i = threadIdx.x + blockIdx.x * blockDim.x
#           ^~~~~~~~~
# fail_name_of_library.py:9:23: error: name `blockIdx` is not defined; did you mean `cuda.blockIdx`? [UnknownName]
#       i = threadIdx.x + blockIdx.x * blockDim.x
#                         ^~~~~~~~
# fail_name_of_library.py:9:36: error: name `blockDim` is not defined; did you mean `cuda.blockDim`? [UnknownName]
#       i = threadIdx.x + blockIdx.x * blockDim.x
#                                      ^~~~~~~~
# fail_name_of_library.py:10:9: error: name `warpSize` is not defined; did you mean `cuda.warpsize`? [UnknownName]
#       j = warpSize
#           ^~~~~~~~
# fail_name_of_library.py:11:5: error: name `syncthreads` is not defined; did you mean `cuda.syncthreads`? [UnknownName]
#       syncthreads()
#       ^~~~~~~~~~~
# fail_name_of_library.py:12:5: error: name `__syncthreads` is not defined; did you mean `cuda.syncthreads`? [UnknownName]
#       __syncthreads()
#       ^~~~~~~~~~~~~
# fail_name_of_library.py:13:5: error: name `__syncwarp` is not defined; did you mean `cuda.syncwarp`? [UnknownName]
#       __syncwarp()
#       ^~~~~~~~~~
# fail_name_of_library.py:14:5: error: name `__shfl_down_sync` is not defined; did you mean `cuda.shfl_down_sync`? [UnknownName]
#       __shfl_down_sync(0xFFFFFFFF, x[0], 1)
#       ^~~~~~~~~~~~~~~~
# fail_name_of_library.py:15:5: error: name `atomicAdd` is not defined; use cuda.atomic.add(array, index, value) [UnknownName]
#       atomicAdd(x, 0, 1)
#       ^~~~~~~~~
# fail_name_of_library.py:16:5: error: name `atomicCAS` is not defined; use cuda.atomic.cas(array, index, old, value) [UnknownName]
#       atomicCAS(x, 0, 1, 2)
#       ^~~~~~~~~
# fail_name_of_library.py:17:5: error: name `__ldg` is not defined; read a[i]; cuda.ldca(a, i) asks for the same cache [UnknownName]
#       __ldg(x)
#       ^~~~~
# fail_name_of_library.py:18:9: error: name `sqrt` is not defined; did you mean `math.sqrt`? [UnknownName]
#       a = sqrt(x[0])
#           ^~~~
# fail_name_of_library.py:19:9: error: name `sqrtf` is not defined; did you mean `math.sqrt`? [UnknownName]
#       b = sqrtf(x[0])
#           ^~~~~
# fail_name_of_library.py:20:9: error: name `fabsf` is not defined; did you mean `math.fabs`? [UnknownName]
#       b = fabsf(x[0])
#           ^~~~~
# fail_name_of_library.py:21:9: error: name `rsqrtf` is not defined; did you mean `cuda.libdevice.rsqrtf`? [UnknownName]
#       b = rsqrtf(x[0])
#           ^~~~~~
# fail_name_of_library.py:22:9: error: name `fmaxf` is not defined; did you mean `max`? [UnknownName]
#       b = fmaxf(x[0], 1)
#           ^~~~~
# fail_name_of_library.py:23:9: error: name `__expf` is not defined; did you mean `cuda.libdevice.fast_expf`? [UnknownName]
#       b = __expf(x[0])
#           ^~~~~~
# fail_name_of_library.py:24:9: error: name `clamp` is not defined; use np.clip [UnknownName]
#       b = clamp(x[0], 0, 1)
#           ^~~~~
# fail_name_of_library.py:25:9: error: name `where` is not defined; did you mean `np.where`? [UnknownName]
#       b = where(x[0], 0, 1)
#           ^~~~~
# fail_name_of_library.py:26:9: error: name `null` is not defined; did you mean `None`? [UnknownName]
#       c = null
#           ^~~~
# fail_name_of_library.py:27:9: error: name `true` is not defined; did you mean `True`? [UnknownName]
#       d = true
#           ^~~~
# fail_name_of_library.py:28:9: error: name `FALSE` is not defined; did you mean `False`? [UnknownName]
#       e = FALSE
#           ^~~~~
# fail_name_of_library.py:29:9: error: name `INFINITY` is not defined; did you mean `math.inf`? [UnknownName]
#       f = INFINITY
#           ^~~~~~~~
# fail_name_of_library.py:30:9: error: name `float32` is not defined; import it, `from numba import float32`, or write `np.float32` [UnknownName]
#       g = float32(3)
#           ^~~~~~~
# fail_name_of_library.py:31:9: error: name `np` is not defined; import it: `import numpy as np` [UnknownName]
#       h = np.float32(3)
#           ^~
# fail_name_of_library.py:32:9: error: name `math` is not defined; import it: `import math` [UnknownName]
#       m = math.sin(3)
#           ^~~~
# fail_name_of_library.py:33:9: error: name `pi` is not defined; did you mean `math.pi`? [UnknownName]
#       n = pi
#           ^~
# fail_name_of_library.py:34:9: error: name `M_PI` is not defined; did you mean `math.pi`? [UnknownName]
#       n = M_PI
#           ^~~~
# fail_name_of_library.py:35:9: error: name `printf` is not defined; did you mean `print`? [UnknownName]
#       p = printf
#           ^~~~~~
# fail_name_of_library.py:36:9: error: name `gird` is not defined; did you mean `cuda.grid`? [UnknownName]
#       q = gird(1)
#           ^~~~
# fail_name_of_library.py:37:9: error: name `FLT_MAX` is not defined; did you mean `np.finfo(np.float32).max`? [UnknownName]
#       r = FLT_MAX
#           ^~~~~~~
# fail_name_of_library.py:38:9: error: name `nothing_like_it` is not defined [UnknownName]
#       s = nothing_like_it
#           ^~~~~~~~~~~~~~~
# fail_name_of_library.py:39:9: error: name `xx` is not defined; did you mean `x`? [UnknownName]
#       t = xx
#           ^~
