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
# fail_class_in_kernel.py:10:9: error: the class `Point` cannot be called [NotCallable]
#       p = Point()
#           ^~~~~
# fail_class_in_kernel.py:10:9: note: of classes, kernels make named tuples and dataclasses
#       p = Point()
#           ^~~~~
