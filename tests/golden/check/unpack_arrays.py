# golden: --emit=ir
from numba import cuda, float32


@cuda.jit("void(float32[:], float32[:, :], float32[:])")
def k(p, m, out):
    x, y, z = p
    (a, b), c = m[:2, 0], p[0]
    row, other = m
    local = cuda.local.array(3, float32)
    first, *rest = local
    for u, v in m:
        out[0] += u * v
    s, t = [u + v for u, v in ((1, 2), p[:2])]
    out[1] = x + y * z + a * b * c + row[0] * other[1] + first + rest[1] + s * t


@cuda.jit("void(float32[:], float32[:])")
def swap(p, out):
    p[0], p[1] = p

# === --emit=ir
# kernel k(p: f32[:], m: f32[:, :], out: f32[:])
#   local @local: f32[3]
#   %3: f32[:] = p
#   %4: f32 = %3[guard 0]
#   %5: f32 = %3[guard 1]
#   %6: f32 = %3[guard 2]
#   x: f32 = %4
#   y: f32 = %5
#   z: f32 = %6
#   %10: f32[:] = view m[:2, guard 0]
#   %11: f32 = p[guard 0]
#   %12: f32[:] = %10
#   %13: f32 = %12[guard 0]
#   %14: f32 = %12[guard 1]
#   a: f32 = %13
#   b: f32 = %14
#   c: f32 = %11
#   %18: f32[:, :] = m
#   %19: f32[:] = view %18[guard 0, :]
#   %20: f32[:] = view %18[guard 1, :]
#   row: f32[:] = %19
#   other: f32[:] = %20
#   local: local f32[::1] = @local
#   %24: local f32[::1] = local
#   %25: f32 = %24[0]
#   %26: f32 = %24[1]
#   %27: f32 = %24[2]
#   first: f32 = %25
#   rest: list(f32, f32) = (%26, %27)
#   %30: f32[:, :] = m
#   %31: i64 = %30.shape[0]
#   if (out.address + 4 + max((out.shape[0] - 1) * out.strides[0], 0) <= m.address + min((m.shape[0] - 1) * m.strides[0], 0) + min((m.shape[1] - 1) * m.strides[1], 0)) | (m.address + 4 + max((m.shape[0] - 1) * m.strides[0], 0) + max((m.shape[1] - 1) * m.strides[1], 0) <= out.address + min((out.shape[0] - 1) * out.strides[0], 0))
#     if 0 < %31
#       kept: f32 = out[guard 0]
#       for %32: i64 in range(0, %31, 1)
#         %41: f32[:] = view %30[%32, :]
#         %42: f32 = %41[guard 0]
#         %43: f32 = %41[guard 1]
#         u: f32 = %42
#         v: f32 = %43
#         kept = fma(u, v, kept)
#       out[guard 0] = kept
#   else
#     for %32 in range(0, %31, 1)
#       %41 = view %30[%32, :]
#       %42 = %41[guard 0]
#       %43 = %41[guard 1]
#       u = %42
#       v = %43
#       out[guard 0] = fma(u, v, out[guard 0])
#   %50: list(i64, f32) = let %44: f32[:] = view p[:2] in let %45: f32[:] = %44 in let %46: f32[:] = %45 in let %47: f32 = %46[guard 0] in let %48: f32 = %46[guard 1] in let %49: f32 = %47 + %48 in (3, %49)
#   s: i64 = %50.0
#   t: f32 = %50.1
#   out[guard 1] = fma(f32(s), t, fma(row[guard 0], other[guard 1], fma(a * b, c, fma(y, z, x))) + first + rest.1)
#
# kernel swap(p: f32[:], out: f32[:])
#   %2: f32[:] = p
#   %3: f32 = %2[guard 0]
#   %4: f32 = %2[guard 1]
#   p[guard 0] = %3
#   p[guard 1] = %4
