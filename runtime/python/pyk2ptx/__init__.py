"""Kernels written in Python, on NVIDIA GPUs and on the CPU.

``from pyk2ptx import cuda`` stands for ``from numba import cuda``; numba's types
(``float32``, ``void``, ``types``, ...) and ``vectorize`` and ``guvectorize`` are
here too. Importing loads neither NumPy nor the compiler, and touches no GPU.
"""

import sys

__version__ = "0.1.0"


def _leave(function=None, *_signatures, **options):
    """``njit``: the function itself, which Python runs and kernels may call."""
    if isinstance(function, type(_leave)):
        # What programs ask numba's dispatchers for.
        function.py_func = function
        function.targetoptions = options
        function.signatures = []
        function.recompile = lambda: None
        return function
    return lambda function: _leave(function, **options)


def __getattr__(name):
    if name in ("coop", "cuda", "device", "types", "errors"):
        __import__(f"{__name__}.{name}")
        return sys.modules[f"{__name__}.{name}"]
    if name in ("vectorize", "guvectorize"):
        # Each only when it is asked for: the package is imported in no time.
        from .cuda import _ufunc

        return getattr(_ufunc, name)
    if name in ("njit", "jit"):
        return _leave
    if name == "as_numba":
        # As above.
        from ._as_numba import as_numba

        return as_numba
    if name in ("literal_unroll", "carray", "farray"):
        # As above.
        from .cuda._intrinsics import Intrinsic

        return Intrinsic(f"numba.{name}")
    # As above.
    from . import types

    if not name.startswith("_") and name in types.__all__:
        return getattr(types, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    # As above.
    from . import types

    return sorted(
        {
            "cuda",
            "device",
            "types",
            "errors",
            "as_numba",
            "carray",
            "farray",
            "jit",
            "literal_unroll",
            "njit",
            "vectorize",
            "guvectorize",
            *types.__all__,
        }
    )
