"""The kinds of numbers that a thread computes with, and the types of elements.

Kinds are what arithmetic knows: integers of 64 bits, floats by their width, and
weak floats and complex numbers, which take the width of what they meet.
"""

import numpy as np

INTEGERS = ("bool", "i64", "u64")
FLOATS = ("weak", "f16", "bf16", "f32", "f64")
COMPLEX = ("weakc", "c64", "c128")
ORDER = {k: i for i, k in enumerate(INTEGERS + FLOATS)}

# What a lane of each kind is held in. A bfloat16 is a float32 with few digits;
# a complex number is two floats.
HELD = {
    "bool": np.bool_, "i64": np.int64, "u64": np.uint64, "weak": np.float64,
    "f16": np.float16, "bf16": np.float32, "f32": np.float32, "f64": np.float64,
}
PART = {"weakc": "weak", "c64": "f32", "c128": "f64"}

# Element types by their names in a kernel: the kind that a load gives, and what
# holds the element here.
ELEMENTS = {
    "bool": ("bool", np.bool_), "int8": ("i64", np.int8), "int16": ("i64", np.int16),
    "int32": ("i64", np.int32), "int64": ("i64", np.int64), "uint8": ("i64", np.uint8),
    "uint16": ("i64", np.uint16), "uint32": ("i64", np.uint32),
    "uint64": ("u64", np.uint64), "float16": ("f16", np.float16),
    "bfloat16": ("bf16", np.float32), "float32": ("f32", np.float32),
    "float64": ("f64", np.float64), "complex64": ("c64", np.complex64),
    "complex128": ("c128", np.complex128),
}


class Invalid(Exception):
    """A program whose meaning the contract leaves open, or that has none."""


def is_integer(kind):
    return kind in INTEGERS


def is_complex(kind):
    return kind in PART


def join(a, b):
    """The kind in which two kinds meet."""
    if a == b:
        return a
    if is_complex(a) or is_complex(b):
        typed = {k for k in (a, b) if k not in INTEGERS and not k.startswith("weak")}
        if not typed:
            return "weakc"
        return "c128" if typed & {"c128", "f64"} else "c64"
    if {a, b} == {"f16", "bf16"}:
        return "f32"
    return a if ORDER[a] >= ORDER[b] else b
