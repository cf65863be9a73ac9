# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], float32[:], float32[:, ::1], float32[::1, :], float32[:, :])")
def layouts(c1, a1, c2, f2, a2):
    c1[0] = a1[1] + c2[1, 2] + f2[1, 2] + a2[1, 2]

# === --emit=ir
# kernel layouts(c1: f32[::1], a1: f32[:], c2: f32[:, ::1], f2: f32[::1, :], a2: f32[:, :])
#   c1[guard 0] = a1[guard 1] + c2[guard 1, guard 2] + f2[guard 1, guard 2] + a2[guard 1, guard 2]
