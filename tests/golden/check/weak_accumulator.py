# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], float32[::1])")
def total(x, out):
    acc = 0.0
    for i in range(x.size):
        acc += x[i]
    out[0] = acc

# === --emit=ir
# kernel total(x: f32[::1], out: f32[::1])
#   acc: f64 = 0.0
#   acc.1: f32 = f32(0.0)
#   for i: i64 in range(0, x.size, 1)
#     acc.1 = acc.1 + x[i]
#   out[guard 0] = acc.1
