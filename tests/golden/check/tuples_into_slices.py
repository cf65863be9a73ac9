# golden: --emit=ir
from numba import cuda, float32


@cuda.jit("void(float32[:, :], float32)")
def k(a, x):
    i = cuda.grid(1)
    a[i, :3] = x, x + 1, 2
    a[:2, :2] = (x, 1), (2, 3)
    a[0] = [x]
    a[:, :2] = x, 1
    local = cuda.local.array(2, float32)
    local[:] = a[0, 1], a[0, 0]
    a[1, :2] = (local[1], local[0])
    a[i, :2] += local[1], x
    a[:, :2] *= 2, 3
    t = tuple(a[i, :2])
    local[0] = t[1]

# === --emit=ir
# kernel k(a: f32[:, :], x: f32)
#   local @local: f32[2]
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   %3: f32[:] = view a[guard i, :3]
#   %4: f32 = x
#   %5: f32 = x + f32(1.0)
#   %6: bool = %3.shape[0] == 3
#   if %6
#     %3[0] = %4
#     %3[1] = %5
#     %3[2] = f32(2.0)
#   %7: f32[:, :] = view a[:2, :2]
#   %8: f32 = x
#   %11: bool = %7.shape[0] == 2 and %7.shape[1] == 2
#   if %11
#     %9: f32[:] = view %7[0, :]
#     %9[0] = %8
#     %9[1] = f32(1.0)
#     %10: f32[:] = view %7[1, :]
#     %10[0] = f32(2.0)
#     %10[1] = f32(3.0)
#   %12: f32[:] = view a[guard 0, :]
#   %13: f32 = x
#   %14: f32[:] = %12
#   %15: f32 = %13
#   %16: i64 = %14.shape[0]
#   for %17: i64 in range(0, %16, 1)
#     %14[%17] = %15
#   %18: f32[:, :] = view a[:, :2]
#   %19: f32 = x
#   %30: bool = %18.shape[1] == 2
#   if %30
#     %20: f32[:] = view %18[:, 0]
#     %21: f32[:] = %20
#     %22: f32 = %19
#     %23: i64 = %21.shape[0]
#     for %24: i64 in range(0, %23, 1)
#       %21[%24] = %22
#     %25: f32[:] = view %18[:, 1]
#     %26: f32[:] = %25
#     %27: f32 = f32(1.0)
#     %28: i64 = %26.shape[0]
#     for %29: i64 in range(0, %28, 1)
#       %26[%29] = %27
#   local: local f32[::1] = @local
#   %32: local f32[::1] = view local[:]
#   %33: f32 = a[guard 0, guard 1]
#   %34: f32 = a[guard 0, guard 0]
#   %35: bool = %32.shape[0] == 2
#   if %35
#     %32[0] = %33
#     %32[1] = %34
#   %36: f32[:] = view a[guard 1, :2]
#   %37: f32 = local[1]
#   %38: f32 = local[0]
#   %39: bool = %36.shape[0] == 2
#   if %39
#     %36[0] = %37
#     %36[1] = %38
#   %40: f32[:] = view a[guard i, :2]
#   %41: f32[:] = %40
#   %42: f32 = local[1]
#   %43: f32 = x
#   %44: bool = %41.shape[0] == 2
#   if %44
#     %41[0] = %41[0] + %42
#     %41[1] = %41[1] + %43
#   %45: f32[:, :] = view a[:, :2]
#   %46: f32[:, :] = %45
#   %65: bool = %46.shape[1] == 2
#   if %65
#     %47: f32[:] = view %46[:, 0]
#     %48: f32[:] = %47
#     %49: i64 = %48.shape[0]
#     %50: i64 = i64(%49 != 1)
#     %52: f32[:] = %47
#     %53: i64 = %52.shape[0]
#     %54: f32[:] = recast f32[:] %52 shape (%53) strides (%52.strides[0]) guard (%49 == 1 or %49 == %53)
#     %55: i64 = %54.shape[0]
#     for %51: i64 in range(0, %55, 1)
#       %54[%51] = %48[%51 * %50] * f32(2.0)
#     %56: f32[:] = view %46[:, 1]
#     %57: f32[:] = %56
#     %58: i64 = %57.shape[0]
#     %59: i64 = i64(%58 != 1)
#     %61: f32[:] = %56
#     %62: i64 = %61.shape[0]
#     %63: f32[:] = recast f32[:] %61 shape (%62) strides (%61.strides[0]) guard (%58 == 1 or %58 == %62)
#     %64: i64 = %63.shape[0]
#     for %60: i64 in range(0, %64, 1)
#       %63[%60] = %57[%60 * %59] * f32(3.0)
#   t: (f32, f32) = let %66: f32[:] = view a[guard i, :2] in (%66[guard 0], %66[guard 1])
#   local[0] = t.1
