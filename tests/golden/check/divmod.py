# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int64[::1], float32[::1])")
def split(n, x):
    q, r = divmod(n[0], 7)
    n[1] = q
    n[2] = r
    x[1], x[2] = divmod(x[0], 0.25)

# === --emit=ir
# kernel split(n: i64[::1], x: f32[::1])
#   %3: (i64, i64) = let %2: i64 = n[guard 0] in (%2 // 7, %2 % 7)
#   q: i64 = %3.0
#   r: i64 = %3.1
#   n[guard 1] = q
#   n[guard 2] = r
#   %7: (f32, f32) = let %6: f32 = x[guard 0] in (%6 // f32(0.25), %6 % f32(0.25))
#   x[guard 1] = %7.0
#   x[guard 2] = %7.1
