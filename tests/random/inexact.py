"""Functions that need not be rounded correctly, and sums of products that may be
contracted: what is stored is then right within a bound.

The bounds are those of CUDA's libraries, in units of the result's last place. What
is computed in float32 and then rounded to fewer digits may be off by one there.
The reference is NumPy's long double, which has 11 bits more than a float64.
"""

import math

import numpy as np
from functions import real_kind
from kinds import ELEMENTS, Invalid
from lanes import Lanes, convert, seen

# By function: NumPy's name, and the bounds of float32 and of float64.
BOUNDS = {
    "math.sin": ("sin", 2, 2), "math.cos": ("cos", 2, 2), "math.tan": ("tan", 4, 2),
    "math.exp": ("exp", 2, 1), "math.exp2": ("exp2", 2, 1), "math.expm1": ("expm1", 1, 1),
    "math.log": ("log", 1, 1), "math.log2": ("log2", 1, 1), "math.log10": ("log10", 2, 1),
    "math.log1p": ("log1p", 1, 1), "math.cbrt": ("cbrt", 1, 1), "math.hypot": ("hypot", 3, 2),
    "math.sinh": ("sinh", 3, 2), "math.cosh": ("cosh", 2, 1), "math.tanh": ("tanh", 2, 2),
    "math.asin": ("arcsin", 2, 2), "math.acos": ("arccos", 2, 2), "math.atan": ("arctan", 2, 2),
    "math.atan2": ("arctan2", 3, 2), "math.asinh": ("arcsinh", 3, 3),
    "math.acosh": ("arccosh", 4, 3), "math.atanh": ("arctanh", 3, 2),
    "math.pow": ("power", 8, 2), "math.erf": (math.erf, 3, 3), "math.erfc": (math.erfc, 5, 6),
}
TWO = ("math.hypot", "math.atan2", "math.pow")
WIDTH = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "weak": np.float64}


def bound_of(name, kind):
    single, double = BOUNDS[name][1:]
    return {"f16": 1, "f32": single}.get(kind, double)


def places(value, dtype, count):
    """So many units in the last place of values, as float64."""
    with np.errstate(over="ignore"):
        return count * np.spacing(np.abs(value.astype(dtype)) * dtype(1.0000001)).astype(float)


def apply(name, values):
    """The value, and how far another correct one may be."""
    kind = real_kind(*values)
    if kind not in WIDTH:
        raise Invalid("a function of bfloat16")
    if all(v.const is not None for v in values):
        raise Invalid("a function of constants: the compiler's folding refuses what Python does")
    held, function = WIDTH[kind], BOUNDS[name][0]
    data = [convert(v, kind).data.astype(np.longdouble) for v in values]
    if isinstance(function, str):
        exact = getattr(np, function)(*data)
    else:
        exact = np.array([function(float(x)) for x in data[0]], np.longdouble)
    value, info = exact.astype(held), np.finfo(held)
    size = np.abs(exact)
    edge = (size > info.max * 0.999) & np.isfinite(exact) & (size < info.max * 1.001)
    if seen.any(edge | ((size < 4 * float(info.tiny)) & (size > 0))):
        raise Invalid("near the ends of the range")
    sure = ~np.isfinite(value) | (value == 0)
    return Lanes(kind, value), np.where(sure, 0, places(value, held, bound_of(name, kind)))


def stored(element, kind, value, slack):
    """The slack of what an element holds, which may be narrower."""
    if ELEMENTS[element][0] not in WIDTH:
        raise Invalid("an inexact number is stored to what is no float")
    held = WIDTH[ELEMENTS[element][0]]
    if np.finfo(held).nmant >= np.finfo(WIDTH[kind]).nmant:
        return slack
    size, info = np.abs(value.data.astype(float)), np.finfo(held)
    if seen.any((slack > 0) & ((size > info.max * 0.99) | (size < 4 * float(info.tiny)))):
        raise Invalid("near the ends of the range")
    return np.where(slack > 0, slack + places(value.data, held, 1), 0)


def contracted(product_exact, product, result, kind):
    """How far a * b + c is, where the product is not rounded."""
    held = WIDTH[kind]
    lost = np.abs(product_exact - product.astype(np.longdouble)).astype(float)
    most = np.abs(result.astype(float)) + lost
    if seen.any(~np.isfinite(most) | (most > float(np.finfo(held).max) * 0.99)):
        raise Invalid("near the ends of the range")
    return np.where(lost > 0, lost * 1.01 + places(most, held, 1), 0)
