"""``numba.cuda.vector_types``"""

from ._intrinsics import _VECTORS, NAMES

globals().update({name: NAMES[name] for name in _VECTORS})
