# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def choose(x, n):
    x[0] = 1 if n > 0 else 0.5
    x[1] = x[2] if n else n
    y = (x[3], n) if n > 1 else (1, 2)
    x[4] = y[0]

# === --emit=ir
# kernel choose(x: f32[::1], n: i64)
#   x[guard 0] = f32(1.0 if n > 0 else 0.5)
#   x[guard 1] = x[guard 2] if bool(n) else f32(n)
#   y: (f32, i64) = (x[guard 3], n) if n > 1 else (f32, i64)((1, 2))
#   x[guard 4] = y.0
