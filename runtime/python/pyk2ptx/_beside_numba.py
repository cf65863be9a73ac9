"""This package's numba.cuda beside an installed numba: types, exceptions and functions
of numba's are understood, and numba understands the package's.

Nothing here imports numba: what is numba's can only be met once it is loaded.
"""

import sys

# In a numba that is this package there is no such module.
_ABSTRACT = "numba.core.types.abstract"


def is_numba_type(value):
    """Whether a value is one of an installed numba's types."""
    abstract = sys.modules.get(_ABSTRACT)
    return abstract is not None and isinstance(value, abstract.Type)


def own(value):
    """A type or a signature of numba's as this package's; the rest as it is."""
    if _ABSTRACT not in sys.modules:
        return value
    from . import types

    if is_numba_type(value):
        return types.Type(_spell(value))
    if isinstance(value, sys.modules["numba.core.typing.templates"].Signature):
        result = "void" if _is_none(value.return_type) else _spell(value.return_type)
        args = [types.Type(_spell(arg)) for arg in value.args]
        return types.Signature(types.Type(result), args)
    return value


def _is_none(found):
    return found is None or found.name == "none"


def _spell(found):
    """A type of numba's as a signature's text."""
    kind = type(found).__name__
    spell = _SPELLINGS.get(kind)
    if spell is None and hasattr(found, "literal_type"):
        return _spell(found.literal_type)
    return spell(found) if spell else found.name


def _spell_array(found):
    if found.ndim == 0:
        return f"Array({_spell(found.dtype)}, 0, 'C')"
    axes = [":"] * found.ndim
    if found.layout in "CF":
        axes[-1 if found.layout == "C" else 0] = "::1"
    return f"{_spell(found.dtype)}[{', '.join(axes)}]"


def _spell_record(found):
    from . import _numpy

    support = sys.modules["numba.np.numpy_support"]
    return _numpy.type_name(support.as_dtype(found))


def _spell_named(found):
    parts = "".join(f"{_spell(part)}, " for part in found.types)
    return f"NamedTuple(({parts}), '{' '.join(found.fields)}')"


_SPELLINGS = {
    "Array": _spell_array,
    "Record": _spell_record,
    "UniTuple": lambda found: f"UniTuple({_spell(found.dtype)}, {found.count})",
    "Tuple": lambda found: f"Tuple(({''.join(_spell(each) + ', ' for each in found)}))",
    "NamedTuple": _spell_named,
    "NamedUniTuple": _spell_named,
    "Optional": lambda found: f"Optional({_spell(found.type)})",
    "CPointer": lambda found: f"CPointer({_spell(found.dtype)})",
    "CharSeq": lambda found: f"CharSeq({found.count})",
    "UnicodeCharSeq": lambda found: f"UnicodeCharSeq({found.count})",
    "DType": lambda found: _spell(found.dtype),
    "NumberClass": lambda found: _spell(found.dtype),
    "EnumMember": lambda found: _spell(found.dtype),
    "IntEnumMember": lambda found: _spell(found.dtype),
}


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
    from . import errors

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
    from . import types

    abstract = sys.modules[_ABSTRACT]
    compare = abstract.Type.__eq__

    def __eq__(self, other):
        if isinstance(other, types.Type):
            return NotImplemented
        return compare(self, other)

    abstract.Type.__eq__ = __eq__
