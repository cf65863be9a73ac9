# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, ::1], int64)")
def k(a, n):
    a[0, 0] = a + 1
    a[0, 1] = a[0, 1] << 2
    a[0, 2] = (1, 2) * 2
    n = a @ a
    m = a[0, 3] < (1, 2)
    m = m + "text"
    a += 1

# === --emit=ir
# fail_operand_types.py:7:15: error: an array expression here needs memory for a new array; assign it to a part of an array, such as `out[:] = ...`, or loop over the elements [ArrayExpression]
#       a[0, 0] = a + 1
#                 ^~~~~
# fail_operand_types.py:7:15: note: of one element it is `a[i, j] + 1`
#       a[0, 0] = a + 1
#                 ^~~~~
# fail_operand_types.py:8:15: error: `<<` does not take `float32` and `int64` [OperandTypes]
#       a[0, 1] = a[0, 1] << 2
#                 ^~~~~~~~~~~~
# fail_operand_types.py:8:15: note: it is for integers: int(x) gives one
#       a[0, 1] = a[0, 1] << 2
#                 ^~~~~~~~~~~~
# fail_operand_types.py:9:15: error: `*` does not take a tuple of 2 and `int64` [OperandTypes]
#       a[0, 2] = (1, 2) * 2
#                 ^~~~~~~~~~
# fail_operand_types.py:10:9: error: a product of matrices needs memory for a new array; write its loops: `for i ...: for j ...: out[i, j] = a[i] @ b[:, j]` [NeedsMemory]
#       n = a @ a
#           ^~~~~
# fail_operand_types.py:11:9: error: `<` does not take `float32` and a tuple of 2 [OperandTypes]
#       m = a[0, 3] < (1, 2)
#           ^~~~~~~~~~~~~~~~
