# golden: --emit=ir
from numba import cuda


@cuda.jit("void(boolean[::1], float32, int32, float64)")
def compare(out, x, n, y):
    out[0] = x < 0.1
    out[1] = n == x
    out[2] = x != y

# === --emit=ir
# kernel compare(out: bool[::1], x: f32, n: i32, y: f64)
#   out[guard 0] = x < f32(0.1)
#   out[guard 1] = f32(n) == x
#   out[guard 2] = f64(x) != y
