"""Memory of a launch: buffers, and views of them that differ from lane to lane.

A buffer is flat; a global one is there once, a shared one for each block, a
local one for each lane. It notes who touched which element, so that a program
whose result depends on the order of its threads, or on what was never written,
is Invalid.
"""

import numpy as np
from kinds import ELEMENTS, Invalid
from lanes import Lanes, convert, load, seen, store, zeros

NOBODY, SEVERAL, ATOMIC = -1, -2, -3


class Buffer:
    def __init__(self, element, raw, role, fields=None):
        # `raw` is flat, or the fields' flat arrays by name.
        self.element, self.raw, self.role, self.fields = element, raw, role, fields
        self.size = len(next(iter(raw.values())) if fields else raw)
        self.written = None if role in ("in", "out", "sum") else np.zeros(self.size, bool)
        self.operation = None
        # How far an element may be from what it should hold: always, and where
        # products are contracted.
        self.slack, self.fused = np.zeros((2, self.size))
        if role not in ("in", "local"):
            self.writer = np.full(self.size, NOBODY)
            self.reader = np.full(self.size, NOBODY)

    def forget(self, cells):
        """A barrier: what came before is ordered."""
        self.writer[cells] = NOBODY
        self.reader[cells] = NOBODY

    def note_read(self, cells, lanes):
        if self.written is not None and not self.written[cells].all():
            raise Invalid("an element is read that was never written")
        if self.slack[cells].any() or self.fused[cells].any():
            raise Invalid("an inexact element is read")
        if self.role in ("in", "local"):
            return
        if self.operation and self.role == "sum":
            raise Invalid("an array of atomics is read")
        writer = self.writer[cells]
        if ((writer != NOBODY) & (writer != lanes)).any():
            raise Invalid("race: read")
        old = self.reader[cells]
        new = np.where((old == NOBODY) | (old == lanes), lanes, SEVERAL)
        self.reader[cells] = new
        clash = self.reader[cells] != new
        self.reader[cells[clash]] = SEVERAL

    def note_write(self, cells, lanes):
        if self.role == "in":
            raise Invalid("an input is written")
        self.slack[cells] = self.fused[cells] = 0
        if self.role == "local":
            self.written[cells] = True
            return
        if len(np.unique(cells)) != len(cells):
            raise Invalid("race: two threads write at once")
        for other in (self.writer[cells], self.reader[cells]):
            if ((other != NOBODY) & (other != lanes)).any():
                raise Invalid("race: write")
        self.writer[cells] = lanes
        if self.written is not None:
            self.written[cells] = True

    def note_atomic(self, cells, operation):
        if self.operation not in (None, operation):
            raise Invalid("two kinds of atomics on one array")
        self.operation = operation
        if self.written is not None and not self.written[cells].all():
            raise Invalid("an element is read that was never written")
        writer = self.writer[cells]
        if ((writer != NOBODY) & (writer != ATOMIC)).any() or (self.reader[cells] != NOBODY).any():
            raise Invalid("race: atomic")
        self.writer[cells] = ATOMIC


class View:
    """`offset`, `shape` and `strides` are int64 arrays with a number a lane."""

    __slots__ = ("buffer", "field", "offset", "shape", "strides", "inside")

    def __init__(self, buffer, field, offset, shape, strides, inside=None):
        self.buffer, self.field = buffer, field
        self.offset, self.shape, self.strides = offset, shape, strides
        # Lanes in which the indices so far were inside; None is all.
        self.inside = inside

    @property
    def rank(self):
        return len(self.shape)

    @property
    def element(self):
        if self.buffer.fields and self.field:
            return self.buffer.fields[self.field]
        return self.buffer.element

    def of_field(self, name):
        return View(self.buffer, name, self.offset, self.shape, self.strides, self.inside)

    def kind(self):
        """What a view must share with another to be joined with it."""
        return (id(self.buffer), self.field, self.rank)


def whole_view(buffer, shape, offset):
    count, shape = len(seen.mask), list(shape)
    strides = [int(np.prod(shape[i + 1:])) for i in range(len(shape))]
    full = lambda n: np.full(count, n, np.int64)
    return View(buffer, None, offset, [full(n) for n in shape], [full(n) for n in strides])


class Outside:
    """Whether some index of the run was outside its array."""

    happened = False


