# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1])")
def k(x):
    size = 4
    half = size // 2
    tile = cuda.shared.array((half, size), "float32")
    if half > 2:
        x[0] = "never checked"
    tile[half - 1, -1] = x[0]
    x[0] = tile[1, 3]

# === --emit=ir
# kernel k(x: f32[::1])
#   shared @tile: f32[2, 4]
#   size: i64 = 4
#   half: i64 = 2
#   tile: shared f32[:, ::1] = @tile
#   tile[1, wrap(-1)] = x[guard 0]
#   x[guard 0] = tile[1, 3]
