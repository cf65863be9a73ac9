# golden: --emit=ir --facts=block=32 --passes=-inline-functions
import numpy as np
from cuda import coop
from numba import cuda

Pair = np.dtype([("n", np.int32), ("x", np.float32)])


def most(p, q):
    return p if p.x >= q.x else q


def add(result, lhs, rhs):
    result[0] = lhs[0] + rhs[0]


@cuda.jit("void(record(n: int32, x: float32, packed=True)[::1], int32[::1])")
def items_of_records(pairs, y):
    i = cuda.threadIdx.x
    pairs[0] = coop.reduce(coop.this_warp(), pairs[i], most)
    y[0] = coop.reduce(coop.this_warp(), y[i], add)

# === --emit=ir --facts=block=32 --passes=-inline-functions
# function coop__check_algorithm__device(algorithm: none, first: none, second: none, third: none, message: none) -> i64
#   return 0
#
# function coop__check_op__device(op: none) -> i64
#   return 0
#
# function coop__lanes__device(group: none) -> (i64, i64, i64, i64)
#   size: i64 = 32
#   place: i64 = i64(cuda.laneid) % 32
#   base: i64 = i64(cuda.laneid) - place
#   mask: i64 = cuda.selp(True, 4294967295, 4294967295 << base)
#   cuda.coop._together(u32(mask))
#   return (mask, base, place, 32)
#
# function coop__across__device(mask: i64, value: record(n: int32, x: float32){n: i32 @0, x: f32 @4; 8}, bits: i64) -> record(n: int32, x: float32){n: i32 @0, x: f32 @4; 8}
#   parts: (i32, f32) = let %3: i32 = value.0 in let %4: f32 = value.1 in let %5: i32 = %3 in let %6: i32 = cuda.shfl_xor_sync(u32(mask), %5, i32(bits)) in let %7: f32 = %4 in let %8: f32 = cuda.shfl_xor_sync(u32(mask), %7, i32(bits)) in (%6, %8)
#   return let %10: i32 = parts.0 in let %11: f32 = parts.1 in (%10, %11)
#
# function most__device(p: record(n: int32, x: float32){n: i32 @0, x: f32 @4; 8}, q: record(n: int32, x: float32){n: i32 @0, x: f32 @4; 8}) -> record(n: int32, x: float32){n: i32 @0, x: f32 @4; 8}
#   return p if p.1 >= q.1 else q
#
# function coop__apply__device(op: none, a: record(n: int32, x: float32){n: i32 @0, x: f32 @4; 8}, b: record(n: int32, x: float32){n: i32 @0, x: f32 @4; 8}) -> record(n: int32, x: float32){n: i32 @0, x: f32 @4; 8}
#   return most__device(a, b)
#
# function coop__by_halves__device(value: record(n: int32, x: float32){n: i32 @0, x: f32 @4; 8}, op: none, width: none, mask: i64) -> record(n: int32, x: float32){n: i32 @0, x: f32 @4; 8}
#   step: i64 = 1
#   while step < 32
#     value = coop__apply__device(False, value, coop__across__device(mask, value, step))
#     step = step * 2
#   return value
#
# function coop__full_total__device(value: record(n: int32, x: float32){n: i32 @0, x: f32 @4; 8}, op: none, width: none, mask: i64) -> record(n: int32, x: float32){n: i32 @0, x: f32 @4; 8}
#   return coop__by_halves__device(value, False, False, mask)
#
# function coop__reduce_tile__device(tile: none, total: record(n: int32, x: float32){n: i32 @0, x: f32 @4; 8}, op: none, valid_items: none, broadcast: none) -> record(n: int32, x: float32){n: i32 @0, x: f32 @4; 8}
#   %5: (i64, i64, i64, i64) = coop__lanes__device(False)
#   mask: i64 = %5.0
#   base: i64 = %5.1
#   place: i64 = %5.2
#   size: i64 = %5.3
#   total = coop__full_total__device(total, False, False, mask)
#   return total
#
# function coop__reduce__device(group: none, value: ref {n: i32 @0, x: f32 @4; 8}, op: none, valid_items: none, broadcast: none, algorithm: none, temp_storage: none) -> record(n: int32, x: float32){n: i32 @0, x: f32 @4; 8}
#   coop__check_algorithm__device(False, False, False, False, False)
#   coop__check_op__device(False)
#   n: i64 = 0
#   total: record(n: int32, x: float32){n: i32 @0, x: f32 @4; 8} = let %8: {n: i32 @0, x: f32 @4; 8} = value[guard 0] in (%8.0, %8.1)
#   return coop__reduce_tile__device(False, total, False, False, False)
#
# function coop_reduce__device(group: none, value: ref {n: i32 @0, x: f32 @4; 8}, op: none, valid_items: none, broadcast: none, algorithm: none, temp_storage: none) -> record(n: int32, x: float32){n: i32 @0, x: f32 @4; 8}
#   return coop__reduce__device(False, value, False, False, False, False, False)
#
# function coop__check_algorithm__device_1(algorithm: none, first: none, second: none, third: none, message: none) -> i64
#   return 0
#
# function coop__check_op__device_1(op: none) -> i64
#   return 0
#
# function coop__lanes__device_1(group: none) -> (i64, i64, i64, i64)
#   size: i64 = 32
#   place: i64 = i64(cuda.laneid) % 32
#   base: i64 = i64(cuda.laneid) - place
#   mask: i64 = cuda.selp(True, 4294967295, 4294967295 << base)
#   cuda.coop._together(u32(mask))
#   return (mask, base, place, 32)
#
# function coop__across__device_1(mask: i64, value: i32, bits: i64) -> i32
#   parts: (i32) = let %3: i32 = value in let %4: i32 = %3 in let %5: i32 = cuda.shfl_xor_sync(u32(mask), %4, i32(bits)) in (%5,)
#   return let %7: i32 = parts.0 in %7
#
# function add__device(result: local i32[::1], lhs: local i32[::1], rhs: local i32[::1])
#   result[guard 0] = i32(i64(lhs[guard 0]) + i64(rhs[guard 0]))
#
# function coop__written__device(op: none, a: i32, b: i32) -> i32
#   local @result: i32[1]
#   local @left.1: i32[1]
#   local @right.2: i32[1]
#   result: local i32[::1] = @result
#   left: local i32[::1] = @left.1
#   right: local i32[::1] = @right.2
#   left[0] = a
#   right[0] = b
#   result[0] = a
#   add__device(result, left, right)
#   return result[0]
#
# function coop__apply__device_1(op: none, a: i32, b: i32) -> i32
#   return coop__written__device(False, a, b)
#
# function coop__by_halves__device_1(value: i32, op: none, width: none, mask: i64) -> i32
#   step: i64 = 1
#   while step < 32
#     value = coop__apply__device_1(False, value, coop__across__device_1(mask, value, step))
#     step = step * 2
#   return value
#
# function coop__full_total__device_1(value: i32, op: none, width: none, mask: i64) -> i32
#   return coop__by_halves__device_1(value, False, False, mask)
#
# function coop__reduce_tile__device_1(tile: none, total: i32, op: none, valid_items: none, broadcast: none) -> i32
#   %5: (i64, i64, i64, i64) = coop__lanes__device_1(False)
#   mask: i64 = %5.0
#   base: i64 = %5.1
#   place: i64 = %5.2
#   size: i64 = %5.3
#   total = coop__full_total__device_1(total, False, False, mask)
#   return total
#
# function coop__reduce__device_1(group: none, value: i32, op: none, valid_items: none, broadcast: none, algorithm: none, temp_storage: none) -> i32
#   coop__check_algorithm__device_1(False, False, False, False, False)
#   coop__check_op__device_1(False)
#   n: i64 = 0
#   total: i32 = value
#   return coop__reduce_tile__device_1(False, total, False, False, False)
#
# function coop_reduce__device_1(group: none, value: i32, op: none, valid_items: none, broadcast: none, algorithm: none, temp_storage: none) -> i32
#   return coop__reduce__device_1(False, value, False, False, False, False, False)
#
# kernel items_of_records(pairs: {n: i32 @0, x: f32 @4; 8}[::1], y: i32[::1])
#   i: i32 = cuda.threadIdx.x
#   pairs[guard 0] = let %3: record(n: int32, x: float32){n: i32 @0, x: f32 @4; 8} = coop_reduce__device(False, view pairs[guard i64(i)], False, False, False, False, False) in (%3.0, %3.1)
#   y[guard 0] = coop_reduce__device_1(False, y[guard i64(i)], False, False, False, False, False)
