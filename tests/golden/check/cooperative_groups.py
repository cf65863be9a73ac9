# golden: --emit=ir
from numba import cuda
from numba.cuda import cg


@cuda.jit(device=True)
def total(tile, value):
    return cg.reduce(tile, value, cg.plus)


@cuda.jit("void(int32[::1], float32[::1])")
def k(a, x):
    grid = cg.this_grid()
    block = cuda.cg.this_thread_block()
    tile = cg.tiled_partition(block, 32)
    small = cuda.cg.tiled_partition(tile, 4)
    i = grid.thread_rank()
    a[i] = block.thread_rank() + block.size()
    a[0] = tile.shfl_down(a[i], 1)
    a[1] = small.shfl_xor(a[i], 1)
    a[2] = small.ballot(i) + small.thread_rank() * small.meta_group_rank()
    x[0] = cuda.cg.reduce(small, x[i], cg.plus)
    x[1] = total(cg.tiled_partition(block, 2), x[i])
    a[3] = cuda.cg.inclusive_scan(cg.tiled_partition(block, 2), a[i])
    a[4] = cuda.cg.exclusive_scan(cg.tiled_partition(block, 2), a[i])
    active = cuda.cg.coalesced_threads()
    a[5] = active.size() + active.thread_rank()
    a[6] = active.shfl(a[i], 0)
    small.sync()
    block.sync()
    grid.sync()

# === --emit=ir
# function total__device(tile: none, value: f32) -> f32
#   return let %2: f32 = value + cuda.shfl_xor_sync(u32(3 << (i64(cuda.laneid) & 30)), value, i32(1), i32(2)) in %2
#
# kernel k(a: i32[::1], x: f32[::1])
#   i: i64 = ((i64(cuda.blockIdx.z) * i64(cuda.gridDim.y) + i64(cuda.blockIdx.y)) * i64(cuda.gridDim.x) + i64(cuda.blockIdx.x)) * (i64(cuda.blockDim.x) * i64(cuda.blockDim.y) * i64(cuda.blockDim.z)) + ((i64(cuda.threadIdx.z) * i64(cuda.blockDim.y) + i64(cuda.threadIdx.y)) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x))
#   a[guard wrap(i)] = i32((i64(cuda.threadIdx.z) * i64(cuda.blockDim.y) + i64(cuda.threadIdx.y)) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x) + i64(cuda.blockDim.x) * i64(cuda.blockDim.y) * i64(cuda.blockDim.z))
#   a[guard 0] = cuda.shfl_down_sync(u32(4294967295), a[guard wrap(i)], i32(1))
#   a[guard 1] = cuda.shfl_xor_sync(u32(15 << (i64(cuda.laneid) & 28)), a[guard wrap(i)], i32(1), i32(4))
#   a[guard 2] = i32(i64(u32(i64(cuda.ballot_sync(u32(15 << (i64(cuda.laneid) & 28)), bool(i))) >> (i64(cuda.laneid) & 28))) + (i64(cuda.laneid) & 3) * (((i64(cuda.threadIdx.z) * i64(cuda.blockDim.y) + i64(cuda.threadIdx.y)) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)) // 4))
#   x[guard 0] = let %3: f32 = x[guard wrap(i)] in let %4: f32 = %3 + cuda.shfl_xor_sync(u32(15 << (i64(cuda.laneid) & 28)), %3, i32(2), i32(4)) in let %5: f32 = %4 + cuda.shfl_xor_sync(u32(15 << (i64(cuda.laneid) & 28)), %4, i32(1), i32(4)) in %5
#   x[guard 1] = total__device(False, x[guard wrap(i)])
#   a[guard 3] = i32((let %6: i32 = a[guard wrap(i)] in let %7: i32 = cuda.shfl_up_sync(u32(3 << (i64(cuda.laneid) & 30)), %6, i32(1), i32(2)) in let %8: i64 = i64(%7) + i64(%6) if i64(cuda.laneid) & 1 >= 1 else i64(%6) in %8))
#   a[guard 4] = i32((let %9: i32 = a[guard wrap(i)] in let %10: i32 = cuda.shfl_up_sync(u32(3 << (i64(cuda.laneid) & 30)), %9, i32(1), i32(2)) in let %11: i64 = i64(%10) + i64(%9) if i64(cuda.laneid) & 1 >= 1 else i64(%9) in let %12: i64 = cuda.shfl_up_sync(u32(3 << (i64(cuda.laneid) & 30)), %11, i32(1), i32(2)) in %12 if i64(cuda.laneid) & 1 >= 1 else 0))
#   active: group(u32) = (cuda.activemask(),)
#   a[guard 5] = i32(i64(cuda.popc(active.0)) + i64(cuda.popc(u32(i64(active.0) & i64(cuda.lanemask_lt())))))
#   a[guard 6] = let %14: i32 = cuda.nth_set_bit(active.0, i32(0)) in cuda.shfl_sync(active.0, a[guard wrap(i)], %14 if i64(%14) < 32 else cuda.laneid)
#   cuda.syncwarp(u32(15 << (i64(cuda.laneid) & 28)))
#   cuda.syncthreads()
#   cuda.grid_sync()
