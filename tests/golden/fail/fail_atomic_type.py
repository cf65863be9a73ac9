# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int8[::1], boolean[::1])")
def k(a, b):
    own = cuda.local.array(4, "float32")
    cuda.atomic.add(a, 0, 1)
    cuda.atomic.add(b, 0, 1)
    cuda.atomic.add(own, 0, 1)

# === --emit=ir
# fail_atomic_type.py:8:21: error: `cuda.atomic.add` does not take arrays of `int8` [AtomicType]
#       cuda.atomic.add(a, 0, 1)
#                       ^
# fail_atomic_type.py:9:21: error: `cuda.atomic.add` does not take arrays of `bool` [AtomicType]
#       cuda.atomic.add(b, 0, 1)
#                       ^
# fail_atomic_type.py:10:21: error: `cuda.atomic.add` does not take arrays of local memory [AtomicType]
#       cuda.atomic.add(own, 0, 1)
#                       ^~~
