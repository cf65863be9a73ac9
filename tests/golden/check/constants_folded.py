# golden: --emit=ir
from numba import cuda


N = 4
WIDTH = N * 2 + (N << 1) - N // 3 % 2
RATIO = N / WIDTH
SIDES = (N, WIDTH, -N)
A, (B, C) = 1, [2, 3.0]
BIG = 2 ** 62 if WIDTH > 3 else 0
MAXIMUM = max(abs(-N), int(2.9), len(SIDES), 3)

@cuda.jit("void(float64[::1])")
def constants(x):
    x[0] = WIDTH + RATIO
    x[1] = SIDES[-1] + A + B + C
    x[2] = BIG
    x[3] = MAXIMUM

# === --emit=ir
# kernel constants(x: f64[::1])
#   x[guard 0] = 15.266666666666667
#   x[guard 1] = 2.0
#   x[guard 2] = 4611686018427387904.0
#   x[guard 3] = 4.0
