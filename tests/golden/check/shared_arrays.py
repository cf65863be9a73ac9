# golden: --emit=ir
from numba import cuda
import numpy as np
from numba import float32

TILE = 16

@cuda.jit("void(float32[::1])")
def shared(x):
    tile = cuda.shared.array((TILE, TILE + 1), dtype=float32)
    flags = cuda.shared.array(shape=4, dtype=np.bool_)
    t = cuda.threadIdx.x
    tile[t, 0] = x[t]
    flags[t] = True
    cuda.syncthreads()
    x[t] = tile[0, t]

# === --emit=ir
# kernel shared(x: f32[::1])
#   shared @tile: f32[16, 17]
#   shared @flags.1: bool[4]
#   tile: shared f32[:, ::1] = @tile
#   flags: shared bool[::1] = @flags.1
#   t: i32 = cuda.threadIdx.x
#   tile[guard i64(t), 0] = x[guard i64(t)]
#   flags[guard i64(t)] = True
#   cuda.syncthreads()
#   x[guard i64(t)] = tile[0, guard i64(t)]
