# golden: --emit=ir --passes=-inline-functions
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def sums(x, n):
    x[0] = sum(x[i] for i in range(n) if x[i] > 0)


@cuda.jit("void(float32[::1], float32[:, ::1])")
def greatest(x, m):
    x[0] = max((abs(v) for v in m[0]), default=-1)

# === --emit=ir --passes=-inline-functions
# function sum__device(n: i64, x: f32[::1]) -> f32
#   .total: i64 = 0
#   .total.1: f32 = f32(0.0)
#   for i: i64 in range(0, n, 1)
#     if x[guard i] > f32(0.0)
#       .total.1 = .total.1 + x[guard i]
#   return .total.1
#
# kernel sums(x: f32[::1], n: i64)
#   x[guard 0] = sum__device(n, x)
#
# function max__device(.default: i64, m: f32[:, ::1]) -> f32
#   .best: f32 = zero
#   .found: bool = False
#   %3: f32[::1] = view m[guard 0, :]
#   %4: i64 = %3.shape[0]
#   for %5: i64 in range(0, %4, 1)
#     v: f32 = %3[%5]
#     .value: f32 = abs(v)
#     if not .found
#       .best = .value
#     else
#       if .value > .best or .best != .best
#         .best = .value
#     .found = True
#   if not .found
#     .best.1: i64 = .default
#     .best = f32(.best.1)
#   return .best
#
# kernel greatest(x: f32[::1], m: f32[:, ::1])
#   x[guard 0] = max__device(-1, m)
