from collections.abc import Iterator
from enum import Enum
from typing import Any, overload

class Type:
    name: str
    def __init__(self, name: str) -> None: ...
    def __getitem__(self, axes: slice | tuple[slice, ...]) -> Type: ...
    @overload
    def __call__(self, *args: Type | Signature) -> Signature: ...
    @overload
    def __call__(self, value: Any) -> Any: ...
    def __hash__(self) -> int: ...
    @property
    def dtype(self) -> Type: ...
    @property
    def ndim(self) -> int: ...

class Signature:
    return_type: Type
    args: tuple[Type, ...]
    def __init__(self, return_type: Type, args: tuple[Type, ...]) -> None: ...
    def __hash__(self) -> int: ...

class Boolean(Type): ...

class Number(Type):
    @property
    def bitwidth(self) -> int: ...

class Integer(Number):
    signed: bool
    minval: int
    maxval: int

class Float(Number): ...

class Complex(Number):
    underlying_float: Type

class NPDatetime(Type):
    unit: str
    def __init__(self, unit: str) -> None: ...

class NPTimedelta(Type):
    unit: str
    def __init__(self, unit: str) -> None: ...

class NoneType(Type): ...

class Array(Type):
    layout: str
    is_c_contig: bool
    is_f_contig: bool
    is_contig: bool
    def __init__(
        self,
        dtype: Type,
        ndim: int,
        layout: str,
        readonly: bool = False,
        name: Any = None,
        aligned: bool = True,
    ) -> None: ...
    def copy(
        self,
        dtype: Type | None = None,
        ndim: int | None = None,
        layout: str | None = None,
    ) -> Array: ...

class BaseTuple(Type):
    count: int
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Type]: ...
    def __getitem__(self, place: int) -> Type: ...  # type: ignore[override]

class UniTuple(BaseTuple):
    types: tuple[Type, ...]
    def __init__(self, dtype: Type, count: int) -> None: ...

class Tuple(BaseTuple):
    types: tuple[Type, ...]
    def __init__(self, types: tuple[Type, ...]) -> None: ...

class EnumMember(Type):
    def __init__(self, instance_class: type[Enum], dtype: Type) -> None: ...

class IntEnumMember(Type):
    def __init__(self, instance_class: type[Enum], dtype: Type) -> None: ...

class NamedTuple(Tuple):
    fields: tuple[str, ...]
    def __init__(self, types: tuple[Type, ...], named: type) -> None: ...

class CPointer(Type):
    def __init__(self, dtype: Type) -> None: ...

class Optional(Type):
    type: Type
    def __init__(self, type: Type) -> None: ...

class CharSeq(Type):
    count: int
    def __init__(self, count: int) -> None: ...

class UnicodeCharSeq(CharSeq): ...

class Record(Type):
    size: int
    def __len__(self) -> int: ...
    def typeof(self, key: str) -> Type: ...
    def offset(self, key: str) -> int: ...

def from_dtype(dtype: Any) -> Type: ...
def typeof(value: Any) -> Type: ...

void: Type
xoroshiro128p_type: Type
signed_domain: frozenset[Type]
unsigned_domain: frozenset[Type]
integer_domain: frozenset[Type]
real_domain: frozenset[Type]
complex_domain: frozenset[Type]
number_domain: frozenset[Type]
boolean: Type
bool_: Type
b1: Type
int8: Type
int16: Type
int32: Type
int64: Type
uint8: Type
uint16: Type
uint32: Type
uint64: Type
byte: Type
char: Type
uchar: Type
short: Type
ushort: Type
int_: Type
uint: Type
intc: Type
uintc: Type
long_: Type
ulong: Type
longlong: Type
ulonglong: Type
intp: Type
uintp: Type
ssize_t: Type
size_t: Type
i1: Type
i2: Type
i4: Type
i8: Type
u1: Type
u2: Type
u4: Type
u8: Type
f2: Type
f4: Type
f8: Type
c8: Type
c16: Type
float16: Type
bfloat16: Type
float32: Type
float64: Type
float_: Type
double: Type
complex64: Type
complex128: Type
none: Type

__all__ = [
    "Array",
    "CPointer",
    "Optional",
    "Tuple",
    "Type",
    "UniTuple",
    "b1",
    "bfloat16",
    "bool_",
    "boolean",
    "byte",
    "c16",
    "c8",
    "char",
    "complex128",
    "complex64",
    "double",
    "f2",
    "f4",
    "f8",
    "float16",
    "float32",
    "float64",
    "float_",
    "from_dtype",
    "i1",
    "i2",
    "i4",
    "i8",
    "int16",
    "int32",
    "int64",
    "int8",
    "int_",
    "intc",
    "intp",
    "long_",
    "longlong",
    "none",
    "short",
    "size_t",
    "ssize_t",
    "typeof",
    "u1",
    "u2",
    "u4",
    "u8",
    "uchar",
    "uint",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "uintc",
    "uintp",
    "ulong",
    "ulonglong",
    "ushort",
    "void",
]
