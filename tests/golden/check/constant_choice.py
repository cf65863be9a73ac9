# golden: --emit=ir --passes=-inline-functions
# Where a constant decides which operand it is, the result still has the join of
# all operands' types.
from numba import cuda, float32

N = 2
NOTHING = None


@cuda.jit(device=True)
def half(value):
    return value * 0.5


@cuda.jit(device=True)
def last(values):
    return values[0] if len(values) == 1 else last(values[1:])


@cuda.jit("(float32[:], uint64[:], int8[:], float64[:])")
def ternary(x, u, b, o):
    o[0] = -(x[0] if 1 > 2 else u[0])
    o[1] = -(u[0] if N > 1 else half(x[0]))
    o[2] = b[0] if True else b[1]
    o[3] = -((1, u[0]) if N else (x[0], x[0]))[1]
    o[4] = (7 if N else 2.5) // 2
    # What cannot be checked, or is no number, changes nothing.
    o[5] = -(u[0] if N else x.missing)
    o[6] = -(u[0] if NOTHING is None else NOTHING)
    chosen = x if N else u
    o[7] = -chosen[0]
    o[8] = last((u[0], x[0], b[0]))
    scratch = cuda.local.array(4, float32) if not N else x
    o[9] = scratch[0]


@cuda.jit("(float32[:], uint64[:], int8[:], float64[:])")
def logic(x, u, b, o):
    o[0] = (N and u[0]) - u[1]
    o[1] = (3 or u[0]) - u[1]
    o[2] = (0.0 or b[0]) / 2
    o[3] = (-3 or u[0]) > 100
    o[4] = -(True and u[0])
    o[5] = -(NOTHING or b[0])
    o[6] = 0 and x[0] and u[0]


@cuda.jit("(float32[:], int8[:], float64[:])")
def extreme(x, b, o):
    o[0] = min(3, 4.5) // 2
    o[1] = x[0] / max(1, 0.5)
    o[2] = -max(True, False)
    o[3] = min(b[i] for i in range(1))
    o[4] = max((3,))

# === --emit=ir --passes=-inline-functions
# function last__device_2(values: (i8)) -> i8
#   return values.0
#
# function last__device_1(values: (f32, i8)) -> f32
#   return f32(last__device_2((values.1,)))
#
# function last__device(values: (u64, f32, i8)) -> f32
#   return last__device_1((values.1, values.2))
#
# kernel ternary(x: f32[:], u: u64[:], b: i8[:], o: f64[:])
#   o[guard 0] = f64(-f32(u[guard 0]))
#   o[guard 1] = f64(-f32(u[guard 0]))
#   o[guard 2] = f64(b[guard 0])
#   o[guard 3] = f64(-f32(u[guard 0]))
#   o[guard 4] = 3.0
#   o[guard 5] = f64(-u[guard 0])
#   o[guard 6] = f64(-u[guard 0])
#   chosen: f32[:] = x
#   o[guard 7] = f64(-chosen[guard 0])
#   o[guard 8] = f64(last__device((u[guard 0], x[guard 0], b[guard 0])))
#   scratch: f32[:] = x
#   o[guard 9] = f64(scratch[guard 0])
#
# kernel logic(x: f32[:], u: u64[:], b: i8[:], o: f64[:])
#   o[guard 0] = f64(u[guard 0] - u[guard 1])
#   o[guard 1] = f64(u64(3) - u[guard 1])
#   o[guard 2] = f64(b[guard 0]) / 2.0
#   o[guard 3] = 1.0
#   o[guard 4] = f64(-u[guard 0])
#   o[guard 5] = f64(-i64(b[guard 0]))
#   o[guard 6] = 0.0
#
# kernel extreme(x: f32[:], b: i8[:], o: f64[:])
#   o[guard 0] = 1.0
#   o[guard 1] = f64(x[guard 0] / f32(1.0))
#   o[guard 2] = -1.0
#   o[guard 3] = f64((let %4: (i8) = (let %3: i8 = b[guard 0] in (%3,)) in let %5: i8 = %4.0 in i8(i64(%5))))
#   o[guard 4] = 3.0
