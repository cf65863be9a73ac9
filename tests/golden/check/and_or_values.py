# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64[::1], boolean[::1])")
def values(x, n, b):
    n[0] = n[1] or 7
    x[0] = x[1] and n[2]
    b[0] = b[1] or b[2]
    n[3] = 0 or n[4] or 5

# === --emit=ir
# kernel values(x: f32[::1], n: i64[::1], b: bool[::1])
#   n[guard 0] = let %3: i64 = n[guard 1] in %3 if bool(%3) else 7
#   x[guard 0] = let %4: f32 = x[guard 1] in f32(n[guard 2]) if bool(%4) else %4
#   b[guard 0] = b[guard 1] or b[guard 2]
#   n[guard 3] = let %5: i64 = n[guard 4] in %5 if bool(%5) else 5
