# golden: --emit=ir
from numba import cuda, float32, int32, int64, types, void
import numba


@cuda.jit(void(types.CPointer(float32), types.voidptr, int64))
def k(p, raw, n):
    i = cuda.grid(1)
    p[i] = p[n - i] + 1
    p[i] += 2
    a = numba.carray(p, (n, 4))
    f = numba.farray(raw, (3, n), dtype=int32)
    a[i, 0] = f[0, i]
    cuda.atomic.add(p, i, 1)

# === --emit=ir
# kernel k(p: f32*, raw: u8*, n: i64)
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   at(p)[i] = at(p)[n - i] + f32(1.0)
#   at(p)[i] = at(p)[i] + f32(2.0)
#   a: f32[:, ::1] = at(p, n, 4)
#   f: i32[::1, :] = at(raw, 3, n)
#   a[guard i, 0] = f32(f[0, guard i])
#   atomic.add(at(p)[i], f32(1.0))
