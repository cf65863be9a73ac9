# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int64[::1])")
def kernel(x):
    x[0] = 18446744073709551616

# === --emit=ir
# fail_integer_too_large.py:7:12: error: integer literal does not fit in 64 bits [IntegerTooLarge]
#       x[0] = 18446744073709551616
#              ^~~~~~~~~~~~~~~~~~~~
