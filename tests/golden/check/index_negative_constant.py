# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int32, uint32)")
def ends(x, i, u):
    x[-1] = x[0]
    x[i] = x[u]
    x[i % 4] = x[i + 1]

# === --emit=ir
# kernel ends(x: f32[::1], i: i32, u: u32)
#   x[guard wrap(-1)] = x[guard 0]
#   x[guard wrap(i64(i))] = x[guard i64(u)]
#   x[guard i64(i) % 4] = x[guard wrap(i64(i) + 1)]
