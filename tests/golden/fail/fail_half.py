# golden: --emit=ir
import numpy as np
from numba import cuda


@cuda.jit("void(float16[::1], float32[::1])")
def k(x, y):
    a = cuda.fp16.hadd(x[0], y[0])
    b = cuda.fp16.hadd(x[0])
    c = cuda.fp16.hequ(x[0], x[1])
    d = cuda.fp16.hadd(x[0], x[1], z=1)
    cuda.atomic.exch(x, 0, 1)
    e = x[0] << 1
    f = x[x[0]]
    g = cuda.bf16.int8_to_bfloat16_rn(1)
    h = cuda.bf16.bfloat16_to_int32_rn(y[0])
    m = cuda.bf16.int32_to_bfloat16_rz(1.5)
    n = np.nextafter(x[0], 1)

# === --emit=ir
# fail_half.py:8:30: error: argument 2 of `cuda.fp16.hadd` must be `float16`, not `float32` [ArgumentType]
#       a = cuda.fp16.hadd(x[0], y[0])
#                                ^~~~
# fail_half.py:9:9: error: `cuda.fp16.hadd` takes 2 arguments, 1 given [ArgumentCount]
#       b = cuda.fp16.hadd(x[0])
#           ^~~~~~~~~~~~~~~~~~~~
# fail_half.py:10:9: error: `cuda.fp16.hequ` is not supported in kernels [UnsupportedName]
#       c = cuda.fp16.hequ(x[0], x[1])
#           ^~~~~~~~~~~~~~
# fail_half.py:11:36: error: `cuda.fp16.hadd` has no parameter `z` [UnknownKeyword]
#       d = cuda.fp16.hadd(x[0], x[1], z=1)
#                                      ^~~
# fail_half.py:12:22: error: `cuda.atomic.exch` does not take arrays of `float16` [AtomicType]
#       cuda.atomic.exch(x, 0, 1)
#                        ^
# fail_half.py:13:9: error: `<<` does not take `float16` and `int64` [OperandTypes]
#       e = x[0] << 1
#           ^~~~~~~~~
# fail_half.py:13:9: note: it is for integers: int(x) gives one
#       e = x[0] << 1
#           ^~~~~~~~~
# fail_half.py:14:11: error: an index must be an integer, not `float16` [IndexType]
#       f = x[x[0]]
#             ^~~~
# fail_half.py:14:11: note: `//` gives integers, and int(...) the whole part
#       f = x[x[0]]
#             ^~~~
# fail_half.py:15:9: error: `cuda.bf16.int8_to_bfloat16_rn` is not supported in kernels [UnsupportedName]
#       g = cuda.bf16.int8_to_bfloat16_rn(1)
#           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_half.py:16:40: error: argument 1 of `cuda.bf16.bfloat16_to_int32_rn` must be `bfloat16`, not `float32` [ArgumentType]
#       h = cuda.bf16.bfloat16_to_int32_rn(y[0])
#                                          ^~~~
# fail_half.py:17:40: error: argument 1 of `cuda.bf16.int32_to_bfloat16_rz` must be `int32`, not `float` [ArgumentType]
#       m = cuda.bf16.int32_to_bfloat16_rz(1.5)
#                                          ^~~
# fail_half.py:18:22: error: argument 1 of `math.nextafter` must be a `float32` or `float64`, not `float16` [ArgumentType]
#       n = np.nextafter(x[0], 1)
#                        ^~~~
