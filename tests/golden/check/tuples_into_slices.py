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
