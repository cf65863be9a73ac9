# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int32[::1], uint64[:, ::1], float32[::1], int8[::1])")
def k(a, u, x, b):
    i = cuda.threadIdx.x
    cuda.atomic.sub(a, i, 1)
    cuda.atomic.max(x, i, 2)
    cuda.atomic.nanmin(x, i, x[0])
    cuda.atomic.and_(u, (0, i), 255)
    cuda.atomic.exch(x, 0, 1)
    cuda.atomic.inc(u, (i, 0), 9)
    old = cuda.atomic.cas(a, 0, 1, i)
    cuda.atomic.compare_and_swap(u, 1, old)
    cuda.stcg(b, i, cuda.ldca(a, i))
    cuda.syncwarp()
    cuda.syncwarp(0xFF)
    v = cuda.shfl_down_sync(0xFFFFFFFF, x[i], 1)
    w = cuda.shfl_sync(0xFFFFFFFF, b[i], i)
    m, same = cuda.match_all_sync(-1, w)
    p = cuda.any_sync(cuda.activemask(), v)
    a[0] = cuda.popc(b[i]) + cuda.clz(b[i]) + cuda.ffs(m)
    u[0, 0] = cuda.brev(i)
    x[2] = cuda.cbrt(v)
    x[1] = cuda.fma(v, 2, 1) + cuda.selp(same, v, 0)
    a[2] = cuda.syncthreads_count(p)

# === --emit=ir
# kernel k(a: i32[::1], u: u64[:, ::1], x: f32[::1], b: i8[::1])
#   i: i32 = cuda.threadIdx.x
#   atomic.sub(a[guard i64(i)], i32(1))
#   atomic.max(x[guard i64(i)], f32(2.0))
#   atomic.nanmin(x[guard i64(i)], x[guard 0])
#   atomic.and(u[guard 0, guard i64(i)], u64(255))
#   atomic.exch(x[guard 0], f32(1.0))
#   atomic.inc(u[guard i64(i), guard 0], u64(9))
#   old: i32 = atomic.cas(a[guard 0], i32(1), i)
#   atomic.cas(u[guard 0, guard 0], u64(1), u64(old))
#   stcg(b[guard i64(i)], i8(ldca(a[guard i64(i)])))
#   cuda.syncwarp()
#   cuda.syncwarp(u32(255))
#   v: f32 = cuda.shfl_down_sync(u32(4294967295), x[guard i64(i)], i32(1))
#   w: i32 = cuda.shfl_sync(u32(4294967295), i32(b[guard i64(i)]), i)
#   %8: (u32, bool) = cuda.match_all_sync(u32(4294967295), w)
#   m: u32 = %8.0
#   same: bool = %8.1
#   p: bool = cuda.any_sync(cuda.activemask(), bool(v))
#   a[guard 0] = i32(i64(cuda.popc(b[guard i64(i)])) + i64(cuda.clz(i32(b[guard i64(i)]))) + i64(cuda.ffs(m)))
#   u[guard 0, guard 0] = u64(cuda.brev(i))
#   x[guard 2] = cuda.cbrt(v)
#   x[guard 1] = fma(v, f32(2.0), f32(1.0)) + cuda.selp(same, v, f32(0.0))
#   a[guard 2] = cuda.syncthreads_count(p)
