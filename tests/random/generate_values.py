"""Random expressions, of a class: b (bool), i (integer), f (float), c (complex).

A class says what may be done with a number; which of a class's types it has is
left to chance and to the contract. Whether an expression has a meaning at all is
found by running it: so nothing here tries to be careful for long.
"""

from dataclasses import dataclass

from kinds import ELEMENTS
from tree import Node as N

CLASS = {"bool": "b", "i64": "i", "u64": "i", "f16": "f", "bf16": "f", "f32": "f",
         "f64": "f", "c64": "c", "c128": "c"}
BELOW = {"b": "b", "i": "bi", "f": "bif", "c": "bifc"}
SMALL = [0, 1, 2, 3, 4, 5, 7, 8, 31, 32, 63, -1, -2, -3, -8]
EDGES = [127, 128, 255, 256, 32767, 65535, 2**31 - 1, 2**31, -(2**31), 2**32, 2**63 - 1,
         -(2**63) + 1, 2**53 + 1, 16777217, 2049]
FLOATS = [0.5, 1.0, 2.0, 0.25, 1.5, -0.75, 3.0, 4.0, 0.1, 2.5, 1e3, -1e-3, 0.0]
FLOAT_EDGES = [1e300, 65504.0, 65520.0, 6e-8, 3.4e38, 1e-40, float("inf"), float("nan"),
               16777217.0, 9007199254740993.0]


def class_of(element):
    return CLASS[ELEMENTS[element][0]]


def lit(value):
    return N("lit", value)


def name(text):
    return N("name", text)


@dataclass
class Array:
    """An array in scope; `extents` are its own, as far as they are known here."""

    node: object
    element: str
    extents: list
    role: str
    fields: dict = None


@dataclass
class Callee:
    """`takes` are classes, or arrays as the callee knows them; the last may be left out, as many as there are `defaults`,
    whose names are `names`; `optional` is one of them that may be None."""

    name: str
    takes: list
    gives: str
    names: list = None
    defaults: int = 0
    optional: str = ""
    star: bool = False


