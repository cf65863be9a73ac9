# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, ::1])")
def k(a):
    a[0] += 1
    a[:, 0] *= 2
    a[0, "x"] += 1
    a[0, 1, 2] += 1

# === --emit=ir
# fail_assign_part_in_place.py:9:10: error: a string is not a value that a kernel can compute with [NotAValue]
#       a[0, "x"] += 1
#            ^~~
# fail_assign_part_in_place.py:9:10: note: text is known while compiling, or printed: print("x =", x), print(f"{x:.3f}")
#       a[0, "x"] += 1
#            ^~~
# fail_assign_part_in_place.py:10:5: error: 3 subscripts for an array of 2 axes [TooManyIndices]
#       a[0, 1, 2] += 1
#       ^~~~~~~~~~
