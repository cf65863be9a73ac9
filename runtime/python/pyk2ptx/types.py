"""numba's types, as far as kernels have them.

A type is its spelling: ``float32[:, ::1]``. Subscripting a type makes an array
type, calling one makes a signature or, with a number, converts on the host.
"""

from . import _enumerations, _numba_types, _numpy, _spelling

_SCALARS = {
    "boolean": "bool",
    "bool_": "bool",
    "b1": "bool",
    "int8": "int8",
    "int16": "int16",
    "int32": "int32",
    "int64": "int64",
    "uint8": "uint8",
    "uint16": "uint16",
    "uint32": "uint32",
    "uint64": "uint64",
    "byte": "uint8",
    "char": "int8",
    "uchar": "uint8",
    "short": "int16",
    "ushort": "uint16",
    "int_": "int64",
    "uint": "uint64",
    "intc": "int32",
    "uintc": "uint32",
    "long_": "int64",
    "ulong": "uint64",
    "longlong": "int64",
    "ulonglong": "uint64",
    "intp": "int64",
    "uintp": "uint64",
    "ssize_t": "int64",
    "size_t": "uint64",
    "i1": "int8",
    "i2": "int16",
    "i4": "int32",
    "i8": "int64",
    "u1": "uint8",
    "u2": "uint16",
    "u4": "uint32",
    "u8": "uint64",
    "f2": "float16",
    "f4": "float32",
    "f8": "float64",
    "c8": "complex64",
    "c16": "complex128",
    "float16": "float16",
    "bfloat16": "bfloat16",
    "float32": "float32",
    "float64": "float64",
    "float_": "float32",
    "double": "float64",
    "complex64": "complex64",
    "complex128": "complex128",
    "none": "none",
}


class Type:
    """A type by its spelling. Two of one spelling are equal; its class says which
    sort of type it is, as numba's classes do."""

    __slots__ = ("name",)

    def __new__(cls, name=None, *_args, **_kwargs):
        self = object.__new__(_class_of(name) if cls is Type else cls)
        if name is not None:
            self.name = name
        return self

    def __init__(self, name=None, *_args, **_kwargs):
        # A program's own type says its name here.
        if name is not None and type(self).__module__ != __name__:
            self.name = name

    def __repr__(self):
        return str(self.name)

    def __eq__(self, other):
        if _numba_types.is_numba_type(other):
            return _numba_types.spell(other) == self.name
        return isinstance(other, Type) and other.name == self.name

    def __hash__(self):
        return hash(self.name)

    def __reduce__(self):
        return (Type, (self.name,))

    def __getitem__(self, axes):
        """``float32[:, ::1]``: an array type."""
        axes = axes if isinstance(axes, tuple) else (axes,)
        texts = []
        for axis in axes:
            if not isinstance(axis, slice) or axis.start or axis.stop:
                raise TypeError("the axes of an array type are `:` or `::1`")
            if axis.step not in (None, 1):
                raise TypeError("the step of an array type's axis is 1 or none")
            texts.append("::1" if axis.step == 1 else ":")
        return Type(f"{self.name}[{', '.join(texts)}]")

    def __call__(self, *args):
        """``float32(int32)`` is a signature, ``float32(1)`` a number."""
        if args and not all(isinstance(arg, (Type, Signature)) for arg in args):
            return self._convert(*args)
        return Signature(self, args)

    def _convert(self, value):
        return _numpy.numpy().dtype(self.name).type(value)

    @property
    def key(self):
        """What tells it from other types."""
        return self.name

    @property
    def dtype(self):
        """The element type of an array type; of a number's, itself."""
        return self

    @property
    def ndim(self):
        """How many axes an array type has."""
        return 0

    # ---- what it is made of ----

    def _parts(self):
        """What is between the brackets of "Tuple((int64, float32))"."""
        inside = self.name[self.name.index("(") + 1 : -1]
        return _spelling.split_types(inside)


class Boolean(Type):
    """``boolean``"""

    __slots__ = ()


class Number(Type):
    """What can be computed with."""

    __slots__ = ()

    @property
    def bitwidth(self):
        """The bits of a value."""
        return int(self.name.lstrip("abcdefghijklmnopqrstuvwxyz"))


class Integer(Number):
    """``int32``, ``uint8`` and their like"""

    __slots__ = ()

    @property
    def signed(self):
        """Whether it has negative values."""
        return not self.name.startswith("u")

    @property
    def minval(self):
        """The least value."""
        return -(1 << (self.bitwidth - 1)) if self.signed else 0

    @property
    def maxval(self):
        """The greatest value."""
        return (1 << (self.bitwidth - self.signed)) - 1


class Float(Number):
    """``float32`` and its like"""

    __slots__ = ()


