# golden: --emit=ir
from numba import cuda
import numpy as np

ALL = 2**64 - 1
MASK = (1 << 64) - 1
MOST = 2**63 - 1
LEAST = -2**63
BIG = 2**100
SMALL = BIG >> 90
WRAPPED = -np.uint64(5)
TYPED = np.uint64(2**63) * 2
INVERTED = ~np.uint64(0)
RATIO = 2**64 / 2**60
HASH = (0xcbf29ce484222325 * 0x100000001b3) & MASK


@cuda.jit("void(uint64[::1], int64[::1], float64[::1])")
def k(u, i, f):
    u[0] = ALL
    u[1] = MASK
    u[2] = WRAPPED
    u[3] = TYPED
    u[4] = INVERTED
    u[5] = HASH
    u[6] = np.uint64(BIG - 1)
    u[7] = u[8] ^ MASK
    i[0] = MOST
    i[1] = LEAST
    i[2] = SMALL
    i[3] = (1 << 64) - 1 >> 60
    i[4] = 1 << 64
    i[5] = i[6] & (2**40 - 1)
    f[0] = RATIO
    f[1] = float(BIG)
    f[2] = BIG > MOST

# === --emit=ir
# kernel k(u: u64[::1], i: i64[::1], f: f64[::1])
#   u[guard 0] = u64(18446744073709551615)
#   u[guard 1] = u64(18446744073709551615)
#   u[guard 2] = u64(18446744073709551611)
#   u[guard 3] = u64(0)
#   u[guard 4] = u64(18446744073709551615)
#   u[guard 5] = u64(12638153115695167455)
#   u[guard 6] = u64(18446744073709551615)
#   u[guard 7] = u[guard 8] ^ u64(18446744073709551615)
#   i[guard 0] = 9223372036854775807
#   i[guard 1] = -9223372036854775808
#   i[guard 2] = 1024
#   i[guard 3] = 15
#   i[guard 4] = 0
#   i[guard 5] = i[guard 6] & 1099511627775
#   f[guard 0] = 16.0
#   f[guard 1] = 1.2676506002282294e+30
#   f[guard 2] = 1.0
# constants_wide.py:26:22: warning: this constant does not fit in 64 bits; the kernel computes with -1 [ConstantWraps]
#       u[6] = np.uint64(BIG - 1)
#                        ^~~~~~~
# constants_wide.py:32:12: warning: this constant does not fit in 64 bits; the kernel computes with 0 [ConstantWraps]
#       i[4] = 1 << 64
#              ^~~~~~~
