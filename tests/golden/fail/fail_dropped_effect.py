# golden: --emit=ir
from numba import cuda, int64


@cuda.jit(device=True)
def take(x):
    x[0] += 1
    return x[0]


@cuda.jit(device=True)
def first(x):
    return x[0]


@cuda.jit(device=True)
def owns(x):
    mine = cuda.local.array(2, int64)
    mine[0] = x
    return mine[0]


foreign = cuda.declare_device("foreign", "int64(int64)")


@cuda.jit("void(int64[::1])")
def k(x):
    x[1] = (cuda.atomic.add(x, 0, 1), 2)[1]
    x[2] = len((take(x), 3))
    x[3] = (y := x[3]).imag
    x[4] = isinstance(cuda.atomic.add(x, 0, 1), int)
    for part in (cuda.atomic.add(x, 0, 1), 3)[1:]:
        x[5] = part
    mine = cuda.local.array(2, int64)
    x[8] = (take(mine), 2)[1]
    x[9] = (foreign(3), 2)[1]
    # These are as good as evaluated.
    x[6] = (first(x), owns(2), 4)[2] + (cuda.atomic.add(x, 0, 1), 5)[0]
    (take(x), take(x))
    while take(x) < 9 and (z := x[1]) < 3:
        x[7] = z

# === --emit=ir
# fail_dropped_effect.py:28:13: error: the value of this is not needed here, and what it does would be left out; give it a statement of its own [DroppedEffect]
#       x[1] = (cuda.atomic.add(x, 0, 1), 2)[1]
#               ^~~~~~~~~~~~~~~~~~~~~~~~
# fail_dropped_effect.py:29:17: error: the value of this is not needed here, and what it does would be left out; give it a statement of its own [DroppedEffect]
#       x[2] = len((take(x), 3))
#                   ^~~~~~~
# fail_dropped_effect.py:30:13: error: the value of this is not needed here, and what it does would be left out; give it a statement of its own [DroppedEffect]
#       x[3] = (y := x[3]).imag
#               ^~~~~~~~~
# fail_dropped_effect.py:31:23: error: the value of this is not needed here, and what it does would be left out; give it a statement of its own [DroppedEffect]
#       x[4] = isinstance(cuda.atomic.add(x, 0, 1), int)
#                         ^~~~~~~~~~~~~~~~~~~~~~~~
# fail_dropped_effect.py:32:18: error: the value of this is not needed here, and what it does would be left out; give it a statement of its own [DroppedEffect]
#       for part in (cuda.atomic.add(x, 0, 1), 3)[1:]:
#                    ^~~~~~~~~~~~~~~~~~~~~~~~
# fail_dropped_effect.py:35:13: error: the value of this is not needed here, and what it does would be left out; give it a statement of its own [DroppedEffect]
#       x[8] = (take(mine), 2)[1]
#               ^~~~~~~~~~
# fail_dropped_effect.py:36:13: error: the value of this is not needed here, and what it does would be left out; give it a statement of its own [DroppedEffect]
#       x[9] = (foreign(3), 2)[1]
#               ^~~~~~~~~~
