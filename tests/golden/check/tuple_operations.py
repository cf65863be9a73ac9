# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64, int64)")
def k(x, n, m):
    t = (n, m, 3)
    x[0] = n in (1, m)
    x[1] = (n, m) < (m, 2)
    x[2] = (1, 2) == (1, 2.0)
    x[3] = t[n]
    x[4] = t[1:][0] + len(t[::-1])
    first, *rest = t
    x[5] = rest[1]
    x[6] = t.count(n) + t.index(3)
    a, b = (*t, 1)[2:]
    x[7] = a + b
    x[8] = n.real + n.imag

# === --emit=ir
# kernel k(x: f32[::1], n: i64, m: i64)
#   t: (i64, i64, i64) = (n, m, 3)
#   x[guard 0] = f32(n == 1 or n == m)
#   x[guard 1] = f32(n < m or n == m and (m < 2 or m == 2 and False))
#   x[guard 2] = f32(1.0)
#   x[guard 3] = f32((let %4: i64 = t.0 in let %5: i64 = t.1 in let %6: i64 = t.2 in %4 if n == 0 or n == -3 else %5 if n == 1 or n == -2 else %6 if n == 2 or n == -1 else 0))
#   x[guard 4] = f32(t.1 + 3)
#   %7: (i64, i64, i64) = t
#   first: i64 = %7.0
#   rest: list(i64, i64) = (%7.1, %7.2)
#   x[guard 5] = f32(rest.1)
#   x[guard 6] = f32((let %10: i64 = t.0 in let %11: i64 = t.1 in let %12: i64 = t.2 in i64(n == %10) + (i64(n == %11) + (i64(n == %12) + 0))) + (let %13: i64 = t.0 in let %14: i64 = t.1 in let %15: i64 = t.2 in 0 if 3 == %13 else 1 if 3 == %14 else 2 if 3 == %15 else -1))
#   %16: i64 = t.2
#   a: i64 = %16
#   b: i64 = 1
#   x[guard 7] = f32(a + 1)
#   x[guard 8] = f32(n + 0)
