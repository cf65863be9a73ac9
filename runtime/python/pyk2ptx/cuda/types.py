"""``numba.cuda.types``"""

from ..types import *  # noqa: F403
from ..types import Array, Signature, Type  # noqa: F401
