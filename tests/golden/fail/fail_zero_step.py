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
# fail_zero_step.py:9:27: error: the step of `range` is zero; it must be less or greater [ZeroStep]
#       for i in range(0, 10, 0):
#                             ^
# fail_zero_step.py:11:27: error: the step of `range` is zero; it must be less or greater [ZeroStep]
#       for i in range(10, 0, STEP):
#                             ^~~~
# fail_zero_step.py:13:41: error: the step of `range` is zero; it must be less or greater [ZeroStep]
#       y = sum(i for i in range(0, x.size, 0))
#                                           ^