class Values:
    """Expressions over a scope: `variables` by name (their class), `tuples` (lists
    of classes), `arrays` and `callees`."""

    def __init__(self, rng, features):
        self.rng, self.features = rng, features
        self.variables, self.tuples, self.arrays, self.callees = {}, {}, [], []
        # Local arrays that functions take: elements and extents.
        self.wanted_locals = []
        self.fresh, self.thread = 0, None
        # Where a walrus would set a name on some paths only.
        self.no_walrus = 0
        self.new_walrus = 0

    def chance(self, p):
        return self.rng.random() < p

    def pick(self, items):
        return items[int(self.rng.random() * len(items))]

    def has(self, feature):
        return feature in self.features

    def new_name(self, prefix="v"):
        self.fresh += 1
        return f"{prefix}{self.fresh}"

    def names_of(self, cls):
        return [n for n, c in self.variables.items() if c in BELOW[cls]]

    # Atoms

    def literal(self, cls):
        if cls == "b":
            return lit(self.chance(0.5))
        if cls == "i":
            return lit(self.pick(SMALL if self.chance(0.85) else EDGES))
        if cls == "f":
            return lit(self.pick(FLOATS if self.chance(0.9) else FLOAT_EDGES))
        return N("lit", complex(0.0, self.pick([1.0, 0.5, 2.0, 0.25])))

    def atom(self, cls):
        """A variable or an element, else a literal."""
        exact = [n for n, c in self.variables.items() if c == cls]
        if exact and self.chance(0.65):
            return name(self.pick(exact))
        arrays = [a for a in self.arrays if self.is_readable(a, cls)]
        if arrays and self.chance(0.6):
            return self.element(self.pick(arrays), cls)
        names = self.names_of(cls)
        if names and self.chance(0.6):
            return name(self.pick(names))
        return self.literal(cls)

    def is_readable(self, array, cls):
        if array.role not in ("in", "row", "local", "shared"):
            return False
        if array.fields:
            return any(class_of(e) in BELOW[cls] for e in array.fields.values())
        return class_of(array.element) in BELOW[cls]

    def element(self, array, cls):
        node = N("index", array.node, self.indices(array))
        if array.fields:
            names = [n for n, e in array.fields.items() if class_of(e) in BELOW[cls]]
            node = N("field", node, self.pick(names))
        return node

    # Indices

    def indices(self, array):
        if array.role == "row":
            return [self.near_thread(array)]
        return [self.index(n) for n in array.extents]

    def near_thread(self, array):
        """The thread's element, or a neighbour, on a ring or not."""
        if self.chance(0.6):
            return name("t")
        beside = N("bin", self.pick("+-"), name("t"), lit(int(self.rng.integers(1, 4))))
        if self.chance(0.4):
            return N("bin", "%", beside, N("fn", "len", [array.node]))
        return N("fn", "max", [N("fn", "min", [beside, lit(array.extents[0] - 1)]), lit(0)])

    def index(self, extent):
        """Mostly inside."""
        roll = self.rng.random()
        if roll < 0.3 and extent:
            return lit(int(self.rng.integers(-extent, extent)))
        if roll < 0.75 and extent:
            inner = name(self.pick(self.names_of("i"))) if self.names_of("i") else self.thread
            return N("bin", "%", inner, lit(max(1, extent)))
        if roll < 0.8 and self.has("outside"):
            return self.expression("i", 1)
        return N("bin", "%", self.expression("i", 1), lit(max(1, extent)))

    def bounds(self, extent):
        """Of a slice."""
        def bound():
            if self.chance(0.3):
                return None
            if self.chance(0.5):
                return lit(int(self.rng.integers(-extent - 1, extent + 2)))
            return N("bin", "%", self.atom("i"), lit(extent + 1))

        step = None if self.chance(0.5) else lit(self.pick([1, 2, 3, -1, -2]))
        return N("slice", bound(), bound(), step)

    # Expressions

    def expression(self, cls, depth=3):
        if depth <= 0 or self.chance(0.15):
            return self.atom(cls)
        makers = getattr(self, "makers_" + cls)()
        return self.pick(makers)(depth - 1)

    def shared_makers(self, cls):
        def ternary(d):
            # A name that is there has a type, which it keeps where it may not be set.
            self.new_walrus += 1
            a, b = self.below(cls, d), self.expression(cls, d)
            self.new_walrus -= 1
            if self.chance(0.5):
                a, b = b, a
            return N("ifelse", self.branching(d), a, b)

        def junction(d):
            return N(self.pick(["and", "or"]), self.expression(cls, d), self.guarded(cls, d))

        def call(d):
            able = [c for c in self.callees if c.gives == cls and self.has_arrays_for(c)]
            if not able:
                return self.atom(cls)
            callee = self.pick(able)
            return N("call", callee.name, self.arguments(callee, d - 1))

        def walrus(d):
            if self.no_walrus or not self.has("walrus"):
                return self.atom(cls)
            # What was read before it in the same expression is another value.
            able = [n for n, c in self.variables.items() if c == cls and n[0] in "vw" and n not in self.held]
            is_new = self.new_walrus or not able or self.chance(0.5)
            text = self.new_name("w") if is_new else self.pick(able)
            made = N("walrus", text, self.expression(cls, d))
            self.variables[text] = cls
            return made

        def item(d):
            able = [(n, i) for n, t in self.tuples.items() for i, c in enumerate(t) if c == cls]
            if not able:
                return self.atom(cls)
            which, at = self.pick(able)
            return N("index", name(which), [lit(at)])

        def cast(d):
            elements = [e for e in ELEMENTS if class_of(e) == cls]
            if self.has("common"):
                elements = [e for e in elements if e in self.elements()]
            source = self.pick(BELOW[cls]) if cls in "fc" else self.pick("bi")
            return N("cast", self.pick(elements), self.expression(source, d))

        return [ternary, junction, call, walrus, item, cast]

    def arrays_like(self, array):
        roles = ("local",) if array.role == "local" else ("in", "row")
        return [a for a in self.arrays if a.role in roles and not a.fields
                and (a.element, a.extents) == (array.element, array.extents)]

    def has_arrays_for(self, callee):
        return all(self.arrays_like(a) for a in callee.takes if isinstance(a, Array))

    def arguments(self, callee, depth):
        """In order, by name, left out, more than there are names, or of a tuple."""
        def one(at):
            if callee.names and callee.names[at] == callee.optional and self.chance(0.5):
                return N("none")
            if isinstance(callee.takes[at], Array):
                return self.pick(self.arrays_like(callee.takes[at])).node
            return self.expression(callee.takes[at], depth)

        count = len(callee.takes)
        if callee.star and self.chance(0.6):
            tuples = list(self.tuples)
            more = [N("star", name(self.pick(tuples)))] if tuples and self.chance(0.4) else []
            cls = self.pick("if")
            return [one(i) for i in range(count)] + more + [
                self.expression(cls, 1) for _ in range(int(self.rng.integers(0, 3)))]
        given = count - int(self.rng.integers(0, callee.defaults + 1))
        named = [i for i in range(given, count) if self.chance(0.5)]
        if callee.defaults and self.chance(0.2):
            named, given = list(range(given)) + named, 0
        named = [int(i) for i in self.rng.permutation(named)]
        return [one(i) for i in range(given)] + [N("key", callee.names[i], one(i)) for i in named]

    def guarded(self, cls, depth):
        self.no_walrus += 1
        made = self.expression(cls, depth)
        self.no_walrus -= 1
        return made

    def below(self, cls, depth):
        """Of the class or one that it takes."""
        return self.guarded(self.pick(BELOW[cls] if cls != "b" else "b"), depth)

    def branching(self, depth):
        """A condition that is no constant."""
        left = name(self.pick(self.names_of("f"))) if self.names_of("f") else self.thread
        if self.chance(0.4):
            left = N("bin", "%", self.thread, lit(self.pick([2, 3, 5, 7])))
        return N("cmp", [self.pick(["<", ">", "==", "!=", "<=", ">="])],
                 [left, self.guarded("i", depth - 1)])

    def makers_b(self):
        def compare(d):
            count = 1 if self.chance(0.8) else 2
            cls = self.pick("iiff")
            operands = [self.expression(self.pick([cls, "i"]), d)]
            operands += [self.guarded(self.pick([cls, "i"]), d) for _ in range(count)]
            ops = [self.pick(["<", ">", "<=", ">=", "==", "!="]) for _ in range(count)]
            return N("cmp", ops, operands)

        def complex_compare(d):
            if not self.has("complex"):
                return compare(d)
            return N("cmp", [self.pick(["==", "!="])],
                     [self.expression("c", d), self.expression("f", d)])

        def logic(d):
            op = self.pick(["&", "|", "^"])
            return N("bin", op, self.expression("b", d), self.expression("b", d))

        def member(d):
            if self.chance(0.5):
                items = N("tuple", [self.literal("i") for _ in range(3)])
            else:
                items = N("range", [self.literal("i"), self.literal("i")])
            return N("in", self.expression("i", d), items)

        def of_float(d):
            function = self.pick(["math.isnan", "math.isinf", "math.isfinite"])
            return N("fn", function, [self.expression("f", d)])

        return [
            compare, compare, compare, complex_compare, logic, member, of_float,
            lambda d: N("un", "not", self.expression(self.pick("bif"), d)),
            lambda d: N("fn", "bool", [self.expression(self.pick("if"), d)]),
            lambda d: self.generator("b", d),
        ] + self.shared_makers("b")

    def generator(self, cls, depth):
        """sum(x * i for i in range(n)) and its like."""
        if not self.has("generators"):
            return self.atom(cls)
        function = self.pick(["any", "all"] if cls == "b" else ["sum", "sum", "min", "max"])
        variable, of = self.new_name("g"), "i"
        tuples = [n for n, t in self.tuples.items() if len(t) > 1 and len(set(t)) == 1]
        if tuples and self.chance(0.5):
            text = self.pick(tuples)
            iterable, of = N("each", "in", [name(text)]), self.tuples[text][0]
        else:
            iterable = N("range", [lit(int(self.rng.integers(2, 5)))])
        self.variables[variable] = of
        self.no_walrus += 1
        element = self.expression("b" if cls == "b" else cls, min(depth, 2))
        self.no_walrus -= 1
        del self.variables[variable]
        return N("gen", function, element, variable, iterable)

    def makers_i(self):
        e = self.expression

        def arithmetic(d):
            op = self.pick(["+", "-", "*", "+", "-", "//", "%", "&", "|", "^"])
            return N("bin", op, e("i", d), e("i", d))

        def shift(d):
            count = e("i", d)
            if self.chance(0.7):
                count = N("bin", "&", count, lit(self.pick([7, 15, 63])))
            return N("bin", self.pick(["<<", ">>"]), e("i", d), count)

        def power(d):
            if self.has("common"):
                return arithmetic(d)
            exponent = lit(self.pick([0, 1, 2, 3])) if self.chance(0.6) else \
                N("bin", "%", e("i", d), lit(6))
            return N("bin", "**", e("i", d), exponent)

        def extreme(d):
            count = self.pick([2, 2, 3])
            return N("fn", self.pick(["min", "max"]), [e(self.pick("bii"), d) for _ in range(count)])

        def of_float(d):
            function = self.pick(["int", "round", "math.floor", "math.ceil", "math.trunc"])
            function = "int" if self.has("common") else function
            return N("fn", function, [e(self.pick("fffi"), d)])

        def bits(d):
            if self.has("common"):
                return arithmetic(d)
            return N("fn", self.pick(["cuda.popc", "cuda.ffs"]), [e("i", d)])

        def shape(d):
            arrays = [a for a in self.arrays if a.role in ("in", "local", "shared")]
            if not arrays:
                return self.atom("i")
            array = self.pick(arrays)
            kind = self.pick(["len", "shape", "size"])
            if kind == "len":
                return N("fn", "len", [array.node])
            if kind == "size":
                return N("attr", array.node, "size")
            axis = int(self.rng.integers(0, len(array.extents)))
            return N("index", N("attr", array.node, "shape"), [lit(axis)])

        def divide_both(d):
            return N("index", N("fn", "divmod", [e("i", d), e("i", d)]), [lit(self.pick([0, 1]))])

        def choice(d):
            function = self.pick(["np.where", "cuda.selp"])
            return N("fn", function, [e("b", d), e("i", d), e("i", d)])

        def register(d):
            axis = self.pick("xxy")
            return N("reg", "cuda." + self.pick(
                ["threadIdx.", "blockIdx.", "blockDim.", "gridDim."]) + axis)

        return [
            arithmetic, arithmetic, arithmetic, arithmetic, shift, power, extreme, of_float,
            bits, shape, divide_both, choice, register,
            lambda d: N("un", self.pick(["-", "~", "+"]), e(self.pick("bii"), d)),
            lambda d: N("fn", "abs", [e("i", d)]),
            lambda d: self.generator("i", d),
        ] + self.shared_makers("i")

    def makers_f(self):
        e = self.expression

        def arithmetic(d):
            op = self.pick(["+", "-", "*", "/"])
            sides = ["f", self.pick("ffi")]
            if self.chance(0.4):
                sides.reverse()
            return N("bin", op, e(sides[0], d), e(sides[1], d))

        def whole(d):
            sides = ["f", self.pick("ffi")]
            if self.chance(0.4):
                sides.reverse()
            return N("bin", self.pick(["//", "%"]), e(sides[0], d), e(sides[1], d))

        def extreme(d):
            return N("fn", self.pick(["min", "max"]), [e("f", d), e(self.pick("bif"), d)])

        def clamp(d):
            value = e("f", d)
            for which in self.pick([["min", "max"], ["max", "min"], ["min", "max", "min"]]):
                bound = [1.0, 1.0, 4.0] if which == "min" else [0.0, 0.0, -0.5]
                value = N("fn", which, [value, lit(self.pick(bound))])
            return value

        def function(d):
            which = self.pick(["math.sqrt", "math.fabs", "math.copysign", "math.fmod", "abs"])
            if which == "math.sqrt":
                return N("fn", which, [N("fn", "abs", [e("f", d)])])
            count = 2 if which in ("math.copysign", "math.fmod") else 1
            return N("fn", which, [e(self.pick("ffi") if which != "abs" else "f", d)
                                   for _ in range(count)])

        def part(d):
            if not self.has("complex"):
                return self.atom("f")
            return N("attr", self.guarded("c", d), self.pick(["real", "imag"]))

        def choice(d):
            return N("fn", "np.where", [e("b", d), e("f", d), e(self.pick("if"), d)])

        return [
            arithmetic, arithmetic, arithmetic, arithmetic, whole, extreme, clamp, function,
            part, choice,
            lambda d: N("bin", "/", e("i", d), e("i", d)),
            lambda d: N("un", self.pick(["-", "+"]), e("f", d)),
            lambda d: N("fn", "float", [e(self.pick("bif"), d)]),
            lambda d: self.generator("f", d),
        ] + self.shared_makers("f")

    def makers_c(self):
        e = self.expression
        if not self.has("complex"):
            return [lambda d: self.atom("c")]

        def arithmetic(d):
            op = self.pick(["+", "-", "*", "/"])
            sides = ["c", self.pick("cfi")]
            if self.chance(0.4):
                sides.reverse()
            return N("bin", op, e(sides[0], d), e(sides[1], d))

        return [
            arithmetic, arithmetic, arithmetic,
            lambda d: N("fn", "complex", [e("f", d), e(self.pick("fi"), d)]),
            lambda d: N("un", "-", e("c", d)),
            lambda d: N("fn", "np.conj", [e("c", d)]),
        ] + self.shared_makers("c")
