"""NumPy's side: its dtypes as types of kernels, its objects as arguments.

NumPy is imported when a program has arrays, not before.
"""

import sys

from . import _core

_registered = False


def numpy():
    """The module, whose types _core knows from then on."""
    global _registered
    # A program without arrays does not pay for it.
    import numpy as np

    if not _registered:
        _core.set_array_type(np.ndarray)
        for name in (
            "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 "
            "float32 float64 complex64 complex128"
        ).split():
            dtype = np.dtype(name)
            _core.set_scalar_type(dtype.type, name, dtype.itemsize)
        # Of two types of one size NumPy has both: long and long long.
        for cls in (np.longlong, np.ulonglong, np.intc, np.uintc):
            dtype = np.dtype(cls)
            _core.set_scalar_type(
                cls,
                f"{'u' * (dtype.kind == 'u')}int{dtype.itemsize * 8}",
                dtype.itemsize,
            )
        _registered = True
    return np


def is_loaded():
    """Whether the program uses NumPy at all."""
    return "numpy" in sys.modules


_names = {}
_dtypes = {}


def type_name(dtype):
    """A dtype as signatures spell it: "float32", "record(x: float32)"."""
    np = numpy()
    dtype = np.dtype(dtype)
    name = _names.get(dtype)
    if name is None:
        name = _spell_record(dtype) if dtype.names else _spell(dtype)
        _names[dtype] = name
        _dtypes.setdefault(name, dtype)
    return name


def _spell(dtype):
    if dtype.kind in "SU" and dtype.itemsize:
        if not dtype.isnative:
            raise TypeError(f"{dtype} is not in this machine's byte order")
        if dtype.kind == "S":
            return f"CharSeq({dtype.itemsize})"
        return f"UnicodeCharSeq({dtype.itemsize // 4})"
    if dtype.kind in "mM":
        return _spell_time(dtype)
    if dtype.kind in "iu":
        name = f"{'u' * (dtype.kind == 'u')}int{dtype.itemsize * 8}"
    else:
        name = dtype.name
    known = (
        dtype.kind in "biufc"
        and dtype.itemsize <= 16
        and name not in ("longdouble", "float128")
    )
    if name != "bfloat16" and not known:
        raise TypeError(f"kernels have no elements of NumPy's type {dtype}")
    if not dtype.isnative:
        raise TypeError(f"{dtype} is not in this machine's byte order")
    return name


def _spell_time(dtype):
    unit, count = numpy().datetime_data(dtype)
    if count != 1:
        raise TypeError(f"kernels have no times in steps of {count} {unit} ({dtype})")
    if not dtype.isnative:
        raise TypeError(f"{dtype} is not in this machine's byte order")
    return dtype.name


def _alignment_in_c(dtype):
    """A record's alignment if its fields stand, and it ends, as C has them; else None.

    It is no matter of NumPy's `align`, of which the text of a type has nothing.
    """
    alignment, end = 1, 0
    for name in dtype.names:
        field, offset = dtype.fields[name][:2]
        wanted = _alignment(field)
        alignment = max(alignment, wanted)
        if offset != -(-end // wanted) * wanted:
            return None
        end = offset + field.itemsize
    return alignment if dtype.itemsize == -(-end // alignment) * alignment else None


def _alignment(dtype):
    if dtype.subdtype:
        return _alignment(dtype.base)
    return dtype.alignment if not dtype.names else _alignment_in_c(dtype) or 1


def _spell_record(dtype):
    """As the compiler spells it: the layout is said only where it is odd."""
    fields, offsets = [], []
    end = 0
    for name in dtype.names:
        field, offset = dtype.fields[name][:2]
        shape = f"[{', '.join(map(str, field.shape))}]" if field.subdtype else ""
        fields.append(f"{name}: {type_name(field.base)}{shape}")
        offsets.append((offset, end))
        end += field.itemsize
    text = f"record({', '.join(fields)}"
    if _alignment_in_c(dtype):
        return text + ")"
    if dtype.itemsize == end and all(offset == packed for offset, packed in offsets):
        return text + ", packed=True)"
    places = "".join(f"{offset}," for offset, _ in offsets)
    return f"{text}, offsets=({places}), itemsize={dtype.itemsize})"


def dtype_of(name):
    """The dtype of a type's name; for a record only if it was seen."""
    np = numpy()
    found = _dtypes.get(name)
    if found is not None:
        return found
    for kind, letter in (("CharSeq(", "S"), ("UnicodeCharSeq(", "U")):
        if name.startswith(kind):
            return np.dtype(letter + name[len(kind) : -1])
    return np.dtype(name)


def host_view(array, readonly=False):
    """A NumPy array as a device array that lies where it is (CPU device)."""
    return _core.Array(
        array,
        array.__array_interface__["data"][0],
        type_name(array.dtype),
        array.dtype.itemsize,
        array.shape,
        array.strides,
        readonly,
    )


def byte_view(array):
    """The bytes of a contiguous array, of whatever type, as a flat buffer."""
    np = numpy()
    flat = array.reshape(-1) if array.flags.c_contiguous else array.T.reshape(-1)
    return flat.view(np.uint8)
