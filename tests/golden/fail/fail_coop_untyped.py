# golden: --emit=ptx
from numba import cuda
from cuda import coop


@cuda.jit("void(int32[::1])")
def k(x):
    nothing = coop.ThreadData(4)
    x[0] = nothing[1]

# === --emit=ptx
# fail_coop_untyped.py:8:15: error: nothing says what this `ThreadData` holds; give it a dtype, `coop.ThreadData(4, dtype)` [UntypedThreadData]
#       nothing = coop.ThreadData(4)
#                 ^~~~~~~~~~~~~~~~~~
