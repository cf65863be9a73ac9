"""``numba.cuda.config``: what programs read or set of it.

CUDA_WARN_ON_IMPLICIT_COPY: whether launches with host arrays warn of their copies
(NUMBA_CUDA_WARN_ON_IMPLICIT_COPY, 1). The rest says how things are, and setting it
changes nothing: there is no warning of low occupancy to turn off.
"""

import os

CUDA_WARN_ON_IMPLICIT_COPY = int(
    os.environ.get("NUMBA_CUDA_WARN_ON_IMPLICIT_COPY") or 1
)
CUDA_LOW_OCCUPANCY_WARNINGS = 0
# The CPU device is no simulator: it compiles kernels.
ENABLE_CUDASIM = False
DISABLE_JIT = False