def place_of(index):
    """An index as int64."""
    if index.kind == "u64" and seen.any(index.data >> np.uint64(63) != 0):
        raise Invalid("an index beyond int64")
    if index.kind not in ("bool", "i64", "u64"):
        raise Invalid("an index that is no integer")
    return convert(index, "i64").data


def slice_bounds(n, start, stop, step):
    """start, length and step of a slice, by lane; None is left out."""
    one = np.ones_like(n)
    step = one if step is None else place_of(step)
    if seen.any(step == 0):
        raise Invalid("a slice with step 0")
    step = np.where(step == 0, 1, step)
    up = step > 0
    low, high = np.where(up, 0, -1), np.where(up, n, n - 1)

    def clamp(bound, default):
        if bound is None:
            return default
        at = place_of(bound)
        at = np.where(at < 0, np.maximum(at, -(1 << 62)) + n, at)
        return np.clip(at, low, high)

    first = clamp(start, np.where(up, 0, n - 1))
    last = clamp(stop, np.where(up, n, -1))
    # A step as long as the array or longer leaves one element.
    step = np.clip(step, -(1 << 40), 1 << 40)
    length = np.where(up, (last - first + step - 1) // step, (first - last - step - 1) // -step)
    return first, np.maximum(length, 0), step


class Dots:
    pass


class Slice:
    def __init__(self, start, stop, step):
        self.bounds = (start, stop, step)


def subscript(view, indices):
    """view[indices]: a view, of rank 0 where all axes are taken."""
    given = sum(not isinstance(i, Dots) for i in indices)
    if given > view.rank:
        raise Invalid("too many indices")
    spread = []
    for index in indices:
        if isinstance(index, Dots):
            spread += [Slice(None, None, None)] * (view.rank - given)
        else:
            spread.append(index)
    spread += [Slice(None, None, None)] * (view.rank - len(spread))
    offset, shape, strides, inside = view.offset.copy(), [], [], view.inside
    for index, extent, stride in zip(spread, view.shape, view.strides):
        if isinstance(index, Slice):
            first, length, step = slice_bounds(extent, *index.bounds)
            offset = offset + np.where(length > 0, first, 0) * stride
            shape.append(length)
            strides.append(stride * step)
            continue
        at = place_of(index)
        at = np.where(at < 0, at + extent, at)
        ok = (at >= 0) & (at < extent)
        if seen.any(~ok):
            Outside.happened = True
        offset = offset + np.where(ok, at, 0) * stride
        inside = ok if inside is None else inside & ok
    if shape and inside is not None:
        shape = [np.where(inside, n, 0) for n in shape]
    return View(view.buffer, view.field, offset, shape, strides, inside)


def active_cells(view):
    """Elements of a view of rank 0 in lanes that are active and inside."""
    ok = seen.mask if view.inside is None else seen.mask & view.inside
    lanes = np.flatnonzero(ok)
    return ok, lanes, view.offset[lanes]


def read(view):
    """The number at a view of rank 0."""
    ok, lanes, cells = active_cells(view)
    view.buffer.note_read(cells, lanes)
    raw = view.buffer.raw[view.field] if view.buffer.fields else view.buffer.raw
    got = np.zeros(len(ok), raw.dtype)
    got[lanes] = raw[cells]
    return load(view.element, got)


def write(view, value):
    ok, lanes, cells = active_cells(view)
    view.buffer.note_write(cells, lanes)
    raw = view.buffer.raw[view.field] if view.buffer.fields else view.buffer.raw
    raw[cells] = store(view.element, value)[lanes]


def write_inexact(view, value, slack, fused):
    if view.buffer.role != "out" or view.buffer.fields:
        raise Invalid("an inexact number is stored to what may be read")
    write(view, value)
    _, lanes, cells = active_cells(view)
    view.buffer.slack[cells], view.buffer.fused[cells] = slack[lanes], fused[lanes]


def write_record(view, other):
    """A whole record from another."""
    for name in view.buffer.fields:
        write(view.of_field(name), read(other.of_field(name)))


# An element's next value, of the old one and what is given.
ATOMICS = {
    "add": lambda old, x: old + x, "sub": lambda old, x: old - x,
    "max": lambda old, x: x if old < x else old, "min": lambda old, x: x if old > x else old,
    "nanmax": lambda old, x: ignoring_nan("max", old, x),
    "nanmin": lambda old, x: ignoring_nan("min", old, x),
    "and_": lambda old, x: old & x, "or_": lambda old, x: old | x, "xor": lambda old, x: old ^ x,
    "exch": lambda old, x: x,
    "inc": lambda old, x: old.dtype.type(0) if old >= x else old + old.dtype.type(1),
    "dec": lambda old, x: x if old == 0 or old > x else old - old.dtype.type(1),
    "cas": lambda old, expected, x: x if old == expected else old,
}
# Whose result is the same in any order, whatever each thread gives.
ANY_ORDER = ("add", "sub", "max", "min", "and_", "or_", "xor")


def ignoring_nan(which, old, x):
    if np.isnan(x):
        return old
    return x if np.isnan(old) else ATOMICS[which](old, x)


def atomic(operation, view, values, old_counts=False):
    """The old elements, and whether they are the same in any order of threads, but
    for who gets which: so where all give one number. What is left in the end must be."""
    buffer, kind = view.buffer, ELEMENTS[view.element][0]
    if kind not in ("i64", "u64", "f32", "f64") or np.dtype(view.element).itemsize < 4:
        raise Invalid("no element for atomics")
    integers = kind in ("i64", "u64")
    if operation in ("inc", "dec") and not view.element.startswith("uint") or not integers and (
            operation in ("and_", "or_", "xor", "cas")):
        raise Invalid("no atomic of such elements")
    ok, lanes, cells = active_cells(view)
    given = [store(view.element, value)[lanes] for value in values]
    alone = buffer.role not in ("sum", "shared")
    one = all(len(set(g.tolist())) <= 1 for g in given)
    if not len(cells):
        return zeros(kind), True
    if alone:
        buffer.note_read(cells, lanes)
        buffer.note_write(cells, lanes)
    else:
        equal = old_counts or operation not in ANY_ORDER
        if equal and not one:
            raise Invalid("the result depends on the order")
        told = [g[0].item() for g in given] if equal else []
        buffer.note_atomic(cells, (operation, *told))
        if not integers:
            same_in_any_order(operation, buffer.raw[cells], given[0])
    if view.element == "float32" and operation in ("add", "sub"):
        numbers = [buffer.raw[cells], *given, ATOMICS[operation](buffer.raw[cells], *given)]
        if any(((n != 0) & (np.abs(n) < 1.2e-38)).any() for n in numbers):
            raise Invalid("float32 atomics may take what is subnormal for zero")
    old = np.zeros(len(ok), buffer.raw.dtype)
    for at, lane in enumerate(lanes):
        cell = cells[at]
        old[lane] = buffer.raw[cell]
        buffer.raw[cell] = ATOMICS[operation](old[lane], *(g[at] for g in given))
    return load(view.element, old), alone or one


def same_in_any_order(operation, old, given):
    if operation in ("add", "sub"):
        exact_sums(old, given)
        return
    for values in (old, given):
        if np.isnan(values).any() or ((values == 0) & np.signbit(values)).any():
            raise Invalid("atomic extreme of nan or -0")


def exact_sums(old, given):
    """Whether any order of adding gives the same: small numbers of few digits."""
    for values in (old, given):
        wide = values.astype(np.float64) * 64
        if not (np.isfinite(wide).all() and (np.abs(wide) < 4096).all()
                and (wide == np.rint(wide)).all()):
            raise Invalid("the sum depends on the order")


def join_views(views, masks):
    first = views[0]
    offset, shape, strides = first.offset, first.shape, first.strides
    inside = first.inside
    for view, mask in zip(views[1:], masks[1:]):
        pick = lambda new, old: np.where(mask, new, old)
        offset = pick(view.offset, offset)
        shape = [pick(a, b) for a, b in zip(view.shape, shape)]
        strides = [pick(a, b) for a, b in zip(view.strides, strides)]
        if inside is not None or view.inside is not None:
            yes = np.ones(len(mask), bool)
            inside = pick(yes if view.inside is None else view.inside,
                          yes if inside is None else inside)
    return View(first.buffer, first.field, offset, shape, strides, inside)


def extent(view, axis):
    return Lanes("i64", view.shape[axis].copy())


def zero_of(view):
    return zeros(ELEMENTS[view.element][0])
