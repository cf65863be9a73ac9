# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64[::1])")
def rounding(x, out):
    out[0] = round(x[0])
    x[1] = round(x[1])
    x[2] = round(x[2], 2)
    x[3] = round(x[3], -1)
    out[1] = round(out[1])

# === --emit=ir
# kernel rounding(x: f32[::1], out: i64[::1])
#   out[guard 0] = round.int(x[guard 0])
#   x[guard 1] = rint(x[guard 1])
#   x[guard 2] = rint(x[guard 2] * f32(100.0)) / f32(100.0)
#   x[guard 3] = rint(x[guard 3] / f32(10.0)) * f32(10.0)
#   out[guard 1] = out[guard 1]
