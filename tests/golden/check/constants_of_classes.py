# golden: --emit=ir
# golden: --emit=ir -D N=9
from collections import namedtuple
from dataclasses import dataclass
from enum import Enum, IntEnum, auto
from typing import NamedTuple
from numba import cuda


class Config:
    N = 4
    HALF = N // 2

    class Inner:
        SCALE = 0.5


class Derived(Config):
    M = 3


class Color(IntEnum):
    RED = 7
    GREEN = auto()
    BLUE = auto()


class Mode(Enum):
    FAST = auto()
    SLOW = auto()


Point = namedtuple("Point", "x y")
origin = Point(1, y=2.5)


class Size(NamedTuple):
    width: int
    height: int = 11


size = Size(10)


@dataclass(frozen=True)
class Params:
    rate: float
    steps: int = 100


params = Params(rate=0.25)


@cuda.jit("void(float32[::1])")
def k(x):
    tile = cuda.shared.array(Config.N, "float32")
    tile[0] = Config.HALF + Config.Inner.SCALE
    x[0] = tile[0] + Derived.N * Derived.M
    x[1] = Color.GREEN + Color.BLUE.value
    if x[2] == Mode.SLOW.value:
        x[3] = origin.x + origin.y
    x[4] = size.width * size.height + size[0]
    x[5] = params.rate * params.steps

# === --emit=ir
# kernel k(x: f32[::1])
#   shared @tile: f32[4]
#   tile: shared f32[::1] = @tile
#   tile[0] = f32(2.5)
#   x[guard 0] = tile[0] + f32(12.0)
#   x[guard 1] = f32(17.0)
#   if x[guard 2] == f32(2.0)
#     x[guard 3] = f32(3.5)
#   x[guard 4] = f32(120.0)
#   x[guard 5] = f32(25.0)

# === --emit=ir -D N=9
# kernel k(x: f32[::1])
#   shared @tile: f32[9]
#   tile: shared f32[::1] = @tile
#   tile[0] = f32(4.5)
#   x[guard 0] = tile[0] + f32(27.0)
#   x[guard 1] = f32(17.0)
#   if x[guard 2] == f32(2.0)
#     x[guard 3] = f32(3.5)
#   x[guard 4] = f32(120.0)
#   x[guard 5] = f32(25.0)
