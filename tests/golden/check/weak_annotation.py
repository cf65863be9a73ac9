# golden: --emit=ir
from numba import cuda
from numba import float32

@cuda.jit
def scale(x: float32[::1], a: float, n: int, flag: bool):
    x[0] = a * x[0] if flag else n

# === --emit=ir
# kernel scale(x: f32[::1], a: f64, n: i64, flag: bool)
#   x[guard 0] = f32(a) * x[guard 0] if flag else f32(n)
