"""Types as text: the parts of one, and those of values."""

import enum

from . import _core, _numpy
from ._enumerations import facts_of


def split_types(text):
    """The parts of "float32[:, ::1], Tuple((int64, int32))" between commas."""
    parts, depth, part = [], 0, ""
    for char in text:
        if char == "," and depth == 0:
            parts.append(part.strip())
            part = ""
            continue
        depth += (char in "([") - (char in ")]")
        part += char
    if part.strip():
        parts.append(part.strip())
    return parts


class Constant(str):
    """The type of an argument that is known when compiling: a function, a type."""

    def __new__(cls, value):
        name = getattr(value, "__qualname__", None) or getattr(
            value, "name", repr(value)
        )
        self = super().__new__(cls, f"constant({name})")
        self.value = value
        return self

    def __eq__(self, other):
        return isinstance(other, Constant) and self.value is other.value

    def __hash__(self):
        return hash((str(self), id(self.value)))


def spell(found):
    """The type of one argument as a signature's text, of what _core found."""
    if isinstance(found, str):
        return found
    if not isinstance(found, tuple):
        return Constant(found)
    if isinstance(found, tuple):
        if found and isinstance(found[0], enum.EnumMeta):
            return facts_of(found[0]).spell()
        if found and isinstance(found[0], type):
            parts = ", ".join(spell(part) for part in found[1:])
            return f"NamedTuple(({parts},), '{' '.join(found[0]._fields)}')"
        parts = [spell(part) for part in found]
        if parts and len(set(parts)) == 1:
            return f"UniTuple({parts[0]}, {len(parts)})"
        return f"Tuple(({', '.join(parts)}))"
    raise TypeError(f"{found!r} cannot be an argument of a kernel")


def type_of(value):
    """The type of one value as an argument, as text."""
    found = _core.Dispatcher()._types_of(value)
    if found is None:
        array = value.value if hasattr(value, "copies_in") else value
        return spell(_core.Dispatcher()._types_of(_numpy.host_view(array))[0])
    return spell(found[0])
