"""``gpu_struct``: classes whose instances are values of several numbers, in kernels, as
items of primitives, and here.

A kernel makes one by ``Pair(x, y)`` and reads ``pair.x``; it never changes. Arrays of
them have the class's ``dtype``, NumPy's record of the same fields.
"""

import typing

from .. import _numpy
from .._device.layout import as_dtype
from .._functions import is_struct_class as _is_struct_class


class _Struct:
    """What gpu_struct's classes have in common."""

    _field_spec = {}
    dtype = None

    def __init__(self, *args, **keywords):
        spec = self._field_spec
        if len(args) == 1 and isinstance(args[0], dict) and not keywords:
            args, keywords = (), args[0]
        if len(args) > len(spec):
            raise TypeError(
                f"{type(self).__name__} has {len(spec)} fields, not {len(args)}"
            )
        given = dict(zip(spec, args))
        for name, value in keywords.items():
            if name not in spec or name in given:
                why = "has no field" if name not in spec else "is given twice the field"
                raise TypeError(f"{type(self).__name__} {why} {name!r}")
            given[name] = value
        for name, kind in spec.items():
            if name not in given:
                raise TypeError(f"{type(self).__name__} misses its field {name!r}")
            object.__setattr__(self, name, _value(kind, given[name]))
        data = _numpy.numpy().array(_tuple_of(self), type(self).dtype)
        object.__setattr__(self, "_data", data)

    def __setattr__(self, name, _value):
        raise AttributeError(f"{type(self).__name__} is a value; make a new one")

    def __array__(self, dtype=None, copy=None):
        made = self._data if dtype is None else self._data.astype(dtype)
        return made.copy()

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return _tuple_of(self) == _tuple_of(other)

    def __hash__(self):
        return hash((type(self), _tuple_of(self)))

    def __repr__(self):
        fields = ", ".join(
            f"{name}={getattr(self, name)!r}" for name in self._field_spec
        )
        return f"{type(self).__name__}({fields})"


def _value(kind, value):
    """What is given for a field, of the field's type."""
    if not isinstance(kind, type):
        return kind.type(value)
    if isinstance(value, kind):
        return value
    if isinstance(value, _numpy.numpy().void):
        value = value.item()
    if isinstance(value, (tuple, list)):
        return kind(*value)
    if isinstance(value, dict):
        return kind(**value)
    raise TypeError(f"{value!r} is no {kind.__name__}")


def _tuple_of(value):
    parts = (getattr(value, name) for name in value._field_spec)
    return tuple(
        _tuple_of(part) if isinstance(part, _Struct) else part for part in parts
    )


def _fields_of(given):
    """Names and types, or None."""
    if _is_struct_class(given):
        return dict(given._field_spec)
    if isinstance(given, _numpy.numpy().dtype):
        return {name: given[name] for name in given.names or ()}
    if isinstance(given, dict):
        return given
    if isinstance(given, type) and getattr(given, "__annotations__", None):
        return typing.get_type_hints(given)
    return None


def _field(name, given):
    """A field's type: a dtype, or one of these classes."""
    if not isinstance(name, str) or not name.isidentifier():
        raise ValueError(f"the field name {name!r} is not a valid Python identifier")
    if isinstance(given, type) and issubclass(given, _Struct):
        return given
    if isinstance(given, dict) or _is_struct_class(given):
        return gpu_struct(given, name)
    try:
        dtype = as_dtype(given)
    except (TypeError, ValueError):
        dtype = None
    if dtype is not None and dtype.names:
        return gpu_struct(dtype, name)
    is_number = dtype is not None and (
        dtype.kind in "biufc" or dtype.name == "bfloat16"
    )
    if not is_number or dtype.subdtype:
        raise TypeError(
            f"the field {name!r} is {given!r}, which is no type of numbers, nor a "
            "struct of them"
        )
    return dtype


def gpu_struct(field_dict, name="AnonymousStruct"):
    """A class of values that have these fields: of a dict of names and types, of a
    record's dtype, or, as a decorator, of an annotated class.

    A type is NumPy's or numba's, another of these classes, or a dict. ``dtype`` of the
    class is the record's that arrays of such values have.
    """
    fields = _fields_of(field_dict)
    if not fields:
        raise TypeError(
            "gpu_struct takes a dict of names and types, a record's dtype or an "
            f"annotated class, not {field_dict!r}"
        )
    is_class = isinstance(field_dict, type)
    spec = {key: _field(key, kind) for key, kind in fields.items()}
    dtype = _numpy.numpy().dtype(
        [
            (key, kind.dtype if isinstance(kind, type) else kind)
            for key, kind in spec.items()
        ],
        align=True,
    )
    members = {"_field_spec": spec, "dtype": dtype}
    if is_class:
        name = field_dict.__name__
        for key in "__module__", "__qualname__", "__doc__":
            members[key] = getattr(field_dict, key)
    return type(name, (_Struct,), members)
