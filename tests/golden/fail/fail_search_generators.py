# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int64[::1], int64)")
def k(x, n):
    x[0] = any((last := i) > 3 for i in range(n))
    x[1] = all(i for i in n)
    x[2] = any(i.wrong for i in range(n))

# === --emit=ir
# fail_search_generators.py:7:12: error: `:=` in a generator whose length is not known at compile time is not supported in kernels [UnsupportedExpression]
#       x[0] = any((last := i) > 3 for i in range(n))
#              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_search_generators.py:8:27: error: cannot iterate over `int64`; use `range` [NotIterable]
#       x[1] = all(i for i in n)
#                             ^
# fail_search_generators.py:9:18: error: `int64` has no attribute `wrong` [UnknownAttribute]
#       x[2] = any(i.wrong for i in range(n))
#                    ^~~~~
