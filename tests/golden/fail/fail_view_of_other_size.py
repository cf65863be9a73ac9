# golden:
import numpy as np
from numba import cuda


@cuda.jit("void(float64[:])")
def k(x):
    words = cuda.shared.array(9, np.uint32)
    bytes_of = cuda.local.array((2, 7), np.uint8)
    whole = cuda.local.array((3, 8), np.uint8)
    x[0] = words.view(np.float64)[0]
    x[1] = bytes_of.view(np.int16)[0, 1]
    x[2] = whole.view(np.int16)[2, 3]
    x[3] = words[:8].view(np.float64)[0]

# ===
# fail_view_of_other_size.py:11:12: error: expected a last axis that is whole elements of 8 bytes, found 9 elements of 4 [TypeMismatch]
#       x[0] = words.view(np.float64)[0]
#              ^~~~~~~~~~~~~~~~~~~~~~
# fail_view_of_other_size.py:12:12: error: expected a last axis that is whole elements of 2 bytes, found 7 elements of 1 [TypeMismatch]
#       x[1] = bytes_of.view(np.int16)[0, 1]
#              ^~~~~~~~~~~~~~~~~~~~~~~
