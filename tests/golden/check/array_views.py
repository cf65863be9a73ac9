# golden: --emit=ir --passes=-inline-functions
import numpy as np
from numba import cuda


@cuda.jit("void(float32[:, ::1], float32[:, :], int64, int64[::1])")
def k(a, b, n, out):
    t = a.T
    c = t.T
    r = a.reshape(n, -1)
    v = b.ravel()
    w = a.view(np.uint8)
    x = b.view(np.int32)
    z = np.transpose(np.ravel(np.reshape(a, (2, n, 2))))
    out[0] = b.flags.f_contiguous + a.flags.c_contiguous
    out[1] = a.nbytes + int(a.ctypes.data)
    out[2] = a.item(0) + a.item(1, 2) + z.item(n)
    for cell in np.nditer(a):
        cell[()] = a.dtype.type(1)

# === --emit=ir --passes=-inline-functions
# function np__dense__device(shape: (i64, i64), strides: (i64, i64), step: i64) -> bool
#   dense: bool = True
#   %4: (i64, i64) = shape
#   %5: i64 = %4.0
#   %6: i64 = %4.1
#   %7: (i64, i64) = strides
#   %8: i64 = %7.0
#   %9: i64 = %7.1
#   for %10: i64 in range(0, 2, 1)
#     %17: i64 = %5 if %10 == 0 else %6
#     %18: i64 = %8 if %10 == 0 else %9
#     extent: i64 = %17
#     stride: i64 = %18
#     dense = dense and (extent == 1 or stride == step)
#     step = step * extent
#   return dense
#
# function np__c_contiguous__device(a: f32[:, :]) -> bool
#   return a.size == 0 or np__dense__device((a.shape[1], a.shape[0]), (a.strides[1], a.strides[0]), 4)
#
# function np__f_contiguous__device(a: f32[:, :]) -> bool
#   return a.size == 0 or np__dense__device((a.shape[0], a.shape[1]), (a.strides[0], a.strides[1]), 4)
#
# kernel k(a: f32[:, ::1], b: f32[:, :], n: i64, out: i64[::1])
#   t: f32[::1, :] = recast f32[::1, :] a shape (a.shape[1], a.shape[0]) strides (a.strides[1], a.strides[0])
#   c: f32[:, ::1] = recast f32[:, ::1] t shape (t.shape[1], t.shape[0])
#   r: f32[:, ::1] = let %6: i64 = a.size in let %7: i64 = 1 * n in let %8: i64 = %6 // %7 in recast f32[:, ::1] a shape (n, %8) guard (n >= 0 and %7 != 0 and %7 * %8 == %6)
#   v: f32[::1] = recast f32[::1] b shape (b.size) guard np__c_contiguous__device(b)
#   w: u8[:, ::1] = let %11: i64 = a.shape[1] * 4 in recast u8[:, ::1] a shape (a.shape[0], %11 // 1)
#   x: i32[:, :] = recast i32[:, :] b shape (b.shape[0], b.shape[1]) strides (b.strides[0], b.strides[1])
#   z: f32[::1] = let %23: f32[:, :, ::1] = (let %14: i64 = 2 in let %15: i64 = 2 in let %16: i64 = a.size in let %17: i64 = 1 if n == -1 else n in let %18: i64 = 1 * %14 * %17 * %15 in let %19: i64 = 1 if %18 == 0 else %18 in let %20: i64 = %16 // %19 in let %21: i64 = %20 if n == -1 else n in let %22: i64 = 1 * %14 * %21 * %15 in recast f32[:, :, ::1] a shape (%14, %21, %15) guard (%21 >= 0 and %22 == %16)) in recast f32[::1] %23 shape (%23.size)
#   out[guard 0] = i64(np__f_contiguous__device(b)) + 1
#   out[guard 1] = a.size * 4 + i64(u64(a.address))
#   out[guard 2] = i64(a[guard 0, guard 0] + a[guard 1, guard 2] + z[guard wrap(n)])
#   %25: f32[:, ::1] = a
#   %26: i64 = %25.shape[0]
#   %27: i64 = %25.shape[1]
#   %28: i64 = 1 * %26 * %27
#   for %29: i64 in range(0, %28, 1)
#     cell: f32[] = recast f32[] (view %25[%29 // %27:, %29 % %27:]) shape ()
#     cell[()] = f32(1.0)
