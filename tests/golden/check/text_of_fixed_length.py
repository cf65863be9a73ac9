# golden: --emit=ir --passes=-inline-functions
from numba import cuda


@cuda.jit("void(CharSeq(4)[::1], UnicodeCharSeq(3)[:])")
def k(a, u):
    i = cuda.grid(1)
    if a[i] == b"ab":
        a[i] = a[i + 1]
    elif len(u[i]) == 2:
        u[i] = "€"

# === --emit=ir --passes=-inline-functions
# function chars_order__device(a: u8[:], b: const u8[::1]) -> i64
#   for i: i64 in range(0, max(a.shape[0], b.shape[0]), 1)
#     x: i64 = i64(a[i]) if i < a.shape[0] else 0
#     y: i64 = i64(b[i]) if i < b.shape[0] else 0
#     if x != y
#       return x - y
#   return 0
#
# function chars_length__device(text: u32[:]) -> i64
#   count: i64 = text.shape[0]
#   while count > 0 and i64(text[guard count - 1]) == 0
#     count = count - 1
#   return count
#
# function chars_copy__device(to: local u32[:], text: const u32[::1])
#   for i: i64 in range(0, to.shape[0], 1)
#     to[i] = u32(i64(text[i]) if i < text.shape[0] else 0)
#
# kernel k(a: CharSeq(4){chars: u8[4] @0; 4}[::1], u: UnicodeCharSeq(3){chars: u32[3] @0; 12}[:])
#   constant @text: u8[2]
#   constant @text.1: u32[1]
#   local @text.2: UnicodeCharSeq(3){chars: u32[3] @0; 12}[1]
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   if chars_order__device(view a.chars[guard i, :], @text) == 0
#     a[guard i] = a[guard i + 1]
#   else
#     if chars_length__device(view u.chars[guard i, :]) == 2
#       u[guard i] = (let %3: none = chars_copy__device(view @text.2.chars[0, :], @text.1) in view @text.2[0])[guard 0]
