"""numba's types, as far as kernels have them.

A type is its spelling: ``float32[:, ::1]``. Subscripting a type makes an array
type, calling one makes a signature or, with a number, converts on the host.
"""

from . import _beside_numba

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
    """A type by its spelling. Two of one spelling are equal."""

    __slots__ = ("name",)

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name

    def __eq__(self, other):
        if not isinstance(other, Type):
            other = _beside_numba.own(other)
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
        import numpy

        return numpy.dtype(self.name).type(value)

    @property
    def dtype(self):
        """The element type of an array type."""
        return Type(self.name.split("[")[0])

    @property
    def ndim(self):
        """How many axes an array type has."""
        head, bracket, axes = self.name.partition("[")
        return axes.count(":") - axes.count("::1") if bracket else 0


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


def Array(dtype, ndim, layout, readonly=False, aligned=True):
    """The type of an array; ``layout`` is 'C', 'F' or 'A'."""
    if ndim == 0:
        return Type(f"Array({dtype.name}, 0, 'C')")
    axes = [":"] * ndim
    if layout == "C":
        axes[-1] = "::1"
    elif layout == "F":
        axes[0] = "::1"
    return Type(f"{dtype.name}[{', '.join(axes)}]")


def UniTuple(dtype, count):
    """A tuple of ``count`` elements of one type."""
    return Type(f"UniTuple({dtype.name}, {count})")


def Tuple(types):
    """A tuple of these types."""
    return Type(f"Tuple(({', '.join(type.name for type in types)},))")


def CPointer(dtype):
    """A pointer to elements of that type."""
    return Type(f"CPointer({dtype.name})")


def Optional(type):
    """The type, or None."""
    return Type(f"Optional({type.name})")


def from_dtype(dtype):
    """The type of a NumPy dtype's elements."""
    from . import _numpy

    return Type(_numpy.type_name(dtype))


def typeof(value):
    """The type that a value has as a kernel's argument."""
    from .cuda import _signatures

    return Type(_signatures.type_of(value))


void = Type("void")
Integer = Float = Number = Type

for _name, _spelling in _SCALARS.items():
    globals()[_name] = Type(_spelling)

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
