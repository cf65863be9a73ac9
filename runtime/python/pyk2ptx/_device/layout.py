"""Shapes and strides, without any memory."""

import operator

from .. import _beside_numba, _numpy
from ..types import Type


def as_shape(shape):
    """A shape as programs give it, an int or ints, as a tuple."""
    try:
        return (operator.index(shape),)
    except TypeError:
        pass
    try:
        return tuple(map(operator.index, shape))
    except TypeError:
        raise TypeError(f"a shape is an int or ints, not {shape!r}") from None


def as_dtype(dtype):
    """A dtype of what programs give as one: NumPy's, or a type of ours."""
    dtype = _beside_numba.own(dtype)
    if isinstance(dtype, Type):
        return _numpy.dtype_of(dtype.name)
    return _numpy.numpy().dtype(dtype)


def contiguous_strides(shape, itemsize, order="C"):
    strides = []
    step = itemsize
    for extent in reversed(shape) if order == "C" else shape:
        strides.append(step)
        step *= extent
    return tuple(reversed(strides)) if order == "C" else tuple(strides)


def span_of(shape, strides, itemsize):
    """The bytes that a view touches: from `low` to `high` of its first element.

    Without strides it is contiguous."""
    if 0 in shape:
        return 0, 0
    if strides is None:
        strides = contiguous_strides(shape, itemsize)
    ends = [(extent - 1) * stride for extent, stride in zip(shape, strides)]
    return sum(min(end, 0) for end in ends), sum(max(end, 0) for end in ends) + itemsize


def order_of(array):
    """'F' for arrays whose fastest axis is the first, else 'C'."""
    layout = getattr(array, "layout", None)
    if isinstance(layout, str):
        return "F" if layout == "F" else "C"
    return "F" if array.flags.f_contiguous and not array.flags.c_contiguous else "C"


def strides_like(array):
    """Those of a new array like another: contiguous, its axes in the same order, as
    NumPy's empty_like has them."""
    layout = getattr(array, "layout", None)
    if not isinstance(layout, str):
        is_contiguous = array.flags.c_contiguous or array.flags.f_contiguous
        layout = "C" if is_contiguous else "A"
    # Axes of one element may have any strides.
    if layout in "CF":
        order = order_of(array)
        return contiguous_strides(array.shape, array.dtype.itemsize, order)
    axes = range(len(array.shape))
    strides = [0] * len(array.shape)
    step = array.dtype.itemsize
    for axis in sorted(axes, key=lambda axis: (abs(array.strides[axis]), -axis)):
        strides[axis] = step
        step *= array.shape[axis]
    return tuple(strides)


def shadow_of(shape, strides, dtype):
    """A NumPy array of that layout without memory: what views of it are like."""
    np = _numpy.numpy()
    return np.lib.stride_tricks.as_strided(np.empty(1, dtype), shape, strides)


def merge_axes(shape, *many_strides):
    """The same elements with as few axes as all strides allow: (shape, strides)."""
    axes = [
        (extent, strides)
        for extent, strides in zip(shape, zip(*many_strides))
        if extent != 1
    ]
    merged = []
    for extent, strides in axes:
        if merged:
            outer, outer_strides = merged[-1]
            if all(a == b * extent for a, b in zip(outer_strides, strides)):
                merged[-1] = (outer * extent, strides)
                continue
        merged.append((extent, strides))
    if not merged:
        merged = [(1, (0,) * len(many_strides))]
    shape = tuple(extent for extent, _ in merged)
    return shape, tuple(zip(*(strides for _, strides in merged)))
