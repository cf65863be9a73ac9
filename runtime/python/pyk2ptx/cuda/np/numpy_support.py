"""``numba.cuda.np.numpy_support``: NumPy's dtypes and numba's types."""

from ..._numpy import dtype_of, numpy
from ...types import from_dtype  # noqa: F401
from .._intrinsics import Intrinsic

carray = Intrinsic("numba.carray")
farray = Intrinsic("numba.farray")


def as_dtype(type):
    """NumPy's dtype of a type's elements."""
    return dtype_of(type.name)


def __getattr__(name):
    if name == "numpy_version":
        return tuple(map(int, numpy().__version__.split(".")[:2]))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
