# golden: --emit=ir --error-limit=0
# Names that another module has, or that are joined or written otherwise.
import math

import numpy as np
from numba import cuda, float32


@cuda.jit("void(float32[::1])")
def k(x):
    a = cuda.sqrt(x[0])
    a = cuda.min(1, 2)
    a = cuda.add(x, 0, 1)
    a = math.rsqrt(x[0])
    a = math.PI
    a = np.PI
    a = cuda.shfl_down(x[0], 1)
    a = cuda.ballot(1)
    a = cuda.any(1)
    a = cuda.const.array(3, float32)
    a = cuda.shared_array(32, float32)
    cuda.atomicAdd(x, 0, 1)
    cuda.sync_threads()
    a = cuda.thread_idx.x
    a = np.flaot32(1)
    a = np.float23(1)
    a = np.abss(3)
    a = math.infinity
    a = math.ln(x[0])
    a = math.sqr(x[0])
    a = math.sqrtf(x[0])
    a = cuda.thradIdx.x
    a = cuda.syncthread()
    a = cuda.libdevice.sinff(x[0])
    a = cuda.nothing_like_it

# === --emit=ir --error-limit=0
# fail_name_of_other_module.py:11:9: error: `cuda.sqrt` is not supported in kernels; did you mean `math.sqrt`? [UnsupportedName]
#       a = cuda.sqrt(x[0])
#           ^~~~~~~~~
# fail_name_of_other_module.py:12:9: error: `cuda.min` is not supported in kernels; did you mean `min`? [UnsupportedName]
#       a = cuda.min(1, 2)
#           ^~~~~~~~
# fail_name_of_other_module.py:13:9: error: `cuda.add` is not supported in kernels; did you mean `cuda.atomic.add`? [UnsupportedName]
#       a = cuda.add(x, 0, 1)
#           ^~~~~~~~
# fail_name_of_other_module.py:14:9: error: `math.rsqrt` is not supported in kernels; use cuda.libdevice.rsqrt or rsqrtf [UnsupportedName]
#       a = math.rsqrt(x[0])
#           ^~~~~~~~~~
# fail_name_of_other_module.py:15:9: error: `math.PI` is not supported in kernels; did you mean `math.pi`? [UnsupportedName]
#       a = math.PI
#           ^~~~~~~
# fail_name_of_other_module.py:16:9: error: `np.PI` is not supported in kernels; did you mean `np.pi`? [UnsupportedName]
#       a = np.PI
#           ^~~~~
# fail_name_of_other_module.py:17:9: error: `cuda.shfl_down` is not supported in kernels; did you mean `cuda.shfl_down_sync`? [UnsupportedName]
#       a = cuda.shfl_down(x[0], 1)
#           ^~~~~~~~~~~~~~
# fail_name_of_other_module.py:18:9: error: `cuda.ballot` is not supported in kernels; did you mean `cuda.ballot_sync`? [UnsupportedName]
#       a = cuda.ballot(1)
#           ^~~~~~~~~~~
# fail_name_of_other_module.py:19:9: error: `cuda.any` is not supported in kernels; did you mean `cuda.any_sync`? [UnsupportedName]
#       a = cuda.any(1)
#           ^~~~~~~~
# fail_name_of_other_module.py:20:9: error: `cuda.const.array` is not supported in kernels; did you mean `cuda.const.array_like`? [UnsupportedName]
#       a = cuda.const.array(3, float32)
#           ^~~~~~~~~~~~~~~~
# fail_name_of_other_module.py:21:9: error: `cuda.shared_array` is not supported in kernels; did you mean `cuda.shared.array`? [UnsupportedName]
#       a = cuda.shared_array(32, float32)
#           ^~~~~~~~~~~~~~~~~
# fail_name_of_other_module.py:22:5: error: `cuda.atomicAdd` is not supported in kernels; did you mean `cuda.atomic.add`? [UnsupportedName]
#       cuda.atomicAdd(x, 0, 1)
#       ^~~~~~~~~~~~~~
# fail_name_of_other_module.py:23:5: error: `cuda.sync_threads` is not supported in kernels; did you mean `cuda.syncthreads`? [UnsupportedName]
#       cuda.sync_threads()
#       ^~~~~~~~~~~~~~~~~
# fail_name_of_other_module.py:24:9: error: `cuda.thread_idx` is not supported in kernels; did you mean `cuda.threadIdx`? [UnsupportedName]
#       a = cuda.thread_idx.x
#           ^~~~~~~~~~~~~~~
# fail_name_of_other_module.py:25:9: error: `np.flaot32` is not supported in kernels; did you mean `np.float32`? [UnsupportedName]
#       a = np.flaot32(1)
#           ^~~~~~~~~~
# fail_name_of_other_module.py:26:9: error: `np.float23` is not supported in kernels; did you mean `np.float32`? [UnsupportedName]
#       a = np.float23(1)
#           ^~~~~~~~~~
# fail_name_of_other_module.py:27:9: error: `np.abss` is not supported in kernels; did you mean `np.abs`? [UnsupportedName]
#       a = np.abss(3)
#           ^~~~~~~
# fail_name_of_other_module.py:28:9: error: `math.infinity` is not supported in kernels; did you mean `math.inf`? [UnsupportedName]
#       a = math.infinity
#           ^~~~~~~~~~~~~
# fail_name_of_other_module.py:29:9: error: `math.ln` is not supported in kernels; did you mean `math.log`? [UnsupportedName]
#       a = math.ln(x[0])
#           ^~~~~~~
# fail_name_of_other_module.py:30:9: error: `math.sqr` is not supported in kernels; did you mean `math.sqrt`? [UnsupportedName]
#       a = math.sqr(x[0])
#           ^~~~~~~~
# fail_name_of_other_module.py:31:9: error: `math.sqrtf` is not supported in kernels; did you mean `math.sqrt`? [UnsupportedName]
#       a = math.sqrtf(x[0])
#           ^~~~~~~~~~
# fail_name_of_other_module.py:32:9: error: `cuda.thradIdx` is not supported in kernels; did you mean `cuda.threadIdx`? [UnsupportedName]
#       a = cuda.thradIdx.x
#           ^~~~~~~~~~~~~
# fail_name_of_other_module.py:33:9: error: `cuda.syncthread` is not supported in kernels; did you mean `cuda.syncthreads`? [UnsupportedName]
#       a = cuda.syncthread()
#           ^~~~~~~~~~~~~~~
# fail_name_of_other_module.py:34:9: error: `cuda.libdevice.sinff` is not supported in kernels; did you mean `cuda.libdevice.isinff`? [UnsupportedName]
#       a = cuda.libdevice.sinff(x[0])
#           ^~~~~~~~~~~~~~~~~~~~
# fail_name_of_other_module.py:35:9: error: `cuda.nothing_like_it` is not supported in kernels [UnsupportedName]
#       a = cuda.nothing_like_it
#           ^~~~~~~~~~~~~~~~~~~~
