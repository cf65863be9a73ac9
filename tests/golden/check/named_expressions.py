# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    if (m := n + 1) > 2 and (p := m * 2) < 9:
        x[0] = p
    while (m := m - 1) > 0:
        x[m] = m
    x[1] = 0 < n < (m := n) < 5

# === --emit=ir
# kernel k(x: f32[::1], n: i64)
#   if (let m: i64 = n + 1 in m) > 2 and (let p: i64 = m * 2 in p) < 9
#     x[guard 0] = f32(p)
#   while (let m = m - 1 in m) > 0
#     x[guard wrap(m)] = f32(m)
#   x[guard 1] = f32(0 < n and (let %4: i64 = (let m = n in m) in n < %4 and %4 < 5))
