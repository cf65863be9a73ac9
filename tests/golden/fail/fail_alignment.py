# golden: --emit=ir
import numpy as np
from numba import cuda


@cuda.jit("void(int32[::1])")
def k(a):
    cuda.shared.array(4, np.float64, alignment=4)
    cuda.shared.array(4, np.float64, alignment=24)
    cuda.shared.array(4, np.float64, alignment=2048)
    cuda.local.array(4, np.float64, alignment=2048)
    cuda.local.array(4, np.float64, alignment=a[0])

# === --emit=ir
# fail_alignment.py:8:48: error: an alignment must be a power of two from 8 to 1024, not 4 [BadAlignment]
#       cuda.shared.array(4, np.float64, alignment=4)
#                                                  ^
# fail_alignment.py:9:48: error: an alignment must be a power of two from 8 to 1024, not 24 [BadAlignment]
#       cuda.shared.array(4, np.float64, alignment=24)
#                                                  ^~
# fail_alignment.py:10:48: error: an alignment must be a power of two from 8 to 1024, not 2048 [BadAlignment]
#       cuda.shared.array(4, np.float64, alignment=2048)
#                                                  ^~~~
# fail_alignment.py:11:47: error: an alignment must be a power of two from 8 to 1024, not 2048 [BadAlignment]
#       cuda.local.array(4, np.float64, alignment=2048)
#                                                 ^~~~
# fail_alignment.py:12:47: error: an alignment must be a power of two from 8 to 1024, not `int32` [BadAlignment]
#       cuda.local.array(4, np.float64, alignment=a[0])
#                                                 ^~~~
