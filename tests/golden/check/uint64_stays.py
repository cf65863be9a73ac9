# golden: --emit=ir
from numba import cuda


@cuda.jit("void(uint64[::1], uint32[::1], int64)")
def mix(u, v, n):
    u[0] = u[1] + v[0]
    u[1] = u[1] * n
    u[2] = -u[3]
    u[3] = ~u[4]

# === --emit=ir
# kernel mix(u: u64[::1], v: u32[::1], n: i64)
#   u[guard 0] = u[guard 1] + u64(v[guard 0])
#   u[guard 1] = u[guard 1] * u64(n)
#   u[guard 2] = -u[guard 3]
#   u[guard 3] = ~u[guard 4]
