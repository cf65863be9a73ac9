# golden: --emit=ir
# Questions about types are answered at compile time.
import numpy as np
from numba import cuda


@cuda.jit("void(float32[::1], int32, float64)")
def k(a, n, f):
    if isinstance(f, float) and isinstance(n, (float, np.integer)):
        a[0] = 1
    if isinstance(a[0], np.float64) or hasattr(a, "append"):
        a[1] = 2
    a[2] = getattr(a, "shape")[0] + getattr(n, "foo", 7)
    a[3] = type(n)(3.7)
    a[4] = type(f) == np.float64 and type(n) is not np.float32
    a[5] = n.bit_count() + (7).bit_count() + n.bit_length()
    a[6] = (n > 3) is True

# === --emit=ir
# kernel k(a: f32[::1], n: i32, f: f64)
#   a[guard 0] = f32(1.0)
#   a[guard 2] = f32(a.shape[0] + 7)
#   a[guard 3] = f32(3.0)
#   a[guard 4] = f32(1.0)
#   a[guard 5] = f32(i64(cuda.popc(abs(i64(n)))) + 3 + (64 - i64(cuda.clz(abs(i64(n))))))
#   a[guard 6] = f32((i64(n) > 3) == True)
