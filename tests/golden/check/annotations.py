# golden: --emit=ir
from numba import cuda
from numba import int32, types

array = types.float32[::1]

@cuda.jit
def annotated(x: array, n: int32, s: "float64[:, :]"):
    x[0] = n + s[0, 0]

# === --emit=ir
# kernel annotated(x: f32[::1], n: i32, s: f64[:, :])
#   x[guard 0] = f32(f64(n) + s[guard 0, guard 0])
