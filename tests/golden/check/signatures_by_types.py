# golden: --emit=ir
from numba import cuda
from numba import boolean, float32, float64, int32, types, void

@cuda.jit(void(float32[:, ::1], int32[::1, :], float64[:]))
def arrays(a, b, c):
    c[0] = a[0, 0] + b[0, 0]

@cuda.jit((boolean, types.int8))
def scalars(flag, n):
    n = flag

@cuda.jit(signature=types.void(types.UniTuple(float32, 3), types.Tuple((int32, float64[:]))))
def tuples(a, b):
    b[1][b[0]] = a[2]

# === --emit=ir
# kernel arrays(a: f32[:, ::1], b: i32[::1, :], c: f64[:])
#   c[guard 0] = f64(a[guard 0, guard 0] + f32(b[guard 0, guard 0]))
#
# kernel scalars(flag: bool, n: i8)
#   n.1: bool = flag
#
# kernel tuples(a: (f32, f32, f32), b: (i32, f64[:]))
#   b.1[guard wrap(i64(b.0))] = f64(a.2)
