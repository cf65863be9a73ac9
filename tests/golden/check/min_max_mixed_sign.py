# golden: --emit=ir
from numba import cuda
import numpy as np


# Compared as the numbers that they are; held as uint64.
@cuda.jit("void(int64[::1], uint64, int32, uint8)")
def k(o, u, s, b):
    o[0] = min(u, s)
    o[1] = max(u, s)
    o[2] = min(-128, u)
    o[3] = min(5, u, b)
    o[4] = max(-5, s, u)
    o[5] = min(s, o[1], u, b)
    o[6] = min(-128, np.uint64(0))
    o[7] = max(-128, np.uint64(0))
    o[8] = np.minimum(s, u)
    o[9] = np.clip(u, -5, s)

# === --emit=ir
# kernel k(o: i64[::1], u: u64, s: i32, b: u8)
#   o[guard 0] = i64(u64(min(i64(min(u, u64(9223372036854775807))), i64(s))))
#   o[guard 1] = i64(max(u, u64(max(i64(s), 0))))
#   o[guard 2] = i64(u64(min(-128, i64(min(u, u64(9223372036854775807))))))
#   o[guard 3] = i64(min(min(u64(5), u), u64(b)))
#   o[guard 4] = i64(max(u64(max(max(-5, i64(s)), 0)), u))
#   o[guard 5] = i64(u64(min(min(min(i64(s), o[guard 1]), i64(min(u, u64(9223372036854775807)))), i64(b))))
#   o[guard 6] = -128
#   o[guard 7] = 0
#   o[guard 8] = i64(u64(min(i64(s), i64(min(u, u64(9223372036854775807))))))
#   o[guard 9] = i64(u64(min(i64(min(max(u, u64(max(-5, 0))), u64(9223372036854775807))), i64(s))))
