# golden: --emit=ir
from numba import cuda
import os

SIZE = int(os.environ["SIZE"])
COUNTER = 0
for _ in range(SIZE): COUNTER += 1

# What makes solve's argument is not asked: solve is not called.
def solve(rows):
    def twice(x):
        return 2 * x
    return [twice(x) for x in rows]

def rows():
    return [COUNTER for _ in range(3)]

ROWS = solve(rows())

def outer(n):
    @cuda.jit("void(float32[::1])")
    def k(x):
        x[0] = SIZE + COUNTER
        x[1] = n
        x[2] = ROWS[0]
    return k

# === --emit=ir
# fail_not_constant.py:23:16: error: `SIZE` is not known at compile time: the element is not known before the program runs; give it with -D SIZE=VALUE [NotConstant]
#           x[0] = SIZE + COUNTER
#                  ^~~~
# fail_not_constant.py:5:12: note: its value comes from here
#   SIZE = int(os.environ["SIZE"])
#              ^~~~~~~~~~~~~~~~~~
# fail_not_constant.py:23:23: error: `COUNTER` is not known at compile time: `COUNTER` is set in several places, the last of them under a condition; give it with -D COUNTER=VALUE [NotConstant]
#           x[0] = SIZE + COUNTER
#                         ^~~~~~~
# fail_not_constant.py:7:23: note: its value comes from here
#   for _ in range(SIZE): COUNTER += 1
#                         ^~~~~~~
# fail_not_constant.py:24:16: error: `n` is not known at compile time: `n` is a parameter of the enclosing function; give it with -D n=VALUE [NotConstant]
#           x[1] = n
#                  ^
# fail_not_constant.py:20:11: note: its value comes from here
#   def outer(n):
#             ^
# fail_not_constant.py:25:16: error: `ROWS` is not known at compile time: `solve` is not called before the program runs; give it with -D ROWS=VALUE [NotConstant]
#           x[2] = ROWS[0]
#                  ^~~~
# fail_not_constant.py:18:8: note: its value comes from here
#   ROWS = solve(rows())
#          ^~~~~~~~~~~~~
