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
# fail_operand_types.py:7:15: error: `+` does not take `float32[:, ::1]` and `int64` [OperandTypes]
#       a[0, 0] = a + 1
#                 ^~~~~
# fail_operand_types.py:8:15: error: `<<` does not take `float32` and `int64` [OperandTypes]
#       a[0, 1] = a[0, 1] << 2
#                 ^~~~~~~~~~~~
# fail_operand_types.py:9:15: error: `*` does not take a tuple of 2 and `int64` [OperandTypes]
#       a[0, 2] = (1, 2) * 2
#                 ^~~~~~~~~~
# fail_operand_types.py:10:9: error: `@` does not take `float32[:, ::1]` and `float32[:, ::1]` [OperandTypes]
#       n = a @ a
#           ^~~~~
# fail_operand_types.py:11:9: error: `<` does not take `float32` and a tuple of 2 [OperandTypes]
#       m = a[0, 3] < (1, 2)
#           ^~~~~~~~~~~~~~~~
# fail_operand_types.py:13:5: error: `+` does not take `float32[:, ::1]` and `int64` [OperandTypes]
#       a += 1
#       ^~~~~~
