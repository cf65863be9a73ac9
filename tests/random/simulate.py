"""What a program does: all threads of the launch at once, one lane each.

Statements run for the lanes that are active; those that leave by break, continue
or return wait for the others with the variables they had. Where paths meet, a
variable takes the join of its types on all of them, whether or not a lane came
that way: so every path is run, if need be with no lane active. At the head of a
loop the types are those that one more iteration does not change, which is found
by running the body without lanes. A name that a path leaves unset is zero there.
"""

import inexact
import lanes
import numpy as np
from evaluate import (
    Evaluator,
    Function,
    Sequence,
    element_at,
    join_values,
    narrowed,
    plain,
)
from kinds import ELEMENTS, Invalid, join
from lanes import Lanes, Seen, binary, compare, convert, literal, truth, zeros
from places import (
    Buffer,
    Outside,
    View,
    read,
    subscript,
    whole_view,
    write,
    write_inexact,
    write_record,
)

MOST_STEPS = 3000


def use(seen):
    """Makes `seen` what every module looks at."""
    lanes.seen.__dict__.update(seen.__dict__)


def zero_like(value):
    if isinstance(value, tuple):
        return tuple(map(zero_like, value))
    if isinstance(value, Lanes):
        return zeros(value.kind)
    return value


def kinds_of(value):
    if isinstance(value, Lanes):
        return value.kind
    if isinstance(value, tuple):
        return tuple(map(kinds_of, value))
    return value.kind()


class Loop:
    def __init__(self):
        self.breaks, self.continues = [], []


class Frame:
    """A call: its variables are Simulator.env while it runs."""

    def __init__(self, outer):
        self.outer, self.env, self.returns, self.loops = outer, {}, [], []


