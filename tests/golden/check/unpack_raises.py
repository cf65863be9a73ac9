# golden: --emit=ir --bounds=raise
from numba import cuda, float32


@cuda.jit("void(float32[:, :], float32[:])")
def k(m, out):
    local = cuda.local.array(2, float32)
    x, y = m[0]
    u, v = local
    out[:2] = x, y
    s, t = [u + v for u, v in ((1, 2), out[:2])]
    local[:] = s, t

# === --emit=ir --bounds=raise
# function __pyk2ptx_check(value: bool) -> bool
#   if not value
#     raise ValueError("an array of another length than the 2 names to unpack it into") reported
#   return value
#
# function __pyk2ptx_check_1(value: bool) -> bool
#   if not value
#     raise ValueError("a tuple of another length than the part of the array") reported
#   return value
#
# function __pyk2ptx_check_2(value: bool) -> bool
#   if not value
#     raise ValueError("an array of another length than the 2 names to unpack it into") reported
#   return value
#
# function __pyk2ptx_check_3(value: bool) -> bool
#   if not value
#     raise ValueError("a tuple of another length than the part of the array") reported
#   return value
#
# kernel k(m: f32[:, :], out: f32[:])
#   local @local: f32[2]
#   local: local f32[::1] = @local
#   %3: f32[:] = view m[raise 0, :]
#   %4: bool = __pyk2ptx_check(%3.shape[0] == 2)
#   %5: f32 = %3[raise 0]
#   %6: f32 = %3[raise 1]
#   x: f32 = %5
#   y: f32 = %6
#   %9: local f32[::1] = local
#   %10: f32 = %9[0]
#   %11: f32 = %9[1]
#   u: f32 = %10
#   v: f32 = %11
#   %14: f32[:] = view out[:2]
#   %15: f32 = x
#   %16: f32 = y
#   %17: bool = %14.shape[0] == 2
#   %18: bool = __pyk2ptx_check_1(%17)
#   if %17
#     %14[0] = %15
#     %14[1] = %16
#   %26: list(i64, f32) = let %19: f32[:] = view out[:2] in let %20: f32[:] = %19 in let %21: f32[:] = %20 in let %22: bool = __pyk2ptx_check_2(%21.shape[0] == 2) in let %23: f32 = %21[raise 0] in let %24: f32 = %21[raise 1] in let %25: f32 = %23 + %24 in (3, %25)
#   s: i64 = %26.0
#   t: f32 = %26.1
#   %29: local f32[::1] = view local[:]
#   %30: i64 = s
#   %31: f32 = t
#   %32: bool = %29.shape[0] == 2
#   %33: bool = __pyk2ptx_check_3(%32)
#   if %32
#     %29[0] = f32(%30)
#     %29[1] = %31
