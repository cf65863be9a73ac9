# golden: --emit=ir
from numba import cuda


@cuda.jit("void(boolean[::1], int32[::1], float32[::1])")
def unary(b, n, x):
    b[0] = not b[1]
    b[1] = not x[0]
    n[0] = -n[1]
    n[1] = +n[2]
    n[2] = ~n[3]
    x[1] = -x[2]
    x[2] = --x[3]

# === --emit=ir
# kernel unary(b: bool[::1], n: i32[::1], x: f32[::1])
#   b[guard 0] = not b[guard 1]
#   b[guard 1] = not bool(x[guard 0])
#   n[guard 0] = i32(-i64(n[guard 1]))
#   n[guard 1] = i32(i64(n[guard 2]))
#   n[guard 2] = i32(~i64(n[guard 3]))
#   x[guard 1] = -x[guard 2]
#   x[guard 2] = --x[guard 3]
