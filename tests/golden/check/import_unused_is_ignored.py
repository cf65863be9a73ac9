# golden: --emit=ir -I _project
# golden: --emit=ir -I _project --no-imports
from numba import cuda
import nowhere
from broken import GOOD
from .missing import thing


@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = 1

# === --emit=ir -I _project
# kernel k(x: f32[::1])
#   x[guard 0] = f32(1.0)

# === --emit=ir -I _project --no-imports
# kernel k(x: f32[::1])
#   x[guard 0] = f32(1.0)
