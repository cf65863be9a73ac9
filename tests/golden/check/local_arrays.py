# golden: --emit=ir
from numba import cuda
from numba import float64

@cuda.jit("void(float64[::1])")
def local(x):
    stack = cuda.local.array(8, float64)
    matrix = cuda.local.array((2, 3), "float32")
    stack[0] = x[0]
    matrix[1, 2] = stack[-1]
    x[1] = matrix[1][2]

# === --emit=ir
# kernel local(x: f64[::1])
#   local @stack: f64[8]
#   local @matrix.1: f32[2, 3]
#   stack: local f64[::1] = @stack
#   matrix: local f32[:, ::1] = @matrix.1
#   stack[0] = x[guard 0]
#   matrix[1, 2] = f32(stack[wrap(-1)])
#   x[guard 1] = f64(matrix[1, 2])
