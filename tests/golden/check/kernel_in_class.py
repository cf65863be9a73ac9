# golden: --emit=ir
from numba import cuda


class Solver:
    order = 4

    @staticmethod
    @cuda.jit("void(float32[::1])")
    def step(x):
        x[0] = 1

    def run(self):
        @cuda.jit("void(int32[::1])")
        def nested(x):
            x[0] = 2

# === --emit=ir
# kernel step(x: f32[::1])
#   x[guard 0] = f32(1.0)
#
# kernel nested(x: i32[::1])
#   x[guard 0] = i32(2)
