# golden: --emit=ir
from enum import Enum, IntEnum

import numpy as np
from numba import cuda


class Color(Enum):
    red = 1
    green = 2


class Level(IntEnum):
    low = 3
    high = 4


@cuda.jit("void(float32[:, :], float32[:], float32)")
def k(a, b, f):
    i, j = cuda.grid(ndim=2)
    c = cuda.const.array_like(b)
    a[i, j] = c[0] + cuda.gridsize(ndim=1)
    for n in range(f):
        a[n, 0] = 1
    d = b
    if b is d:
        a[1, 0] = 2
    if b is not c[:]:
        a[1, 1] = 3
    a[2, 1] = min(x for x in (f,)) + max([f])
    print(cuda.threadIdx, ((1, i), (f,)))


@cuda.jit("void(float32[:], float32[:])")
def same(x, y):
    if x is y:
        x[0] = 1


@cuda.jit("void(complex64[:], boolean[:])")
def order(z, b):
    b[0] = z[0] < z[1]
    b[1] = z[0] >= 1
    z[2] = max(z[0], z[1])
    z[3] = np.minimum(z[0], 1j)


@cuda.jit("void(int64[:])")
def members(x):
    c = Color["red"]
    if c is Color.red:
        x[0] = Color["green"].value
    if Level["high"] is Level.low:
        x[1] = 1
    x[2] = c is not Color.green


@cuda.jit("void(float32[:], int64, float32)")
def rest(x, *args):
    x[0] = args[0] + args[1] + len(args)
    for each in args:
        x[1] += each


@cuda.jit("void(float32[:])")
def none(x, *args):
    x[0] = len(args)

