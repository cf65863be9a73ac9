# golden: --emit=ir
from numba import cuda


@cuda.jit("void(uint64[::1], int64[::1])")
def literals(u, n):
    u[0] = 0xFFFF_FFFF_FFFF_FFFF
    n[0] = -9223372036854775808
    n[1] = 0b101 + 0o17
    u[1] = u[2] ^ 0x9E3779B97F4A7C15

# === --emit=ir
# kernel literals(u: u64[::1], n: i64[::1])
#   u[guard 0] = u64(18446744073709551615)
#   n[guard 0] = -9223372036854775808
#   n[guard 1] = 20
#   u[guard 1] = u[guard 2] ^ u64(11400714819323198485)
