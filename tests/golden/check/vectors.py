# golden: --emit=ir --passes=-inline-functions
from dataclasses import dataclass
from numba import cuda, float32, void
from numba.cuda import float4, int2, float32x4


@dataclass
class Point:
    x: float32
    n: int = 7


@cuda.jit(device=True)
def up(p):
    return Point(p.x + 1, n=p.n)


@cuda.jit(void(float4[:], float4, int2[::1], Point))
def k(a, v, b, p):
    i = cuda.grid(1)
    a[i] = a[i] * 2 + v
    a[i + 1] = float32x4(a[i].x, -v.y, b[i])
    w = cuda.int2(1, 2)
    w += b[i]
    b[i] = w
    q = up(Point(p.x))
    a[i + 2] = float4(q.x, q.n, 0, 0)

# === --emit=ir --passes=-inline-functions
# function up__device(p: Point{x: f32 @0, n: i64 @8; 16}) -> Point{x: f32 @0, n: i64 @8; 16}
#   return (p.0 + f32(1.0), p.1)
#
# kernel k(a: float4[:], v: float4, b: int2[::1], p: Point{x: f32 @0, n: i64 @8; 16})
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   a[guard i] = let %6: float4 = (let %5: float4 = a[guard i] in (%5.0 * f32(2.0), %5.1 * f32(2.0), %5.2 * f32(2.0), %5.3 * f32(2.0))) in (%6.0 + v.0, %6.1 + v.1, %6.2 + v.2, %6.3 + v.3)
#   a[guard i + 1] = let %7: f32 = a[guard i].0 in let %8: f32 = -v.1 in let %9: int2 = b[guard i] in (%7, %8, f32(%9.0), f32(%9.1))
#   w: int2 = (i32(1), i32(2))
#   w = let %11: int2 = b[guard i] in (i32(i64(w.0) + i64(%11.0)), i32(i64(w.1) + i64(%11.1)))
#   b[guard i] = w
#   q: Point{x: f32 @0, n: i64 @8; 16} = up__device((p.0, 7))
#   a[guard i + 2] = let %13: f32 = q.0 in let %14: i64 = q.1 in (%13, f32(%14), f32(0.0), f32(0.0))
