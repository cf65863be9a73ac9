# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], float32)")
def k(x, f):
    x[f] = 1
    x[0] = x[2.0]
    x["a"] = 1
    y = x[f:]
    x[1] = x[None]

# === --emit=ir
# fail_index_type.py:7:7: error: an index must be an integer, not `float32` [IndexType]
#       x[f] = 1
#         ^
# fail_index_type.py:7:7: note: `//` gives integers, and int(...) the whole part
#       x[f] = 1
#         ^
# fail_index_type.py:8:14: error: an index must be an integer, not `float` [IndexType]
#       x[0] = x[2.0]
#                ^~~
# fail_index_type.py:8:14: note: `//` gives integers, and int(...) the whole part
#       x[0] = x[2.0]
#                ^~~
# fail_index_type.py:9:7: error: a string is not a value that a kernel can compute with [NotAValue]
#       x["a"] = 1
#         ^~~
# fail_index_type.py:9:7: note: text is known while compiling, or printed: print("x =", x), print(f"{x:.3f}")
#       x["a"] = 1
#         ^~~
# fail_index_type.py:10:11: error: an index must be an integer, not `float32` [IndexType]
#       y = x[f:]
#             ^
# fail_index_type.py:10:11: note: `//` gives integers, and int(...) the whole part
#       y = x[f:]
#             ^
# fail_index_type.py:11:12: error: expected `float32`, found `float32[:, :]` [TypeMismatch]
#       x[1] = x[None]
#              ^~~~~~~
