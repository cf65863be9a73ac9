# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int64[::1], int64)")
def collatz(out, n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    out[0] = steps

# === --emit=ir
# kernel collatz(out: i64[::1], n: i64)
#   steps: i64 = 0
#   while n != 1
#     n = n // 2 if n % 2 == 0 else 3 * n + 1
#     steps = steps + 1
#   out[guard 0] = steps
