# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, ::1])")
def k(a):
    a[0, 0] = -a
    a[0, 1] = ~a[0, 1]
    a[0, 2] = -"text"

# === --emit=ir
# fail_operand_type.py:7:15: error: an array expression here needs memory for a new array; assign it to a part of an array, such as `out[:] = ...`, or loop over the elements [ArrayExpression]
#       a[0, 0] = -a
#                 ^~
# fail_operand_type.py:7:15: note: of one element it is `-a[i, j]`
#       a[0, 0] = -a
#                 ^~
# fail_operand_type.py:8:15: error: `~` does not take `float32` [OperandType]
#       a[0, 1] = ~a[0, 1]
#                 ^~~~~~~~
# fail_operand_type.py:9:15: error: `-` does not take a string [OperandType]
#       a[0, 2] = -"text"
#                 ^~~~~~~
