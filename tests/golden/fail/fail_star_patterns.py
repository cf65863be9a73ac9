# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int64[::1])")
def star_patterns(x):
    match x[0], x[1], x[2]:
        case (first, *rest):
            x[3] = first
        case (*rest, (a, *_)):
            x[3] = a
        case _:
            x[3] = 9

# === --emit=ir
# fail_star_patterns.py:8:22: error: a star pattern is not supported in kernels [UnsupportedStatement]
#           case (first, *rest):
#                        ^~~~~
