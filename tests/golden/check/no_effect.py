# golden: --emit=ir
# Statements that do nothing are told, with what they were to do; not those that
# are written for nothing, and what acts.
import math

import numpy as np
from numba import cuda, float32


@cuda.jit(device=True)
def helper(x):
    x[0] += 1
    return x[0]


@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    "text"
    i = cuda.grid(1)
    cuda.syncthreads
    cuda.syncwarp
    helper
    x[i] == 1
    x[i] != 1
    ++n
    --n
    +n
    n =+ 1
    n =+1
    n=+1
    n + 1
    x.T
    x[i]
    cuda.threadIdx.x
    math.sqrt(x[i])
    np.sqrt(x[i])
    float32(n)
    i < n and x[i]
    1
    ...
    None
    n
    n, x
    helper(x)
    helper(x) + 1
    cuda.syncthreads()
    cuda.atomic.add(x, 0, 1)
    i < n and helper(x)
    (m := n)

# === --emit=ir
# function helper__device(x: f32[::1]) -> f32
#   x[guard 0] = x[guard 0] + f32(1.0)
#   return x[guard 0]
#
# kernel k(x: f32[::1], n: i64)
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   x[guard i] == f32(1.0)
#   x[guard i] != f32(1.0)
#   --n
#   n = 1
#   n = 1
#   n = 1
#   x[guard i]
#   cuda.threadIdx.x
#   math.sqrt(x[guard i])
#   math.sqrt(x[guard i])
#   let %3: bool = i < 1 in x[guard i] if %3 else f32(%3)
#   x[guard 0] = x[guard 0] + f32(1.0)
#   helper: f32 = x[guard 0]
#   x[guard 0] = x[guard 0] + f32(1.0)
#   helper: f32 = x[guard 0]
#   helper + f32(1.0)
#   cuda.syncthreads()
#   atomic.add(x[guard 0], f32(1.0))
#   let %4: bool = i < 1 in helper__device(x) if %4 else f32(%4)
#   let m: i64 = 1 in m
# no_effect.py:20:5: warning: a function that is not called does nothing; write `cuda.syncthreads()` [NoEffect]
#       cuda.syncthreads
#       ^~~~~~~~~~~~~~~~
# no_effect.py:21:5: warning: a function that is not called does nothing; write `cuda.syncwarp(...)` [NoEffect]
#       cuda.syncwarp
#       ^~~~~~~~~~~~~
# no_effect.py:22:5: warning: a function that is not called does nothing; write `helper(...)` [NoEffect]
#       helper
#       ^~~~~~
# no_effect.py:23:5: warning: this statement does nothing; write `x[i] = 1` to assign [NoEffect]
#       x[i] == 1
#       ^~~~~~~~~
# no_effect.py:24:5: warning: this statement does nothing [NoEffect]
#       x[i] != 1
#       ^~~~~~~~~
# no_effect.py:25:5: warning: this statement does nothing; write `n += 1` [NoEffect]
#       ++n
#       ^~~
# no_effect.py:26:5: warning: this statement does nothing; write `n -= 1` [NoEffect]
#       --n
#       ^~~
# no_effect.py:27:5: warning: this statement does nothing [NoEffect]
#       +n
#       ^~
# no_effect.py:28:8: warning: this `+` does nothing; write `n += 1` to add [NoEffect]
#       n =+ 1
#          ^~~
# no_effect.py:31:5: warning: this statement does nothing [NoEffect]
#       n + 1
#       ^~~~~
# no_effect.py:32:5: warning: this statement does nothing [NoEffect]
#       x.T
#       ^~~
# no_effect.py:34:5: warning: this statement does nothing [NoEffect]
#       cuda.threadIdx.x
#       ^~~~~~~~~~~~~~~~
# no_effect.py:35:5: warning: this statement does nothing [NoEffect]
#       math.sqrt(x[i])
#       ^~~~~~~~~~~~~~~
# no_effect.py:36:5: warning: this statement does nothing [NoEffect]
#       np.sqrt(x[i])
#       ^~~~~~~~~~~~~
# no_effect.py:38:5: warning: this statement does nothing [NoEffect]
#       i < n and x[i]
#       ^~~~~~~~~~~~~~
# no_effect.py:39:5: warning: this statement does nothing [NoEffect]
#       1
#       ^
