"""``numba.cuda.simulator.kernel``"""

from .._dispatcher import CUDADispatcher as FakeCUDAKernel  # noqa: F401
