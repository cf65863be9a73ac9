# golden: --emit=ir
from numba import cuda

BIG = 1 << 70


@cuda.jit("void(int64[::1], uint64[::1], float64[::1])")
def k(i, u, f):
    # Written down: exact, then 64 bits.
    i[0] = (1 << 64) // -3
    i[1] = -(1 << 63)
    u[0] = (1 << 64) - 1
    i[2] = (BIG + 5) % 7
    # Computed: 64 bits each time.
    one, s = 1, 64
    m = one << s
    i[3] = m // -3
    i[4] = m - 1
    top = 0x7FFFFFFFFFFFFFFF
    i[5] = (top + 1) // 2
    i[6] = abs(-top - 1) >> 1
    all64 = 0xFFFFFFFFFFFFFFFF
    u[1] = (all64 >> 60) - 16
    u[2] = -all64 // 2
    f[0] = all64 + 1
    # Does not fit.
    i[7] = 1 << 64
    u[3] = 0xFFFFFFFFFFFFFFFF * 3
    i[8] = -BIG + i[9]
    f[1] = f[2] if i[9] < 3 * (1 << 63) else 1

# === --emit=ir
# kernel k(i: i64[::1], u: u64[::1], f: f64[::1])
#   i[guard 0] = -6148914691236517206
#   i[guard 1] = -9223372036854775808
#   u[guard 0] = u64(18446744073709551615)
#   i[guard 2] = 0
#   one: i64 = 1
#   s: i64 = 64
#   m: i64 = 0
#   i[guard 3] = 0
#   i[guard 4] = -1
#   top: i64 = 9223372036854775807
#   i[guard 5] = -4611686018427387904
#   i[guard 6] = -4611686018427387904
#   all64: u64 = u64(18446744073709551615)
#   u[guard 1] = u64(18446744073709551615)
#   u[guard 2] = u64(0)
#   f[guard 0] = 0.0
#   i[guard 7] = 0
#   u[guard 3] = u64(18446744073709551613)
#   i[guard 8] = 0 + i[guard 9]
#   f[guard 1] = f[guard 2] if i[guard 9] < u64(9223372036854775808) else 1.0
# constants_held.py:27:12: warning: this constant does not fit in 64 bits; the kernel computes with 0 [ConstantWraps]
#       i[7] = 1 << 64
#              ^~~~~~~
# constants_held.py:28:12: warning: this constant does not fit in 64 bits; the kernel computes with 18446744073709551613 [ConstantWraps]
#       u[3] = 0xFFFFFFFFFFFFFFFF * 3
#              ^~~~~~~~~~~~~~~~~~~~~~
# constants_held.py:29:12: warning: this constant does not fit in 64 bits; the kernel computes with 0 [ConstantWraps]
#       i[8] = -BIG + i[9]
#              ^~~~
# constants_held.py:30:20: warning: this is always True: an `int64` is from -9223372036854775808 to 9223372036854775807 [CertainComparison]
#       f[1] = f[2] if i[9] < 3 * (1 << 63) else 1
#                      ^~~~~~~~~~~~~~~~~~~~
# constants_held.py:30:27: warning: this constant does not fit in 64 bits; the kernel computes with 9223372036854775808 [ConstantWraps]
#       f[1] = f[2] if i[9] < 3 * (1 << 63) else 1
#                             ^~~~~~~~~~~~~
