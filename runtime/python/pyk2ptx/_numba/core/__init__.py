"""``numba.core``"""

from ... import errors, types  # noqa: F401
from ...cuda import config  # noqa: F401
