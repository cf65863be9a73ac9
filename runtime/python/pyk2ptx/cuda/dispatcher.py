"""``numba.cuda.dispatcher``"""

from ._dispatcher import CUDADispatcher  # noqa: F401
