"""Kernels written in Python, on NVIDIA GPUs and on the CPU.

``from pyk2ptx import cuda`` stands for ``from numba import cuda``; numba's types
(``float32``, ``void``, ``types``, ...) and ``vectorize`` and ``guvectorize`` are
here too. Importing loads neither NumPy nor the compiler, and touches no GPU.
"""

__version__ = "0.1.0"


def _leave(function=None, *_signatures, **options):
    """``njit``: the function itself, which Python runs and kernels may call."""
    import types

    if isinstance(function, types.FunctionType):
        # What programs ask numba's dispatchers for.
        function.py_func = function
        function.targetoptions = options
        function.signatures = []
        function.recompile = lambda: None
        return function
    return lambda function: _leave(function, **options)


def __getattr__(name):
    import importlib

    if name in ("cuda", "types", "errors"):
        return importlib.import_module("." + name, __name__)
    if name in ("vectorize", "guvectorize"):
        from .cuda import _ufunc

        return getattr(_ufunc, name)
    if name in ("njit", "jit"):
        return _leave
    if name == "as_numba":
        from ._as_numba import as_numba

        return as_numba
    if name in ("literal_unroll", "carray", "farray"):
        from .cuda._intrinsics import Intrinsic

        return Intrinsic(f"numba.{name}")
    types = importlib.import_module(".types", __name__)
    if not name.startswith("_") and name in types.__all__:
        return getattr(types, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    from . import types

    return sorted(
        {
            "cuda",
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
