# golden: --emit=ir
# Barriers to which some threads of the block never come.
from numba import cuda, float32

TILE = 16


@cuda.jit("void(float32[::1], int32)")
def barriers(out, c):
    tid = cuda.threadIdx.x
    i = cuda.grid(1)
    if tid < 16:
        cuda.syncthreads()
    if i < out.size:
        cuda.syncthreads()
    if tid == 0 and c > 3:
        out[0] = cuda.syncthreads_count(c)
    else:
        cuda.syncthreads()
    if cuda.threadIdx.y == 0:
        out[1] = 1
        for k in range(3):
            cuda.syncthreads()
    else:
        cuda.syncthreads()
    s = cuda.blockDim.x // 2
    while s > 0:
        if tid < s:
            out[tid] += out[tid + s]
            cuda.syncthreads()
        s //= 2
    t = cuda.blockDim.x
    while t > 0:
        if tid < t:
            cuda.syncthreads()
        t >>= 1
    if c < 3:
        cuda.syncthreads()
    if tid >= 256:
        return
    cuda.syncthreads()
    if tid < 256:
        cuda.syncthreads()
    if 0 == cuda.laneid:
        cuda.syncthreads()


@cuda.jit("void(float32[::1], int32)")
def told_nowhere(out, c):
    # All threads of the block may be there.
    tile = cuda.shared.array((8, 8), float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    if tx < TILE and ty < TILE:
        cuda.syncthreads()
    if tx < 8 and ty < 8:
        tile[ty, tx] = out[tx]
        cuda.syncthreads()
    if cuda.blockIdx.x == 0:
        cuda.syncthreads()
    if tx == 0 or c > 3:
        cuda.syncthreads()
    if tx <= 0x7FFFFFFFFFFFFFFF or tx > -0x8000000000000000:
        cuda.syncthreads()
    if tx <= 0x7FFFFFFFFFFFFFFF:
        cuda.syncthreads()
    a = b = 0
    while a + b < c:
        if a < 4:
            cuda.syncthreads()
        a = b + 1
        b = a
    out[tx] = tile[tx, ty]

# === --emit=ir
# kernel barriers(out: f32[::1], c: i32)
#   tid: i32 = cuda.threadIdx.x
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   if i64(tid) < 16
#     cuda.syncthreads()
#   if i < out.size
#     cuda.syncthreads()
#   if i64(tid) == 0 and i64(c) > 3
#     out[guard 0] = f32(cuda.syncthreads_count(bool(c)))
#   else
#     cuda.syncthreads()
#   if i64(cuda.threadIdx.y) == 0
#     out[guard 1] = f32(1.0)
#     for k: i64 in range(0, 3, 1)
#       cuda.syncthreads()
#   else
#     cuda.syncthreads()
#   s: i64 = i64(cuda.blockDim.x) // 2
#   while s > 0
#     if i64(tid) < s
#       out[guard i64(tid)] = out[guard i64(tid)] + out[guard i64(tid) + s]
#       cuda.syncthreads()
#     s = s // 2
#   t: i32 = cuda.blockDim.x
#   t.1: i64 = i64(t)
#   while t.1 > 0
#     if i64(tid) < t.1
#       cuda.syncthreads()
#     t.1 = t.1 >> 1
#   if i64(c) < 3
#     cuda.syncthreads()
#   if i64(tid) >= 256
#     return
#   cuda.syncthreads()
#   if i64(tid) < 256
#     cuda.syncthreads()
#   if 0 == i64(cuda.laneid)
#     cuda.syncthreads()
#
# kernel told_nowhere(out: f32[::1], c: i32)
#   shared @tile: f32[8, 8]
#   tile: shared f32[:, ::1] = @tile
#   %3: i32 = cuda.threadIdx.x
#   %4: i32 = cuda.threadIdx.y
#   tx: i32 = %3
#   ty: i32 = %4
#   if i64(tx) < 16 and i64(ty) < 16
#     cuda.syncthreads()
#   if i64(tx) < 8 and i64(ty) < 8
#     tile[i64(ty), i64(tx)] = out[guard i64(tx)]
#     cuda.syncthreads()
#   if i64(cuda.blockIdx.x) == 0
#     cuda.syncthreads()
#   if i64(tx) == 0 or i64(c) > 3
#     cuda.syncthreads()
#   if i64(tx) <= 9223372036854775807 or i64(tx) > -9223372036854775808
#     cuda.syncthreads()
#   if i64(tx) <= 9223372036854775807
#     cuda.syncthreads()
#   a: i64 = 0
#   b: i64 = 0
#   while a + b < i64(c)
#     if a < 4
#       cuda.syncthreads()
#     a = b + 1
#     b = a
#   out[guard i64(tx)] = tile[guard i64(tx), guard i64(ty)]
# lone_barriers.py:13:9: warning: only the threads where `tid < 16` is true come to this barrier, and all of the block must; move it out of the `if` [LoneBarrier]
#           cuda.syncthreads()
#           ^~~~~~~~~~~~~~~~~~
# lone_barriers.py:17:18: warning: only the threads where `tid == 0` is true come to this barrier, and all of the block must; move it out of the `if` [LoneBarrier]
#           out[0] = cuda.syncthreads_count(c)
#                    ^~~~~~~~~~~~~~~~~~~~~~~~~
# lone_barriers.py:23:13: warning: only the threads where `cuda.threadIdx.y == 0` is true come to this barrier, and all of the block must; move it out of the `if` [LoneBarrier]
#               cuda.syncthreads()
#               ^~~~~~~~~~~~~~~~~~
# lone_barriers.py:25:9: warning: only the threads where `cuda.threadIdx.y == 0` is false come to this barrier, and all of the block must; move it out of the `if` [LoneBarrier]
#           cuda.syncthreads()
#           ^~~~~~~~~~~~~~~~~~
# lone_barriers.py:30:13: warning: only the threads where `tid < s` is true come to this barrier, and all of the block must; move it out of the `if` [LoneBarrier]
#               cuda.syncthreads()
#               ^~~~~~~~~~~~~~~~~~
# lone_barriers.py:45:9: warning: only the threads where `0 == cuda.laneid` is true come to this barrier, and all of the block must; move it out of the `if` [LoneBarrier]
#           cuda.syncthreads()
#           ^~~~~~~~~~~~~~~~~~
# lone_barriers.py:62:8: warning: this is always True: an `int32` is from -2147483648 to 2147483647 [CertainComparison]
#       if tx <= 0x7FFFFFFFFFFFFFFF or tx > -0x8000000000000000:
#          ^~~~~~~~~~~~~~~~~~~~~~~~
# lone_barriers.py:62:36: warning: this is always True: an `int32` is from -2147483648 to 2147483647 [CertainComparison]
#       if tx <= 0x7FFFFFFFFFFFFFFF or tx > -0x8000000000000000:
#                                      ^~~~~~~~~~~~~~~~~~~~~~~~
# lone_barriers.py:64:8: warning: this is always True: an `int32` is from -2147483648 to 2147483647 [CertainComparison]
#       if tx <= 0x7FFFFFFFFFFFFFFF:
#          ^~~~~~~~~~~~~~~~~~~~~~~~
