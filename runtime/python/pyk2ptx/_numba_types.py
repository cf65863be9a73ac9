"""An installed numba's types as text. Nothing here imports numba: what is numba's can
only be met once it is loaded."""

import sys

from . import _numpy
from ._enumerations import facts_of

# In a numba that is this package there is no such module.
ABSTRACT = "numba.core.types.abstract"


def is_numba_type(value):
    """Whether a value is one of an installed numba's types."""
    abstract = sys.modules.get(ABSTRACT)
    return abstract is not None and isinstance(value, abstract.Type)


def is_none(found):
    return found is None or found.name == "none"


def spell(found):
    """A type of numba's as a signature's text."""
    kind = type(found).__name__
    known = _SPELLINGS.get(kind)
    if known is None and hasattr(found, "literal_type"):
        return spell(found.literal_type)
    return known(found) if known else found.name


def _spell_array(found):
    if found.ndim == 0:
        return f"Array({spell(found.dtype)}, 0, 'C')"
    axes = [":"] * found.ndim
    if found.layout in "CF":
        axes[-1 if found.layout == "C" else 0] = "::1"
    return f"{spell(found.dtype)}[{', '.join(axes)}]"


def _spell_record(found):
    support = sys.modules["numba.np.numpy_support"]
    return _numpy.type_name(support.as_dtype(found))


def _spell_named(found):
    parts = "".join(f"{spell(part)}, " for part in found.types)
    return f"NamedTuple(({parts}), '{' '.join(found.fields)}')"


_SPELLINGS = {
    "Array": _spell_array,
    "Record": _spell_record,
    "UniTuple": lambda found: f"UniTuple({spell(found.dtype)}, {found.count})",
    "Tuple": lambda found: f"Tuple(({''.join(spell(each) + ', ' for each in found)}))",
    "NamedTuple": _spell_named,
    "NamedUniTuple": _spell_named,
    "Optional": lambda found: f"Optional({spell(found.type)})",
    "CPointer": lambda found: f"CPointer({spell(found.dtype)})",
    "CharSeq": lambda found: f"CharSeq({found.count})",
    "UnicodeCharSeq": lambda found: f"UnicodeCharSeq({found.count})",
    "DType": lambda found: spell(found.dtype),
    "NumberClass": lambda found: spell(found.dtype),
    "EnumMember": lambda found: facts_of(found.instance_class).spell(),
    "IntEnumMember": lambda found: spell(found.dtype),
}