class Complex(Number):
    """``complex64``, ``complex128``"""

    __slots__ = ()

    @property
    def underlying_float(self):
        """The type of its two parts."""
        return Type(f"float{self.bitwidth // 2}")


class _Time(Type):
    __slots__ = ()

    def __new__(cls, unit):
        return super().__new__(
            cls, f"{cls._spelling}[{unit}]" if unit else cls._spelling
        )

    @property
    def unit(self):
        """Its unit, such as "ms"; "" where it has none."""
        return self.name.partition("[")[2].rstrip("]")


class NPDatetime(_Time):
    """A moment: ``NPDatetime("ms")``"""

    __slots__ = ()
    _spelling = "datetime64"


class NPTimedelta(_Time):
    """A difference of two: ``NPTimedelta("ms")``"""

    __slots__ = ()
    _spelling = "timedelta64"


class NoneType(Type):
    """``none``; ``void`` where nothing is returned"""

    __slots__ = ()


class Array(Type):
    """An array; ``layout`` is 'C', 'F' or 'A'."""

    __slots__ = ()

    def __new__(cls, dtype, ndim, layout, readonly=False, name=None, aligned=True):
        if layout not in ("C", "F", "A"):
            raise ValueError(f"a layout is 'C', 'F' or 'A', not {layout!r}")
        if ndim == 0:
            return super().__new__(cls, f"Array({dtype.name}, 0, 'C')")
        axes = [":"] * ndim
        if layout == "C":
            axes[-1] = "::1"
        elif layout == "F":
            axes[0] = "::1"
        return super().__new__(cls, f"{dtype.name}[{', '.join(axes)}]")

    def __hash__(self):
        # As numba's own hash, beside which it may stand in a dict.
        return hash((self.dtype, self.ndim, self.layout, True, True))

    def _axes(self):
        head, _, axes = self.name.rpartition("[")
        return head, axes.rstrip("]").split(", ")

    @property
    def dtype(self):
        """The type of an element."""
        if self.name.startswith("Array("):
            return Type(self._parts()[0])
        return Type(self._axes()[0])

    @property
    def ndim(self):
        """How many axes it has."""
        return 0 if self.name.startswith("Array(") else len(self._axes()[1])

    @property
    def layout(self):
        """'C', 'F', or 'A' for any strides."""
        if self.name.startswith("Array("):
            return "C"
        axes = self._axes()[1]
        return "C" if axes[-1] == "::1" else "F" if axes[0] == "::1" else "A"

    @property
    def is_c_contig(self):
        """Whether its elements lie in C order."""
        return self.layout == "C"

    @property
    def is_f_contig(self):
        """Whether they lie in Fortran's."""
        return self.layout == "F" or self.is_c_contig and self.ndim <= 1

    @property
    def is_contig(self):
        """Whether nothing lies between them."""
        return self.layout in "CF"

    def copy(self, dtype=None, ndim=None, layout=None):
        """The same type but for what is given."""
        given = dtype or self.dtype, self.ndim if ndim is None else ndim
        return Array(*given, layout or self.layout)


class BaseTuple(Type):
    """What tuples have in common."""

    __slots__ = ()

    def __len__(self):
        return len(self.types)

    def __iter__(self):
        return iter(self.types)

    def __getitem__(self, place):
        return self.types[place]

    @property
    def count(self):
        """How many elements it has."""
        return len(self.types)


class UniTuple(BaseTuple):
    """A tuple of ``count`` elements of one type."""

    __slots__ = ()

    def __new__(cls, dtype, count):
        return Type.__new__(cls, f"UniTuple({dtype.name}, {count})")

    @property
    def dtype(self):
        """The type of each element."""
        return Type(self._parts()[0])

    @property
    def types(self):
        """The types of its elements."""
        dtype, count = self._parts()
        return (Type(dtype),) * int(count)


class Tuple(BaseTuple):
    """A tuple of these types."""

    __slots__ = ()

    def __new__(cls, types):
        return Type.__new__(cls, f"Tuple(({', '.join(type.name for type in types)},))")

    @property
    def types(self):
        """The types of its elements."""
        return tuple(map(Type, _spelling.split_types(self._parts()[0][1:-1])))


class NamedTuple(Tuple):
    """A named tuple, by the types of its elements and its class."""

    __slots__ = ()

    def __new__(cls, types, named):
        parts = ", ".join(type.name for type in types)
        names = " ".join(named._fields)
        return Type.__new__(cls, f"NamedTuple(({parts},), '{names}')")

    @property
    def fields(self):
        """The names of its elements."""
        return tuple(self._parts()[1].strip("'").split())


