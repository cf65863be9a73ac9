# golden: --emit=ir --passes=-inline-functions
from numba import cuda


@cuda.jit("void(float32[::1], int64[::1])")
def rounding(x, out):
    out[0] = round(x[0])
    x[1] = round(x[1])
    x[2] = round(x[2], 2)
    x[3] = round(x[3], -1)
    out[1] = round(out[1])

# === --emit=ir --passes=-inline-functions
# function np__round_digits__device(x: f64, digits: i64, power: f64) -> f64
#   if digits > 308
#     return x
#   if digits < -308
#     return x * 0.0 if math.isfinite(x) else x
#   scaled: f64 = x / power if digits < 0 else x * power
#   whole: f64 = rint(scaled)
#   back: f64 = whole * power if digits < 0 else whole / power
#   return back if math.isfinite(scaled) else x
#
# kernel rounding(x: f32[::1], out: i64[::1])
#   out[guard 0] = round.int(x[guard 0])
#   x[guard 1] = rint(x[guard 1]) + f32(0.0)
#   x[guard 2] = f32(np__round_digits__device(f64(x[guard 2]), 2, 100.0))
#   x[guard 3] = f32(np__round_digits__device(f64(x[guard 3]), -1, 10.0))
#   out[guard 1] = out[guard 1]
