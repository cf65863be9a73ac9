from collections.abc import Callable
from typing import Any

from . import cuda as cuda
from . import device as device
from . import errors as errors
from . import types as types
from .cuda._ufunc import guvectorize as guvectorize
from .cuda._ufunc import vectorize as vectorize
from .types import *  # noqa: F403

__version__: str

literal_unroll: Any
carray: Any
farray: Any

def as_numba(force: bool = False) -> bool: ...
def njit(
    function: Callable[..., Any] | None = None, *signatures: Any, **options: Any
) -> Any: ...
def jit(
    function: Callable[..., Any] | None = None, *signatures: Any, **options: Any
) -> Any: ...