class Simulator(Evaluator):
    def __init__(self, program):
        self.program = program
        blocks, threads = int(np.prod(program.grid)), int(np.prod(program.block))
        self.threads, self.count = threads, blocks * threads
        use(Seen(self.count))
        self.seen = lanes.seen
        Outside.happened = False
        self.registers = self.make_registers(program.grid, program.block)
        self.alive = np.ones(self.count, bool)
        self.env, self.now, self.calls = {}, Frame(None), []
        self.steps, self.heads, self.buffers = 0, {}, {}
        # A variable was read that a lane's path had not set.
        self.read_unset = False
        # How far results may be from what they are here, by parameter.
        self.slack, self.fused = {}, {}
        self.recursed = False

    def make_registers(self, grid, block):
        count = np.arange(self.count)
        out = {}
        for name, extents, at in (("block", block, count % self.threads),
                                  ("grid", grid, count // self.threads)):
            index = "threadIdx" if name == "block" else "blockIdx"
            for axis, extent in zip("xyz", list(extents) + [1] * (3 - len(extents))):
                out[f"cuda.{index}.{axis}"] = Lanes("i64", at % extent)
                out[f"cuda.{name}Dim.{axis}"] = Lanes("i64", np.full(self.count, extent))
                at = at // extent
        for axis in "xyz":
            i, b, n, g = (out[f"cuda.{r}.{axis}"].data
                          for r in ("threadIdx", "blockIdx", "blockDim", "gridDim"))
            out[f"cuda.grid.{axis}"] = Lanes("i64", b * n + i)
            out[f"cuda.gridsize.{axis}"] = Lanes("i64", g * n)
        out["cuda.laneid"] = Lanes("i64", count % self.threads % 32)
        return out

    # Arguments and results

    def run(self):
        """The arrays as the launch leaves them, by parameter."""
        with np.errstate(all="ignore"):
            constants = {n: self.constant(v) for n, v in self.program.constants.items()}
            self.globals = {n: (v, None) for n, v in constants.items()}
            for node in self.program.functions:
                self.globals[node.parts[0]] = (self.function(*node.parts, outer=None), None)
            self.now.env = self.env
            results = {}
            for parameter in self.program.parameters:
                self.env[parameter.name] = (self.argument(parameter, results), None)
            self.block(self.program.body)
        for name, (buffer, like) in results.items():
            self.slack[name] = buffer.slack.reshape(like.shape)
            self.fused[name] = buffer.fused.reshape(like.shape)
        return {name: self.array_of(*made) for name, made in results.items()}

    def constant(self, value):
        return tuple(map(literal, value)) if isinstance(value, tuple) else literal(value)

    def argument(self, parameter, results):
        value = parameter.value
        if not isinstance(value, np.ndarray):
            if not isinstance(value, np.generic):
                return plain(literal(value))
            return lanes.load(value.dtype.name, np.full(self.count, value))
        fields = None
        if value.dtype.names:
            fields = {n: value.dtype[n].name for n in value.dtype.names}
            raw = {n: np.array(value[n], order="C").ravel() for n in fields}
        else:
            raw = np.array(value, order="C").ravel()
        buffer = Buffer(value.dtype.name, raw, parameter.role, fields)
        if parameter.role != "in":
            results[parameter.name] = (buffer, value)
        return whole_view(buffer, value.shape, np.zeros(self.count, np.int64))

    @staticmethod
    def array_of(buffer, like):
        made = np.zeros(like.shape, like.dtype)
        if buffer.fields:
            for name in buffer.fields:
                made[name] = buffer.raw[name].reshape(like.shape)
        else:
            made[...] = buffer.raw.reshape(like.shape)
        return made

    # Names

    def frame(self):
        self.now.env = self.env
        return self.now

    def on_name(self, name):
        env, frame = self.env, self.now
        while name not in env:
            frame = frame.outer
            if frame is None:
                if name in self.globals:
                    return self.globals[name][0]
                raise Invalid("a name that is never set: " + name)
            env = frame.env
        value, given = env[name]
        if given is not None and self.seen.any(~given):
            if isinstance(value, View):
                raise Invalid("a view that is not set")
            if not self.seen.any(given):
                # A branch that folds away leaves it without a type.
                raise Invalid("a name that no thread has set")
            self.read_unset = True
        return value

    def assign_name(self, name, value):
        self.env[name] = (plain(value), None)

    def meet(self, paths):
        """Goes on with the lanes of all paths, (variables, lanes) each."""
        env, mask = paths[0]
        if len(paths) > 1:
            mask = np.logical_or.reduce([m for _, m in paths])
            env = self.join_variables(paths)
        self.env, self.seen.mask = dict(env), mask

    @staticmethod
    def join_variables(paths):
        masks = [m for _, m in paths]
        joined = {}
        for name in dict.fromkeys(n for env, _ in paths for n in env):
            found = [env.get(name) for env, _ in paths]
            if all(f is found[0] for f in found):
                joined[name] = found[0]
                continue
            given = None
            if any(f is None or f[1] is not None for f in found):
                given = np.zeros(len(masks[0]), bool)
                for f, mask in zip(found, masks):
                    if f is not None:
                        given |= mask if f[1] is None else mask & f[1]
            like = next(f for f in found if f is not None)[0]
            values = [zero_like(like) if f is None else f[0] for f in found]
            joined[name] = (plain(join_values(values, masks)), given)
        return joined

    # Statements. Each says whether what follows it can be reached.

    def block(self, body):
        for node in body:
            if not getattr(self, "do_" + node.op)(*node.parts):
                return False
        return True

    def do_pass(self):
        return True

    def do_set(self, targets, node):
        value = self.value(node)
        for target in targets:
            self.assign(target, value)
        return True

    def assign(self, target, value):
        if target.op == "name":
            return self.assign_name(target.parts[0], value)
        if target.op == "tuple":
            items = target.parts[0]
            if not isinstance(value, tuple) or len(items) != len(value):
                raise Invalid("unpacking")
            for item, part in zip(items, value):
                self.assign(item, part)
            return None
        place = self.evaluate(target)
        if not isinstance(place, View):
            raise Invalid("no place to store to")
        return self.assign_place(place, value)

    def assign_place(self, place, value):
        if self.is_record(place) and place.rank == 0:
            if not isinstance(value, View) or value.buffer.fields != place.buffer.fields:
                raise Invalid("a record of another type")
            return write_record(place, value)
        if place.rank == 0:
            if not isinstance(value, Lanes):
                raise Invalid("an element that is no number")
            return write(place, value)
        return self.assign_elements(place, value)

    def assign_elements(self, place, value):
        """A slice: of a number, or of an array of the same shape."""
        if self.is_record(place):
            raise Invalid("a slice of records")
        shape = place.shape
        elements = self.elements_of(value)
        for n, most in zip(reversed(elements.shape), reversed(shape)):
            if self.seen.any((n != most) & (n != 1)):
                raise Invalid("slices of different shapes")
        most = [int(np.where(self.seen.mask, n, 0).max()) for n in shape]
        order = [(at, np.logical_and.reduce([n > i for n, i in zip(shape, at)]))
                 for at in np.ndindex(*most)]
        self.refuse_copies(place, elements.views, order)
        values = []
        for at, inside in order:
            with narrowed(inside):
                values.append(elements.at(at))
        for (at, inside), one in zip(order, values):
            with narrowed(inside):
                write(subscript(place, list(map(literal, at))), one)
        return None

    def refuse_copies(self, place, views, order):
        """Some elements are read behind their change whether the assignment goes
        forward or backward: then it is an error, and drawn again."""
        views = [v for v in views if v.buffer is place.buffer]
        if not views:
            return
        lane_of = lambda v, at, lane: int(element_at(v, at).offset[lane])
        for lane in np.flatnonzero(self.seen.mask):
            steps = [at for at, inside in order if inside[lane]]
            when = {lane_of(place, at, lane): n for n, at in enumerate(steps)}
            early = late = False
            for view in views:
                for n, at in enumerate(steps):
                    changed = when.get(lane_of(view, at, lane), n)
                    early, late = early or changed < n, late or changed > n
            if early and late:
                raise Invalid("an assignment that needs a copy")

    def do_near(self, target, node):
        """What is stored is inexact, or may be contracted to a * b + c."""
        exactly = np.zeros(self.count)
        if node.op == "fn":
            value, slack = inexact.apply(node.parts[0], [self.number(n) for n in node.parts[1]])
            fused = exactly
        else:
            value, fused = self.contracted(*node.parts)
            slack = exactly
        place = self.evaluate(target)
        if not isinstance(place, View) or place.rank:
            raise Invalid("no place to store to")
        slack, fused = (inexact.stored(place.element, value.kind, value, s) for s in (slack, fused))
        write_inexact(place, value, slack, fused)
        return True

    def contracted(self, name, product, addend):
        """a * b + c and its like, and how far it is where the product is not rounded."""
        if product.op != "bin" or product.parts[0] != "*":
            raise Invalid("no product")
        a, b = (self.number(n) for n in product.parts[1:])
        c = self.number(addend)
        kind = join(a.kind, b.kind)
        if kind not in ("f32", "f64", "weak") or join(kind, c.kind) != kind:
            raise Invalid("a product that cannot be contracted")
        known, before = a.const is not None and b.const is not None, self.seen.rounded_product
        made = binary("*", a, b)
        self.seen.rounded_product = before
        if known or made.const is not None:
            raise Invalid("a product that is a constant")
        exact = np.multiply(*(convert(x, kind).data.astype(np.longdouble) for x in (a, b)))
        # A long double has not all digits of a product of float64s.
        rest = 0 if kind == "f32" else np.abs(exact) * np.longdouble(2.0) ** -63
        value = binary(name, made, c)
        return value, inexact.contracted(exact, made.data, value.data, kind) + np.asarray(
            rest, float)

    def do_aug(self, target, name, node):
        if target.op == "name":
            left = self.number(target)
            self.assign(target, binary(name, left, self.number(node)))
            return True
        place = self.evaluate(target)
        if not isinstance(place, View):
            raise Invalid("no place to update")
        if place.rank:
            self.assign_elements(place, self.each_binary(name, place, self.value(node)))
            return True
        left = read(place)
        write(place, binary(name, left, self.number(node)))
        return True

    def do_do(self, node):
        self.evaluate(node)
        return True

    def do_del(self, name):
        if name not in self.env:
            raise Invalid("a name that is never set")
        del self.env[name]
        return True

    def do_array(self, name, space, shape, element):
        size = int(np.prod(shape))
        copies = self.count if space == "local" else self.count // self.threads
        key = (name, space, tuple(shape), element)
        lane = np.arange(self.count)
        if key not in self.buffers:
            raw = np.zeros(size * copies, ELEMENTS[element][1])
            self.buffers[key] = Buffer(element, raw, space)
        offset = (lane if space == "local" else lane // self.threads) * size
        self.env[name] = (whole_view(self.buffers[key], shape, offset), None)
        return True

    def do_barrier(self):
        here = self.seen.mask.reshape(-1, self.threads)
        alive = self.alive.reshape(-1, self.threads)
        if (here.any(1) & (here != alive).any(1)).any():
            raise Invalid("a barrier that not all threads come to")
        for (_, space, _, _), buffer in self.buffers.items():
            if space == "shared":
                size = buffer.size // len(here)
                for block in np.flatnonzero(here.any(1)):
                    buffer.forget(slice(block * size, (block + 1) * size))
                    buffer.operation = None
        return True

    def branch(self, mask, env, body):
        """Runs a body for these lanes; its end as a path, if it has one."""
        self.env, self.seen.mask = dict(env), mask
        return [(self.env, self.seen.mask)] if self.block(body) else []

    def do_if(self, condition, then, otherwise):
        yes, known = self.condition(condition)
        if known is not None:
            return self.block(then if known else otherwise)
        env, mask = self.env, self.seen.mask
        paths = self.branch(mask & yes, env, then)
        paths += self.branch(mask & ~yes, env, otherwise)
        return self.go_on(paths)

    def go_on(self, paths):
        if not paths:
            self.seen.mask = np.zeros(self.count, bool)
            return False
        self.meet(paths)
        return True

    def do_match(self, subject, cases):
        value = self.value(subject)
        if isinstance(value, Lanes) and value.const is not None:
            raise Invalid("a match of a constant")
        rest, ends = (self.env, self.seen.mask), []
        for case in cases:
            shape, guard, body = case.parts
            if rest is None:
                raise Invalid("a case behind one that matches everything")
            env, mask = rest
            self.env, self.seen.mask = dict(env), mask
            matched, sure = self.match_pattern(shape, value)
            self.seen.mask = mask & matched
            missed = [] if sure else [(env, mask & ~matched)]
            yes, known = (matched, True) if guard is None else self.condition(guard)
            if not known:  # a constant guard decides, as `if` does, which paths there are
                missed.append((self.env, mask & matched & ~yes))
            if known is None or known:
                ends += self.branch(mask & matched & yes, self.env, body)
            if missed:
                self.meet(missed)
                rest = (self.env, self.seen.mask)
            else:
                rest = None
        return self.go_on(ends + ([rest] if rest else []))

    def match_pattern(self, shape, value):
        """Who matches, and whether all do; names are bound."""
        everyone, p = np.ones(self.count, bool), shape.parts
        if shape.op == "any":
            if p[0]:
                self.assign_name(p[0], value)
            return everyone, True
        if shape.op == "as":
            matched, sure = self.match_pattern(p[0], value)
            self.assign_name(p[1], value)
            return matched, sure
        if shape.op == "one":
            if not isinstance(value, Lanes):
                raise Invalid("a tuple that is compared with a number")
            matched = ~everyone
            for constant in p[0]:
                matched = matched | truth(compare("==", value, literal(constant)))
            return matched, False
        if not isinstance(value, tuple) or len(value) != len(p[0]):
            raise Invalid("a pattern of another length")
        sure = True
        for inner, part in zip(p[0], value):
            matched, certain = self.match_pattern(inner, part)
            everyone, sure = everyone & matched, sure and certain
        return everyone, sure

    # Loops

    def do_while(self, condition, body, otherwise):
        with narrowed(np.zeros(self.count, bool)):
            before = self.env
            self.env = dict(before)
            _, known = self.condition(condition)
            self.env = before
        if known is not None and not known:
            return self.block(otherwise)

        def test(step):
            yes, known = self.condition(condition)
            return yes, known is not None and bool(known)

        return self.loop(test, lambda step: None, body, otherwise)

    def do_for(self, target, iterable, body, otherwise):
        sequence = self.sequence(iterable)
        if not isinstance(sequence, Sequence):
            raise Invalid("a loop through what is none")

        def begin(step):
            self.assign(target, self.loaded(sequence.element(step)))

        always = lambda step: (step < sequence.counts, False)
        return self.loop(always, begin, body, otherwise)

    def enter(self, condition, step):
        """Who begins an iteration; the others leave, as a path."""
        yes, forever = condition(step)
        leave = [] if forever else [(self.env, self.seen.mask & ~yes)]
        self.env, self.seen.mask = dict(self.env), self.seen.mask & yes
        return leave

    def iterate(self, begin, body, step):
        """One iteration for the lanes that are active: its ends, its breaks."""
        loop = Loop()
        self.now.loops.append(loop)
        begin(step)
        ends = [(self.env, self.seen.mask)] if self.block(body) else []
        self.now.loops.pop()
        return ends + loop.continues, loop.breaks

    def head_of(self, condition, begin, body):
        """The variables at the head of a loop, of their types there, and the
        breaks, whose variables' types count even if no lane gets there."""
        nobody, mask, env = np.zeros(self.count, bool), self.seen.mask, self.env
        key = (id(body), len(self.calls),
               tuple((n, kinds_of(v[0]), v[1] is None) for n, v in env.items()))
        if key not in self.heads:
            head = env
            for _ in range(8):
                self.env, self.seen.mask = dict(head), nobody
                self.enter(condition, 0)
                ends, breaks = self.iterate(begin, body, 0)
                joined = self.join_variables([(head, nobody)] + [(e, nobody) for e, _ in ends])
                settled = self.same_types(joined, head)
                head = joined
                if settled:
                    break
            else:
                raise Invalid("the types of a loop do not settle")
            self.heads[key] = (head, [(e, nobody) for e, _ in breaks])
        self.env, self.seen.mask = env, mask
        return self.heads[key]

    @staticmethod
    def same_types(a, b):
        return a.keys() == b.keys() and all(
            kinds_of(a[n][0]) == kinds_of(b[n][0]) for n in a)

    def loop(self, condition, begin, body, otherwise):
        nobody = np.zeros(self.count, bool)
        head, breaks = self.head_of(condition, begin, body)
        self.meet([(head, nobody), (self.env, self.seen.mask)])
        leaving, breaks, step = [], list(breaks), 0
        while True:
            leave = self.enter(condition, step)
            # The first, at least, has the variables' types.
            leaving += [p for p in leave if step == 0 or p[1].any()]
            if not self.seen.mask.any():
                break
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise Invalid("too many iterations")
            ends, left = self.iterate(begin, body, step)
            breaks += [p for p in left if p[1].any()]
            self.meet([(head, nobody)] + [p for p in ends if p[1].any()])
            step += 1
        paths = []
        if leaving:
            self.meet(leaving)
            paths = [(self.env, self.seen.mask)] if self.block(otherwise) else []
        return self.go_on(paths + breaks)

    def do_break(self):
        self.now.loops[-1].breaks.append((self.env, self.seen.mask))
        return False

    def do_continue(self):
        self.now.loops[-1].continues.append((self.env, self.seen.mask))
        return False

    # Functions

    def do_def(self, *parts):
        self.env[parts[0]] = (self.function(*parts, outer=self.frame()), None)
        return True

    def function(self, name, names, body, defaults=(), star=None, outer=None):
        return Function(name, names, body, outer, [self.value(x) for x in defaults], star)

    def do_return(self, node):
        value = None if node is None else self.value(node)
        if not self.calls:
            self.alive &= ~self.seen.mask
        self.now.returns.append((value, self.seen.mask))
        return False

    def on_call(self, name, nodes):
        function = self.on_name(name)
        if not isinstance(function, Function):
            raise Invalid("a call of what is no function")
        values = self.arguments(function, nodes)
        if any(function.body is body for body in self.calls):
            self.recursed = True
            # A recursion that no lane takes ends here; its result is an int.
            if not self.seen.mask.any():
                return zeros("i64")
            if len(self.calls) > 40:
                raise Invalid("recursion too deep")
        return self.run_call(function, values)

    def arguments(self, function, nodes):
        """What each name of the function gets, in their order."""
        given, named, names = [], {}, function.names
        for node in nodes:
            if node.op == "key":
                if node.parts[0] in named:
                    raise Invalid("an argument that is given twice")
                named[node.parts[0]] = plain(self.value(node.parts[1]))
                continue
            value = plain(self.value(node.parts[0] if node.op == "star" else node))
            if node.op == "star" and not isinstance(value, tuple):
                raise Invalid("a star before what is no tuple")
            given += value if node.op == "star" else [value]
        rest = tuple(given[len(names):])
        values = dict(zip(names, given))
        if rest and not function.star or named.keys() & values.keys() or named.keys() - set(names):
            raise Invalid("the number of arguments")
        values.update(named)
        for name, value in zip(reversed(names), reversed(function.defaults)):
            values.setdefault(name, plain(value))
        if values.keys() != set(names):
            raise Invalid("the number of arguments")
        return [values[n] for n in names] + ([rest] if function.star else [])

    def run_call(self, function, values):
        before, mask, env = self.frame(), self.seen.mask, self.env
        self.now = Frame(function.outer)
        names = function.names + ([function.star] if function.star else [])
        self.env = {n: (v, None) for n, v in zip(names, values)}
        self.calls.append(function.body)
        if isinstance(function.body, list):
            if self.block(function.body):
                raise Invalid("a function that may return nothing")
            returns = self.now.returns
            result = join_values([v for v, _ in returns], [m for _, m in returns])
        else:
            result = self.value(function.body)
        self.calls.pop()
        self.now, self.env, self.seen.mask = before, env, mask
        return plain(result)


def simulate(program):
    """Runs the launch: results by name, and the simulator, which has noted what
    the result depends on."""
    simulator = Simulator(program)
    return simulator.run(), simulator
