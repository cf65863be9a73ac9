# golden: --emit=ir --facts=block=64 --passes=-inline-functions
import numba
from numba import cuda
from cuda import coop

total = coop.block.make_sum(numba.int32, threads_per_block=64)


@cuda.jit("void(int32[::1])")
def of_whole_warps(x):
    temp = coop.TempStorage(total.temp_storage_bytes)
    x[0] = total(temp, x[cuda.threadIdx.x])
    x[1] = coop.reduce(coop.this_warp(), x[1], "+")
    x[2] = coop.inclusive_sum(coop.this_warp(), x[2])

# === --emit=ir --facts=block=64 --passes=-inline-functions
# function coop__typed__device(x: i32, dtype: none, items_per_thread: none) -> i32
#   n: i64 = 0
#   return x
#
# function coop__check_algorithm__device(algorithm: none, first: none, second: none, third: none, message: none) -> i64
#   return 0
#
# function coop__check_op__device(op: none) -> i64
#   return 0
#
# function coop__across__device(mask: none, value: i32, bits: i64) -> i32
#   parts: (i32) = let %3: i32 = value in let %4: i32 = %3 in let %5: i32 = cuda.shfl_xor_sync(u32(4294967295), %4, i32(bits)) in (%5,)
#   return let %7: i32 = parts.0 in %7
#
# function coop__apply__device(op: none, a: i32, b: i32) -> i32
#   return i32(i64(a) + i64(b))
#
# function coop__by_halves__device(value: i32, op: none, width: none, mask: none) -> i32
#   step: i64 = 1
#   while step < 32
#     value = coop__apply__device(False, value, coop__across__device(False, value, step))
#     step = step * 2
#   return value
#
# function coop__full_total__device(value: i32, op: none, width: none, mask: none) -> i32
#   return coop__by_halves__device(value, False, False, False)
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
# function coop__known_total__device(block: none, temp_storage: shared u8[::1], value: i32, op: none, threads: none, isShared: none) -> i32
#   cuda.coop._together(u32(4294967295))
#   total: i32 = coop__full_total__device(value, False, False, False)
#   scratch: (shared i32[::1]) = (recast shared i32[::1] temp_storage shape (32),)
#   rank: i64 = (i64(cuda.threadIdx.z) * i64(i32(1)) + i64(cuda.threadIdx.y)) * i64(i32(64)) + i64(cuda.threadIdx.x)
#   place: i64 = rank % 32
#   warps: i64 = 2
#   if place == 0
#     coop__put__device(scratch, rank // 32, total)
#   cuda.syncthreads()
#   if rank == 0
#     for warp: i64 in range(1, 2, 1)
#       total = coop__apply__device(False, total, coop__get__device(scratch, warp, total))
#   cuda.syncthreads()
#   return total
#
# function coop__reduce_block__device(block: none, temp_storage: shared u8[::1], total: i32, op: none, valid_items: none, broadcast: none) -> i32
#   threads: i64 = 64
#   return coop__known_total__device(False, temp_storage, total, False, False, False)
#
# function coop__reduce__device(group: none, value: i32, op: none, valid_items: none, broadcast: none, algorithm: none, temp_storage: shared u8[::1]) -> i32
#   coop__check_algorithm__device(False, False, False, False, False)
#   coop__check_op__device(False)
#   n: i64 = 0
#   total: i32 = value
#   return coop__reduce_block__device(False, temp_storage, total, False, False, False)
#
# function coop_reduce__device(group: none, value: i32, op: none, valid_items: none, broadcast: none, algorithm: none, temp_storage: shared u8[::1]) -> i32
#   return coop__reduce__device(False, value, False, False, False, False, temp_storage)
#
# function coop__reduce_typed__device(group: none, op: none, algorithm: none, temp_storage: shared u8[::1], x: i32, num_valid: none) -> i32
#   return coop_reduce__device(False, x, False, False, False, False, temp_storage)
#
# function coop__reduce_in__device(group: none, op: none, algorithm: none, dtype: none, items_per_thread: none, temp_storage: shared u8[::1], x: i32, num_valid: none) -> i32
#   return coop__reduce_typed__device(False, False, False, temp_storage, coop__typed__device(x, False, False), False)
#
# function coop__do_reduce__device(group: none, op: none, algorithm: none, dtype: none, items_per_thread: none, args: (shared u8[::1], i32)) -> i32
#   return coop__reduce_in__device(False, False, False, False, False, args.0, args.1, False)
#
# function coop_made_block_sum__device(args: (shared u8[::1], i32), dtype: none, threads_per_block: none, items_per_thread: none, algorithm: none, methods: none) -> i32
#   threads 64
#   return coop__do_reduce__device(False, False, False, False, False, (args.0, args.1))
#
# function coop__check_algorithm__device_1(algorithm: none, first: none, second: none, third: none, message: none) -> i64
#   return 0
#
# function coop__check_op__device_1(op: none) -> i64
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
# function coop__across__device_1(mask: i64, value: i32, bits: i64) -> i32
#   parts: (i32) = let %3: i32 = value in let %4: i32 = %3 in let %5: i32 = cuda.shfl_xor_sync(u32(mask), %4, i32(bits)) in (%5,)
#   return let %7: i32 = parts.0 in %7
#
# function coop__apply__device_1(op: none, a: i32, b: i32) -> i32
#   return i32(i64(a) + i64(b))
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
# function coop__reduce_tile__device(tile: none, total: i32, op: none, valid_items: none, broadcast: none) -> i32
#   %5: (i64, i64, i64, i64) = coop__lanes__device(False)
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
#   return coop__reduce_tile__device(False, total, False, False, False)
#
# function coop_reduce__device_1(group: none, value: i32, op: none, valid_items: none, broadcast: none, algorithm: none, temp_storage: none) -> i32
#   return coop__reduce__device_1(False, value, False, False, False, False, False)
#
# function coop__check_op__device_2(op: none) -> i64
#   return 0
#
# function coop__check_scan__device(group: none, op: none, mode: none) -> i64
#   coop__check_op__device_2(False)
#   return 0
#
# function coop__check_algorithm__device_2(algorithm: none, first: none, second: none, third: none, message: none) -> i64
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
# function coop__add_below__device(value: i32, step: i64) -> i32
#   part: i32 = value
#   return let %3: i32 = cuda.coop._add_below(u32(4294967295), part, i32(step)) in %3
#
# function coop__full_scan__device(value: i32, op: none, width: none, place: i64) -> i32
#   step: i64 = 1
#   while step < 32
#     value = coop__add_below__device(value, step)
#     step = step * 2
#   return value
#
# function coop__before_lane__device(upto: i32, own: i32, op: none, mask: i64, base: i64, place: i64, size: none) -> i32
#   return i32(i64(upto) - i64(own))
#
# function coop__from__device(mask: i64, value: i32, lane: i64) -> i32
#   parts: (i32) = let %3: i32 = value in let %4: i32 = %3 in let %5: i32 = cuda.shfl_sync(u32(mask), %4, i32(lane)) in (%5,)
#   return let %7: i32 = parts.0 in %7
#
# function coop__tile_before__device(tile: none, total: i32, op: none) -> (i32, i32)
#   %3: (i64, i64, i64, i64) = coop__lanes__device_1(False)
#   mask: i64 = %3.0
#   base: i64 = %3.1
#   place: i64 = %3.2
#   size: i64 = %3.3
#   upto: i32 = coop__full_scan__device(total, False, False, place)
#   before: i32 = coop__before_lane__device(upto, total, False, mask, base, place, False)
#   whole: i32 = coop__from__device(mask, upto, base + size - 1)
#   return (before, whole)
#
# function coop__start__device(group: none, temp_storage: none, total: i32, op: none, initial_value: none, prefix_op: none, aggregate: none, part: i32, n: none, valid: none) -> (i32, bool)
#   %10: (i32, i32) = coop__tile_before__device(False, total, False)
#   before: i32 = %10.0
#   whole: i32 = %10.1
#   isFirst: bool = i64(cuda.laneid) & 31 == 0
#   return (before, True)
#
# function coop__nothing__device(op: none, value: i32, isInclusive: none) -> i32
#   return value
#
# function coop__apply__device_2(op: none, a: i32, b: i32) -> i32
#   return i32(i64(a) + i64(b))
#
# function coop__scan_value__device(group: none, temp_storage: none, value: i32, op: none, isInclusive: none, initial_value: none, prefix_op: none, aggregate: none, valid: none) -> i32
#   value = value
#   %9: (i32, bool) = coop__start__device(False, False, value, False, False, False, False, value, False, False)
#   before: i32 = %9.0
#   isThere: bool = %9.1
#   scanned: i32 = coop__nothing__device(False, value, False)
#   if isThere
#     scanned = coop__apply__device_2(False, before, value)
#   return scanned
#
# function coop__scan__device(group: none, value: i32, op: none, mode: none, initial_value: none, prefix_op: none, aggregate: none, algorithm: none, valid_items: none, temp_storage: none) -> i32
#   coop__check_scan__device(False, False, False)
#   coop__check_algorithm__device_2(False, False, False, False, False)
#   n: i64 = 0
#   return coop__scan_value__device(False, False, value, False, False, False, False, False, False)
#
# function coop_scan__device(group: none, value: i32, op: none, mode: none, initial_value: none, prefix_op: none, aggregate: none, algorithm: none, valid_items: none, temp_storage: none) -> i32
#   return coop__scan__device(False, value, False, False, False, False, False, False, False, False)
#
# function coop_inclusive_sum__device(group: none, value: i32, prefix_op: none, aggregate: none, algorithm: none, valid_items: none, temp_storage: none) -> i32
#   return coop_scan__device(False, value, False, False, False, False, False, False, False, False)
#
# kernel of_whole_warps(x: i32[::1])
#   threads 64
#   shared @temp: u8[128] aligned 16
#   temp: shared u8[::1] = @temp
#   x[guard 0] = coop_made_block_sum__device((temp, x[guard i64(cuda.threadIdx.x)]), False, False, False, False, False)
#   x[guard 1] = coop_reduce__device_1(False, x[guard 1], False, False, False, False, False)
#   x[guard 2] = coop_inclusive_sum__device(False, x[guard 2], False, False, False, False, False)
