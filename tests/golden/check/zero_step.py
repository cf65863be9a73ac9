# golden: --emit=ir
from numba import cuda

STEP = 0


@cuda.jit("void(float32[::1])")
def k(x):
    for i in range(0, 10, 0):
        x[i] = 0
    for i in range(10, 0, STEP):
        x[i] = 0
    y = sum(i for i in range(0, x.size, 0))

# === --emit=ir
# kernel k(x: f32[::1])
#   for i: i64 in range(0, 10, 0)
#     x[guard wrap(i)] = f32(0.0)
#   for i in range(10, 0, 0)
#     x[guard wrap(i)] = f32(0.0)
#   y: i64 = 0
# zero_step.py:9:27: warning: the step of `range` is zero; the range has no elements [ZeroStep]
#       for i in range(0, 10, 0):
#                             ^
# zero_step.py:11:27: warning: the step of `range` is zero; the range has no elements [ZeroStep]
#       for i in range(10, 0, STEP):
#                             ^~~~
# zero_step.py:13:41: warning: the step of `range` is zero; the range has no elements [ZeroStep]
#       y = sum(i for i in range(0, x.size, 0))
#                                           ^
