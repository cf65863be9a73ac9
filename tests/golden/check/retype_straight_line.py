# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def retype(x, v):
    v = v + 1
    v = v * x[0]
    x[1] = v
    v = int(v)
    x[v] = v

# === --emit=ir
# kernel retype(x: f32[::1], v: i64)
#   v = v + 1
#   v.1: f32 = f32(v) * x[guard 0]
#   x[guard 1] = v.1
#   v = i64(v.1)
#   x[guard wrap(v)] = f32(v)
