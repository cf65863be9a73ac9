"""``numba.cuda.typing``"""

from ...types import Signature
from . import typeof  # noqa: F401


def signature(return_type, *args):
    """The signature of these types."""
    return Signature(return_type, args)
