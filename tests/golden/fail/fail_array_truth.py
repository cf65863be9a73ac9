# golden: --emit=ir --error-limit=0
# An array where a number is needed: the text with its element is told.
import math

from numba import cuda, float32


@cuda.jit("void(float32[::1], float32[:,:], float32[::1])")
def k(x, y, out):
    i = cuda.grid(1)
    if x > 0:
        out[i] = 1
    if x:
        out[i] = 1
    if x[1:] > 0:
        out[i] = 1
    if i < 3 and x == y:
        out[i] = 1
    while x < 1 or not y:
        out[i] = 1
    a = not x
    b = 1 if y else 2
    c = math.sin(x)
    d = abs(y) * 2
    x[x > 0] = 0
    y[(y > 0)] = 0
    x[x + 1] = 0
    x[0] = math.sin(x)
    out[i] = float32(x)

# === --emit=ir --error-limit=0
# fail_array_truth.py:11:8: error: the truth of an array is not one value; test an element, such as `x[i] > 0` [ArrayTruth]
#       if x > 0:
#          ^~~~~
# fail_array_truth.py:13:8: error: the truth of an array is not one value; test an element, such as `x[i]` [ArrayTruth]
#       if x:
#          ^
# fail_array_truth.py:15:8: error: the truth of an array is not one value; test an element, such as `a[i]` [ArrayTruth]
#       if x[1:] > 0:
#          ^~~~~~~~~
# fail_array_truth.py:17:18: error: the truth of an array is not one value; test an element, such as `x[i] == y[i, j]` [ArrayTruth]
#       if i < 3 and x == y:
#                    ^~~~~~
# fail_array_truth.py:19:11: error: the truth of an array is not one value; test an element, such as `x[i] < 1` [ArrayTruth]
#       while x < 1 or not y:
#             ^~~~~
# fail_array_truth.py:19:24: error: the truth of an array is not one value; test an element, such as `y[i, j]` [ArrayTruth]
#       while x < 1 or not y:
#                          ^
# fail_array_truth.py:21:13: error: the truth of an array is not one value; test an element, such as `x[i]` [ArrayTruth]
#       a = not x
#               ^
# fail_array_truth.py:22:14: error: the truth of an array is not one value; test an element, such as `y[i, j]` [ArrayTruth]
#       b = 1 if y else 2
#                ^
# fail_array_truth.py:23:9: error: an array expression of a length that is not constant needs memory for a new array; take a part of constant length, such as a[:3], assign it to a part of an array, such as `out[:] = ...`, or loop over the elements [NeedsMemory]
#       c = math.sin(x)
#           ^~~~~~~~~~~
# fail_array_truth.py:23:9: note: of one element it is `math.sin(x[i])`
#       c = math.sin(x)
#           ^~~~~~~~~~~
# fail_array_truth.py:24:9: error: an array expression of a length that is not constant needs memory for a new array; take a part of constant length, such as a[:3], assign it to a part of an array, such as `out[:] = ...`, or loop over the elements [NeedsMemory]
#       d = abs(y) * 2
#           ^~~~~~~~~~
# fail_array_truth.py:24:9: note: of one element it is `abs(y[i, j]) * 2`
#       d = abs(y) * 2
#           ^~~~~~~~~~
# fail_array_truth.py:25:7: error: an index that is an array needs memory for a new array; test each element: `if x[i] > 0:` [NeedsMemory]
#       x[x > 0] = 0
#         ^~~~~
# fail_array_truth.py:26:8: error: an index that is an array needs memory for a new array; test each element: `if y[i, j] > 0:` [NeedsMemory]
#       y[(y > 0)] = 0
#          ^~~~~
# fail_array_truth.py:27:7: error: an index that is an array needs memory for a new array; loop over the indices: `a[i[j]]` [NeedsMemory]
#       x[x + 1] = 0
#         ^~~~~
# fail_array_truth.py:28:12: error: an array expression here needs memory for a new array; assign it to a part of an array, such as `out[:] = ...`, or loop over the elements [ArrayExpression]
#       x[0] = math.sin(x)
#              ^~~~~~~~~~~
# fail_array_truth.py:28:12: note: of one element it is `math.sin(x[i])`
#       x[0] = math.sin(x)
#              ^~~~~~~~~~~
# fail_array_truth.py:29:22: error: argument 1 of `float32` must be a number, not `float32[::1]` [ArgumentType]
#       out[i] = float32(x)
#                        ^
