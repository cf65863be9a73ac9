# golden: --emit=ir -I _project
from numba import cuda
from circle_a import C
from circle_b import B


@cuda.jit("void(int32[::1])")
def k(x):
    x[0] = C + B

# === --emit=ir -I _project
# kernel k(x: i32[::1])
#   x[guard 0] = i32(5)
