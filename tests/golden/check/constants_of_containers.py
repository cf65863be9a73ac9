# golden: --emit=ir
import math

import numpy as np
from numba import cuda, float32, float64
from scipy.constants import physical_constants

SIZES = {"small": 4, "large": [16, 64]}
TYPES = {"single": float32, "double": float64}
LARGEST = max(SIZES["large"])
AREA = math.prod(SIZES["large"]) // int(math.pow(2, 5))
TABLE = [math.comb(4, i) for i in range(5)]
SQUARES = {i: i * i for i in range(4) if i % 2}
MASS, UNIT, _ = physical_constants["electron mass"]
ROW = np.linspace(0, 1, 5)
STEP = ROW[1] - ROW[0]
BLOCK = LARGEST if "large" in SIZES and AREA > 4 else SIZES.get("tiny", 1)
WINDOW = slice(2, -1)
KIND = f"void({'float64'}[::1], int64)"
PASSES = 3
PASSES += 2


@cuda.jit(KIND)
def k(x, n):
    a = cuda.local.array(SIZES["small"], TYPES["single"])
    a[0] = x[0]
    x[0] = LARGEST + AREA + BLOCK + PASSES
    x[1] = MASS * STEP
    x[2] = TABLE[n] + SQUARES[3] + a[0]
    for v in x[WINDOW]:
        x[3] += v
    x[4] = (1, 2, 3, 4, 5)[WINDOW][1]

# === --emit=ir
# kernel k(x: f64[::1], n: i64)
#   local @a: f32[4]
#   a: local f32[::1] = @a
#   a[0] = f32(x[guard 0])
#   x[guard 0] = 165.0
#   x[guard 1] = 2.277345928475e-31
#   x[guard 2] = f64(f32((1 if n == 0 or n == -5 else 4 if n == 1 or n == -4 else 6 if n == 2 or n == -3 else 4 if n == 3 or n == -2 else 1 if n == 4 or n == -1 else 0) + 9) + a[0])
#   %3: f64[::1] = view x[2:-1]
#   %4: i64 = %3.shape[0]
#   for %5: i64 in range(0, %4, 1)
#     v: f64 = %3[%5]
#     x[guard 3] = x[guard 3] + v
#   x[guard 4] = 4.0
