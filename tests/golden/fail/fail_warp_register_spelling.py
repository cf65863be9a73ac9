# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int32[::1])")
def k(x):
    x[0] = cuda.laneId
    x[1] = cuda.threadIdx[0]
    x[cuda.grid] = 1

# === --emit=ir
# fail_warp_register_spelling.py:7:12: error: `cuda.laneId` is not supported in kernels; did you mean `cuda.laneid`? [UnsupportedName]
#       x[0] = cuda.laneId
#              ^~~~~~~~~~~
# fail_warp_register_spelling.py:8:12: error: `cuda.threadIdx` cannot be indexed [NotSubscriptable]
#       x[1] = cuda.threadIdx[0]
#              ^~~~~~~~~~~~~~
# fail_warp_register_spelling.py:8:12: note: write `cuda.threadIdx.x`
#       x[1] = cuda.threadIdx[0]
#              ^~~~~~~~~~~~~~
# fail_warp_register_spelling.py:9:7: error: `cuda.grid` is not a value that a kernel can compute with [NotAValue]
#       x[cuda.grid] = 1
#         ^~~~~~~~~
# fail_warp_register_spelling.py:9:7: note: it is a function: write `cuda.grid(1)`
#       x[cuda.grid] = 1
#         ^~~~~~~~~
