# golden: --emit=ir
# What values have behind a dot, by the kind of value: the same name may be
# another thing of a number, a time and an array.
import numpy as np
from numba import cuda


@cuda.jit("void(float32[:,::1], int32, float64, datetime64[s], int64[::1], complex64[::1])")
def numbers(a, n, x, t, out, z):
    out[0] = x.astype(np.int32)
    out[1] = x.view(np.int64)
    out[2] = n.item() + a[0, 0].item()
    out[3] = t.astype(np.int64)
    out[4] = t.view(np.int64) + t.view("i8")
    out[5] = a.flags.contiguous + a.flags.writeable
    out[6] = a.dtype.name == "float32"
    part = cuda.local.array(2, np.float32)
    part[:] = a[0, :2].flatten()
    out[7] = part[1]
    z[0] = z[0].conjugate() + n.conjugate()


@cuda.jit("void(float32[:,::1], int32[::1])")
def questions(a, out):
    out[0] = hasattr(a, "sum") + hasattr(a, "shape")
    out[1] = hasattr(a, "imag") + hasattr(a[0, 0], "imag") + hasattr(a[0, 0], "fill")

# === --emit=ir
# kernel numbers(a: f32[:, ::1], n: i32, x: f64, t: datetime64[s], out: i64[::1], z: c64[::1])
#   local @part: f32[2]
#   out[guard 0] = i64(i32(x))
#   out[guard 1] = libdevice.double_as_longlong(x)
#   out[guard 2] = i64(f32(n) + a[guard 0, guard 0])
#   out[guard 3] = t
#   out[guard 4] = t + t
#   out[guard 5] = 2
#   out[guard 6] = 1
#   part: local f32[::1] = @part
#   %7: f32[::1] = view a[guard 0, :2]
#   %8: i64 = %7.shape[0]
#   %9: i64 = i64(%8 != 1)
#   %11: bool = %8 != 0
#   %12: local f32[::1] = view part[:]
#   %13: i64 = %12.shape[0]
#   %14: local f32[::1] = recast local f32[::1] %12 shape (%13) guard (%8 == 1 or %8 == %13 or %8 == 0)
#   %15: i64 = %14.shape[0]
#   for %10: i64 in range(0, %15, 1)
#     %14[%10] = %7[%10 * %9] if %11 else f32(0.0)
#   out[guard 7] = i64(part[1])
#   z[guard 0] = let %17: c64 = (let %16: c64 = z[guard 0] in complex(np.real(%16), -np.imag(%16))) in let %18: f32 = f32(n) in complex(np.real(%17) + %18, np.imag(%17))
#
# kernel questions(a: f32[:, ::1], out: i32[::1])
#   out[guard 0] = i32(2)
#   out[guard 1] = i32(1)
