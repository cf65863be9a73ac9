# golden: --emit=ir
import numpy as np
from numba import cuda

TABLE = np.zeros(4)
for i in np.random.permutation(4):
    TABLE[i] = i * i
SIZES = [1, 2]
OTHER = SIZES
OTHER.append(3)
OPTIONS = {"n": 1}
LIMIT = 1


def configure():
    global LIMIT
    LIMIT = 2
    OPTIONS["n"] = 2


@cuda.jit("void(float64[::1], int64)")
def k(x, n):
    x[0] = TABLE[1]
    x[1] = SIZES[0]
    x[2] = OPTIONS["n"]
    x[3] = LIMIT


WIDTHS = {"a": 1}


@cuda.jit("void(float64[::1], int64)")
def keys(x, n):
    x[0] = WIDTHS["b"]
    x[1] = WIDTHS[n]
    x[2] = WIDTHS

# === --emit=ir
# fail_constant_changes.py:23:12: error: `TABLE` is not known at compile time: `TABLE` is changed while the program runs; give it with -D TABLE=VALUE [NotConstant]
#       x[0] = TABLE[1]
#              ^~~~~
# fail_constant_changes.py:7:5: note: its value comes from here
#       TABLE[i] = i * i
#       ^~~~~~~~
# fail_constant_changes.py:24:12: error: `SIZES` is not known at compile time: `SIZES` is changed while the program runs; give it with -D SIZES=VALUE [NotConstant]
#       x[1] = SIZES[0]
#              ^~~~~
# fail_constant_changes.py:9:9: note: its value comes from here
#   OTHER = SIZES
#           ^~~~~
# fail_constant_changes.py:25:12: error: `OPTIONS` is not known at compile time: `OPTIONS` is changed while the program runs; give it with -D OPTIONS=VALUE [NotConstant]
#       x[2] = OPTIONS["n"]
#              ^~~~~~~
# fail_constant_changes.py:18:5: note: its value comes from here
#       OPTIONS["n"] = 2
#       ^~~~~~~~~~~~
# fail_constant_changes.py:26:12: error: `LIMIT` is not known at compile time: `LIMIT` is changed while the program runs; give it with -D LIMIT=VALUE [NotConstant]
#       x[3] = LIMIT
#              ^~~~~
# fail_constant_changes.py:16:5: note: its value comes from here
#       global LIMIT
#       ^~~~~~~~~~~~
# fail_constant_changes.py:34:12: error: `WIDTHS["b"]` is not known at compile time: it has no such key [NotConstant]
#       x[0] = WIDTHS["b"]
#              ^~~~~~~~~~~
# fail_constant_changes.py:35:19: error: a dictionary's key must be a constant; use a literal or a global [ConstantNeeded]
#       x[1] = WIDTHS[n]
#                     ^
# fail_constant_changes.py:36:12: error: a dictionary is not a value that a kernel can compute with [NotAValue]
#       x[2] = WIDTHS
#              ^~~~~~
