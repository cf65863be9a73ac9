"""``numba.cuda.kernels.reduction``"""

from .._ufunc import Reduce  # noqa: F401
