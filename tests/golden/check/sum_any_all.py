# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    t = (n, 2.5, x[1])
    x[0] = sum(t) + sum((1, n), 10)
    x[1] = any(t) or all((n, x[2] > 1))
    print(f"n is {n}, {x[0]}", n)

# === --emit=ir
# kernel k(x: f32[::1], n: i64)
#   t: (i64, f64, f32) = (n, 2.5, x[guard 1])
#   x[guard 0] = (let %3: i64 = t.0 in let %4: f64 = t.1 in let %5: f32 = t.2 in f32(f64(0 + %3) + %4) + %5) + f32(11 + n)
#   x[guard 1] = f32((let %6: i64 = t.0 in let %7: f64 = t.1 in let %8: f32 = t.2 in bool(%6) or bool(%7) or bool(%8)) or (let %9: bool = x[guard 2] > f32(1.0) in bool(n) and %9))
#   print "n is ", n, ", ", f64(x[guard 0]), " ", n, "\n"
