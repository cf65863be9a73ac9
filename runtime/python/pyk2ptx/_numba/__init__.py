"""``numba`` itself, where there is none: what kernels and their hosts use of it."""

import importlib

import pyk2ptx

from .. import __version__ as _own
from ..errors import TypingError  # noqa: F401

# A program asks what numba can do; this is the numba that the names are of.
__version__ = f"0.61.0+pyk2ptx.{_own}"
prange = range
# Kernels know the module by its name.
__name__ = "numba"


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    if name in ("cuda", "core", "np", "types", "errors", "config"):
        return importlib.import_module(f"numba.{name}")
    try:
        return getattr(pyk2ptx, name)
    except AttributeError:
        raise AttributeError(
            f"pyk2ptx has no `numba.{name}`: it stands for numba.cuda"
        ) from None
