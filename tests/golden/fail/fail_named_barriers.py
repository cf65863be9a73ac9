# golden:
import numpy as np
from numba import cuda


@cuda.jit("void(int16[::1], uint32[::1])")
def k(h, x):
    s = cuda.shared.array(512, np.int16, alignment=16)
    f = cuda.shared.array(512, np.float32)
    i = cuda.threadIdx.x
    cuda.stmatrix(f, i * 8, x[i])
    cuda.stmatrix(h, i * 8, x[i])
    cuda.stmatrix(s, i * 8, (x[i], x[i], x[i]))
    cuda.stmatrix(s, i * 8, (x[i], f))
    cuda.stmatrix(s, i * 8, x[i], x[i])
    cuda.barrier_sync(0, 64)
    cuda.barrier_sync(16, 64)
    cuda.barrier_sync(1, 48)
    cuda.barrier_sync(1, 2048)
    cuda.barrier_arrive(i, 64)
    cuda.barrier_arrive(1)

# ===
# fail_named_barriers.py:11:19: error: argument 1 of `cuda.stmatrix` must be a shared array of 16-bit elements, not `float32[::1]` [ArgumentType]
#       cuda.stmatrix(f, i * 8, x[i])
#                     ^
# fail_named_barriers.py:12:19: error: argument 1 of `cuda.stmatrix` must be a shared C-contiguous array of one axis, not `int16[::1]` [ArgumentType]
#       cuda.stmatrix(h, i * 8, x[i])
#                     ^
# fail_named_barriers.py:13:29: error: argument 3 of `cuda.stmatrix` must be one fragment of uint32, or a tuple of 2 or 4, not a tuple of 3 [ArgumentType]
#       cuda.stmatrix(s, i * 8, (x[i], x[i], x[i]))
#                               ^~~~~~~~~~~~~~~~~~
# fail_named_barriers.py:14:36: error: argument 3 of `cuda.stmatrix` must be a tuple of 2 `uint32`, not `float32[::1]` [ArgumentType]
#       cuda.stmatrix(s, i * 8, (x[i], f))
#                                      ^
# fail_named_barriers.py:15:35: error: whether they are transposed must be a constant; use a literal or a global [ConstantNeeded]
#       cuda.stmatrix(s, i * 8, x[i], x[i])
#                                     ^~~~
# fail_named_barriers.py:16:23: error: the number of a barrier must be a constant from 1 to 15; use a literal or a global [ConstantNeeded]
#       cuda.barrier_sync(0, 64)
#                         ^
# fail_named_barriers.py:17:23: error: the number of a barrier must be a constant from 1 to 15; use a literal or a global [ConstantNeeded]
#       cuda.barrier_sync(16, 64)
#                         ^~
# fail_named_barriers.py:18:26: error: the number of threads of a barrier must be a constant, a multiple of 32 from 32 to 1024; use a literal or a global [ConstantNeeded]
#       cuda.barrier_sync(1, 48)
#                            ^~
# fail_named_barriers.py:19:26: error: the number of threads of a barrier must be a constant, a multiple of 32 from 32 to 1024; use a literal or a global [ConstantNeeded]
#       cuda.barrier_sync(1, 2048)
#                            ^~~~
# fail_named_barriers.py:20:25: error: the number of a barrier must be a constant from 1 to 15; use a literal or a global [ConstantNeeded]
#       cuda.barrier_arrive(i, 64)
#                           ^
# fail_named_barriers.py:21:5: error: `cuda.barrier_arrive` takes 2 arguments, 1 given [ArgumentCount]
#       cuda.barrier_arrive(1)
#       ^~~~~~~~~~~~~~~~~~~~~~
