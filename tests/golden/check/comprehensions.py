# golden: --emit=ir
# Comprehensions over what has a constant length are tuples; lists too.
from numba import cuda


@cuda.jit("void(float32[::1], int32)")
def k(a, n):
    t = [a[i] for i in range(2)]
    a[0] = t[n]
    a[1] = sum(i * j for i in range(3) for j in (1, 2) if i > j)
    u = tuple(x + n for x in [1, 2.5])
    a[2] = u[1]
    a[3] = n in [1, 2]
    for x in list(u):
        a[4] += x

# === --emit=ir
# kernel k(a: f32[::1], n: i32)
#   t: list(f32, f32) = let %2: f32 = a[guard 0] in let %3: f32 = a[guard 1] in (%2, %3)
#   a[guard 0] = let %5: f32 = t.0 in let %6: f32 = t.1 in let %7: i64 = i64(n) in %5 if %7 == 0 or %7 == -2 else %6 if %7 == 1 or %7 == -1 else f32(0.0)
#   a[guard 1] = f32(2.0)
#   u: (i64, f64) = let %8: i64 = 1 + i64(n) in let %9: f64 = 2.5 + f64(n) in (%8, %9)
#   a[guard 2] = f32(u.1)
#   a[guard 3] = f32(i64(n) == 1 or i64(n) == 2)
#   %11: list(i64, f64) = u
#   %12: i64 = %11.0
#   %13: f64 = %11.1
#   x: i64 = %12
#   a[guard 4] = a[guard 4] + f32(x)
#   x.1: f64 = %13
#   a[guard 4] = a[guard 4] + f32(x.1)
