# golden: --emit=ir
from numba import cuda
import numpy as np
from numba import float32 as f32

real = f32
wide = np.double

@cuda.jit("void(float32[::1])")
def aliases(x):
    tile = cuda.shared.array(2, real)
    x[0] = wide(tile[0]) * real(x[1])

# === --emit=ir
# kernel aliases(x: f32[::1])
#   shared @tile: f32[2]
#   tile: shared f32[::1] = @tile
#   x[guard 0] = f32(f64(tile[0]) * f64(x[guard 1]))
