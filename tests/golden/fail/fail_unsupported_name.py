# golden: --emit=ir
from numba import cuda
import numpy as np
from os import path

@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = np.einsum(x)
    x[cuda.threadIdx.w] = sum(x)
    x[1] = cuda.atomics.add(x, 0, 1)
    x[2] = path.join(x)
    x[cuda.theadIdx.x] = 1

# === --emit=ir
# fail_unsupported_name.py:8:12: error: `np.einsum` is not supported in kernels; loop over the elements [UnsupportedName]
#       x[0] = np.einsum(x)
#              ^~~~~~~~~
# fail_unsupported_name.py:9:7: error: `cuda.threadIdx.w` is not supported in kernels; did you mean `cuda.threadIdx.x`? [UnsupportedName]
#       x[cuda.threadIdx.w] = sum(x)
#         ^~~~~~~~~~~~~~~~
# fail_unsupported_name.py:10:12: error: `cuda.atomics` is not supported in kernels; did you mean `cuda.atomic`? [UnsupportedName]
#       x[1] = cuda.atomics.add(x, 0, 1)
#              ^~~~~~~~~~~~
# fail_unsupported_name.py:11:12: error: `os.path` is not supported in kernels [UnsupportedName]
#       x[2] = path.join(x)
#              ^~~~
# fail_unsupported_name.py:12:7: error: `cuda.theadIdx` is not supported in kernels; did you mean `cuda.threadIdx`? [UnsupportedName]
#       x[cuda.theadIdx.x] = 1
#         ^~~~~~~~~~~~~
