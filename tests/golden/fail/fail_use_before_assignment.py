# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = total
    total = 1
    count += 1

# === --emit=ir
# fail_use_before_assignment.py:7:12: error: `total` is read before it is assigned [UseBeforeAssignment]
#       x[0] = total
#              ^~~~~
# fail_use_before_assignment.py:9:5: error: `count` is read before it is assigned [UseBeforeAssignment]
#       count += 1
#       ^~~~~
