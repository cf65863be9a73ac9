# golden: --emit=ir
from numba import cuda


class Point:
    x = 1

@cuda.jit("void(float32[::1])")
def k(x):
    p = Point()
    x[0] = p.x
    x[1] = Point.x

# === --emit=ir
# fail_class_in_kernel.py:10:9: error: `Point` is not known at compile time: `Point` is a class [NotConstant]
#       p = Point()
#           ^~~~~
# fail_class_in_kernel.py:5:7: note: its value comes from here
#   class Point:
#         ^~~~~
# fail_class_in_kernel.py:12:12: error: `Point` is not known at compile time: `Point` is a class [NotConstant]
#       x[1] = Point.x
#              ^~~~~
# fail_class_in_kernel.py:5:7: note: its value comes from here
#   class Point:
#         ^~~~~
