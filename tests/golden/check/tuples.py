# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], UniTuple(int64, 2))")
def tuples(x, at):
    t = (x[0], 1) + (2,)
    u = at + (3,)
    x[at[0]] = t[0] + u[-1]
    a, b = at
    x[a] = b

# === --emit=ir
# kernel tuples(x: f32[::1], at: (i64, i64))
#   t: (f32, i64, i64) = (x[guard 0], 1, 2)
#   u: (i64, i64, i64) = (at.0, at.1, 3)
#   x[guard wrap(at.0)] = t.0 + f32(u.2)
#   %4: (i64, i64) = at
#   a: i64 = %4.0
#   b: i64 = %4.1
#   x[guard wrap(a)] = f32(b)
