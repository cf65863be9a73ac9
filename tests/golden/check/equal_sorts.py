# golden: --emit=ir --passes=-inline-functions
# What values of one sort are in a tuple, counted there or matched: by comparing.
import numpy as np
from numba import cuda


@cuda.jit
def k(t: "timedelta64[s]", u: "timedelta64[ms]", s: "CharSeq(3)", n: "Optional(int64)", out: "int64[::1]"):
    out[0] = t in (u, np.timedelta64(5, "s"))
    out[1] = (t, u).count(t)
    out[2] = s in (b"ab", b"cd")
    out[3] = (b"cd", b"ab").index(s)
    out[4] = "a" in ("b", 1, None, (1, 2), t)
    out[5] = n in (1, 2)
    match t:
        case 5:
            out[6] = 1
    match s:
        case b"ab":
            out[6] = 2

# === --emit=ir --passes=-inline-functions
# function chars_copy__device(to: local u8[:], text: local u8[:])
#   for i: i64 in range(0, to.shape[0], 1)
#     to[i] = u8(i64(text[i]) if i < text.shape[0] else 0)
#
# function time_finer__device(a: i64, factor: i64) -> i64
#   most: i64 = 9223372036854775807 // factor
#   if a > most or a < -most
#     return -9223372036854775808
#   return a * factor
#
# function chars_order__device(a: local u8[::1], b: const u8[::1]) -> i64
#   for i: i64 in range(0, max(a.shape[0], b.shape[0]), 1)
#     x: i64 = i64(a[i]) if i < a.shape[0] else 0
#     y: i64 = i64(b[i]) if i < b.shape[0] else 0
#     if x != y
#       return x - y
#   return 0
#
# kernel k(t: timedelta64[s], u: timedelta64[ms], s: CharSeq(3){chars: u8[3] @0; 3}, n: i64, out: i64[::1])
#   local @s: CharSeq(3){chars: u8[3] @0; 3}[1]
#   local @text.1: CharSeq(3){chars: u8[3] @0; 3}[1]
#   constant @text.2: u8[2]
#   constant @text.3: u8[2]
#   @s[0] = s
#   s.1: local ref CharSeq(3){chars: u8[3] @0; 3} = let %5: none = chars_copy__device(view @text.1.chars[0, :], view @s.chars[0, :]) in view @text.1[0]
#   out[guard 0] = i64((let %7: i64 = time_finer__device(t, 1000) in %7 == u and %7 != -9223372036854775808) or t == 5 and t != -9223372036854775808)
#   out[guard 1] = i64(t == t and t != -9223372036854775808) + (i64((let %8: i64 = time_finer__device(t, 1000) in %8 == u and %8 != -9223372036854775808)) + 0)
#   out[guard 2] = i64(chars_order__device(s.1.chars, @text.2) == 0 or chars_order__device(s.1.chars, @text.3) == 0)
#   out[guard 3] = 0 if chars_order__device(s.1.chars, @text.3) == 0 else 1 if chars_order__device(s.1.chars, @text.2) == 0 else -1
#   out[guard 4] = 0
#   out[guard 5] = i64(n == 1 or n == 2)
#   %9: timedelta64[s] = t
#   if let %10: i64 = 5 in %9 == %10 and %9 != -9223372036854775808
#     out[guard 6] = 1
#   %11: local ref CharSeq(3){chars: u8[3] @0; 3} = s.1
#   if chars_order__device(%11.chars, @text.2) == 0
#     out[guard 6] = 2
#
# kernel k__1(t: timedelta64[s], u: timedelta64[ms], s: CharSeq(3){chars: u8[3] @0; 3}, n: none, out: i64[::1])
#   local @s: CharSeq(3){chars: u8[3] @0; 3}[1]
#   local @text.1: CharSeq(3){chars: u8[3] @0; 3}[1]
#   constant @text.2: u8[2]
#   constant @text.3: u8[2]
#   @s[0] = s
#   s.1: local ref CharSeq(3){chars: u8[3] @0; 3} = let %5: none = chars_copy__device(view @text.1.chars[0, :], view @s.chars[0, :]) in view @text.1[0]
#   out[guard 0] = i64((let %7: i64 = time_finer__device(t, 1000) in %7 == u and %7 != -9223372036854775808) or t == 5 and t != -9223372036854775808)
#   out[guard 1] = i64(t == t and t != -9223372036854775808) + (i64((let %8: i64 = time_finer__device(t, 1000) in %8 == u and %8 != -9223372036854775808)) + 0)
#   out[guard 2] = i64(chars_order__device(s.1.chars, @text.2) == 0 or chars_order__device(s.1.chars, @text.3) == 0)
#   out[guard 3] = 0 if chars_order__device(s.1.chars, @text.3) == 0 else 1 if chars_order__device(s.1.chars, @text.2) == 0 else -1
#   out[guard 4] = 0
#   out[guard 5] = 0
#   %9: timedelta64[s] = t
#   if let %10: i64 = 5 in %9 == %10 and %9 != -9223372036854775808
#     out[guard 6] = 1
#   %11: local ref CharSeq(3){chars: u8[3] @0; 3} = s.1
#   if chars_order__device(%11.chars, @text.2) == 0
#     out[guard 6] = 2
