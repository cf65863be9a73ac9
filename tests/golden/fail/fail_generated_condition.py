# golden: --emit=ir
# What is written for `max(... for ...)` has parts that stand elsewhere: no hint
# may be made of its text.
from numba import cuda


@cuda.jit("void(float32[:], float32[:, :], float32[:])")
def k(m, rows, out):
    out[0] = max(m for v in m)
    out[1] = min(row for row in rows)

# === --emit=ir
# fail_generated_condition.py:9:18: error: the truth of an array is not one value; test an element, such as `a[i]` [ArrayTruth]
#       out[0] = max(m for v in m)
#                    ^
# fail_generated_condition.py:10:18: error: the truth of an array is not one value; test an element, such as `a[i]` [ArrayTruth]
#       out[1] = min(row for row in rows)
#                    ^~~
