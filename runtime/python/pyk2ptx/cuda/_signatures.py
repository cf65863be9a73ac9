"""Types as text: signatures in any of numba's forms, and the types of values."""

from .. import _beside_numba, _core, types


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


def read_signature(signature):
    """(result, [types]) of a signature in any of numba's forms, as text."""
    signature = _beside_numba.own(signature)
    if isinstance(signature, types.Signature):
        return signature.return_type.name, [arg.name for arg in signature.args]
    if isinstance(signature, (tuple, list)):
        return "void", [_type_text(part) for part in signature]
    text = signature.strip()
    opening = text.find("(")
    result = text[:opening].strip() if opening > 0 else ""
    if text.endswith(")") and opening >= 0 and "[" not in result and "," not in result:
        return result or "void", split_types(text[opening + 1 : -1])
    return "void", split_types(text)


def _type_text(part):
    part = _beside_numba.own(part)
    if isinstance(part, types.Type):
        return part.name
    if isinstance(part, str):
        return part
    from .. import _numpy

    return _numpy.type_name(part)


def states_result(signature):
    """Whether it says what is returned: "float32(int32)", not (int32,)."""
    signature = _beside_numba.own(signature)
    if isinstance(signature, types.Signature):
        return True
    is_text = isinstance(signature, str) and ")" in signature
    return is_text and signature.partition("(")[0].strip() != ""


def read_signatures(given):
    """All signatures of jit's first argument: one, a list of them, or none. The
    result of one that does not state it is ""."""
    if given is None:
        return []
    signatures = []
    for signature in given if isinstance(given, list) else [given]:
        result, args = read_signature(signature)
        signatures.append((result if states_result(signature) else "", args))
    return signatures


def signature_text(result, args):
    """What the compiler reads: "float32(int32)", "(int32,)"."""
    comma = "," if not result and len(args) == 1 else ""
    return f"{result}({', '.join(args)}{comma})"


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
        from .. import _numpy

        array = value.value if hasattr(value, "copies_in") else value
        return spell(_core.Dispatcher()._types_of(_numpy.host_view(array))[0])
    return spell(found[0])


def _rank(given, wanted):
    """How well a type fits a declared one: 0 exactly, None not at all."""
    if isinstance(given, Constant):
        return 0 if given == wanted else None
    given, wanted = (types._SCALARS.get(t, t).replace(" ", "") for t in (given, wanted))
    if given == wanted or wanted in ("float64", "double") and given == "float":
        return 0
    if "[" in given or "[" in wanted:
        head, _, axes = given.partition("[")
        other, _, others = wanted.partition("[")
        same = types._SCALARS.get(other, other) == head and axes.count(
            ":"
        ) - axes.count("::1") == others.count(":") - others.count("::1")
        return 1 if same and "1" not in others else None
    order = ["bool", "int", "uint", "float", "complex"]
    kinds = [t.rstrip("0123456789") for t in (given, wanted)]
    if all(kind in order for kind in kinds):
        distance = order.index(kinds[1]) - order.index(kinds[0])
        # What would lose more than width is no choice.
        narrow = kinds[0] in ("float", "complex") and distance < 0
        return None if narrow else 2 + abs(distance)
    return None
