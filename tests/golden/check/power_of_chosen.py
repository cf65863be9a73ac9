# golden: --emit=ir
# By a negative number that is written down an int becomes a float; by one that a
# call or a choice gives, it is the int that it would be at run time.
from numba import cuda

N = -1


@cuda.jit("(int64[:], float64[:])")
def k(i, d):
    d[0] = i[0] ** -2
    d[1] = i[0] ** N
    i[1] = (-8) ** min(0, N) | 1
    i[2] = i[0] ** (N if N < 0 else 2) & 3
    i[3] = i[0] ** (N and -3)
    i[4] = (-8) ** min(2, 3) & 12

# === --emit=ir
# kernel k(i: i64[:], d: f64[:])
#   d[guard 0] = f64(i[guard 0]) ** (-2.0)
#   d[guard 1] = f64(i[guard 0]) ** (-1.0)
#   i[guard 1] = (-8) ** (-1) | 1
#   i[guard 2] = i[guard 0] ** (-1) & 3
#   i[guard 3] = i[guard 0] ** (-3)
#   i[guard 4] = 0
