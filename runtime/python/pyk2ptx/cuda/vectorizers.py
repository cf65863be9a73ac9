"""``numba.cuda.vectorizers``: what numba's own ``vectorize`` and ``guvectorize`` take
for ``target="cuda"``. They give the signatures one by one, then ask for the ufunc.
"""

from ._ufunc import guvectorize, vectorize


class _Builder:
    def __init__(self, function, **_options):
        self.py_func = function
        self._signatures = []

    def add(self, sig=None, argtypes=None, restype=None):
        """One more signature."""
        self._signatures.append(sig if sig is not None else restype(*argtypes))

    def disable_compile(self):
        """All signatures are there."""


class CUDAVectorize(_Builder):
    """Of a function of elements."""

    def build_ufunc(self):
        """The ufunc."""
        return vectorize(self._signatures)(self.py_func)


class CUDAGUFuncVectorize(_Builder):
    """Of a function of arrays."""

    def __init__(self, function, signature, **options):
        super().__init__(function, **options)
        self._layout = signature

    def build_ufunc(self):
        """The ufunc."""
        return guvectorize(self._signatures, self._layout)(self.py_func)
