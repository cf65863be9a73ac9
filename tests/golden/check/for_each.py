# golden: --emit=ir
from numba import cuda
import numba
import numpy as np


@cuda.jit("void(float32[:, :], float32[::1], int64[:])")
def arrays(a, b, out):
    for row in a:
        for i, v in enumerate(row, 1):
            out[i] = v
    for v, i in zip(b, range(10)):
        out[i] = v
    for v in reversed(b):
        out[0] = v
    for i, j in np.ndindex(2, 3):
        out[i] = j
    for (i, j), v in np.ndenumerate(a):
        out[i] = v
    for v in a.flat:
        out[1] = v


@cuda.jit("void(int64, float32[::1])")
def tuples(n, x):
    for i in (n, n + 1, 5):
        x[i] = i
        if n > 3:
            break
    for v in (1, 2.5, x):
        last = v
    for i in numba.literal_unroll((3, 4)):
        if n == i:
            continue
        if n > i:
            break
        x[i] = 1
    else:
        x[0] = 2

# === --emit=ir
# kernel arrays(a: f32[:, :], b: f32[::1], out: i64[:])
#   %3: f32[:, :] = a
#   %4: i64 = %3.shape[0]
#   for %5: i64 in range(0, %4, 1)
#     row: f32[:] = view %3[%5, :]
#     %23: f32[:] = row
#     %24: i64 = %23.shape[0]
#     for %25: i64 in range(0, %24, 1)
#       %26: i64 = 1 + %25
#       %27: f32 = %23[%25]
#       i: i64 = %26
#       v: f32 = %27
#       out[guard i] = i64(v)
#   %28: f32[::1] = b
#   %29: i64 = %28.shape[0]
#   %30: i64 = min(%29, 10)
#   for %31: i64 in range(0, %30, 1)
#     %32: f32 = %28[guard %31]
#     %33: i64 = 0 + %31 * 1
#     v = %32
#     i = %33
#     out[guard i] = i64(v)
#   %34: f32[::1] = b
#   %35: i64 = %34.shape[0]
#   for %36: i64 in range(0, %35, 1)
#     v = let %37: i64 = %35 - 1 - %36 in %34[%37]
#     out[guard 0] = i64(v)
#   for %38: i64 in range(0, 6, 1)
#     %44: i64 = %38 // 3
#     %45: i64 = %38 % 3
#     i = %44
#     j: i64 = %45
#     out[guard i] = j
#   %46: f32[:, :] = a
#   %47: i64 = %46.shape[0]
#   %48: i64 = %46.shape[1]
#   %49: i64 = 1 * %47 * %48
#   for %50: i64 in range(0, %49, 1)
#     %51: (i64, i64) = (%50 // %48, %50 % %48)
#     %52: f32 = %46[guard %50 // %48, guard if any %50 % %48]
#     %53: (i64, i64) = %51
#     i = %53.0
#     j = %53.1
#     v = %52
#     out[guard wrap(i)] = i64(v)
#   %54: f32[:, :] = a
#   %55: i64 = %54.shape[0]
#   %56: i64 = %54.shape[1]
#   %57: i64 = 1 * %55 * %56
#   for %58: i64 in range(0, %57, 1)
#     v = %54[guard %58 // %56, guard if any %58 % %56]
#     out[guard 1] = i64(v)
#
# kernel tuples(n: i64, x: f32[::1])
#   %2: i64 = n
#   %3: i64 = n + 1
#   for %4: i64 in range(0, 3, 1)
#     i: i64 = %2 if %4 == 0 else %3 if %4 == 1 else 5
#     x[guard wrap(i)] = f32(i)
#     if n > 3
#       break
#   %6: f32[::1] = x
#   v: i64 = 1
#   last: i64 = 1
#   v.1: f64 = 2.5
#   last.1: f64 = 2.5
#   v.2: f32[::1] = %6
#   last.2: f32[::1] = v.2
#   %13: bool = False
#   while True
#     while True
#       i = 3
#       if n == 3
#         break
#       if n > 3
#         %13 = True
#         break
#       x[guard 3] = f32(1.0)
#       break
#     if %13
#       break
#     while True
#       i = 4
#       if n == 4
#         break
#       if n > 4
#         %13 = True
#         break
#       x[guard 4] = f32(1.0)
#       break
#     if %13
#       break
#     x[guard 0] = f32(2.0)
#     break
