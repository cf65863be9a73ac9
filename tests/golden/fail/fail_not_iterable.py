# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    for v in x:
        n += 1
    for i in n:
        n += 1
    for j in (1, 2):
        n += 1
    for j, i in enumerate((1, 2), 1.0):
        n += i
    for j, v in enumerate(x, start=x[0]):
        n += j
    for j, v in enumerate(x, 1, start=2):
        n += j
    for j, v in enumerate(x, True):
        n += j

# === --emit=ir
# fail_not_iterable.py:9:14: error: cannot iterate over `int64`; use `range` [NotIterable]
#       for i in n:
#                ^
# fail_not_iterable.py:13:35: error: argument 2 of `enumerate` must be an integer, not `float` [ArgumentType]
#       for j, i in enumerate((1, 2), 1.0):
#                                     ^~~
# fail_not_iterable.py:15:36: error: argument 2 of `enumerate` must be an integer, not `float32` [ArgumentType]
#       for j, v in enumerate(x, start=x[0]):
#                                      ^~~~
# fail_not_iterable.py:17:33: error: `enumerate` gets two arguments for `start` [ArgumentGivenTwice]
#       for j, v in enumerate(x, 1, start=2):
#                                   ^~~~~~~
