"""Random statements: assignments, branches, loops and how they end."""

import inexact
from generate_values import BELOW, Array, Values, class_of, lit, name
from tree import Node as N


class Statements(Values):
    """`outs` are the arrays that are stored to; `held` are variables that must keep
    their class, and loops' counters."""

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
        if self.has("exits") and self.depth < 2:
            makers += [self.nested_exits] * 3
        if self.has("inexact") and not self.in_function:
            makers += [self.store_inexact] * 4
        if self.has("overlap") and not self.in_function:
            makers += [self.overlap] * 4
        if self.has("tuples"):
            makers += [self.exchange, self.turn_tuple, self.turn_tuple]
        optional = {"tuples": self.make_tuple, "views": self.make_view,
                    "nested": self.make_function, "local": self.make_local,
                    "atomics": self.make_atomic}
        makers += [m for f, m in optional.items() if self.has(f)] * 2
        if any(isinstance(t, Array) for c in self.callees for t in c.takes):
            makers += [self.use_function] * 3
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

    def use_function(self):
        """One that is given arrays, beside what it may change."""
        made = []
        callee = self.pick([c for c in self.callees if any(isinstance(t, Array) for t in c.takes)])
        if not self.has_arrays_for(callee):
            made = self.make_local()
            if not self.has_arrays_for(callee):
                return made
        call = N("call", callee.name, self.arguments(callee, 1))
        beside = self.atom(callee.gives)
        cls = "f" if callee.gives == "f" else "i"
        text = self.variable_for(cls)
        value = self.pick([call, N("bin", self.pick("+-*"), call, beside),
                           N("bin", self.pick("+-*"), beside, call)])
        if self.depth == 0 or text not in self.variables:
            self.variables[text] = cls
        return made + [N("set", [name(text)], value)]

    def store_given(self):
        """Into an array that a function is given, and that is its thread's alone."""
        own = [a for a in self.arrays if a.role == "local"]
        if not own:
            return self.assign()
        array = self.pick(own)
        cls = class_of(array.element)
        place = N("index", array.node, self.indices(array))
        return [N("set", [place], self.expression(self.pick(BELOW[cls]), 2))]

    def store(self):
        if self.in_function:
            return self.store_given()
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
        same = [p.name for p in self.parameters if p.name in self.variables
                and self.variables[p.name] == "i"] if self.has("many") else []
        inner = name(self.pick(same)) if same and self.chance(0.7) else self.expression("i", 1)
        inner = N("bin", "%", inner, lit(high - low))
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
        # It may have no turn: then a float of before stays one.
        before = self.variables.get(text, "i")
        body = self.loop_body({text: "i"})
        otherwise = self.orelse()
        self.after_loop({text: before if before in "fc" else "i"})
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

    def nested_exits(self):
        """Loops in loops that end in every way, each with what follows if it does not."""
        outer, inner, found = self.new_name("i"), self.new_name("i"), self.new_name()
        self.variables[found] = "i"
        begin = N("set", [name(found)], self.expression("i", 1))

        def leave(depth):
            ways = [[N("break")], [N("continue")]]
            if self.in_function or self.has("early") and not self.features & {"shared", "warps"}:
                ways += [[self.leave()]]
            note = [N("aug", name(found), self.pick("+-*^"), self.expression("i", 1))]
            body = (note if self.chance(0.7) else []) + self.pick(ways)
            return N("if", self.branching(1), body, self.scoped(lambda: self.block(1))
                     if self.chance(0.3) else [])

        def loop(text, body):
            orelse = [N("aug", name(found), "+", lit(100))]
            if self.chance(0.4):
                orelse += self.pick([[N("break")], [N("continue")]]) if text == inner else [
                    N("set", [name(self.new_name())], self.expression("i", 1))]
            held = [] if self.chance(0.25) else orelse
            if self.chance(0.7):
                return [N("for", name(text), N("range", [self.small(1, 5)]), body, held)]
            step = N("aug", name(text), "+", lit(1))
            test = N("cmp", ["<"], [name(text), self.small(1, 5)])
            return [N("set", [name(text)], lit(0)), N("while", test, [step] + body, held)]

        self.variables.update({outer: "i", inner: "i"})
        inside = [leave(2) for _ in range(int(self.rng.integers(1, 3)))]
        inside.insert(int(self.rng.integers(0, len(inside) + 1)),
                      N("aug", name(found), "+", name(inner)))
        del self.variables[inner]
        middle = loop(inner, inside) + ([leave(1)] if self.chance(0.5) else [])
        if self.chance(0.4):
            middle.insert(0, leave(1))
        del self.variables[outer]
        return [begin] + loop(outer, middle)

    def exchange(self):
        """a, b = b, a + x."""
        pairs = [(a, b) for a in self.variables for b in self.variables
                 if a != b and a[0] == b[0] == "v" and not {a, b} & self.held
                 and self.variables[a] == self.variables[b] != "b"]
        if not pairs:
            return self.assign()
        a, b = self.pick(pairs)
        cls = self.variables[a]
        changed = N("bin", self.pick("+-"), name(a), self.expression(cls, 1))
        return [N("set", [N("tuple", [name(a), name(b)])],
                  N("tuple", [name(b), changed if self.chance(0.7) else name(a)]))]

    def turn_tuple(self):
        """A tuple whose items change places, and change, in a loop."""
        able = [n for n, t in self.tuples.items() if len(t) > 1 and n not in self.held]
        if not able:
            return self.make_tuple()
        text = self.pick(able)
        classes = self.tuples[text]

        def item(at):
            able = [i for i, c in enumerate(classes) if c == classes[at]]
            value = N("index", name(text), [lit(self.pick(able))])
            if classes[at] == "b" or self.chance(0.4):
                return value
            return N("bin", self.pick("+-"), value, self.guarded(classes[at], 1))

        items = [item(i) for i in range(len(classes))]
        turn = N("set", [name(text)], N("tuple", items))
        if self.depth > 2 or self.chance(0.3):
            return [turn]
        body = [turn]
        if self.chance(0.4):
            body = [N("if", self.branching(1), body, [N(self.pick(["break", "continue"]))]
                      if self.chance(0.3) else [])]
        return [N("for", name(self.new_name("i")), N("range", [self.small(1, 5)]), body, [])]

    def overlap(self):
        """An assignment between parts of one array: NumPy's, as if of a copy."""
        arrays = [(a, [name("t")]) for a in self.outs if a.role == "out" and not a.fields]
        arrays += [(a, []) for a in self.arrays if a.role == "local"] * 2
        array, before = self.pick(arrays)
        extents = array.extents[len(before):]
        rank = len(extents)
        lengths = [int(self.rng.integers(1, max(2, n))) for n in extents]

        def part():
            subscripts = []
            for n, length in zip(extents, lengths):
                most = max(1, (n - 1) // (length - 1)) if length > 1 else 2
                step = int(self.rng.integers(1, most + 1)) * self.pick([1, 1, -1])
                span = (length - 1) * abs(step)
                first = int(self.rng.integers(0, n - span)) + (span if step < 0 else 0)
                last = first + length * step
                start, stop = lit(first), None if last < 0 else lit(last)
                if self.chance(0.3) and step == 1:
                    at = N("bin", "%", self.atom("i"), lit(n - span))
                    start, stop = at, N("bin", "+", at, lit(length))
                subscripts.append(N("slice", start, stop, None if step == 1 else lit(step)))
            node = N("index", array.node, before + subscripts)
            if rank == 2 and lengths[0] == lengths[1] and self.chance(0.4):
                node = N("attr", node, "T")
            return node

        def source():
            made = part()
            if rank == 2 and self.chance(0.2):
                made = N("index", made, [lit(0)])
            return made

        target = part()
        while target.op != "index":
            target = part()
        value = source()
        if self.chance(0.4):
            other = source() if self.chance(0.5) else self.literal("i")
            value = N("bin", self.pick("+-*"), value, other)
        if self.chance(0.25) and class_of(array.element) != "b":
            return [N("aug", target, self.pick("+-*"), value)]
        return [N("set", [target], value)]

    def store_inexact(self):
        """What need not be rounded correctly, or may be contracted."""
        outs = [a for a in self.outs if a.role == "out" and not a.fields
                and class_of(a.element) == "f"]
        array = self.pick(outs)
        place = N("index", array.node, [name("t"), self.index(array.extents[1])])
        if self.chance(0.3):
            product = N("bin", "*", self.expression("f", 2), self.expression(self.pick("fi"), 2))
            value = N("bin", self.pick("+-"), product, self.expression(self.pick("ffi"), 2))
            return [N("near", place, value)]
        which = self.pick(list(inexact.BOUNDS))
        count = 2 if which in inexact.TWO else 1
        return [N("near", place, N("fn", which, [
            self.expression(self.pick("fffi"), 2) for _ in range(count)]))]

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
