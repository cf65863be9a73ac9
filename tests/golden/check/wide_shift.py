# golden: --emit=ir
# A uint32 that is shifted to the left, inverted or multiplied is an int64, and
# what left the 32 bits comes back when it is shifted to the right.
import numpy as np
from numba import cuda

M = 0xFFFFFFFF


@cuda.jit("void(uint32[::1], uint8[::1], uint64[::1])")
def told(u, b, w):
    a = u[0]
    a ^= a << 13
    a ^= a >> 17
    u[0] = a
    c = u[1]
    u[1] = (c << 13) >> 17
    u[2] = ~c >> 1
    u[3] = -c >> 1
    u[4] = (c * 0x9E3779B1) >> 15
    u[5] = ((c << 13) | (c >> 19)) >> 3
    u[6] = (c << 13) + 1 >> 17
    u[7] = ((c << 13) >> 17) & 0xFFFF
    h = c * 0x85EBCA6B
    h ^= h >> 13
    u[8] = h


@cuda.jit("void(uint32[::1], uint8[::1], uint64[::1], int32[::1])")
def right(u, b, w, s):
    c = u[1]
    u[1] = np.uint32(c << 13) >> 17
    u[2] = ((c << 13) & M) >> 17
    u[3] = (c << 13) >> 32
    u[4] = (c * u[0]) >> 16
    u[5] = (c + u[0]) >> 1
    u[6] = (c * 3) >> 1
    u[7] = (b[0] << 8 | b[1]) >> 4
    u[8] = (w[0] << 13) >> 17
    u[9] = (s[0] << 13) >> 17
    u[10] = (c & ~u[0]) >> 3
    u[11] = ((c << 13) >> 17) & 0x7FFF
    u[12] = (c << 3 >> 8) & 0xFF
    u[13] = ((c & 0xFF) << 8) >> 4
    a = u[0]
    a = (a << 13) & M
    u[14] = a >> 17
    h = c * 0x85EBCA6B
    h &= M
    h ^= h >> 13
    u[15] = h
    u[16] = (c * 0xCCCCCCCD) >> 34

# === --emit=ir
# kernel told(u: u32[::1], b: u8[::1], w: u64[::1])
#   a: u32 = u[guard 0]
#   a.1: i64 = i64(a) ^ i64(a) << 13
#   a.1 = a.1 ^ a.1 >> 17
#   u[guard 0] = u32(a.1)
#   c: u32 = u[guard 1]
#   u[guard 1] = u32(i64(c) << 13 >> 17)
#   u[guard 2] = u32(~i64(c) >> 1)
#   u[guard 3] = u32(-i64(c) >> 1)
#   u[guard 4] = u32(i64(c) * 2654435761 >> 15)
#   u[guard 5] = u32((i64(c) << 13 | i64(c) >> 19) >> 3)
#   u[guard 6] = u32((i64(c) << 13) + 1 >> 17)
#   u[guard 7] = u32(i64(c) << 13 >> 17 & 65535)
#   h: i64 = i64(c) * 2246822507
#   h = h ^ h >> 13
#   u[guard 8] = u32(h)
#
# kernel right(u: u32[::1], b: u8[::1], w: u64[::1], s: i32[::1])
#   c: u32 = u[guard 1]
#   u[guard 1] = u32(i64(u32(i64(c) << 13)) >> 17)
#   u[guard 2] = u32((i64(c) << 13 & 4294967295) >> 17)
#   u[guard 3] = u32(i64(c) << 13 >> 32)
#   u[guard 4] = u32(i64(c) * i64(u[guard 0]) >> 16)
#   u[guard 5] = u32(i64(c) + i64(u[guard 0]) >> 1)
#   u[guard 6] = u32(i64(c) * 3 >> 1)
#   u[guard 7] = u32((i64(b[guard 0]) << 8 | i64(b[guard 1])) >> 4)
#   u[guard 8] = u32(w[guard 0] << 13 >> 17)
#   u[guard 9] = u32(i64(s[guard 0]) << 13 >> 17)
#   u[guard 10] = u32((i64(c) & ~i64(u[guard 0])) >> 3)
#   u[guard 11] = u32(i64(c) << 13 >> 17 & 32767)
#   u[guard 12] = u32(i64(c) << 3 >> 8 & 255)
#   u[guard 13] = u32((i64(c) & 255) << 8 >> 4)
#   a: u32 = u[guard 0]
#   a.1: i64 = i64(a) << 13 & 4294967295
#   u[guard 14] = u32(a.1 >> 17)
#   h: i64 = i64(c) * 2246822507
#   h = h & 4294967295
#   h = h ^ h >> 13
#   u[guard 15] = u32(h)
#   u[guard 16] = u32(i64(c) * 3435973837 >> 34)
# wide_shift.py:14:10: warning: this `>>` shifts an int64 that has bits above the lower 32, by an assignment before; write `np.uint32(a) >> 17` [ShiftOfWide]
#       a ^= a >> 17
#            ^~~~~~~
# wide_shift.py:17:12: warning: this `>>` shifts an int64 that has bits above the lower 32, by `<<`; write `np.uint32(c << 13) >> 17` [ShiftOfWide]
#       u[1] = (c << 13) >> 17
#              ^~~~~~~~~~~~~~~
# wide_shift.py:18:12: warning: this `>>` shifts an int64 that has bits above the lower 32, by `~`; write `np.uint32(~c) >> 1` [ShiftOfWide]
#       u[2] = ~c >> 1
#              ^~~~~~~
# wide_shift.py:19:12: warning: this `>>` shifts an int64 that has bits above the lower 32, by `-`; write `np.uint32(-c) >> 1` [ShiftOfWide]
#       u[3] = -c >> 1
#              ^~~~~~~
# wide_shift.py:20:12: warning: this `>>` shifts an int64 that has bits above the lower 32, by `*`; write `np.uint32(c * 0x9E3779B1) >> 15` [ShiftOfWide]
#       u[4] = (c * 0x9E3779B1) >> 15
#              ^~~~~~~~~~~~~~~~~~~~~~
# wide_shift.py:21:12: warning: this `>>` shifts an int64 that has bits above the lower 32, by `<<`; write `np.uint32((c << 13) | (c >> 19)) >> 3` [ShiftOfWide]
#       u[5] = ((c << 13) | (c >> 19)) >> 3
#              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
# wide_shift.py:22:12: warning: this `>>` shifts an int64 that has bits above the lower 32, by `<<`; write `np.uint32((c << 13) + 1) >> 17` [ShiftOfWide]
#       u[6] = (c << 13) + 1 >> 17
#              ^~~~~~~~~~~~~~~~~~~
# wide_shift.py:23:13: warning: this `>>` shifts an int64 that has bits above the lower 32, by `<<`; write `np.uint32(c << 13) >> 17` [ShiftOfWide]
#       u[7] = ((c << 13) >> 17) & 0xFFFF
#               ^~~~~~~~~~~~~~~
# wide_shift.py:25:10: warning: this `>>` shifts an int64 that has bits above the lower 32, by an assignment before; write `np.uint32(h) >> 13` [ShiftOfWide]
#       h ^= h >> 13
#            ^~~~~~~
