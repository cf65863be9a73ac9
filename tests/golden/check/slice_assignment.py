# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, :], float64[:], int64)")
def k(a, b, n):
    a[n] = 0
    a[1:3, :2] = b[:2]
    b[:] = n

# === --emit=ir
# kernel k(a: f32[:, :], b: f64[:], n: i64)
#   %3: f32[:] = view a[guard wrap(n), :]
#   %4: f32 = f32(0.0)
#   %5: i64 = %3.shape[0]
#   for %6: i64 in range(0, %5, 1)
#     %3[guard %6] = %4
#   %7: f32[:, :] = view a[1:3, :2]
#   %8: f64[:] = view b[:2]
#   %9: i64 = %7.shape[0]
#   %10: i64 = %7.shape[1]
#   %11: i64 = %8.shape[0]
#   for %12: i64 in range(0, %9 * %10, 1)
#     %7[guard %12 // %10, guard %12 % %10] = f32(%8[guard %12 % %10 * i64(%11 != 1)])
#   %13: f64[:] = view b[:]
#   %14: f64 = f64(n)
#   %15: i64 = %13.shape[0]
#   for %16: i64 in range(0, %15, 1)
#     %13[guard %16] = %14
