"""What kernels know of a plain enumeration, whose members equal themselves alone.

A member of an IntEnum is its number and needs none of this. Where a class stands is
its name in types and in what is captured, so that two kernels of one text are one;
of two classes that stand at one place, as a function that is called twice makes
them, the later ones are numbered.
"""

import enum
import types as pytypes
import weakref

_places = {}


class Facts:
    """Of one class: where it is; the type of all values, or "" where they are no
    numbers; the bits of all flags, or None; why it cannot be used, or ""."""

    def __init__(self, cls):
        self.place = _place_of(cls)
        self.type = _common_type([member.value for member in cls])
        # Of a flag the class goes through single bits only, other names have the rest.
        values = [member.value for member in cls.__members__.values()]
        is_flag = issubclass(cls, enum.Flag) and self.type == "int64"
        self.flags = None
        for value in values if is_flag else ():
            self.flags = (self.flags or 0) | value
        own = [name for name in ("__eq__", "__bool__") if _is_own(cls, name)]
        self.problem = f"its class has a method `{own[0]}`" if own else ""

    def spell(self):
        """The type of a member as a signature's text."""
        flags = "" if self.flags is None else f", {self.flags}"
        return f"EnumMember('{self.place}', {self.type}{flags})"


_facts = weakref.WeakKeyDictionary()


def facts_of(cls):
    found = _facts.get(cls)
    if found is None:
        found = _facts[cls] = Facts(cls)
    return found


def is_plain(cls):
    """Whether members are no numbers and no texts: Enum and Flag, not IntEnum."""
    plain = (enum.Enum, enum.Flag, object)
    return all(
        base in plain or isinstance(base, enum.EnumMeta) or not _has_values(base)
        for base in cls.__mro__
    )


def _has_values(base):
    """Whether objects of a class are what Python compares by a value."""
    return base.__eq__ is not object.__eq__ and not isinstance(
        base.__eq__, pytypes.FunctionType
    )


def _is_own(cls, name):
    """Whether the program gives the class a method of that name."""
    return any(
        isinstance(vars(base).get(name), pytypes.FunctionType)
        for base in cls.__mro__
        if base.__module__ != "enum"
    )


def _place_of(cls):
    place = f"{cls.__module__}.{cls.__qualname__}"
    others = _places.setdefault(place, [])
    others.append(weakref.ref(cls))
    before = len(others) - 1
    if before == 0:
        return place
    scope, _, name = place.rpartition(".")
    return f"{scope}#{before}.{name}"


def _common_type(values):
    kinds = {type(value) for value in values}
    if not kinds or not kinds <= {bool, int, float}:
        return ""
    if float in kinds:
        return "float64"
    if kinds == {bool}:
        return "bool"
    fits = all(-(2**63) <= value < 2**63 for value in values)
    return "int64" if fits else ""


def as_value(member):
    """A member's value as a number of its class's type."""
    kind = {"float64": float, "int64": int, "bool": bool}[facts_of(type(member)).type]
    return kind(member.value)
