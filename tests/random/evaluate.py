"""Expressions: what they mean in all lanes of a launch at once.

A lane that is not active computes along, and what it gets is nobody's. Where
only some lanes evaluate an operand, `seen.mask` is narrowed to them, so that
loads, stores and whatever is Invalid are theirs alone. An operand that no lane
evaluates is evaluated all the same: its type is part of the result's.
"""

import numpy as np
from functions import FUNCTIONS
from kinds import ELEMENTS, Invalid, join
from lanes import (
    MAYBE,
    Lanes,
    binary,
    cast,
    compare,
    convert,
    literal,
    seen,
    select,
    truth,
    unary,
)
from places import Dots, Slice, View, extent, join_views, read, subscript, write
from places import atomic as run_atomic

MOST_STEPS = 200


class Function:
    """A function of the program: `outer` is the frame whose variables it sees."""

    def __init__(self, name, names, body, outer, defaults=(), star=None):
        self.name, self.names, self.body, self.outer = name, names, body, outer
        self.defaults, self.star = defaults, star

    def kind(self):
        return id(self.body)


class Sequence:
    """What a loop goes through: how often, by lane, and the element at a step.
    `only` is set where every lane takes all of so many steps."""

    def __init__(self, counts, element, only=None):
        self.counts, self.element, self.only = counts, element, only


class Nothing:
    """None, which is known when compiling."""

    @staticmethod
    def kind():
        return "none"


NOTHING = Nothing()


class Elements:
    """An expression of arrays: its extents, its element at an index, the views it reads."""

    def __init__(self, shape, at, views):
        self.shape, self.at, self.views = shape, at, views


def element_at(view, at):
    """What meets the element at this index, broadcast as NumPy does."""
    own = at[len(at) - view.rank:]
    index = [np.where(n == 1, 0, i) for n, i in zip(view.shape, own)]
    return subscript(view, [Lanes("i64", i) for i in index])


def join_values(values, masks):
    """One value for what differs by path; masks say whose is whose."""
    first = values[0]
    if all(v is first for v in values):
        return first
    if all(isinstance(v, tuple) for v in values):
        if len({len(v) for v in values}) != 1:
            raise Invalid("tuples of different lengths meet")
        return tuple(join_values(list(parts), masks) for parts in zip(*values))
    if all(isinstance(v, View) for v in values):
        if len({v.kind() for v in values}) != 1:
            raise Invalid("views of different arrays meet")
        return join_views(values, masks)
    if all(isinstance(v, Function) and v.body is first.body for v in values):
        return first
    if all(v is NOTHING for v in values):
        return first
    if not all(isinstance(v, Lanes) for v in values):
        raise Invalid("a number meets what is none")
    kind = first.kind
    for v in values[1:]:
        kind = join(kind, v.kind)
    result = convert(first, kind)
    for v, mask in zip(values[1:], masks[1:]):
        result = select(mask, convert(v, kind), result)
    return Lanes(kind, result.data)


def plain(value):
    """What a variable keeps of a value: it is no constant any more."""
    if isinstance(value, Lanes) and (value.const is not None or value.whole is not None):
        return Lanes(value.kind, value.data)
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    return value


class narrowed:
    """with narrowed(condition): only these lanes are active."""

    def __init__(self, condition):
        self.condition = condition

    def __enter__(self):
        self.before = seen.mask
        seen.mask = seen.mask & self.condition

    def __exit__(self, *_):
        seen.mask = self.before


