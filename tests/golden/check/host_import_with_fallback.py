# golden: --emit=ir
try:
    from numba import cuda
except ImportError:
    cuda = None

@cuda.jit("void(float32[::1])")
def kernel(x):
    x[0] = 1

# === --emit=ir
# kernel kernel(x: f32[::1])
#   x[guard 0] = f32(1.0)
