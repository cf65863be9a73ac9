# golden: --emit=ir -I _project
from numba import cuda

try:
    from .constants import TILE
except ImportError:
    TILE = 8

try:
    from nowhere import SCALE
except ImportError:
    from .constants import SCALE


@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = TILE * SCALE

# === --emit=ir -I _project
# kernel k(x: f32[::1])
#   x[guard 0] = f32(4.0)
