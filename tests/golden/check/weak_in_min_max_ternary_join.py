# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], boolean)")
def clamp(x, flag):
    x[0] = max(0.0, x[0])
    x[1] = x[1] if flag else 0.5
    y = 1.0
    if flag:
        y = x[2]
    x[2] = y

# === --emit=ir
# kernel clamp(x: f32[::1], flag: bool)
#   x[guard 0] = max(f32(0.0), x[guard 0])
#   x[guard 1] = x[guard 1] if flag else f32(0.5)
#   y: f64 = 1.0
#   if flag
#     y.1: f32 = x[guard 2]
#   else
#     y.1 = f32(1.0)
#   x[guard 2] = y.1