class EnumMember(Type):
    """A member of an Enum, which equals itself alone; its values are of ``dtype``."""

    __slots__ = ()

    def __new__(cls, instance_class, dtype):
        facts = _enumerations.facts_of(instance_class)
        if dtype.name != facts.type:
            raise TypeError(
                f"the values of {instance_class.__name__} are "
                f"{facts.type or 'no numbers'}, not {dtype}"
            )
        return Type.__new__(cls, facts.spell())

    @property
    def dtype(self):
        """The type of its value."""
        return Type(self._parts()[1])


class IntEnumMember(Type):
    """A member of an IntEnum, which is its number."""

    __slots__ = ()

    def __new__(cls, instance_class, dtype):
        return Type(dtype.name)


class CPointer(Type):
    """A pointer to elements of that type."""

    __slots__ = ()

    def __new__(cls, dtype):
        return Type.__new__(cls, f"CPointer({dtype.name})")

    @property
    def dtype(self):
        """The type that it points to."""
        return Type(self._parts()[0])


class Optional(Type):
    """The type, or None."""

    __slots__ = ()

    def __new__(cls, type):
        return Type.__new__(cls, f"Optional({type.name})")

    @property
    def type(self):
        """The type that it has where it is not None."""
        return Type(self._parts()[0])


class CharSeq(Type):
    """A text of bytes: ``CharSeq(5)`` is NumPy's S5."""

    __slots__ = ()

    def __new__(cls, count):
        return Type.__new__(cls, f"{cls.__name__}({count})")

    @property
    def count(self):
        """How many characters it has."""
        return int(self._parts()[0])


class UnicodeCharSeq(CharSeq):
    """A text: ``UnicodeCharSeq(5)`` is NumPy's U5."""

    __slots__ = ()


class Record(Type):
    """A record, by NumPy's dtype: from_dtype makes it."""

    __slots__ = ()

    @property
    def dtype(self):
        """NumPy's dtype of it."""
        return _numpy.dtype_of(self.name)

    @property
    def size(self):
        """Its bytes."""
        return self.dtype.itemsize

    def __len__(self):
        return len(self.dtype.names)

    def typeof(self, key):
        """The type of a field."""
        return from_dtype(self.dtype[key].base)

    def offset(self, key):
        """Where a field begins."""
        return self.dtype.fields[key][1]


# By how a spelling begins.
_HEADS = {
    "Array(": Array,
    "UniTuple(": UniTuple,
    "Tuple(": Tuple,
    "NamedTuple(": NamedTuple,
    "EnumMember(": EnumMember,
    "CPointer(": CPointer,
    "Optional(": Optional,
    "CharSeq(": CharSeq,
    "UnicodeCharSeq(": UnicodeCharSeq,
    "record(": Record,
    "datetime64": NPDatetime,
    "timedelta64": NPTimedelta,
    "bool": Boolean,
    "int": Integer,
    "uint": Integer,
    "float": Float,
    "bfloat": Float,
    "complex": Complex,
    "void": NoneType,
    "none": NoneType,
}


def _class_of(name):
    if name.endswith("]") and ":" in name[name.rindex("[") :]:
        return Array
    return next(
        (found for head, found in _HEADS.items() if name.startswith(head)), Type
    )


class Signature:
    """What ``void(float32[:], int32)`` makes."""

    __slots__ = ("args", "return_type")

    def __init__(self, return_type, args):
        self.return_type = return_type
        self.args = tuple(args)

    def __repr__(self):
        inside = ", ".join(arg.name for arg in self.args)
        return f"{self.return_type.name}({inside})"

    def __eq__(self, other):
        return isinstance(other, Signature) and repr(other) == repr(self)

    def __hash__(self):
        return hash(repr(self))


def from_dtype(dtype):
    """The type of a NumPy dtype's elements."""
    return Type(_numpy.type_name(dtype))


def typeof(value):
    """The type that a value has as a kernel's argument."""
    return Type(_spelling.type_of(value))


void = Type("void")

for _name, _text in _SCALARS.items():
    globals()[_name] = Type(_text)

signed_domain = frozenset(Type(f"int{bits}") for bits in (8, 16, 32, 64))
unsigned_domain = frozenset(Type(f"uint{bits}") for bits in (8, 16, 32, 64))
integer_domain = signed_domain | unsigned_domain
real_domain = frozenset([Type("float32"), Type("float64")])
complex_domain = frozenset([Type("complex64"), Type("complex128")])
number_domain = real_domain | integer_domain | complex_domain

xoroshiro128p_type = Type("xoroshiro128p_type")

__all__ = [
    *_SCALARS,
    "Array",
    "CPointer",
    "Optional",
    "Tuple",
    "Type",
    "UniTuple",
    "from_dtype",
    "typeof",
    "void",
]
