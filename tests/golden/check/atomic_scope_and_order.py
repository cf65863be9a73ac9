# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int32[::1], float32[::1])")
def k(a, x):
    cuda.atomic.add(a, 0, 1, scope="block", order="acq_rel")
    cuda.atomic.max(x, 0, 1, order="seq_cst")
    cuda.atomic.exch(a, 1, cuda.atomic.load(a, 0, order="acquire"), scope="system")
    cuda.atomic.store(x, 1, 2, scope="device", order="release")
    a[2] = cuda.redux_sync_add(-1, a[3]) + cuda.reduce_max_sync(-1, a[4])

# === --emit=ir
# kernel k(a: i32[::1], x: f32[::1])
#   atomic.add(a[guard 0], i32(1), block, acq_rel)
#   atomic.max(x[guard 0], f32(1.0), seq_cst)
#   atomic.exch(a[guard 1], atomic.load(a[guard 0], acquire), system)
#   atomic.store(x[guard 1], f32(2.0), release)
#   a[guard 2] = i32(i64(cuda.redux_sync_add(u32(4294967295), a[guard 3])) + i64(cuda.redux_sync_max(u32(4294967295), a[guard 4])))
