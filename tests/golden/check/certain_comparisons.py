# golden: --emit=ir --sig 'lazy(uint8[::1], float32[::1])'
# Comparisons that have one result, and numbers in the place of conditions. No
# word of tests of ranges, names' values, assertions and types that nobody states.
import math

import numpy as np
from numba import cuda

N = 4


@cuda.jit("void(uint8[::1], uint32[::1], int32[::1], float32[::1], float64, boolean)")
def certain(b, u, i, f, d, flag):
    x = u[0]
    if x < 0: f[0] = 1
    if x >= 0 and x < 7: f[1] = 1
    if 0 <= x < 7: f[1] = 1
    if x < 0 or x > 7: f[1] = 1
    if x >= 0: f[1] = 1
    if b[0] == 300: f[2] = 1
    if b[0] > 255: f[2] = 1
    if 256 > b[0]: f[2] = 1
    if b[0] == 255: f[2] = 1
    if i[0] == 0xFFFFFFFF: f[3] = 1
    if i[0] == -1: f[3] = 1
    if x == -1: f[3] = 1
    if f[0] == np.nan: f[4] = 1
    if f[0] != math.nan: f[4] = 1
    if d == float('nan'): f[4] = 1
    if f[0] < np.nan: f[4] = 1
    if flag == 2: f[4] = 1
    if flag == 1: f[4] = 1
    if N > 0: f[4] = 1
    if x > N - 10: f[4] = 1
    if i[0] == 1 or 2: f[5] = 1
    if i[0] != 1 and 2: f[5] = 1
    if i[0] == 1 or 2 or 3: f[5] = 1
    while i[0] == 1 or 2: break
    assert x >= 0
    if x - 1 < 0: f[4] = 1
    if u[0] == 1 << 40: f[4] = 1

@cuda.jit(device=True)
def dev(x):
    return x < 0

@cuda.jit
def lazy(u, out):
    if u[0] < 0: out[0] = 1
    if dev(u[0]): out[0] = 1