class Evaluator:
    """The expressions; names and calls of functions are the Simulator's."""

    def evaluate(self, node):
        return getattr(self, "on_" + node.op)(*node.parts)

    def number(self, node):
        value = self.evaluate(node)
        if isinstance(value, View) and value.rank == 0 and not self.is_record(value):
            return read(value)
        if not isinstance(value, Lanes):
            raise Invalid("a number is needed")
        return value

    def value(self, node):
        """As a variable or an operand takes it: an element is its number."""
        return self.loaded(self.evaluate(node))

    def loaded(self, value):
        if isinstance(value, View) and value.rank == 0 and not self.is_record(value):
            return read(value)
        if isinstance(value, tuple):
            return tuple(map(self.loaded, value))
        return value

    @staticmethod
    def is_record(view):
        return bool(view.buffer.fields) and view.field is None

    def condition(self, node):
        """What is true, by lane; and whether that is known when compiling."""
        value = self.number(node)
        if value.const is MAYBE:
            raise Invalid("whether a condition is a constant")
        return truth(value), value.const

    # Numbers

    def on_lit(self, value):
        return literal(value)

    def on_none(self):
        return NOTHING

    def on_is(self, x, wanted):
        return literal((self.value(x) is NOTHING) == wanted)

    def on_un(self, name, x):
        return unary(name, self.number(x))

    def on_bin(self, name, x, y):
        left, right = self.value(x), self.value(y)
        if isinstance(left, Lanes) and isinstance(right, Lanes):
            return binary(name, left, right)
        return self.each_binary(name, left, right)

    # Arrays as operands: all of them is read before any element is changed.

    def elements_of(self, value):
        if isinstance(value, Elements):
            return value
        if isinstance(value, Lanes):
            return Elements([], lambda at: value, [])
        if not isinstance(value, View) or not value.rank or value.buffer.fields:
            raise Invalid("no array of numbers")
        return Elements(value.shape, lambda at: read(element_at(value, at)), [value])

    def each_binary(self, name, x, y):
        left, right = self.elements_of(x), self.elements_of(y)
        long, short = sorted((left.shape, right.shape), key=len, reverse=True)
        shape = list(long)
        for axis in range(-len(short), 0):
            a, b = long[axis], short[axis]
            if seen.any((a != b) & (a != 1) & (b != 1)):
                raise Invalid("arrays of different shapes")
            shape[axis] = np.where(a == 1, b, a)
        at = lambda index: binary(name, left.at(index), right.at(index))
        return Elements(shape, at, left.views + right.views)

    def on_cmp(self, names, operands):
        result, left = None, self.number(operands[0])
        everyone = np.ones(len(seen.mask), bool)
        for name, node in zip(names, operands[1:]):
            condition = everyone if result is None else truth(result)
            right = self.operand(condition, node)
            if not isinstance(right, Lanes):
                raise Invalid("a number is needed")
            with narrowed(condition):
                one = compare(name, left, right)
            both = MAYBE if result is not None and one.const is not None else None
            result = one if result is None else Lanes("bool", result.data & one.data, both)
            left = right
        return result

    def operand(self, condition, node):
        """What only some lanes evaluate, and what names it gives a value."""
        before, mask = self.env, seen.mask
        self.env = dict(before)
        with narrowed(condition):
            value = self.value(node)
        after, self.env = self.env, before
        if any(after.get(n) is not before.get(n) for n in after):
            self.env = self.join_variables(
                [(before, mask & ~condition), (after, mask & condition)])
        return value

    def both(self, x, y, which):
        left = self.number(x)
        more = truth(left) if which == "and" else ~truth(left)
        right = self.operand(more, y)
        if not isinstance(right, Lanes):
            raise Invalid("a number is needed")
        # CPython leaves out of its bytecode what a constant decides, and numba sees its type no more.
        if left.const is not None and right.kind != left.kind:
            seen.used.add("a constant that " + which + " decides")
        return self.chosen(more, right, left, left.const)

    def chosen(self, condition, x, y, known):
        """x where the condition holds, else y, in the type of both; a constant
        where `known` decides for one."""
        kind = join(x.kind, y.kind)
        x, y = convert(x, kind), convert(y, kind)
        made = select(condition, x, y)
        if known is not None:
            made.const = MAYBE if known is MAYBE else (x if condition[0] else y).const
        return made

    def on_and(self, x, y):
        return self.both(x, y, "and")

    def on_or(self, x, y):
        return self.both(x, y, "or")

    def on_ifelse(self, condition, x, y):
        test = self.number(condition)
        yes = truth(test)
        left, right = self.operand(yes, x), self.operand(~yes, y)
        if isinstance(left, Lanes) and isinstance(right, Lanes):
            return self.chosen(yes, left, right, test.const)
        return plain(join_values([right, left], [~yes, yes]))

    def on_in(self, x, y):
        left, found = self.number(x), np.zeros(len(seen.mask), bool)
        items = self.evaluate(y)
        if isinstance(items, View):
            items = self.each_of(items)
        if not isinstance(items, Sequence):
            for item in items:
                found = found | truth(compare("==", left, item))
            return Lanes("bool", found)
        for step in range(self.steps_of(items)):
            with narrowed(step < items.counts):
                same = truth(compare("==", left, self.loaded(items.element(step))))
            found = found | (same & (step < items.counts))
        return Lanes("bool", found)

    def on_cast(self, element, x):
        given = self.number(x)
        made = cast(element, given)
        made.const = None if given.const is None else MAYBE
        return made

    def on_walrus(self, name, x):
        value = self.value(x)
        self.assign_name(name, value)
        return plain(value)

    # Arrays, records, tuples

    def on_index(self, base, indices):
        value = self.evaluate(base)
        if isinstance(value, tuple):
            return self.item_of(value, indices)
        if not isinstance(value, View):
            raise Invalid("a subscript of a number")
        return subscript(value, [self.index(i) for i in indices])

    def item_of(self, items, indices):
        (node,) = indices
        if node.op == "slice":
            bounds = [None if b is None else self.number(b).const for b in node.parts]
            return items[slice(*bounds)]
        at = self.number(node)
        if at.const is not None:
            if not -len(items) <= at.const < len(items):
                raise Invalid("an item that is not there")
            return items[at.const]
        if not all(isinstance(i, Lanes) and i.kind == items[0].kind for i in items):
            raise Invalid("an item of several types")
        where = convert(at, "i64").data
        where = np.where(where < 0, where + len(items), where)
        if seen.any((where < 0) | (where >= len(items))):
            raise Invalid("an item that is not there")
        return plain(join_values(list(items), [where == n for n in range(len(items))]))

    def index(self, node):
        if node.op == "dots":
            return Dots()
        if node.op == "slice":
            return Slice(*(None if b is None else self.number(b) for b in node.parts))
        return self.number(node)

    def on_field(self, base, name):
        value = self.evaluate(base)
        if not isinstance(value, View) or not value.buffer.fields or value.field:
            raise Invalid("a field of what is no record")
        return value.of_field(name)

    def on_attr(self, base, name):
        value = self.loaded(self.evaluate(base))
        if isinstance(value, Lanes) and name in ("real", "imag"):
            return FUNCTIONS["np." + name](value)
        if not isinstance(value, View):
            raise Invalid("an attribute of a tuple")
        if name == "shape":
            return tuple(extent(value, a) for a in range(value.rank))
        if name == "size":
            size = np.ones(len(seen.mask), np.int64)
            for n in value.shape:
                size = size * n
            return Lanes("i64", size)
        if name == "ndim":
            return literal(value.rank)
        if name == "T":
            return View(value.buffer, value.field, value.offset, value.shape[::-1],
                        value.strides[::-1], value.inside)
        raise Invalid("attribute " + name)

    def on_tuple(self, items):
        return tuple(self.value(i) for i in items)

    # What loops go through

    @staticmethod
    def steps_of(sequence):
        if sequence.only is not None:
            return sequence.only
        counts = sequence.counts[seen.mask]
        most = int(counts.max()) if len(counts) else 0
        if most > MOST_STEPS:
            raise Invalid("too many iterations")
        return most

    def on_range(self, bounds):
        values = [self.number(b) for b in bounds]
        if any(v.kind not in ("bool", "i64") for v in values):
            raise Invalid("a range of what is no int64")
        data = [convert(v, "i64").data for v in values]
        start, stop = (data[0] * 0, data[0]) if len(data) == 1 else data[:2]
        step = data[2] if len(data) == 3 else np.ones_like(start)
        for v in (start, stop, step):
            if seen.any(np.abs(v) > 1 << 40):
                raise Invalid("a range too long")
        far = np.where(step == 0, 1, step)
        count = np.where(far > 0, (stop - start + far - 1) // far,
                         (start - stop - far - 1) // -far)
        count = np.where((step == 0) | (count < 0), 0, count)
        return Sequence(count, lambda n: Lanes("i64", start + n * step))

    def each_of(self, value):
        if isinstance(value, View):
            if not value.rank:
                raise Invalid("a loop through a number")
            at = lambda n: subscript(value, [Lanes("i64", np.asarray(n) + 0 * value.offset)])
            return Sequence(value.shape[0], at)
        if not isinstance(value, tuple):
            raise Invalid("a loop through a number")
        kinds = {v.kind if isinstance(v, Lanes) else None for v in value}
        if len(kinds) != 1 or None in kinds:
            raise Invalid("a loop through items of several types")
        count = np.full(len(seen.mask), len(value))
        last = len(value) - 1

        def item(n):
            if np.ndim(n) == 0:
                return plain(value[min(int(n), last)])
            masks = [n == k for k in range(len(value))]
            return plain(join_values(list(value), masks))

        return Sequence(count, item, len(value))

    def on_each(self, kind, items):
        if kind == "in":
            return self.each_of(self.evaluate(items[0]))
        if kind == "enumerate":
            inner = self.each_of(self.evaluate(items[0]))
            start = self.number(items[1]) if len(items) > 1 else literal(0)
            number = lambda n: Lanes("i64", convert(start, "i64").data + n)
            return Sequence(inner.counts, lambda n: (number(n), inner.element(n)), inner.only)
        if kind == "zip":
            parts = [self.each_of(self.evaluate(i)) for i in items]
            counts = parts[0].counts
            for each in parts[1:]:
                counts = np.minimum(counts, each.counts)
            return Sequence(counts, lambda n: tuple(p.element(n) for p in parts))
        inner = self.sequence(items[0])
        return Sequence(inner.counts, lambda n: inner.element(inner.counts - 1 - n), inner.only)

    def sequence(self, node):
        value = self.evaluate(node)
        return value if isinstance(value, Sequence) else self.each_of(value)

    def on_gen(self, function, element, name, iterable):
        """sum(element for name in iterable) and its like: a scope of its own."""
        sequence = self.sequence(iterable)
        if function in ("min", "max") and seen.any(sequence.counts == 0):
            raise Invalid("the least of nothing")
        result = None
        before = self.env
        for step in range(max(1, self.steps_of(sequence))):
            active = step < sequence.counts
            self.env = dict(before)
            with narrowed(active):
                self.env[name] = (plain(self.loaded(sequence.element(step))), None)
                result = self.gather(function, result, self.number(element), active, sequence)
        self.env = before
        return result

    def gather(self, function, so_far, one, active, sequence):
        if function in ("any", "all"):
            more = Lanes("bool", truth(one) & active if function == "any" else truth(one) | ~active)
            if so_far is None:
                return more
            both = so_far.data | more.data if function == "any" else so_far.data & more.data
            return Lanes("bool", both)
        if function == "sum":
            start = plain(literal(0)) if so_far is None else so_far
            total = binary("+", start, plain(one))
            start = convert(start, total.kind)
            return select(active, total, start)
        if so_far is None:
            return one if one.kind != "bool" else convert(one, "i64")
        best = FUNCTIONS[function](so_far, one)
        return select(active, best, convert(so_far, best.kind))

    # Functions

    def on_fn(self, name, nodes):
        if name.startswith("cuda.atomic."):
            return self.run_atomic(name.rsplit(".", 1)[1], *nodes)
        if name == "len":
            value = self.evaluate(nodes[0])
            if isinstance(value, tuple):
                return literal(len(value))
            if not isinstance(value, View) or not value.rank:
                raise Invalid("the length of a number")
            return extent(value, 0)
        if name in ("cuda.grid", "cuda.gridsize"):
            return self.position(name, nodes[0].parts[0])
        values = [self.value(n) for n in nodes]
        if name in ("min", "max") and len(values) == 1 and isinstance(values[0], tuple):
            values = list(values[0])
        if not all(isinstance(v, Lanes) for v in values):
            raise Invalid("a number is needed")
        seen.used.add(name)
        # Of which numba makes no int.
        if name in ("min", "max") and all(v.kind == "bool" for v in values):
            seen.used.add(f"{name} of bools")
        result = FUNCTIONS[name](*values)
        if isinstance(result, Lanes) and result.const is None and all(
                v.const is not None for v in values):
            return Lanes(result.kind, result.data, MAYBE, result.whole)
        return result

    def on_reg(self, name):
        return self.registers[name]

    def position(self, name, rank):
        axes = [self.registers[f"{name}.{a}"] for a in "xyz"[:rank]]
        return axes[0] if rank == 1 else tuple(axes)

    def run_atomic(self, operation, array, index, *values):
        """The old element, where that is known; its sum over all threads is also
        known where all give one number: atomic.add may take that."""
        view = self.evaluate(array)
        if not isinstance(view, View) or view.buffer.fields:
            raise Invalid("an atomic of what is no array of numbers")
        items = index.parts[0] if index.op == "tuple" else [index]
        at = subscript(view, [self.index(i) for i in items])
        if at.rank:
            raise Invalid("an atomic of a view")
        old_of = values[0] if operation == "add" and view.buffer.role == "sum" else None
        if old_of is not None and old_of.op == "fn" and old_of.parts[0].startswith("cuda.atomic."):
            given = [self.old_for_sum(at, *old_of.parts)]
        else:
            given = [self.number(v) for v in values]
        old, known = run_atomic(operation, at, given)
        return old if known and view.buffer.role not in ("sum", "shared") else None

    def old_for_sum(self, at, name, nodes):
        operation = name.rsplit(".", 1)[1]
        view = self.evaluate(nodes[0])
        if not isinstance(view, View) or view.buffer is at.buffer or len(view.shape) != 1:
            raise Invalid("an atomic of its own old element")
        if not ELEMENTS[at.element][0] == ELEMENTS[view.element][0] == "i64":
            raise Invalid("the sum depends on the order")
        if len(set(at.offset[seen.mask].tolist())) > 1:
            raise Invalid("who adds to which element depends on the order")
        inner = subscript(view, [self.index(nodes[1])])
        old, _ = run_atomic(operation, inner, [self.number(n) for n in nodes[2:]],
                            old_counts=True)
        return old

    def on_lambda(self, names, body):
        return Function("lambda", names, body, self.frame())

    def store(self, view, value):
        write(view, value)
