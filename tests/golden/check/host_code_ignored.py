# golden: --emit=ir
from numba import cuda
import argparse, sys
from dataclasses import dataclass

@dataclass
class Options:
    size: int = 4

@cuda.jit("void(float32[::1])")
def kernel(x):
    x[0] = 1

async def fetch(*args, **kwargs):
    async with open("f") as f, lock:
        yield [x async for x in f if (y := x) is not None]

try:
    squares = {i: i ** 2 for i in range(10) if not i % 2}
    print(f"{squares!r:>{10}}", *squares, lambda x, /, y=1, *, z: x @ y)
except (ImportError, ValueError) as error:
    raise SystemExit(2) from error
finally:
    del squares

match sys.argv:
    case [_, "go", *rest]:
        kernel[1, 1](rest)

# === --emit=ir
# kernel kernel(x: f32[::1])
#   x[guard 0] = f32(1.0)
