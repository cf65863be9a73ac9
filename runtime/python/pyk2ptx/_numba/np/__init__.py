"""``numba.np``"""

from ...cuda.np import numpy_support  # noqa: F401
