"""This package's numba.cuda beside an installed numba: types, exceptions and functions
of numba's are understood, and numba understands the package's.

Nothing here imports numba: what is numba's can only be met once it is loaded.
"""

import sys

from . import errors, types
from ._numba_types import ABSTRACT, is_none, is_numba_type, spell


def own(value):
    """A type or a signature of numba's as this package's; the rest as it is."""
    if ABSTRACT not in sys.modules:
        return value
    if is_numba_type(value):
        return types.Type(spell(value))
    if isinstance(value, sys.modules["numba.core.typing.templates"].Signature):
        result = "void" if is_none(value.return_type) else spell(value.return_type)
        args = [types.Type(spell(arg)) for arg in value.args]
        return types.Signature(types.Type(result), args)
    return value


def name_of(value):
    """numba's name of one of its own functions: "numba.literal_unroll"."""
    numba = sys.modules.get("numba")
    module = getattr(value, "__module__", None)
    if numba is None or not isinstance(module, str) or not module.startswith("numba."):
        return None
    name = getattr(value, "__name__", None)
    known = isinstance(name, str) and getattr(numba, name, None) is value
    return f"numba.{name}" if known else None


def is_set(name):
    """Whether a switch of numba's configuration is set; where there is no numba, yes."""
    config = sys.modules.get("numba.core.config")
    return config is None or bool(getattr(config, name, True))


def join():
    """numba, which is loaded, learns of this package's exceptions and types."""
    theirs = sys.modules["numba.core.errors"]
    for name, cls in vars(errors).items():
        base = getattr(theirs, name, None)
        if not isinstance(cls, type) or cls.__module__ != errors.__name__:
            continue
        if isinstance(base, type) and not issubclass(cls, base):
            # `except numba.core.errors.TypingError` takes what we raise.
            plain = (errors._PlainError, errors._PlainWarning)
            kept = [
                each
                for each in cls.__bases__
                if each not in plain and not issubclass(base, each)
            ]
            cls.__bases__ = (*kept, base)
    _join_types()


def _join_types():
    """`numba.float32 == ours`: numba's comparison says no to what it does not know."""
    abstract = sys.modules[ABSTRACT]
    compare = abstract.Type.__eq__

    def __eq__(self, other):
        if isinstance(other, types.Type):
            return NotImplemented
        return compare(self, other)

    abstract.Type.__eq__ = __eq__
