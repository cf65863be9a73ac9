# golden: --emit=ir --passes=-inline-functions
import numpy as np
from numba import cuda

POINT = np.dtype([("x", np.float32), ("n", np.int32)])


@cuda.jit(device=True, inline=True)
def filled(n, value):
    scratch = cuda.local.array(2, np.float32)
    scratch[0] = value
    a = cuda.local.array(4, np.float32)
    for i in range(n):
        a[i] = scratch[0]
    return a


@cuda.jit(device=True)
def part():
    a = filled(2, 1)
    b = a[1:]
    if b[0] > 0:
        b = a[2:]
    return 1, b


@cuda.jit(device=True)
def record():
    a = cuda.local.array(4, POINT)
    r = a[2]
    return r


@cuda.jit("void(float32[::1])")
def k(out):
    a = filled(4, 3)
    b = filled(4, out[0])
    out[0] = a[0] + b[1] + part()[1][0]
    out[1] = record().x
    for i in range(3):
        out[2] += filled(i, i)[0]

# === --emit=ir --passes=-inline-functions
# function filled__device(n: i64, value: i64, scratch: local f32[::1], a: local f32[::1]) -> local f32[::1]
#   scratch: local f32[::1] = scratch
#   scratch[guard 0] = f32(value)
#   a: local f32[::1] = a
#   for i: i64 in range(0, n, 1)
#     a[guard i] = scratch[guard 0]
#   return a
#
# function filled__device_1(n: i64, value: f32, scratch: local f32[::1], a: local f32[::1]) -> local f32[::1]
#   scratch: local f32[::1] = scratch
#   scratch[guard 0] = value
#   a: local f32[::1] = a
#   for i: i64 in range(0, n, 1)
#     a[guard i] = scratch[guard 0]
#   return a
#
# function part__device(scratch: local f32[::1], a: local f32[::1]) -> (i64, local f32[::1])
#   a: local f32[::1] = filled__device(2, 1, scratch, a)
#   b: local f32[::1] = view a[1:]
#   if b[guard 0] > f32(0.0)
#     b = view a[2:]
#   return (1, b)
#
# function record__device(a: local {x: f32 @0, n: i32 @4; 8}[::1]) -> local ref {x: f32 @0, n: i32 @4; 8}
#   a: local {x: f32 @0, n: i32 @4; 8}[::1] = a
#   r: local ref {x: f32 @0, n: i32 @4; 8} = view a[guard 2]
#   return r
#
# kernel k(out: f32[::1])
#   local @scratch: f32[2]
#   local @a.1: f32[4]
#   local @scratch.2: f32[2]
#   local @a.3: f32[4]
#   local @scratch.4: f32[2]
#   local @a.5: f32[4]
#   local @a.6: {x: f32 @0, n: i32 @4; 8}[4]
#   local @scratch.7: f32[2]
#   local @a.8: f32[4]
#   a: local f32[::1] = filled__device(4, 3, @scratch, @a.1)
#   b: local f32[::1] = filled__device_1(4, out[guard 0], @scratch.2, @a.3)
#   out[guard 0] = a[guard 0] + b[guard 1] + (let %3: (i64, local f32[::1]) = part__device(@scratch.4, @a.5) in %3.1)[guard 0]
#   out[guard 1] = record__device(@a.6).x[guard 0]
#   for i: i64 in range(0, 3, 1)
#     out[guard 2] = out[guard 2] + filled__device(i, i, @scratch.7, @a.8)[guard 0]
