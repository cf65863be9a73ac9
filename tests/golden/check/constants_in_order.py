# golden: --emit=ir
from numba import cuda, float32, float64

A = 1
B = A
A += 4
C = [A for _ in range(2)][1]
A = 20


class K:
    N = A
    A = 7
    M = A


A = 300
T = float32


@cuda.jit((T[:],))
def single(x, n=A):
    x[0] = A + B + C + K.N + K.M + n


T = float64


@cuda.jit((T[:],))
def double(x):
    x[0] = A


A = 4000

# === --emit=ir
# kernel single(x: f32[:], n: none)
#   n.1: i64 = 300
#   x[guard 0] = f32(4333.0)
#
# kernel double(x: f64[:])
#   x[guard 0] = 4000.0
