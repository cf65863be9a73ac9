# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], float32)")
def k(x, f):
    for i in range(f * 1j):
        x[i] = 1
    for i in range():
        x[i] = 1
    for i in range(1, "2", x):
        x[i] = 1
    for i, j in range(2):
        x[i] = j

# === --emit=ir
# fail_range_arguments.py:7:20: error: argument 1 of `range` must be an integer, not `complex64` [ArgumentType]
#       for i in range(f * 1j):
#                      ^~~~~~
# fail_range_arguments.py:9:14: error: `range` takes 1 to 3 arguments, 0 given [ArgumentCount]
#       for i in range():
#                ^~~~~~~
# fail_range_arguments.py:11:23: error: a string is not a value that a kernel can compute with [NotAValue]
#       for i in range(1, "2", x):
#                         ^~~
# fail_range_arguments.py:11:23: note: text is known while compiling, or printed: print("x =", x), print(f"{x:.3f}")
#       for i in range(1, "2", x):
#                         ^~~
# fail_range_arguments.py:11:28: error: argument 3 of `range` must be an integer, not `float32[::1]` [ArgumentType]
#       for i in range(1, "2", x):
#                              ^
# fail_range_arguments.py:13:9: error: cannot unpack an integer; tuples and arrays have parts [CannotUnpack]
#       for i, j in range(2):
#           ^~~~
