# golden: --emit=ir --sig 'k(float32[:, ::1], int64)' --sig 'k(float64[:], f4)' --sig 'Box.step(boolean, UniTuple(int64, 2))'
from numba import cuda


@cuda.jit
def k(a, n):
    n = a[0]

class Box:
    @cuda.jit
    def step(flag, at):
        x = at[0] if flag else at[1]

# === --emit=ir --sig 'k(float32[:, ::1], int64)' --sig 'k(float64[:], f4)' --sig 'Box.step(boolean, UniTuple(int64, 2))'
# kernel k(a: f32[:, ::1], n: i64)
#   n.1: f32[::1] = view a[guard 0, :]
#
# kernel k__1(a: f64[:], n: f32)
#   n.1: f64 = a[guard 0]
#
# kernel step(flag: bool, at: (i64, i64))
#   x: i64 = at.0 if flag else at.1
