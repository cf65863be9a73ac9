# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1])")
def reassign(x):
    for i in range(4):
        x[i] = i
        i = x[i] * 0.5
        x[0] = i

# === --emit=ir
# kernel reassign(x: f32[::1])
#   for i: i64 in range(0, 4, 1)
#     x[guard i] = f32(i)
#     i.1: f32 = x[guard i] * f32(0.5)
#     x[guard 0] = i.1
