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
    i[sum(2 ** (j - 1) for j in range(3))] = 1
    n = -2
    i[5] = i[0] ** n ^ pow(3, n)
    n **= n
    i[6] = n << 1

# === --emit=ir
# kernel k(i: i64[:], d: f64[:])
#   d[guard 0] = f64(i[guard 0]) ** (-2.0)
#   d[guard 1] = f64(i[guard 0]) ** (-1.0)
#   i[guard 1] = (-8) ** (-1) | 1
#   i[guard 2] = i[guard 0] ** (-1) & 3
#   i[guard 3] = i[guard 0] ** (-3)
#   i[guard 4] = 0
#   i[guard wrap((let %3: (i64, i64, i64) = (let %2: i64 = 2 ** (-1) in (%2, 1, 2)) in let %4: i64 = %3.0 in let %5: i64 = %3.1 in let %6: i64 = %3.2 in 0 + %4 + %5 + %6))] = 1
#   n: i64 = -2
#   i[guard 5] = i[guard 0] ** (-2) ^ 3 ** (-2)
#   n = (-2) ** (-2)
#   i[guard 6] = n << 1
