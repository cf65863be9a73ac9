# golden: --emit=ir --passes=-inline-functions
from numba import cuda
from cuda import coop


@cuda.jit("void(int32[::1], int32[::1])")
def scan_tile(x, y):
    block = coop.this_block()
    items = coop.ThreadData(2)
    coop.load(block, x, items)
    coop.store(block, y, coop.inclusive_sum(block, items))

# === --emit=ir --passes=-inline-functions
# function coop__check_move__device(group: none, array: i32[::1], items: local i32[::1], algorithm: none) -> i64
#   return 0
#
# function coop__place__device(group: none, n: none, i: i64, isStriped: none) -> i64
#   return ((i64(cuda.threadIdx.z) * i64(cuda.blockDim.y) + i64(cuda.threadIdx.y)) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)) * 2 + i
#
# function coop_load__device(group: none, array: i32[::1], items: local i32[::1], algorithm: none, valid_items: none, oob_default: none, offset: none, temp_storage: none)
#   n: i64 = 2
#   coop__check_move__device(False, array, items, False)
#   for i: i64 in range(0, 2, 1)
#     place: i64 = coop__place__device(False, False, i, False)
#     items[guard i] = array[guard 0 + place]
#
# function coop__check_op__device(op: none) -> i64
#   return 0
#
# function coop__check_scan__device(group: none, op: none, mode: none) -> i64
#   coop__check_op__device(False)
#   return 0
#
# function coop__check_algorithm__device(algorithm: none, first: none, second: none, third: none, message: none) -> i64
#   return 0
#
# function coop__apply__device(op: none, a: i32, b: i32) -> i32
#   return i32(i64(a) + i64(b))
#
# function coop__items_total__device(value: local i32[::1], op: none) -> i32
#   total: i32 = value[guard 0]
#   for i: i64 in range(1, 2, 1)
#     total = coop__apply__device(False, total, value[guard i])
#   return total
#
# function coop__lanes__device(group: none) -> (i64, i64, i64, i64)
#   rank: i64 = (i64(cuda.threadIdx.z) * i64(cuda.blockDim.y) + i64(cuda.threadIdx.y)) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   place: i64 = rank % 32
#   size: i64 = min(32, i64(cuda.blockDim.x) * i64(cuda.blockDim.y) * i64(cuda.blockDim.z) - (rank - place))
#   return (4294967295 >> 32 - size, 0, place, size)
#
# function coop__from__device(mask: i64, value: i32, lane: i64) -> i32
#   parts: (i32) = let %3: i32 = value in let %4: i32 = %3 in let %5: i32 = cuda.shfl_sync(u32(mask), %4, i32(lane)) in (%5,)
#   return let %7: i32 = parts.0 in %7
#
# function coop__warp_scan__device(value: i32, op: none, width: none, mask: i64, base: i64, place: i64) -> i32
#   step: i64 = 1
#   while step < 32
#     other: i32 = coop__from__device(mask, value, base + max(place - step, 0))
#     if place >= step
#       value = coop__apply__device(False, other, value)
#     step = step * 2
#   return value
#
# function coop__before_lane__device(upto: i32, own: i32, op: none, mask: i64, base: i64, place: i64, size: none) -> i32
#   return i32(i64(upto) - i64(own))
#
# function coop__put__device(scratch: (shared i32[::1]), at: i64, value: i32)
#   %3: (shared i32[::1]) = scratch
#   %4: shared i32[::1] = %3.0
#   %5: i32 = value
#   for %6: i64 in range(0, 1, 1)
#     %13: shared i32[::1] = %4
#     %14: i32 = %5
#     array: shared i32[::1] = %13
#     part: i32 = %14
#     array[at] = part
#
# function coop__get__device(scratch: (shared i32[::1]), at: i64, like: i32) -> i32
#   return let %7: (i32) = (let %3: (shared i32[::1]) = scratch in let %4: shared i32[::1] = %3.0 in let %5: shared i32[::1] = %4 in let %6: i32 = %5[at] in (%6,)) in let %8: i32 = %7.0 in %8
#
# function coop__zero__device(value: i32) -> i32
#   parts: (i32) = let %1: i32 = value in let %2: i32 = %1 in let %3: i32 = i32(0) in (%3,)
#   return let %5: i32 = parts.0 in %5
#
# function coop__behind__device(below: i32, before: i32, op: none, warp: i64, place: i64) -> i32
#   return i32(i64(below) + i64(before))
#
# function coop__any_before__device(block: none, temp_storage: none, total: i32, op: none) -> (i32, i32)
#   shared @scratch: i32[32]
#   shared @scratch.1: i32[32]
#   %4: (i64, i64, i64, i64) = coop__lanes__device(False)
#   mask: i64 = %4.0
#   base: i64 = %4.1
#   place: i64 = %4.2
#   size: i64 = %4.3
#   rank: i64 = (i64(cuda.threadIdx.z) * i64(cuda.blockDim.y) + i64(cuda.threadIdx.y)) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   warp: i64 = rank // 32
#   warps: i64 = (i64(cuda.blockDim.x) * i64(cuda.blockDim.y) * i64(cuda.blockDim.z) + 31) // 32
#   scratch: (shared i32[::1]) = (@scratch,)
#   sums: (shared i32[::1]) = (@scratch.1,)
#   upto: i32 = coop__warp_scan__device(total, False, False, mask, base, place)
#   before: i32 = coop__before_lane__device(upto, total, False, mask, base, place, False)
#   if place == size - 1
#     coop__put__device(scratch, warp, upto)
#   cuda.syncthreads()
#   if warp == 0
#     each: i32 = coop__get__device(scratch, min(place, warps - 1), total)
#     each = coop__warp_scan__device(each, False, False, mask, base, place)
#     if place < warps
#       coop__put__device(sums, place, each)
#   cuda.syncthreads()
#   whole: i32 = coop__get__device(sums, warps - 1, total)
#   below: i32 = coop__get__device(sums, max(warp - 1, 0), total)
#   if warp == 0
#     below = coop__zero__device(total)
#   return (coop__behind__device(below, before, False, warp, place), whole)
#
# function coop__before__device(block: none, temp_storage: none, total: i32, op: none) -> (i32, i32)
#   return coop__any_before__device(False, False, total, False)
#
# function coop__block_before__device(block: none, temp_storage: none, total: i32, op: none) -> (i32, i32)
#   %4: (i32, i32) = coop__before__device(False, False, total, False)
#   before: i32 = %4.0
#   whole: i32 = %4.1
#   cuda.syncthreads()
#   return (before, whole)
#
# function coop__start__device(group: none, temp_storage: none, total: i32, op: none, initial_value: none, prefix_op: none, aggregate: none, part: i32, n: none, valid: none) -> (i32, bool)
#   %10: (i32, i32) = coop__block_before__device(False, False, total, False)
#   before: i32 = %10.0
#   whole: i32 = %10.1
#   isFirst: bool = (i64(cuda.threadIdx.z) * i64(cuda.blockDim.y) + i64(cuda.threadIdx.y)) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x) == 0
#   return (before, True)
#
# function coop__nothing__device(op: none, value: i32, isInclusive: none) -> i32
#   return value
#
# function coop__scan_items__device(group: none, temp_storage: none, items: local i32[::1], out: local i32[::1], op: none, isInclusive: none, initial_value: none, prefix_op: none, aggregate: none, valid: none) -> local i32[::1]
#   n: i64 = 2
#   total: i32 = coop__items_total__device(items, False)
#   part: i32 = total
#   %13: (i32, bool) = coop__start__device(False, False, total, False, False, False, False, part, False, False)
#   before: i32 = %13.0
#   isThere: bool = %13.1
#   for i: i64 in range(0, 2, 1)
#     value: i32 = items[guard i]
#     scanned: i32 = coop__nothing__device(False, value, False)
#     if isThere
#       value = coop__apply__device(False, before, value)
#       scanned = value
#     out[guard i] = scanned
#     before = value
#     isThere = True
#   return out
#
# function coop__scan__device(group: none, value: local i32[::1], op: none, mode: none, initial_value: none, prefix_op: none, aggregate: none, algorithm: none, valid_items: none, temp_storage: none, out: local i32[::1]) -> local i32[::1]
#   coop__check_scan__device(False, False, False)
#   coop__check_algorithm__device(False, False, False, False, False)
#   n: i64 = 2
#   out: local i32[::1] = out
#   return coop__scan_items__device(False, False, value, out, False, False, False, False, False, False)
#
# function coop_scan__device(group: none, value: local i32[::1], op: none, mode: none, initial_value: none, prefix_op: none, aggregate: none, algorithm: none, valid_items: none, temp_storage: none, out: local i32[::1]) -> local i32[::1]
#   return coop__scan__device(False, value, False, False, False, False, False, False, False, False, out)
#
# function coop_inclusive_sum__device(group: none, value: local i32[::1], prefix_op: none, aggregate: none, algorithm: none, valid_items: none, temp_storage: none, out: local i32[::1]) -> local i32[::1]
#   return coop_scan__device(False, value, False, False, False, False, False, False, False, False, out)
#
# function coop__check_move__device_1(group: none, array: i32[::1], items: local i32[::1], algorithm: none) -> i64
#   return 0
#
# function coop__place__device_1(group: none, n: none, i: i64, isStriped: none) -> i64
#   return ((i64(cuda.threadIdx.z) * i64(cuda.blockDim.y) + i64(cuda.threadIdx.y)) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)) * 2 + i
#
# function coop_store__device(group: none, array: i32[::1], items: local i32[::1], algorithm: none, valid_items: none, offset: none, temp_storage: none)
#   n: i64 = 2
#   coop__check_move__device_1(False, array, items, False)
#   for i: i64 in range(0, 2, 1)
#     place: i64 = coop__place__device_1(False, False, i, False)
#     array[guard 0 + place] = items[guard i]
#
# kernel scan_tile(x: i32[::1], y: i32[::1])
#   local @items: i32[2]
#   local @out.1: i32[2]
#   items: local i32[::1] = @items
#   coop_load__device(False, x, items, False, False, False, False, False)
#   coop_store__device(False, y, coop_inclusive_sum__device(False, items, False, False, False, False, False, @out.1), False, False, False, False)
