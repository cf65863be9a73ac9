# golden: --emit=ir -D dtype=float32 -D n=8 -D scale=0.5
# golden: --emit=ir -D dtype=np.float64 -D n=2**3 -D scale=math.pi
from numba import cuda


def make(dtype, n, scale):
    @cuda.jit("void(float32[::1])")
    def kernel(x):
        tile = cuda.local.array(n, dtype)
        tile[0] = x[0] * scale
        x[0] = tile[0] + dtype(n)

    return kernel

# === --emit=ir -D dtype=float32 -D n=8 -D scale=0.5
# kernel kernel(x: f32[::1])
#   local @tile: f32[8]
#   tile: local f32[::1] = @tile
#   tile[0] = x[guard 0] * f32(0.5)
#   x[guard 0] = tile[0] + f32(8.0)

# === --emit=ir -D dtype=np.float64 -D n=2**3 -D scale=math.pi
# kernel kernel(x: f32[::1])
#   local @tile: f64[8]
#   tile: local f64[::1] = @tile
#   tile[0] = f64(x[guard 0] * f32(3.1415927))
#   x[guard 0] = f32(tile[0] + 8.0)
