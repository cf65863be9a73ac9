# golden: --emit=ir
from numba import cuda


STEP = -2

@cuda.jit("void(int64[::1], uint8, int32)")
def ranges(x, a, step):
    for i in range(a):
        x[i] = i
    for i in range(10, 0, STEP):
        x[i] = i
    for i in range(a, x.size, step):
        x[i] = i

# === --emit=ir
# kernel ranges(x: i64[::1], a: u8, step: i32)
#   for i: i64 in range(0, i64(a), 1)
#     x[guard i] = i
#   for i in range(10, 0, -2)
#     x[guard i] = i
#   for i in range(i64(a), x.size, i64(step))
#     x[guard i] = i
