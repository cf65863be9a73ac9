"""Random programs: make(seed).

A seed first chooses which features its program may use, so that rare ones meet
often. Threads write to rows of their own, read what nobody writes, meet at
barriers, and add up by atomics; simulate.py rejects what turns out to depend on
the order after all, and the next draw is taken.
"""

import numpy as np
from generate_values import BELOW, Array, Callee, Values, class_of, lit, name
from kinds import Invalid
from simulate import simulate
from tree import Node as N
from tree import Parameter, Program

FEATURES = [
    "complex", "half", "records", "views", "tuples", "functions", "recursion", "nested",
    "generators", "walrus", "match", "shared", "local", "warps", "atomics", "outside",
    "unset", "early", "else", "layouts", "wide", "square",
]
INT_ELEMENTS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]


class Generator(Values):
    def __init__(self, rng, features):
        super().__init__(rng, features)
        self.loops, self.depth, self.in_function = 0, 0, False
        self.budget = int(rng.integers(4, 16))
        self.outs, self.parameters, self.constants, self.functions = [], [], {}, []
        # Variables that must keep their class, and loops' counters.
        self.held = set()

    # Arguments

    def elements(self):
        out = INT_ELEMENTS + ["bool", "float32", "float32", "float64", "int32"]
        if self.has("half"):
            out += ["float16", "float16"]
        if self.has("complex"):
            out += ["complex64", "complex128"]
        return out

    def data(self, element, shape):
        """Contents: small numbers mostly, so that floats stay exact; some edges."""
        rng, size = self.rng, int(np.prod(shape))
        small = rng.integers(-6, 7, size)
        if element == "bool":
            return (small > 0).reshape(shape)
        dtype = np.dtype(element)
        if dtype.kind in "iu":
            info = np.iinfo(dtype)
            values = small % 13 if dtype.kind == "u" else small
            values = values.astype(dtype)
            edges = np.array([info.min, info.max, info.max // 2, 1, 0], dtype)
            where = rng.random(size) < (0.25 if self.has("wide") else 0)
            return np.where(where, rng.choice(edges, size), values).reshape(shape)
        values = small / rng.choice([1, 2, 4, 8], size)
        if self.has("wide"):
            odd = rng.choice([0.1, -3.3, 1e4, 6e4, 1e-5, np.inf, np.nan, -0.0, 2.0**-14], size)
            values = np.where(rng.random(size) < 0.25, odd, values)
        if dtype.kind == "c":
            values = values + 1j * rng.permutation(small)
        with np.errstate(over="ignore"):
            return values.astype(dtype).reshape(shape)

    def add_inputs(self):
        rng = self.rng
        for _ in range(int(rng.integers(1, 5))):
            element = self.pick(self.elements())
            rank = int(rng.choice([1, 1, 1, 2, 2, 3]))
            shape = tuple(int(n) for n in rng.integers(1, 8, rank))
            value, layout = self.data(element, shape), ""
            if self.has("layouts") and rank > 1:
                layout = self.pick(["", "A", "F"])
                if layout == "F":
                    value = np.asfortranarray(value)
            self.add_array(element, value, "in", layout)
        if self.has("records"):
            self.add_records()
        for _ in range(int(rng.integers(1, 4))):
            self.add_scalar()

    def add_array(self, element, value, role, layout=""):
        text = self.new_name("a" if role == "in" else "o")
        self.parameters.append(Parameter(text, value, role, layout))
        array = Array(name(text), element, list(value.shape), role)
        (self.arrays if role == "in" else self.outs).append(array)
        return array

    def add_records(self):
        fields = {f"f{i}": self.pick([e for e in self.elements() if e != "bool"])
                  for i in range(int(self.rng.integers(2, 5)))}
        dtype = np.dtype([(n, e) for n, e in fields.items()], align=True)
        for role, size in (("in", int(self.rng.integers(1, 6))), ("out", self.rows)):
            value = np.zeros(size, dtype)
            if role == "in":
                for field, element in fields.items():
                    value[field] = self.data(element, (size,))
            self.add_array("record", value, role).fields = fields

    def add_scalar(self):
        text, rng = self.new_name("s"), self.rng
        cls = self.pick("iiiff" + ("c" if self.has("complex") else ""))
        if cls == "i":
            typed = [np.int32(-3), np.uint8(200), np.int64(7), np.uint64(9), np.int16(-5)]
            value = int(rng.integers(-9, 10)) if self.chance(0.5) else self.pick(typed)
        elif cls == "f":
            typed = [np.float32(1.5), np.float64(-0.25), np.float32(0.1)]
            value = float(self.pick([0.5, 2.0, -1.25, 0.1])) if self.chance(0.5) else self.pick(typed)
        else:
            value = complex(1.0, -0.5)
        # In a signature `float` is float64.
        if self.has("layouts") and isinstance(value, (float, complex)):
            value = np.array(value)[()]
        self.parameters.append(Parameter(text, value, "scalar"))
        self.variables[text] = cls

    def add_outputs(self):
        for element in ["int64", "float64", self.pick(self.elements())]:
            columns = int(self.rng.integers(3, 9))
            layout = self.pick(["", "A"]) if self.has("layouts") else ""
            self.add_array(element, np.zeros((self.rows, columns), element), "out", layout)
        if self.has("complex"):
            self.add_array("complex128", np.zeros((self.rows, 3), "complex128"), "out")
        if self.has("atomics"):
            element = self.pick(["int32", "int64", "uint32", "uint64", "float32", "float64"])
            self.add_array(element, self.data(element, (int(self.rng.integers(1, 6)),)), "sum")

    # Statements

    def block(self, count=None):
        count = int(self.rng.integers(1, 4)) if count is None else count
        body = []
        for _ in range(count):
            if self.budget <= 0:
                break
            self.budget -= 1
            body += self.statement()
        return body or [N("pass")]

    def scoped(self, make):
        """A path that not every thread takes: what it sets may be unset after."""
        before = (dict(self.variables), dict(self.tuples), list(self.arrays), list(self.callees))
        self.depth += 1
        body = make()
        self.depth -= 1
        after = self.variables
        self.variables, self.tuples, self.arrays, self.callees = before
        # A name that one path sets may be read behind it.
        if self.has("unset"):
            for text, cls in after.items():
                if text not in self.variables and text[0] == "v" and self.chance(0.5):
                    self.variables[text] = cls
        return body

    def statement(self):
        makers = [self.assign] * 6 + [self.augment] * 3 + [self.store] * 3
        if self.depth < 3:
            makers += [self.branch] * 4 + [self.count_loop] * 3 + [self.each_loop] * 2
            makers += [self.while_loop] * 2
            if self.has("match"):
                makers += [self.match] * 2
        if self.loops and self.depth > 1:
            makers += [self.jump]
        optional = {"tuples": self.make_tuple, "views": self.make_view,
                    "nested": self.make_function, "local": self.make_local,
                    "atomics": self.make_atomic}
        makers += [m for f, m in optional.items() if self.has(f)] * 2
        if self.depth == 0 and not self.in_function:
            if self.has("shared"):
                makers += [self.make_shared] * 3
            if self.has("warps"):
                makers += [self.make_warp] * 3
        return self.pick(makers)()

    def variable_for(self, cls):
        """A name to assign a number of this class to."""
        able = [n for n, c in self.variables.items()
                if cls in BELOW[c] and n not in self.held and n[0] == "v"]
        if able and self.chance(0.55):
            return self.pick(able)
        if self.depth == 0:
            others = [n for n in self.variables if n[0] == "v" and n not in self.held]
            if others and self.chance(0.15):
                return self.pick(others)
        return self.new_name()

    def some_class(self):
        return self.pick("iiiffb" + ("cc" if self.has("complex") else ""))

    def assign(self):
        cls = self.some_class()
        value = self.expression(cls, int(self.rng.integers(1, 4)))
        targets = [self.variable_for(cls)]
        if self.chance(0.1):
            targets.append(self.variable_for(cls))
        for text in targets:
            if self.depth == 0 or text not in self.variables:
                self.variables[text] = cls
        return [N("set", [name(t) for t in dict.fromkeys(targets)], value)]

    def augment(self):
        able = [n for n in self.variables if n[0] == "v" and n not in self.held]
        if not able:
            return self.assign()
        text = self.pick(able)
        cls = self.variables[text]
        ops = {"b": "&|^", "i": ["+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>"],
               "f": ["+", "-", "*", "/", "%", "//"], "c": "+-*"}[cls]
        op = self.pick(ops)
        value = self.expression(self.pick(BELOW[cls]) if cls != "b" else "b", 2)
        if op in ("<<", ">>"):
            value = N("bin", "&", self.expression("i", 1), lit(7))
        return [N("aug", name(text), op, value)]

    def own_place(self):
        """A place that no other thread writes to, and the class that it takes."""
        outs = [a for a in self.outs if a.role == "out"]
        array = self.pick(outs)
        row = name("t")
        if array.fields:
            field = self.pick(list(array.fields))
            return N("field", N("index", array.node, [row]), field), class_of(array.fields[field])
        column = self.index(array.extents[1])
        if self.has("outside") and self.chance(0.1):
            row = N("bin", "+", row, lit(0))
        if self.chance(0.2):
            return N("index", N("index", array.node, [row]), [column]), class_of(array.element)
        return N("index", array.node, [row, column]), class_of(array.element)

    def store(self):
        if self.in_function:
            return self.assign()
        place, cls = self.own_place()
        takes = {"b": "bif", "i": "bif", "f": "bif", "c": "bifc"}[cls]
        if self.chance(0.2) and cls != "b":
            op = self.pick(["+", "-", "*"])
            return [N("aug", place, op, self.expression(self.pick(BELOW[cls]), 2))]
        if self.chance(0.08) and cls in "if" and place.op == "index" and len(place.parts[1]) == 2:
            place = N("index", place.parts[0], [name("t"), self.bounds(4)])
            return [N("set", [place], self.expression("i", 1))]
        return [N("set", [place], self.expression(self.pick(takes), 3))]

    def condition(self):
        return self.branching(2) if self.chance(0.6) else \
            N("and" if self.chance(0.5) else "or", self.branching(1), self.guarded("b", 2))

    def branch(self):
        condition = self.condition()
        early = self.has("early") and self.chance(0.15) and (
            self.in_function or not self.features & {"shared", "warps"})
        then = self.scoped(self.block)
        if early and (self.in_function or self.depth > 0):
            then = then + [self.leave()]
        otherwise = self.scoped(self.block) if self.chance(0.6) else []
        return [N("if", condition, then, otherwise)]

    def leave(self):
        if self.in_function:
            return N("return", self.expression(self.in_function, 1))
        return N("return", None)

    def orelse(self):
        return self.scoped(self.block) if self.has("else") and self.chance(0.4) else []

    def loop_body(self, names):
        """`names` are set at the head of each iteration."""
        def make():
            self.variables.update(names)
            return self.block()

        self.loops += 1
        held = set(names)
        self.held |= held
        body = self.scoped(make)
        self.held -= held
        self.loops -= 1
        return body

    def after_loop(self, names):
        """A loop's variable may be read after it."""
        if self.has("unset") and self.chance(0.5):
            self.variables.update(names)

    def small(self, low, high):
        """An int of run time within these bounds, or a literal."""
        if self.chance(0.4):
            return lit(int(self.rng.integers(low, high)))
        inner = N("bin", "%", self.expression("i", 1), lit(high - low))
        return N("bin", "+", inner, lit(low)) if low else inner

    def count_loop(self):
        form = self.rng.random()
        if form < 0.5:
            bounds = [self.small(0, 5)]
        elif form < 0.75:
            bounds = [self.small(-3, 3), self.small(0, 5)]
        else:
            bounds = [self.small(-3, 6), self.small(-3, 6), self.small(-2, 4)]
        text = self.variable_for("i") if self.has("unset") and self.chance(0.2) else self.new_name("i")
        iterable = N("range", bounds)
        if self.chance(0.1):
            iterable = N("each", "reversed", [iterable])
        body = self.loop_body({text: "i"})
        otherwise = self.orelse()
        self.after_loop({text: "i"})
        return [N("for", name(text), iterable, body, otherwise)]

    def each_loop(self):
        arrays = [a for a in self.arrays if a.role == "in" and not a.fields
                  and len(a.extents) == 1]
        tuples = [n for n, t in self.tuples.items() if len(set(t)) == 1]
        if not arrays and not tuples:
            return self.count_loop()

        def source():
            if arrays and (not tuples or self.chance(0.6)):
                array = self.pick(arrays)
                return array.node, class_of(array.element)
            text = self.pick(tuples)
            return name(text), self.tuples[text][0]

        node, cls = source()
        text = self.new_name("x")
        form, names = self.pick(["in", "in", "enumerate", "zip", "reversed"]), {text: cls}
        if form == "enumerate":
            number = self.new_name("i")
            names[number] = "i"
            target = N("tuple", [name(number), name(text)])
            start = [self.small(0, 3)] if self.chance(0.3) else []
            iterable = N("each", form, [node] + start)
        elif form == "zip":
            (other, other_cls), second = source(), self.new_name("x")
            names[second] = other_cls
            target = N("tuple", [name(text), name(second)])
            iterable = N("each", form, [node, other])
        else:
            target, iterable = name(text), N("each", form, [node])
        body = self.loop_body(names)
        otherwise = self.orelse()
        self.after_loop(names)
        return [N("for", target, iterable, body, otherwise)]

    def while_loop(self):
        text = self.new_name("n")
        limit = self.small(0, 5)
        condition = N("cmp", ["<"], [name(text), limit])
        if self.chance(0.4):
            condition = N("and", condition, self.guarded("b", 2))
        body = [N("aug", name(text), "+", lit(1))] + self.loop_body({text: "i"})
        made = N("while", condition, body, self.orelse())
        return [N("set", [name(text)], lit(0)), made]

    def jump(self):
        inner = [N(self.pick(["break", "continue"]))]
        if self.in_function and self.has("early") and self.chance(0.3):
            inner = [self.leave()]
        if self.chance(0.5):
            inner = self.scoped(lambda: self.block(1)) + inner
        return [N("if", self.branching(1), inner, [])]

    def match(self):
        cases, count = [], int(self.rng.integers(1, 4))
        for _ in range(count):
            shape = N("one", [self.pick([0, 1, 2, 3, -1]) for _ in range(int(self.rng.integers(1, 3)))])
            bound = None
            if self.chance(0.2):
                bound = self.new_name("m")
                shape = N("as", shape, bound)
            guard = self.guarded("b", 1) if self.chance(0.3) else None
            cases.append(N("case", shape, guard, self.scoped(lambda b=bound: self.with_name(b))))
        if self.chance(0.6):
            bound = self.new_name("m") if self.chance(0.5) else None
            cases.append(N("case", N("any", bound), None, self.scoped(lambda: self.with_name(bound))))
        return [N("match", N("bin", "%", self.expression("i", 2), lit(4)), cases)]

    def with_name(self, text):
        if text:
            self.variables[text] = "i"
        return self.block()

    # Things in scope

    def make_tuple(self):
        same = self.chance(0.5)
        first = self.some_class()
        classes = [first if same else self.some_class() for _ in range(int(self.rng.integers(1, 4)))]
        text = self.new_name("p")
        made = N("set", [name(text)], N("tuple", [self.expression(c, 2) for c in classes]))
        if self.chance(0.3) and len(classes) > 1:
            targets = [self.new_name() for _ in classes]
            self.variables.update(zip(targets, classes))
            return [N("set", [N("tuple", [name(t) for t in targets])], made.parts[1])]
        self.tuples[text] = classes
        return [made]

    def make_view(self):
        arrays = [a for a in self.arrays if a.role == "in" and not a.fields]
        if not arrays:
            return self.assign()
        array = self.pick(arrays)
        text, indices, extents = self.new_name("z"), [], []
        for extent in array.extents:
            if len(array.extents) > 1 and self.chance(0.3):
                indices.append(self.index(extent))
            else:
                indices.append(self.bounds(extent))
                extents.append(max(1, extent // 2))
        if not extents:
            return self.assign()
        node = N("index", array.node, indices)
        if len(extents) > 1 and self.chance(0.3):
            node, extents = N("attr", node, "T"), extents[::-1]
        self.arrays.append(Array(name(text), array.element, extents, "in"))
        return [N("set", [name(text)], node)]

    def make_function(self):
        """Nested in the kernel, as def or lambda: it sees the kernel's variables."""
        if self.in_function or self.depth > 1:
            return self.assign()
        text, gives = self.new_name("h"), self.pick("iif")
        takes = [self.pick("iif") for _ in range(int(self.rng.integers(1, 3)))]
        names = [self.new_name("q") for _ in takes]
        if self.chance(0.4):
            body = self.function_body(names, takes, gives, expression=True)
            made = N("set", [name(text)], N("lambda", names, body))
        else:
            made = N("def", text, names, self.function_body(names, takes, gives))
        self.callees.append(Callee(text, takes, gives))
        return [made]

    def function_body(self, names, takes, gives, expression=False):
        before = (self.variables, self.budget, self.depth, self.loops, self.in_function,
                  self.tuples, self.held, self.no_walrus)
        self.variables = {**self.variables, **dict(zip(names, takes))}
        self.held = set(before[0])
        self.tuples, self.in_function, self.depth, self.loops = dict(self.tuples), gives, 1, 0
        self.budget = int(self.rng.integers(0, 4))
        self.no_walrus += 1
        if expression:
            body = self.expression(gives, 2)
        else:
            # An outer variable may be read here, not set.
            outer = {n: c for n, c in self.variables.items() if n in before[0]}
            body = self.block(self.budget)
            self.variables = {**self.variables, **outer}
            body = [s for s in body if s.op != "pass"]
            body.append(N("return", self.expression(gives, 2)))
        (self.variables, self.budget, self.depth, self.loops, self.in_function, self.tuples,
         self.held, self.no_walrus) = before
        return body

    def add_functions(self):
        """Device functions; they see nothing but each other and constants."""
        for _ in range(int(self.rng.integers(1, 3))):
            before = (self.variables, self.arrays, self.thread)
            self.variables = {n: "i" for n in self.constants if isinstance(self.constants[n], int)}
            text, gives = self.new_name("d"), self.pick("iff")
            takes = [self.pick("iif") for _ in range(int(self.rng.integers(1, 4)))]
            names = [self.new_name("q") for _ in takes]
            self.arrays, self.thread = [], name(names[0])
            self.functions.append(N("def", text, names, self.function_body(names, takes, gives)))
            self.variables, self.arrays, self.thread = before
            self.callees.append(Callee(text, takes, gives))
        if self.has("recursion"):
            self.add_recursion()

    def add_recursion(self):
        text, down, value = self.new_name("r"), self.new_name("q"), self.new_name("q")
        before = (self.variables, self.arrays, self.thread)
        self.variables, self.arrays, self.thread = {down: "i", value: "i"}, [], name(down)
        self.callees, callees = [], self.callees
        had = "generators" in self.features
        self.features.discard("generators")
        step = N("fn", "int", [self.expression("i", 2)])
        again = N("call", text, [N("bin", "-", name(down), lit(1)), step])
        stop = N("if", N("cmp", ["<="], [name(down), lit(0)]),
                 [N("return", N("fn", "int", [self.expression("i", 2)]))], [])
        result = N("bin", self.pick("+-^"), again, N("fn", "int", [self.expression("i", 1)]))
        self.functions.append(N("def", text, [down, value], [stop, N("return", result)]))
        (self.variables, self.arrays, self.thread), self.callees = before, callees
        self.recursion = text
        if had:
            self.features.add("generators")

    def make_local(self):
        if self.in_function or self.depth > 1:
            return self.assign()
        rank = self.pick([1, 1, 2])
        extents = [int(n) for n in self.rng.integers(1, 5, rank)]
        elements = self.elements() + (["bfloat16"] if self.has("half") else [])
        element, text = self.pick(elements), self.new_name("l")
        fill, index = [], []
        names = [self.new_name("i") for _ in extents]
        index = [name(n) for n in names]
        self.variables.update({n: "i" for n in names})
        value = self.expression(self.pick(BELOW[class_of(element)]), 2)
        fill = [N("set", [N("index", name(text), index)], value)]
        for n, extent in reversed(list(zip(names, extents))):
            fill = [N("for", name(n), N("range", [lit(extent)]), fill, [])]
            del self.variables[n]
        self.arrays.append(Array(name(text), element, extents, "local"))
        return [N("array", text, "local", extents, element)] + fill

    def make_shared(self):
        """Each thread writes its element, all read any, twice or in a loop."""
        element = self.pick([e for e in self.elements() if class_of(e) != "b"])
        text, threads = self.new_name("y"), self.threads
        mine = N("index", name(text), [name("tid")])
        cls = class_of(element)
        body = [N("array", text, "shared", [threads], element),
                N("set", [mine], self.expression(self.pick(BELOW[cls]), 2)), N("barrier")]
        array = Array(name(text), element, [threads], "shared")
        target = self.new_name()
        form = self.rng.random()
        if form < 0.4:
            body += self.fold(mine, text, element)
        elif form < 0.6:
            rounds, other = self.new_name("i"), self.new_name()
            take = N("index", name(text), [N("bin", "%", N("bin", "+", name("tid"), name(rounds)),
                                             lit(threads))])
            body.append(N("for", name(rounds), N("range", [lit(int(self.rng.integers(1, 4)))]), [
                N("set", [name(other)], take), N("barrier"),
                N("set", [mine], N("bin", "+", name(other), name("tid"))), N("barrier")], []))
        self.arrays.append(array)
        value = self.expression(cls, 2)
        self.arrays.remove(array)
        body += [N("set", [name(target)], self.element(array, cls)),
                 N("set", [name(self.new_name())], value), N("barrier")]
        self.variables[target] = cls
        return body

    def fold(self, mine, text, element):
        """A reduction in shared memory, by halves."""
        off = self.new_name("n")
        other = N("index", name(text), [N("bin", "+", name("tid"), name(off))])
        op = self.pick(["+", "*", "-"]) if class_of(element) != "i" else self.pick(["+", "^", "|", "*"])
        inside = N("cmp", ["<"], [N("bin", "+", name("tid"), name(off)), lit(self.threads)])
        own = N("cmp", ["<"], [name("tid"), name(off)])
        step = N("if", N("and", own, inside), [N("aug", mine, op, other)], [])
        start = 1 << max(0, (self.threads - 1).bit_length() - 1)
        return [N("set", [name(off)], lit(start)),
                N("while", N("cmp", [">"], [name(off), lit(0)]),
                  [step, N("barrier"), N("aug", name(off), "//", lit(2))], [])]

    def make_warp(self):
        mask, text = lit(0xFFFFFFFF), self.new_name()
        kind = self.pick(["shuffle", "shuffle", "vote", "ballot", "redux"])
        if kind == "shuffle":
            cls = self.pick("if")
            function = self.pick(["shfl_sync", "shfl_xor_sync", "shfl_up_sync", "shfl_down_sync"])
            amount = lit(int(self.rng.integers(0, 32))) if self.chance(0.6) else \
                N("bin", "&", self.expression("i", 1), lit(31))
            if function != "shfl_sync":
                amount = lit(self.pick([1, 2, 4, 8, 16]))
            value = N("fn", "cuda." + function, [mask, self.expression(cls, 2), amount])
        elif kind == "redux":
            cls, which = "i", self.pick(["add", "min", "max", "and", "or", "xor"])
            inner = N("cast", "int32", self.expression("i", 2))
            value = N("fn", "cuda.redux_sync_" + which, [mask, inner])
        else:
            cls = "i" if kind == "ballot" else "b"
            which = "ballot" if kind == "ballot" else self.pick(["all", "any"])
            value = N("fn", f"cuda.{which}_sync", [mask, self.guarded("b", 2)])
        self.variables[text] = cls
        return [N("set", [name(text)], value)]

    def make_atomic(self):
        sums = [a for a in self.outs if a.role == "sum"]
        if self.in_function or not sums:
            return self.assign()
        array = sums[0]
        if not hasattr(self, "operation"):
            real = class_of(array.element) == "f"
            self.operation = self.pick(["add", "max", "min"] if real else
                                       ["add", "sub", "max", "min", "and_", "or_", "xor"])
        cls = class_of(array.element)
        index = self.index(array.extents[0])
        return [N("do", N("fn", "cuda.atomic." + self.operation,
                          [array.node, index, self.expression(cls, 2)]))]

    # The kernel

    def geometry(self):
        rng = self.rng
        blocks = int(rng.integers(1, 4))
        threads = self.pick([32, 64]) if self.has("warps") else int(self.pick([1, 5, 8, 16, 32, 33]))
        if self.has("square") and threads % 4 == 0:
            return (blocks, 1), (threads // 4, 4)
        return (blocks,), (threads,)

    def head(self):
        """t, the thread's number in the grid, and tid, in its block."""
        reg = lambda text: N("reg", "cuda." + text)
        if len(self.block_shape) == 1:
            t, tid = N("fn", "cuda.grid", [lit(1)]), reg("threadIdx.x")
        else:
            tid = N("bin", "+", reg("threadIdx.x"),
                    N("bin", "*", reg("threadIdx.y"), reg("blockDim.x")))
            t = N("bin", "+", tid, N("bin", "*", reg("blockIdx.x"), lit(self.threads)))
        self.variables.update(t="i", tid="i")
        self.held |= {"t", "tid"}
        return [N("set", [name("t")], t), N("set", [name("tid")], tid)]

    def tail(self):
        """What the variables are in the end."""
        body = []
        outs = {class_of(a.element): a for a in self.outs if a.role == "out" and not a.fields}
        columns = dict.fromkeys("ifc", 0)
        for text, cls in self.variables.items():
            cls = "i" if cls == "b" else cls
            if text[0] not in "vimxwn" or cls not in outs:
                continue
            array = outs[cls]
            if columns[cls] < array.extents[1]:
                place = N("index", array.node, [name("t"), lit(columns[cls])])
                body.append(N("set", [place], name(text)))
                columns[cls] += 1
        return body

    def program(self):
        self.grid_shape, self.block_shape = self.geometry()
        self.threads = int(np.prod(self.block_shape))
        total = self.threads * int(np.prod(self.grid_shape))
        self.rows = max(1, total + int(self.rng.integers(-3, 3))) if self.has("outside") else total
        self.thread = name("t")
        for _ in range(int(self.rng.integers(0, 3))):
            self.constants[self.new_name("K")] = self.pick([3, 0.5, 7, 2, 0.1, -4])
        if self.has("functions"):
            self.add_functions()
        self.add_inputs()
        self.variables.update({n: "i" if isinstance(v, int) else "f"
                               for n, v in self.constants.items()})
        self.add_outputs()
        body = self.head()
        for cls in "if":
            body += [N("set", [name(self.new_name())], self.expression(cls, 2))]
            self.variables[body[-1].parts[0][0].parts[0]] = cls
        if hasattr(self, "recursion"):
            text = self.new_name()
            down = N("bin", "%", self.atom("i"), lit(5))
            body.append(N("set", [name(text)], N("call", self.recursion, [down, self.atom("i")])))
            self.variables[text] = "i"
        body += self.block(int(self.rng.integers(4, 12)))
        body += self.tail()
        return Program(self.grid_shape, self.block_shape, self.parameters, body,
                       self.constants, self.functions)


def draw(seed, attempt, without=()):
    rng = np.random.default_rng([seed, attempt])
    share = rng.choice([0.15, 0.35, 0.6])
    features = {f for f in FEATURES if rng.random() < share} - set(without)
    return Generator(rng, features).program()


def make(seed, without=()):
    """The seed's program, what it computes, and the simulator that found it."""
    for attempt in range(400):
        program = draw(seed, attempt, without)
        try:
            results, simulator = simulate(program)
        except Invalid:
            continue
        return program, results, simulator
    raise RuntimeError(f"seed {seed} makes nothing valid")
