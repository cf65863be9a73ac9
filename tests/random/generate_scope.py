"""What a random program has in scope: tuples, views, functions, arrays of its own;
and what its threads do together with them."""

from generate_statements import Statements
from generate_values import BELOW, Array, Callee, class_of, lit, name
from tree import Node as N


class Scope(Statements):
    def make_tuple(self):
        same = self.chance(0.5)
        first = self.some_class()
        classes = [first if same else self.some_class() for _ in range(int(self.rng.integers(1, 4)))]
        text = self.new_name("p")
        items = [self.expression(c, 2) for c in classes]
        if same and first != "b":
            # A loop goes through items of one type: int8 is int64 behind a sign.
            items = [N("un", "+", i) for i in items]
        made = N("set", [name(text)], N("tuple", items))
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
        callees = self.callees
        # A nested function cannot pass on what another captures.
        self.callees = [c for c in callees if c.name[0] == "d"]
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
        self.callees = callees
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
            if self.has("arguments"):
                callee = self.function_of_many_forms(text, names, takes, gives)
            else:
                given = self.given_arrays(before[1])
                self.arrays = list(given)
                body = self.function_body(names, takes, gives)
                names = names + [array.node.parts[0] for array in given]
                self.functions.append(N("def", text, names, body, [], None))
                callee = Callee(text, takes + given, gives)
            self.variables, self.arrays, self.thread = before
            self.callees.append(callee)
        if self.has("recursion"):
            self.add_recursion()

    def given_arrays(self, inputs):
        """Arrays that a function is given, as it knows them: inputs, and the kernel's local
        ones, which it may store to."""
        inputs = [a for a in inputs if a.role in ("in", "row") and not a.fields]
        given = []
        if inputs and self.chance(0.5):
            array = self.pick(inputs)
            given.append(Array(name(self.new_name("q")), array.element, array.extents, "in"))
        if self.chance(0.4):
            kind = self.pick(["int64", "float64", "int32"]), [int(self.rng.integers(1, 5))]
            self.wanted_locals.append(kind)
            given.append(Array(name(self.new_name("q")), *kind, "local"))
        return given

    def function_of_many_forms(self, text, names, takes, gives):
        """Arguments that may be left out, be None, or be more than there are names."""
        callee = Callee(text, list(takes), gives, list(names))
        head, plain = [], dict(zip(names, takes))
        defaults = [self.literal(t) for t in takes[1:]] if self.chance(0.5) else []
        if self.chance(0.5):
            maybe, cls = self.new_name("q"), self.pick("if")
            callee.optional = maybe
            callee.names.append(maybe)
            callee.takes.append(cls)
            defaults.append(N("none") if self.chance(0.8) else self.literal(cls))
            head += self.without_none(maybe, cls, plain)
        star = self.new_name("p") if self.chance(0.4) else None
        if star:
            callee.star = True
            head += self.use_of_rest(star, plain)
        callee.defaults = len(defaults)
        self.variables.update(plain)
        body = head + self.function_body(list(plain), list(plain.values()), gives)
        self.functions.append(N("def", text, callee.names, body, defaults, star))
        return callee

    def without_none(self, maybe, cls, plain):
        """Statements after which there is a number in any case."""
        self.variables.update(plain)
        test = N("is", name(maybe), self.chance(0.5))
        if self.chance(0.4):
            plain[maybe] = cls
            test.parts[1] = True
            return [N("if", test, [N("set", [name(maybe)], self.expression(cls, 1))], [])]
        made = self.new_name()
        plain[made] = cls
        none = [N("set", [name(made)], self.expression(cls, 1))]
        some = [N("set", [name(made)], N("bin", self.pick("+-*"), name(maybe), self.literal("i")))]
        return [N("if", test, none, some) if test.parts[1] else N("if", test, some, none)]

    def use_of_rest(self, star, plain):
        made, form = self.new_name(), self.pick(["loop", "loop", "first", "max"])
        begin = [N("set", [name(made)], N("fn", "len", [name(star)]))]
        plain[made] = "f" if form != "len" else "i"
        if form == "loop":
            each = self.new_name("x")
            use = [N("for", name(each), N("each", "in", [name(star)]),
                     [N("aug", name(made), self.pick("+-*"), name(each))], [])]
        elif form == "first":
            use = [N("set", [name(made)], N("index", name(star), [lit(self.pick([0, -1]))]))]
        else:
            use = [N("set", [name(made)], N("fn", self.pick(["min", "max"]), [name(star)]))]
        some = N("cmp", [">"], [N("fn", "len", [name(star)]), lit(0)])
        return begin + [N("if", some, use, [])]

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
        if self.wanted_locals and self.chance(0.7):
            element, extents = self.pick(self.wanted_locals)
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
        if self.chance(0.5):
            return self.own_atomic()
        array = sums[0]
        if len(sums) > 1 and (array.element == "int32" or array.element == "uint32"
                              or array.element == "int64") and self.counts:
            return [self.counting_atomic(array, sums[1])]
        if not hasattr(self, "operation"):
            real = class_of(array.element) == "f"
            self.operation = self.pick(["add", "max", "min"] if real else
                                       ["add", "sub", "max", "min", "and_", "or_", "xor"])
        cls = class_of(array.element)
        index = self.index(array.extents[0])
        return [N("do", N("fn", "cuda.atomic." + self.operation,
                          [array.node, index, self.expression(cls, 2)]))]

    def operations_of(self, array):
        if class_of(array.element) == "f":
            return ["add", "sub", "max", "min", "nanmax", "nanmin", "exch"]
        more = ["inc", "dec"] if array.element[0] == "u" else []
        return ["add", "sub", "max", "min", "and_", "or_", "xor", "exch", "cas"] + more

    def counting_atomic(self, array, total):
        """All threads give one number: then the sum of the old elements is known."""
        if not hasattr(self, "operation"):
            self.operation = self.pick(self.operations_of(array))
            self.given = [lit(int(self.rng.integers(0 if array.element[0] == "u" else -3, 5)))
                          for _ in range(2 if self.operation == "cas" else 1)]
        atomic = N("fn", "cuda.atomic." + self.operation,
                   [array.node, self.index(array.extents[0]), *self.given])
        return N("do", N("fn", "cuda.atomic.add", [total.node, lit(0), atomic]))

    def own_atomic(self):
        """On an element of the thread's own, which has an old value that is known."""
        names = ("int32", "int64", "uint32", "uint64", "float32", "float64")
        outs = [a for a in self.outs if a.role == "out" and not a.fields and a.element in names]
        array = self.pick(outs)
        cls, operation = class_of(array.element), self.pick(self.operations_of(array))
        at = N("tuple", [name("t"), self.index(array.extents[1])])
        values = [self.guarded(cls, 2) for _ in range(2 if operation == "cas" else 1)]
        atomic = N("fn", "cuda.atomic." + operation, [array.node, at, *values])
        if self.chance(0.3):
            return [N("do", atomic)]
        text = self.new_name()
        self.variables[text] = cls
        return [N("set", [name(text)], atomic)]
