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
#   x[guard 1] = rint(x[guard 1]) + f32(0.0)
#   x[guard 2] = f32((let %2: f64 = f64(x[guard 2]) in let %3: f64 = %2 * 100.0 in let %4: f64 = rint(%3) in %4 / 100.0 if math.isfinite(%3) else %2))
#   x[guard 3] = f32((let %5: f64 = f64(x[guard 3]) in let %6: f64 = %5 / 10.0 in let %7: f64 = rint(%6) in %7 * 10.0 if math.isfinite(%6) else %5))
#   out[guard 1] = out[guard 1]
