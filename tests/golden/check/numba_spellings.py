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
#   a[guard 2, guard 1] = (let %13: (f32) = (let %10: f32 = f in let %11: f32 = %10 in let %12: f32 = %11 in (%12,)) in let %14: f32 = %13.0 in %14) + f
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
#   c: Color{value: i64 @0; 8} = (1,)
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
