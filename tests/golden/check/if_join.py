# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float64[::1], int32, uint64, boolean)")
def join(out, n, u, flag):
    if flag:
        a = n
        b = n
        c = True
    else:
        a = 1.5
        b = u
        c = n
    out[0] = a
    out[1] = b
    out[2] = c

# === --emit=ir
# kernel join(out: f64[::1], n: i32, u: u64, flag: bool)
#   if flag
#     a: i32 = n
#     b: i32 = n
#     c: bool = True
#     a.1: f64 = f64(a)
#     b.1: u64 = u64(b)
#     c.2: i64 = 1
#   else
#     a.1 = 1.5
#     b.1 = u
#     c.1: i32 = n
#     c.2 = i64(c.1)
#   out[guard 0] = a.1
#   out[guard 1] = f64(b.1)
#   out[guard 2] = f64(c.2)
