# golden: --emit=ir -I _project
from numba import cuda
import constants
import constants as c
from constants import TILE, SCALE as S


@cuda.jit("void(float32[::1])")
def k(x):
    shared = cuda.shared.array(TILE, x.dtype)
    shared[0] = constants.SCALE
    x[0] = shared[0] * S + c.TILE

# === --emit=ir -I _project
# kernel k(x: f32[::1])
#   shared @shared: f32[4]
#   shared: shared f32[::1] = @shared
#   shared[0] = f32(1.0)
#   x[guard 0] = fma(shared[0], f32(1.0), f32(4.0))
