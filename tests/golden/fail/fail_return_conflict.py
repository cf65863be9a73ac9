# golden: --emit=ir
from numba import cuda


@cuda.jit(device=True)
def mixed(x):
    if x > 0:
        return x
    return x, x

@cuda.jit("float32(float32)", device=True)
def declared(x):
    return (x, 1)

@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = mixed(x[0])
    x[1] = declared(x[1])

# === --emit=ir
# fail_return_conflict.py:9:5: error: `mixed` returns `UniTuple(float32, 2)` here and `float32` elsewhere [ReturnConflict]
#       return x, x
#       ^~~~~~~~~~~
# fail_return_conflict.py:17:12: note: `mixed(float32)` is called here
#       x[0] = mixed(x[0])
#              ^~~~~~~~~~~
# fail_return_conflict.py:13:5: error: `declared` returns `Tuple((float32, int64))` here and `float32` elsewhere [ReturnConflict]
#       return (x, 1)
#       ^~~~~~~~~~~~~
# fail_return_conflict.py:18:12: note: `declared(float32)` is called here
#       x[1] = declared(x[1])
#              ^~~~~~~~~~~~~~
