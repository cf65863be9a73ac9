# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int32[::1], uint8[::1], uint64[::1], int32, float32)")
def k(a, b, u, n, f):
    low = n
    for i in range(4):
        low = min(low, a[i])
    a[0] = low + 1
    held = max(b[0], b[1], 7)
    b[2] = held
    above = max(b[0], 256)
    a[1] = above
    below = max(b[0], -1)
    a[2] = below
    mixed = min(n, b[3])
    a[3] = mixed
    large = min(u[0], u[1], 5)
    u[2] = large
    signed = min(u[0], n)
    a[4] = signed
    real = min(n, f)
    a[5] = real
    low = min(n, 1 << 40)
    a[6] = low
    a[7] = cuda.shfl_xor_sync(0xFFFFFFFF, min(n, a[1]), 1)

# === --emit=ir
# kernel k(a: i32[::1], b: u8[::1], u: u64[::1], n: i32, f: f32)
#   low: i32 = n
#   for i: i64 in range(0, 4, 1)
#     low = i32(min(i64(low), i64(a[guard i])))
#   a[guard 0] = i32(i64(low) + 1)
#   held: u8 = u8(max(max(i64(b[guard 0]), i64(b[guard 1])), 7))
#   b[guard 2] = held
#   above: i64 = max(i64(b[guard 0]), 256)
#   a[guard 1] = i32(above)
#   below: i64 = max(i64(b[guard 0]), -1)
#   a[guard 2] = i32(below)
#   mixed: i64 = min(i64(n), i64(b[guard 3]))
#   a[guard 3] = i32(mixed)
#   large: u64 = min(min(u[guard 0], u[guard 1]), u64(5))
#   u[guard 2] = large
#   signed: u64 = u64(min(i64(min(u[guard 0], u64(9223372036854775807))), i64(n)))
#   a[guard 4] = i32(signed)
#   real: f32 = min(f32(n), f)
#   a[guard 5] = i32(real)
#   low.1: i64 = min(i64(n), 1099511627776)
#   a[guard 6] = i32(low.1)
#   a[guard 7] = cuda.shfl_xor_sync(u32(4294967295), i32(min(i64(n), i64(a[guard 1]))), i32(1))
