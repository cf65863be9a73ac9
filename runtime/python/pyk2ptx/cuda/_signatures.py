"""Types as text: signatures in any of numba's forms, and the types of values."""

from .. import _beside_numba, _numpy, types
from .._spelling import Constant, split_types


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
