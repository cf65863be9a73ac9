"""Random programs: make(seed).

A seed first chooses which features its program may use, so that rare ones meet
often. Threads write to rows of their own, read what nobody writes, meet at
barriers, and add up by atomics; simulate.py rejects what turns out to depend on
the order after all, and the next draw is taken.
"""

import numpy as np
from generate_scope import Scope
from generate_values import Array, class_of, lit, name
from kinds import Invalid
from simulate import simulate
from tree import Node as N
from tree import Parameter, Program

FEATURES = [
    "complex", "half", "records", "views", "tuples", "functions", "recursion", "nested",
    "generators", "walrus", "match", "shared", "local", "warps", "atomics", "outside",
    "unset", "early", "else", "layouts", "wide", "square", "overlap", "inexact", "exits",
    "arguments", "common", "many",
]
# What numba's types of expressions agree on with Python's.
COMMON = ["bool", "int8", "int16", "int32", "int64", "float64"]
# What a program of these has none of.
UNCOMMON = {"half", "complex", "warps"}
# Blocks of which one thread may do the work of several, and what speaks against it.
MANY = [(128,), (256,), (512,), (32, 8), (64, 4), (16, 16)]
TOGETHER = {"warps", "records", "recursion"}
INT_ELEMENTS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]


class Generator(Scope):
    def __init__(self, rng, features):
        super().__init__(rng, features)
        self.loops, self.depth, self.in_function = 0, 0, False
        self.budget = int(rng.integers(2, 7) if self.has("many") else rng.integers(4, 16))
        self.outs, self.parameters, self.constants, self.functions = [], [], {}, []
        # Variables that must keep their class, and loops' counters.
        self.held = set()

    # Arguments

    def elements(self):
        if self.has("common"):
            return COMMON + ["int64", "float64"]
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
            self.add_array(element, value, "in", layout)
        if self.has("many"):
            for _ in range(int(rng.integers(1, 4))):
                element = self.pick(self.elements())
                self.add_array(element, self.data(element, (self.rows,)), "row")
        if self.has("records"):
            self.add_records()
        for _ in range(int(rng.integers(1, 4))):
            self.add_scalar()

    def add_array(self, element, value, role, layout=""):
        """`role` "row": of "in", with an element for each thread."""
        is_read = role in ("in", "row")
        text = self.new_name("a" if is_read else "o")
        if layout == "F":
            value = np.asfortranarray(value)
        self.parameters.append(Parameter(text, value, "in" if is_read else role, layout))
        array = Array(name(text), element, list(value.shape), role)
        (self.arrays if is_read else self.outs).append(array)
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
        if self.has("common"):
            value = self.pick([3, -2, np.int64(7), np.int32(-5)] if cls == "i" else [0.5, np.float64(2.5)])
        elif cls == "i":
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
            if self.has("many"):
                # Neighbouring threads store to neighbouring elements.
                layout = self.pick(["", "F", "F", "F"]) if len(self.block_shape) > 1 else "F"
            self.add_array(element, np.zeros((self.rows, columns), element), "out", layout)
        if self.has("complex"):
            self.add_array("complex128", np.zeros((self.rows, 3), "complex128"), "out",
                           "F" if self.has("many") else "")
        if self.has("atomics"):
            element = self.pick(["int32", "int64", "float64"] + (
                [] if self.has("common") else ["uint32", "uint64", "float32"]))
            self.add_array(element, self.data(element, (int(self.rng.integers(1, 6)),)), "sum")
            self.counts = self.chance(0.5)
            if self.counts:
                self.add_array("int64", np.zeros(1, "int64"), "sum")

    # The kernel

    def inside(self, body):
        """What threads do that have an element, as kernels mostly are."""
        head, rest = body[:2], body[2:]
        if self.chance(0.3):
            return body
        count = self.new_name("s")
        value = self.rows - int(self.rng.integers(0, min(self.rows, self.threads)))
        self.parameters.append(Parameter(count, value, "scalar"))
        return head + [N("if", N("cmp", ["<"], [name("t"), name(count)]), rest, [])]

    def geometry(self):
        rng = self.rng
        blocks = int(rng.integers(1, 4))
        if self.has("many"):
            shape = self.pick(MANY)
            return (blocks,) + (1,) * (len(shape) - 1), shape
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
        self.add_inputs()
        if self.has("functions"):
            self.add_functions()
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
        body += self.block(int(self.rng.integers(2, 6) if self.has("many") else
                               self.rng.integers(4, 12)))
        body += self.tail()
        if self.has("many") and not self.has("shared"):
            body = self.inside(body)
        return Program(self.grid_shape, self.block_shape, self.parameters, body,
                       self.constants, self.functions)


def draw(seed, attempt, without=(), always=()):
    rng = np.random.default_rng([seed, attempt])
    share = rng.choice([0.15, 0.35, 0.6])
    features = {f for f in FEATURES if rng.random() < share} - set(without) | set(always)
    if "common" in features:
        features -= UNCOMMON
    if "many" in features:
        features = features - TOGETHER | {"layouts"}
    return Generator(rng, features).program()


def make(seed, without=(), always=()):
    """The seed's program, what it computes, and the simulator that found it."""
    for attempt in range(400):
        program = draw(seed, attempt, without, always)
        try:
            results, simulator = simulate(program)
        except Invalid:
            continue
        return program, results, simulator
    raise RuntimeError(f"seed {seed} makes nothing valid")
