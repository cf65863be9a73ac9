# golden: --emit=ir
from numba import cuda
import math

@cuda.jit(device=True)
def helper(first, second):
    return first + second

@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = helper(1, secnd=2)
    x[1] = math.sin(x=1.0)
    print(1, file=2)
    tile = cuda.shared.array(4, dtype="float32", align=16)
    for i in range(stop=3):
        pass

# === --emit=ir
# fail_unknown_keyword.py:11:22: error: `helper` has no parameter `secnd`; did you mean `second`? [UnknownKeyword]
#       x[0] = helper(1, secnd=2)
#                        ^~~~~~~
# fail_unknown_keyword.py:12:21: error: `math.sin` has no parameter `x` [UnknownKeyword]
#       x[1] = math.sin(x=1.0)
#                       ^~~~~
# fail_unknown_keyword.py:13:14: error: `print` has no parameter `file` [UnknownKeyword]
#       print(1, file=2)
#                ^~~~~~
# fail_unknown_keyword.py:14:50: error: `cuda.shared.array` has no parameter `align` [UnknownKeyword]
#       tile = cuda.shared.array(4, dtype="float32", align=16)
#                                                    ^~~~~~~~
# fail_unknown_keyword.py:15:20: error: `range` has no parameter `stop` [UnknownKeyword]
#       for i in range(stop=3):
#                      ^~~~~~
