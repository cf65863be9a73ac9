"""``numba.cuda.core``"""

from ... import errors  # noqa: F401
from .. import config, types  # noqa: F401
