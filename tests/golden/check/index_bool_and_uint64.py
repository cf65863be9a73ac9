# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], uint64, boolean)")
def index(x, u, flag):
    x[u] = 1
    x[flag] = x[u - 1]

# === --emit=ir
# kernel index(x: f32[::1], u: u64, flag: bool)
#   x[guard i64(u)] = f32(1.0)
#   x[guard i64(flag)] = x[guard i64(u - u64(1))]
