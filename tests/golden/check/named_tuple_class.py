# golden: --emit=ir
from dataclasses import dataclass
from typing import NamedTuple

from numba import cuda, float32, int32


class Point(NamedTuple):
    x: float32
    n: int32


@dataclass
class Pair:
    a: int32
    b: float32 = 2.5


@cuda.jit("void(float32[::1], int32[::1])")
def instances(x, y):
    p = Point(x[0], n=y[0])
    y[1] = p.n
    pairs = cuda.local.array(2, Pair)
    pairs[0] = Pair(y[2])
    x[1] = p.x + pairs[0].b

# === --emit=ir
# kernel instances(x: f32[::1], y: i32[::1])
#   local @pairs: Pair{a: i32 @0, b: f32 @4; 8}[2]
#   p: (f32, i32) = (x[guard 0], y[guard 0])
#   y[guard 1] = p.1
#   pairs: local Pair{a: i32 @0, b: f32 @4; 8}[::1] = @pairs
#   pairs[0] = (y[guard 2], f32(2.5))
#   x[guard 1] = p.0 + pairs[0].1
