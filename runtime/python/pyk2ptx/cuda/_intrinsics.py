"""Names that mean something in kernels alone: ``cuda.threadIdx``, ``cuda.atomic``.

On the host they can be imported, passed around and captured; using one raises an
error that says so. Which there are, the compiler's tables say: _names.py.
"""

import functools

from . import _names


@functools.cache
def _members(library):
    """What is behind a dot of a name."""
    return frozenset(_names.MEMBERS.get(library, "").split())


class Intrinsic:
    """A name of the kernel language, by its dotted name."""

    def __init__(self, library):
        self._library = library

    def __getattr__(self, name):
        if name != "_library" and name in _members(self._library):
            return Intrinsic(f"{self._library}.{name}")
        raise AttributeError(f"{self!r} has no attribute {name!r}", name=name, obj=self)

    def __dir__(self):
        return sorted(_members(self._library))

    def __repr__(self):
        return f"<{self._library}, a name of kernels>"

    def __reduce__(self):
        return (Intrinsic, (self._library,))

    def _refuse(self, *_args, **_kwargs):
        raise TypeError(f"{self._library} works in kernels alone")

    __call__ = __getitem__ = __int__ = __index__ = __float__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refuse
    __floordiv__ = __mod__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse


class VectorName(Intrinsic):
    """A vector type's constructor."""

    def __init__(self, base, count):
        super().__init__(f"cuda.{base}x{count}")
        self.aliases = [f"{alias}{count}" for alias in _names.VECTORS[base]]


NAMES = {
    name: Intrinsic(f"cuda.{name}")
    for name in (*_names.PLAIN, *(path[len("cuda.") :] for path in _names.MEMBERS))
}
VECTORS = {
    f"{base}x{count}": VectorName(base, count)
    for base in _names.VECTORS
    for count in range(1, 5)
}
for _name, _vector in VECTORS.items():
    NAMES |= dict.fromkeys([_name, *_vector.aliases], _vector)
