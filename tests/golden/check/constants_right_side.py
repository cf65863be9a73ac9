# golden: --emit=ir
# Divisions by a constant zero and shifts by a negative one raise in Python.
from numba import cuda

NOTHING = 0


@cuda.jit("void(int32[::1], float32[::1], float32)")
def k(x, f, s):
    i = cuda.grid(1)
    x[i] = x[i] // 0
    x[i] = i % NOTHING
    x[i] //= 0
    f[i] = f[i] / 0
    f[i] = s / 0.0
    f[i] = 1 / 0
    f[i] /= 0.0
    f[i] = s % 0
    x[i] = x[i] << -1
    x[i] = x[i] >> -3
    x[i] = 1 << -1
    x[i] >>= -1
    if NOTHING:
        x[i] = x[i] % NOTHING
    x[i] = x[i] % NOTHING if NOTHING else 1
    x[i] = 0 // x[i]
    f[i] = 0.0 / s

# === --emit=ir
# kernel k(x: i32[::1], f: f32[::1], s: f32)
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   x[guard i] = i32(i64(x[guard i]) // 0)
#   x[guard i] = i32(i % 0)
#   x[guard i] = i32(i64(x[guard i]) // 0)
#   f[guard i] = f[guard i] / f32(0.0)
#   f[guard i] = s / f32(0.0)
#   f[guard i] = f32(inf)
#   f[guard i] = f[guard i] / f32(0.0)
#   f[guard i] = s % f32(0.0)
#   x[guard i] = i32(i64(x[guard i]) << -1)
#   x[guard i] = i32(i64(x[guard i]) >> -3)
#   x[guard i] = i32(1 << -1)
#   x[guard i] = i32(i64(x[guard i]) >> -1)
#   x[guard i] = i32(1)
#   x[guard i] = i32(0 // i64(x[guard i]))
#   f[guard i] = f32(0.0) / s
# constants_right_side.py:11:12: warning: `//` by a constant zero; the kernel has 0 [DivisionByZero]
#       x[i] = x[i] // 0
#              ^~~~~~~~~
# constants_right_side.py:12:12: warning: `%` by a constant zero; the kernel has 0 [DivisionByZero]
#       x[i] = i % NOTHING
#              ^~~~~~~~~~~
# constants_right_side.py:13:5: warning: `//` by a constant zero; the kernel has 0 [DivisionByZero]
#       x[i] //= 0
#       ^~~~~~~~~~
# constants_right_side.py:14:12: warning: `/` by a constant zero; the kernel has an infinity or nan [DivisionByZero]
#       f[i] = f[i] / 0
#              ^~~~~~~~
# constants_right_side.py:15:12: warning: `/` by a constant zero; the kernel has an infinity or nan [DivisionByZero]
#       f[i] = s / 0.0
#              ^~~~~~~
# constants_right_side.py:16:12: warning: `/` by a constant zero; the kernel has an infinity or nan [DivisionByZero]
#       f[i] = 1 / 0
#              ^~~~~
# constants_right_side.py:17:5: warning: `/` by a constant zero; the kernel has an infinity or nan [DivisionByZero]
#       f[i] /= 0.0
#       ^~~~~~~~~~~
# constants_right_side.py:18:12: warning: `%` by a constant zero; the kernel has an infinity or nan [DivisionByZero]
#       f[i] = s % 0
#              ^~~~~
# constants_right_side.py:19:12: warning: `<<` by -1; write `>> 1` for the other way [NegativeShift]
#       x[i] = x[i] << -1
#              ^~~~~~~~~~
# constants_right_side.py:20:12: warning: `>>` by -3; write `<< 3` for the other way [NegativeShift]
#       x[i] = x[i] >> -3
#              ^~~~~~~~~~
# constants_right_side.py:21:12: warning: `<<` by -1; write `>> 1` for the other way [NegativeShift]
#       x[i] = 1 << -1
#              ^~~~~~~
# constants_right_side.py:22:5: warning: `>>` by -1; write `<< 1` for the other way [NegativeShift]
#       x[i] >>= -1
#       ^~~~~~~~~~~
