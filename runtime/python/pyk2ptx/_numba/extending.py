"""``numba.extending``: what leaves a function as it is."""

from .. import _leave as register_jitable  # noqa: F401
from ..cuda._dispatcher import CUDADispatcher


def is_jitted(function):
    """Whether a function is a kernel, or a device function."""
    return isinstance(function, CUDADispatcher)
