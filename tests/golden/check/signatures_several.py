# golden: --emit=ir
from numba import cuda


@cuda.jit(["void(float32[::1])", "void(float64[::1])", "void(int8[::1])"])
def half(x):
    x[0] = x[0] / 2

# === --emit=ir
# kernel half(x: f32[::1])
#   x[guard 0] = x[guard 0] / f32(2.0)
#
# kernel half__1(x: f64[::1])
#   x[guard 0] = x[guard 0] / 2.0
#
# kernel half__2(x: i8[::1])
#   x[guard 0] = i8(f64(x[guard 0]) / 2.0)
