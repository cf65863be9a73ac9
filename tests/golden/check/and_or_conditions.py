# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def conditions(x, n):
    if n and x[0] or not n > 3:
        x[1] = 1
    while not (n < 0 or x[2]):
        n -= 1

# === --emit=ir
# kernel conditions(x: f32[::1], n: i64)
#   if bool(n) and bool(x[guard 0]) or not n > 3
#     x[guard 1] = f32(1.0)
#   while not (n < 0 or bool(x[guard 2]))
#     n = n - 1