# === --emit=ir
# function np__high__device(a: f32[:]) -> i64
#   high: i64 = i64(u64(a.address)) + 4
#   %2: i64 = a.shape[0]
#   %3: i64 = a.strides[0]
#   for %4: i64 in range(0, 1, 1)
#     %11: i64 = %2
#     %12: i64 = %3
#     extent: i64 = %11
#     stride: i64 = %12
#     high = high + max(stride * (extent - 1), 0)
#   return high
#
# function np__low__device(a: f32[:]) -> i64
#   low: i64 = i64(u64(a.address))
#   %2: i64 = a.shape[0]
#   %3: i64 = a.strides[0]
#   for %4: i64 in range(0, 1, 1)
#     %11: i64 = %2
#     %12: i64 = %3
#     extent: i64 = %11
#     stride: i64 = %12
#     low = low + min(stride * (extent - 1), 0)
#   return low
#
# function np__order__device(t: f32[:], l: f32[:]) -> i64
#   if t.size == 0 or l.size == 0
#     return 0
#   if np__high__device(t) <= np__low__device(l) or np__high__device(l) <= np__low__device(t)
#     return 0
#   distance: i64 = i64(u64(t.address)) - i64(u64(l.address))
#   same: bool = distance == 0 and True
#   repeated: bool = False
#   upward: bool = True
#   inner: i64 = 4
#   for i: i64 in range(0, 1, 1)
#     axis: i64 = 0 - i
#     extent: i64 = let %23: i64 = t.shape[0] in %23 if axis == 0 or axis == -1 else 0
#     if extent != (let %24: i64 = l.shape[0] in %24 if axis == 0 or axis == -1 else 0)
#       if (let %25: i64 = l.shape[0] in %25 if axis == 0 or axis == -1 else 0) != 1
#         return 3
#       repeated = True
#     if extent > 1
#       step: i64 = let %26: i64 = t.strides[0] in %26 if axis == 0 or axis == -1 else 0
#       if (let %27: i64 = l.shape[0] in %27 if axis == 0 or axis == -1 else 0) > 1 and step != (let %28: i64 = l.strides[0] in %28 if axis == 0 or axis == -1 else 0)
#         return 3
#       if step < 0
#         upward = False
#         step = -step
#       if step < inner and not (same and not repeated)
#         return 3
#       inner = inner + step * (extent - 1)
#   if same and not repeated
#     return 0
#   for combination: i64 in range(0, 2, 1)
#     rest: i64 = distance
#     moved: bool = repeated
#     for axis in range(0, 1, 1)
#       extent = let %42: i64 = t.shape[0] in %42 if axis == 0 or axis == -1 else 0
#       if extent > 1
#         step = let %43: i64 = t.strides[0] in %43 if axis == 0 or axis == -1 else 0
#         k: i64 = rest // step + (combination >> axis & 1)
#         if k <= -extent or k >= (let %44: i64 = l.shape[0] in %44 if axis == 0 or axis == -1 else 0)
#           break
#         rest = rest - k * step
#         moved = moved or k != 0
#     else
#       if moved and -4 < rest and rest < 4
#         if repeated
#           return 3
#         return 2 if (distance > 0) == upward else 1
#   return 0
#
# function np__into3__device(f: none, a: f32[:], b: f64, c: f64, out: f32[:]) -> f32[:]
#   %5: f32[:] = a
#   %6: i64 = %5.shape[0]
#   %7: i64 = i64(%6 != 1)
#   %9: f64 = b
#   %10: f64 = c
#   %15: f32[:] = out
#   %16: i64 = %15.shape[0]
#   %17: i64 = 0 if array.distinct(%15, %5) else np__order__device(%15, %5)
#   %18: f32[:] = recast f32[:] %15 shape (%16) strides (%15.strides[0]) guard ((%6 == 1 or %6 == %16) and %17 != 3)
#   %19: i64 = %18.shape[0]
#   for %20: i64 in range(0, %19, 1)
#     %8: i64 = %19 - 1 - %20 if %17 == 2 else %20
#     %18[%8] = let %13: f32 = (let %11: f32 = %5[%8 * %7] in let %12: f32 = f32(%9) in %11 + %12 if %11 != %11 or %12 != %12 else max(%11, %12)) in let %14: f32 = f32(%10) in %13 + %14 if %13 != %13 or %14 != %14 else min(%13, %14)
#   return out
#
# function np__into2__device(f: none, a: f32[:], b: i64, out: f32[:]) -> f32[:]
#   %4: f32[:] = a
#   %5: i64 = %4.shape[0]
#   %6: i64 = i64(%5 != 1)
#   %8: i64 = b
#   %9: f32[:] = out
#   %10: i64 = %9.shape[0]
#   %11: i64 = 0 if array.distinct(%9, %4) else np__order__device(%9, %4)
#   %12: f32[:] = recast f32[:] %9 shape (%10) strides (%9.strides[0]) guard ((%5 == 1 or %5 == %10) and %11 != 3)
#   %13: i64 = %12.shape[0]
#   for %14: i64 in range(0, %13, 1)
#     %7: i64 = %13 - 1 - %14 if %11 == 2 else %14
#     %12[%7] = %4[%7 * %6] + f32(%8)
#   return out
#
# kernel k(a: f32[:, :], b: f32[:], f: f32)
#   %3: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   %4: i64 = i64(cuda.blockIdx.y) * i64(cuda.blockDim.y) + i64(cuda.threadIdx.y)
#   i: i64 = %3
#   j: i64 = %4
#   c: f32[:] = b
#   a[guard i, guard j] = c[guard 0] + f32(i64(cuda.gridDim.x) * i64(cuda.blockDim.x))
#   for n: i64 in range(0, i64(f), 1)
#     a[guard n, guard 0] = f32(1.0)
#   d: f32[:] = b
#   if b.address == d.address and b.shape[0] == d.shape[0] and b.strides[0] == d.strides[0]
#     a[guard 1, guard 0] = f32(2.0)
#   a[guard 1, guard 1] = f32(3.0)
#   a[guard 2, guard 0] = np__into3__device(False, b, 0.0, 1.0, b)[guard 0] + f32((let %10: f32[:] = np__into2__device(False, b, 1, b) in %10.size))
#   a[guard 2, guard 1] = (let %14: (f32) = (let %11: f32 = f in let %12: f32 = %11 in let %13: f32 = %12 in (%13,)) in let %15: f32 = %14.0 in %15) + f
#   print "(", i64(cuda.threadIdx.x), ", ", i64(cuda.threadIdx.y), ", ", i64(cuda.threadIdx.z), ") ((", 1, ", ", i, "), (", f64(f), ",))\n"
#
# kernel same(x: f32[:], y: f32[:])
#   if x.address == y.address and x.shape[0] == y.shape[0] and x.strides[0] == y.strides[0]
#     x[guard 0] = f32(1.0)
#
# kernel order(z: c64[:], b: bool[:])
#   b[guard 0] = let %2: c64 = z[guard 0] in let %3: c64 = z[guard 1] in np.real(%2) < np.real(%3) and np.imag(%2) == np.imag(%2) and np.imag(%3) == np.imag(%3) or np.real(%2) == np.real(%3) and np.imag(%2) < np.imag(%3)
#   b[guard 1] = let %4: c64 = z[guard 0] in let %5: c64 = c64(1.0, 0.0) in np.real(%4) > np.real(%5) and np.imag(%4) == np.imag(%4) and np.imag(%5) == np.imag(%5) or np.real(%4) == np.real(%5) and np.imag(%4) >= np.imag(%5)
#   z[guard 2] = let %6: c64 = z[guard 0] in let %7: c64 = z[guard 1] in let %8: c64 = %6 if not (np.real(%7) > np.real(%6) and np.imag(%7) == np.imag(%7) and np.imag(%6) == np.imag(%6) or np.real(%7) == np.real(%6) and np.imag(%7) > np.imag(%6)) else %7 in %8
#   z[guard 3] = let %9: c64 = z[guard 0] in let %10: c64 = c64(0.0, 1.0) in let %11: c64 = %9 if np.real(%9) < np.real(%10) and np.imag(%9) == np.imag(%9) and np.imag(%10) == np.imag(%10) or np.real(%9) == np.real(%10) and np.imag(%9) <= np.imag(%10) or (np.real(%9) != np.real(%9) or np.imag(%9) != np.imag(%9)) else %10 in %11
#
# kernel members(x: i64[:])
#   c: i64 = 1
#   x[guard 0] = 2
#   x[guard 2] = 1
#
# kernel rest(x: f32[:], args: (i64, f32))
#   x[guard 0] = f32(args.0) + args.1 + f32(2.0)
#   %2: (i64, f32) = args
#   %3: i64 = %2.0
#   %4: f32 = %2.1
#   each: i64 = %3
#   x[guard 1] = x[guard 1] + f32(each)
#   each.1: f32 = %4
#   x[guard 1] = x[guard 1] + each.1
#
# kernel none(x: f32[:], args: ())
#   x[guard 0] = f32(0.0)
# numba_spellings.py:23:20: warning: `range` of a float counts to its whole part; Python refuses it, write `int(...)` [RangeOfFloat]
#       for n in range(f):
#                      ^
