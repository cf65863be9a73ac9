# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, ::1], int32[::1])")
def update(a, n):
    a[n[0], -1] += 1
    a[n[1]][2] *= 0.5
    n[0] -= n[1]

# === --emit=ir
# kernel update(a: f32[:, ::1], n: i32[::1])
#   %2: i32 = n[guard 0]
#   a[guard wrap(i64(%2)), guard wrap(-1)] = a[guard wrap(i64(%2)), guard wrap(-1)] + f32(1.0)
#   %3: f32[::1] = view a[guard wrap(i64(n[guard 1])), :]
#   %3[guard 2] = %3[guard 2] * f32(0.5)
#   n[guard 0] = i32(i64(n[guard 0]) - i64(n[guard 1]))