# === --emit=ir --sig 'lazy(uint8[::1], float32[::1])'
# kernel certain(b: u8[::1], u: u32[::1], i: i32[::1], f: f32[::1], d: f64, flag: bool)
#   x: u32 = u[guard 0]
#   if i64(x) < 0
#     f[guard 0] = f32(1.0)
#   if i64(x) >= 0 and i64(x) < 7
#     f[guard 1] = f32(1.0)
#   if 0 <= i64(x) and i64(x) < 7
#     f[guard 1] = f32(1.0)
#   if i64(x) < 0 or i64(x) > 7
#     f[guard 1] = f32(1.0)
#   if i64(x) >= 0
#     f[guard 1] = f32(1.0)
#   if i64(b[guard 0]) == 300
#     f[guard 2] = f32(1.0)
#   if i64(b[guard 0]) > 255
#     f[guard 2] = f32(1.0)
#   if 256 > i64(b[guard 0])
#     f[guard 2] = f32(1.0)
#   if i64(b[guard 0]) == 255
#     f[guard 2] = f32(1.0)
#   if i64(i[guard 0]) == 4294967295
#     f[guard 3] = f32(1.0)
#   if i64(i[guard 0]) == -1
#     f[guard 3] = f32(1.0)
#   if i64(x) == -1
#     f[guard 3] = f32(1.0)
#   if f[guard 0] == f32(nan)
#     f[guard 4] = f32(1.0)
#   if f[guard 0] != f32(nan)
#     f[guard 4] = f32(1.0)
#   if d == nan
#     f[guard 4] = f32(1.0)
#   if f[guard 0] < f32(nan)
#     f[guard 4] = f32(1.0)
#   if i64(flag) == 2
#     f[guard 4] = f32(1.0)
#   if i64(flag) == 1
#     f[guard 4] = f32(1.0)
#   f[guard 4] = f32(1.0)
#   if i64(x) > -6
#     f[guard 4] = f32(1.0)
#   if i64(i[guard 0]) == 1 or True
#     f[guard 5] = f32(1.0)
#   if i64(i[guard 0]) != 1
#     f[guard 5] = f32(1.0)
#   if i64(i[guard 0]) == 1 or True
#     f[guard 5] = f32(1.0)
#   while i64(i[guard 0]) == 1 or True
#     break
#   if not i64(x) >= 0
#     raise AssertionError("")
#   if i64(x) - 1 < 0
#     f[guard 4] = f32(1.0)
#   if i64(u[guard 0]) == 1099511627776
#     f[guard 4] = f32(1.0)
#
# kernel lazy(u: u8[::1], out: f32[::1])
#   if i64(u[guard 0]) < 0
#     out[guard 0] = f32(1.0)
#   dev.x: u8 = u[guard 0]
#   dev: bool = i64(dev.x) < 0
#   if dev
#     out[guard 0] = f32(1.0)
# certain_comparisons.py:15:8: warning: this is always False: a `uint32` is never negative [CertainComparison]
#       if x < 0: f[0] = 1
#          ^~~~~
# certain_comparisons.py:19:8: warning: this is always True: a `uint32` is never negative [CertainComparison]
#       if x >= 0: f[1] = 1
#          ^~~~~~
# certain_comparisons.py:20:8: warning: this is always False: a `uint8` is from 0 to 255 [CertainComparison]
#       if b[0] == 300: f[2] = 1
#          ^~~~~~~~~~~
# certain_comparisons.py:21:8: warning: this is always False: a `uint8` is from 0 to 255 [CertainComparison]
#       if b[0] > 255: f[2] = 1
#          ^~~~~~~~~~
# certain_comparisons.py:22:8: warning: this is always True: a `uint8` is from 0 to 255 [CertainComparison]
#       if 256 > b[0]: f[2] = 1
#          ^~~~~~~~~~
# certain_comparisons.py:24:8: warning: this is always False: an `int32` is from -2147483648 to 2147483647 [CertainComparison]
#       if i[0] == 0xFFFFFFFF: f[3] = 1
#          ^~~~~~~~~~~~~~~~~~
# certain_comparisons.py:26:8: warning: this is always False: a `uint32` is from 0 to 4294967295 [CertainComparison]
#       if x == -1: f[3] = 1
#          ^~~~~~~
# certain_comparisons.py:27:8: warning: this is always False: nan equals nothing, not even itself; write `math.isnan(f[0])` [CertainComparison]
#       if f[0] == np.nan: f[4] = 1
#          ^~~~~~~~~~~~~~
# certain_comparisons.py:28:8: warning: this is always True: nan equals nothing, not even itself; write `not math.isnan(f[0])` [CertainComparison]
#       if f[0] != math.nan: f[4] = 1
#          ^~~~~~~~~~~~~~~~
# certain_comparisons.py:29:8: warning: this is always False: nan equals nothing, not even itself; write `math.isnan(d)` [CertainComparison]
#       if d == float('nan'): f[4] = 1
#          ^~~~~~~~~~~~~~~~~
# certain_comparisons.py:30:8: warning: this is always False: nan is neither less nor greater than a number [CertainComparison]
#       if f[0] < np.nan: f[4] = 1
#          ^~~~~~~~~~~~~
# certain_comparisons.py:31:8: warning: this is always False: a `bool` is 0 or 1 [CertainComparison]
#       if flag == 2: f[4] = 1
#          ^~~~~~~~~
# certain_comparisons.py:35:21: warning: `2` is always true by itself; write `i[0] == 1 or i[0] == 2` [NumberAlone]
#       if i[0] == 1 or 2: f[5] = 1
#                       ^
# certain_comparisons.py:36:22: warning: `2` is always true by itself; write `i[0] != 1 and i[0] != 2` [NumberAlone]
#       if i[0] != 1 and 2: f[5] = 1
#                        ^
# certain_comparisons.py:37:21: warning: `2` is always true by itself; write `i[0] == 1 or i[0] == 2` [NumberAlone]
#       if i[0] == 1 or 2 or 3: f[5] = 1
#                       ^
# certain_comparisons.py:38:24: warning: `2` is always true by itself; write `i[0] == 1 or i[0] == 2` [NumberAlone]
#       while i[0] == 1 or 2: break
#                          ^
# certain_comparisons.py:41:8: warning: this is always False: a `uint32` is from 0 to 4294967295 [CertainComparison]
#       if u[0] == 1 << 40: f[4] = 1
#          ^~~~~~~~~~~~~~~
