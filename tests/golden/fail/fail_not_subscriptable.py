# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    x[0] = n[0]
    x[1] = x[0][1]
    x[2] = cuda[0]

# === --emit=ir
# fail_not_subscriptable.py:7:12: error: `int64` cannot be indexed [NotSubscriptable]
#       x[0] = n[0]
#              ^
# fail_not_subscriptable.py:8:12: error: `float32` cannot be indexed [NotSubscriptable]
#       x[1] = x[0][1]
#              ^~~~
# fail_not_subscriptable.py:9:12: error: `cuda` cannot be indexed [NotSubscriptable]
#       x[2] = cuda[0]
#              ^~~~
