# golden: --emit=ir
from numba import cuda


@cuda.jit(device=True)
def f(a, b=1):
    return a + b


@cuda.jit("void(int64[:])")
def k(x):
    x[0] = f(1, 2, b=3)

# === --emit=ir
# fail_argument_given_twice.py:12:20: error: `f` gets two arguments for `b` [ArgumentGivenTwice]
#       x[0] = f(1, 2, b=3)
#                      ^~~
