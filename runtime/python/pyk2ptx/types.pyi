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

def Array(
    dtype: Type, ndim: int, layout: str, readonly: bool = False, aligned: bool = True
) -> Type: ...
def UniTuple(dtype: Type, count: int) -> Type: ...
def Tuple(types: tuple[Type, ...]) -> Type: ...
def CPointer(dtype: Type) -> Type: ...
def Optional(type: Type) -> Type: ...
def from_dtype(dtype: Any) -> Type: ...
def typeof(value: Any) -> Type: ...

void: Type
xoroshiro128p_type: Type
Integer = Type
Float = Type
Number = Type
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
