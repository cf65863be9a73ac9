# golden: --emit=ir --error-limit=0
# Reductions along an axis, NumPy's functions that make arrays, and its modules.
import random
import time

import numpy as np
from numba import cuda

TABLE = np.zeros(3)


@cuda.jit("void(float32[:, ::1], float32[::1], complex64[:, ::1], int64)")
def k(a, b, z, n):
    np.sum(a, axis=0)
    np.sum(a, out=b)
    np.sum(a, 2, out=b)
    np.sum(a, n, out=b)
    np.sum(a, 0, out=a)
    np.sum(a, 0, out=3)
    np.sum(z, 0, out=b)
    np.sum(a, 0, out=TABLE)
    np.count_nonzero(a, 0, out=b)
    np.arange(3)
    np.concatenate((b, b))
    np.linalg.norm(b)
    np.random.rand()
    random.random()
    time.time()

# === --emit=ir --error-limit=0
# fail_reductions.py:14:5: error: a reduction along one of several axes needs memory for a new array; give it an array for the results: `out=b` [NeedsMemory]
#       np.sum(a, axis=0)
#       ^~~~~~~~~~~~~~~~~
# fail_reductions.py:15:5: error: `axis` must be a constant: 0 to 1; use a literal or a global [ConstantNeeded]
#       np.sum(a, out=b)
#       ^~~~~~~~~~~~~~~~
# fail_reductions.py:16:15: error: `axis` must be a constant: 0 to 1; use a literal or a global [ConstantNeeded]
#       np.sum(a, 2, out=b)
#                 ^
# fail_reductions.py:17:15: error: `axis` must be a constant: 0 to 1; use a literal or a global [ConstantNeeded]
#       np.sum(a, n, out=b)
#                 ^
# fail_reductions.py:18:22: error: expected an array of 1 axes that can hold the results, found `float32[:, ::1]` [TypeMismatch]
#       np.sum(a, 0, out=a)
#                        ^
# fail_reductions.py:19:22: error: expected an array of 1 axes that can hold the results, found `int64` [TypeMismatch]
#       np.sum(a, 0, out=3)
#                        ^
# fail_reductions.py:20:22: error: expected an array of 1 axes that can hold the results, found `float32[::1]` [TypeMismatch]
#       np.sum(z, 0, out=b)
#                        ^
# fail_reductions.py:21:22: error: cannot assign to an element of a read-only array [CannotAssign]
#       np.sum(a, 0, out=TABLE)
#                        ^~~~~
# fail_reductions.py:21:22: note: the host's arrays are constants in a kernel: give it what changes as an argument
#       np.sum(a, 0, out=TABLE)
#                        ^~~~~
# fail_reductions.py:22:28: error: `np.count_nonzero` has no parameter `out` [UnknownKeyword]
#       np.count_nonzero(a, 0, out=b)
#                              ^~~~~
# fail_reductions.py:23:5: error: `np.arange` is not supported in kernels; loop over range(n), or fill a local array [UnsupportedName]
#       np.arange(3)
#       ^~~~~~~~~
# fail_reductions.py:24:5: error: `np.concatenate` is not supported in kernels; assign to slices of an array that exists: `b[:n] = x` [UnsupportedName]
#       np.concatenate((b, b))
#       ^~~~~~~~~~~~~~
# fail_reductions.py:25:5: error: `np.linalg` is not supported in kernels; write the loops, over a local array if need be [UnsupportedName]
#       np.linalg.norm(b)
#       ^~~~~~~~~
# fail_reductions.py:26:5: error: `np.random` is not supported in kernels; use numba.cuda.random's xoroshiro128p functions [UnsupportedName]
#       np.random.rand()
#       ^~~~~~~~~
# fail_reductions.py:27:5: error: `random.random` is not supported in kernels; use numba.cuda.random's xoroshiro128p functions [UnsupportedName]
#       random.random()
#       ^~~~~~~~~~~~~
# fail_reductions.py:28:5: error: `time.time` is not supported in kernels; cuda.clock64() counts cycles [UnsupportedName]
#       time.time()
#       ^~~~~~~~~
