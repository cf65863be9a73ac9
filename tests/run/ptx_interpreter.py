"""Runs the PTX of integer kernels, one thread after the other, without a GPU.

Code for the CPU device and PTX part where the compiler selects instructions. A load that
extends with the wrong bits, or a conversion that is left out there, makes PTX that ptxas
takes and that is wrong; the CPU device never sees it, and where there is no GPU nobody
runs it. Here each instruction does what the PTX manual says, and one that is in no table
is an error, whether a thread comes to it or not.

The tables have what integer kernels are compiled to: loads and stores of global memory,
arithmetic, predicates and branches. There are no floats, shared memory, barriers, atomics,
operations of warps (ptx_warps.py has shuffles), calls or jump tables. Nor is seen what ptxas concludes, such as that
abs.s32 is never negative.
"""

import functools
import operator
import re

import numpy as np

# Each array begins at a multiple of it, so that an offset cut to 32 bits shows.
SPACING = 1 << 33
# Instructions that a thread may run.
LIMIT = 200_000


class UnknownInstruction(Exception):
    """PTX that this interpreter was not written for."""


class OutsideOfArrays(Exception):
    """An access that is in no array, or not aligned."""


class UndefinedRegister(Exception):
    """A register that is read before anything is written there."""


class Type:
    def __init__(self, bits, signed=False):
        self.bits, self.signed = bits, signed
        self.mask = (1 << bits) - 1

    def of(self, value):
        """The low bits of any integer as a number of this type."""
        value &= self.mask
        return value - self.mask - 1 if self.signed and value >> (self.bits - 1) else value

    def clamp(self, value):
        low = -(self.mask >> 1) - 1 if self.signed else 0
        return max(low, min(value, low + self.mask))

    def doubled(self):
        return Type(2 * self.bits, self.signed)


TYPES = {f"{kind}{bits}": Type(bits, kind == "s") for kind in "bsu" for bits in (8, 16, 32, 64)}
TYPES["pred"] = Type(1)


def quotient(of, a, b):
    # Of zero the manual says: unspecified. GPUs give all ones.
    if b == 0:
        return -1
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(of, a, b):
    return a - quotient(of, a, b) * b if b else a


def funnel(left, clamp):
    def shift(of, low, high, count):
        count = min(count, 32) if clamp else count & 31
        both = high << 32 | low
        return both << count >> 32 if left else both >> count

    return shift


def extract_field(of, a, place, count):
    place, count = place & 255, count & 255
    field = (a >> place) & ((1 << count) - 1)
    return field - (1 << count) if of.signed and count and field >> (count - 1) else field


def insert_field(of, a, b, place, count):
    place, count = place & 255, count & 255
    mask = ((1 << count) - 1) << place
    return (b & ~mask) | (a << place & mask)


def permute_bytes(of, a, b, selection):
    both, result = b << 32 | a, 0
    for i in range(4):
        choice = selection >> (4 * i) & 15
        byte = both >> (8 * (choice & 7)) & 255
        if choice & 8:
            byte = 255 * (byte >> 7)
        result |= byte << (8 * i)
    return result


def look_up_bits(of, a, b, c, table):
    result = 0
    for case in range(8):
        if table >> case & 1:
            result |= (a if case & 4 else ~a) & (b if case & 2 else ~b) & (c if case & 1 else ~c)
    return result


# What an instruction computes, from the number that it has in each operand, which is cut to
# its register. How operands are read: t as the instruction's type, s as its last one, d as
# twice the first, c as a count of 32 bits, p as a predicate.
OPERATIONS = {
    "mov": ("t", lambda of, a: a),
    "cvta.global": ("t", lambda of, a: a),
    "cvta.to.global": ("t", lambda of, a: a),
    "cvt": ("s", lambda to, a: to.of(a)),
    "cvt.sat": ("s", lambda to, a: to.clamp(a)),
    "add": ("tt", lambda of, a, b: a + b),
    "sub": ("tt", lambda of, a, b: a - b),
    "mul.lo": ("tt", lambda of, a, b: a * b),
    "mul.wide": ("tt", lambda of, a, b: a * b),
    "mul.hi": ("tt", lambda of, a, b: a * b >> of.bits),
    "mad.lo": ("ttt", lambda of, a, b, c: a * b + c),
    "mad.wide": ("ttd", lambda of, a, b, c: a * b + c),
    "mad.hi": ("ttt", lambda of, a, b, c: (a * b >> of.bits) + c),
    "sad": ("ttt", lambda of, a, b, c: abs(a - b) + c),
    "div": ("tt", quotient),
    "rem": ("tt", remainder),
    "min": ("tt", lambda of, a, b: min(a, b)),
    "max": ("tt", lambda of, a, b: max(a, b)),
    "abs": ("t", lambda of, a: abs(a)),
    "neg": ("t", lambda of, a: -a),
    "not": ("t", lambda of, a: ~a),
    "and": ("tt", lambda of, a, b: a & b),
    "or": ("tt", lambda of, a, b: a | b),
    "xor": ("tt", lambda of, a, b: a ^ b),
    "shl": ("tc", lambda of, a, count: a << min(count, of.bits)),
    "shr": ("tc", lambda of, a, count: a >> min(count, of.bits)),
    "shf.l.wrap": ("ttc", funnel(left=True, clamp=False)),
    "shf.l.clamp": ("ttc", funnel(left=True, clamp=True)),
    "shf.r.wrap": ("ttc", funnel(left=False, clamp=False)),
    "shf.r.clamp": ("ttc", funnel(left=False, clamp=True)),
    "bfe": ("tcc", extract_field),
    "bfi": ("ttcc", insert_field),
    "prmt": ("ttt", permute_bytes),
    "lop3": ("tttc", look_up_bits),
    "clz": ("t", lambda of, a: of.bits - a.bit_length()),
    "popc": ("t", lambda of, a: a.bit_count()),
    "brev": ("t", lambda of, a: int(f"{a:0{of.bits}b}"[::-1], 2)),
    "selp": ("ttp", lambda of, a, b, chosen: a if chosen else b),
}
CONDITIONS = {name: name for name in ("eq", "ne", "lt", "le", "gt", "ge")}
CONDITIONS |= {"lo": "lt", "ls": "le", "hi": "gt", "hs": "ge"}


def comparison(compare):
    return lambda of, a, b: compare(a, b)


def combined(compare, combine):
    return lambda of, a, b, predicate: combine(compare(a, b), predicate)


for condition, same in CONDITIONS.items():
    compare = getattr(operator, same)
    OPERATIONS[f"setp.{condition}"] = ("tt", comparison(compare))
    for word in ("and", "or", "xor"):
        OPERATIONS[f"setp.{condition}.{word}"] = ("ttp", combined(compare, getattr(operator, f"__{word}__")))


class Memory:
    """The arrays of a launch, each at addresses of its own."""

    def __init__(self):
        self.arrays = []

    def add(self, array):
        """The address of its first byte."""
        assert array.flags.c_contiguous, "an array must be contiguous"
        self.arrays.append(array.reshape(-1).view(np.uint8))
        return len(self.arrays) * SPACING

    def find(self, address, size):
        """These bytes, as a part of the array that has them."""
        which, start = divmod(address, SPACING)
        if not 0 < which <= len(self.arrays) or start + size > self.arrays[which - 1].size:
            raise OutsideOfArrays(f"{size} bytes at {address:#x}")
        if address % size:
            raise OutsideOfArrays(f"{size} bytes at {address:#x}, which is not a multiple")
        return self.arrays[which - 1][start : start + size]


class Registers(dict):
    def __missing__(self, name):
        raise UndefinedRegister(name)


class Thread:
    def __init__(self, memory, parameters, places):
        self.memory, self.parameters = memory, parameters
        self.registers = Registers(places)


def places_of(block, thread, block_size, grid):
    """Registers that tell a thread where it is."""
    given = {"tid": thread, "ntid": block_size, "ctaid": block, "nctaid": grid}
    places = {f"%{name}.{axis}": x for name, place in given.items() for axis, x in zip("xyz", place)}
    (x, y, z), (nx, ny, _) = thread, block_size
    return places | {"%laneid": (x + nx * (y + ny * z)) % 32}


def split_statements(body):
    """Labels ("name:") and instructions of a function's body. Its braces only limit where
    names of registers are known; who uses one again declares it again."""
    found = re.findall(r"([\w$]+:)|([^;{}\s][^;]*)", re.sub(r"//.*", "", body))
    return [label or statement.strip() for label, statement in found]


def split_operands(text):
    """Those between commas; what is in braces is one, a list."""
    found = re.findall(r"\{([^}]*)\}|([^,{}\s][^,{}]*)", text)
    return [re.split(r"\s*,\s*", group.strip()) if group else single.strip() for group, single in found]


class Program:
    """A kernel's PTX, each instruction as a function of a thread that returns nothing, or
    the place of the next instruction."""

    def __init__(self, text):
        self.layout = re.findall(r"^// param (\S+) (\S+) \S+ offset \d+ size \d+$", text, re.M)
        entries = re.findall(r"\.entry (\w+)\(.*?\)[^{]*\{(.*?)^\}", text, re.M | re.S)
        assert len(entries) == 1, "PTX of one kernel is wanted"
        self.entry, body = entries[0]
        self.steps, self.labels = [], {}
        self.widths = {name: Type(32) for name in places_of(*[(0, 0, 0)] * 4)}
        for statement in split_statements(body):
            self.add(statement)

    def launch(self, grid, block, arguments):
        """Runs all threads on arrays and NumPy's numbers by name; the arrays are changed."""
        grid, block = ((*size, 1, 1)[:3] for size in (grid, block))
        memory = Memory()
        parameters = {
            f"{self.entry}_param_{i}": parameter_of(arguments[name], what, memory)
            for i, (name, what) in enumerate(self.layout)
        }
        for block_at in np.ndindex(grid):
            places = [places_of(block_at, thread_at, block, grid) for thread_at in np.ndindex(block)]
            self.run_block([Thread(memory, parameters, each) for each in places])

    def run_block(self, threads):
        for thread in threads:
            self.run(thread)

    def run(self, thread):
        at = 0
        for _ in range(LIMIT):
            if at == len(self.steps):
                return
            following = self.steps[at](thread)
            at = at + 1 if following is None else following
        raise TimeoutError(f"a thread runs {LIMIT} instructions and more")

    def add(self, statement):
        if statement.endswith(":"):
            self.labels[statement[:-1]] = len(self.steps)
            return
        if statement.startswith(".pragma"):
            return
        if declared := re.fullmatch(r"\.reg\s+\.(\w+)\s+(.*)", statement, re.S):
            # Of all floats only what moves bits is known, and that sees their bits.
            width = TYPES.get(declared[1].replace("f", "b"))
            for name in declared[2].split(","):
                self.widths[re.sub(r"<\d+>$", "", name.strip())] = width
            return
        guard, opcode, operands = re.fullmatch(r"(?:@(\S+)\s+)?(\S+)\s*(.*)", statement, re.S).groups()
        try:
            step = self.step(opcode, split_operands(operands))
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise UnknownInstruction(statement) from error
        self.steps.append(guarded(self.reader(guard, TYPES["pred"]), step) if guard else step)

    def step(self, opcode, operands):
        """The function of an instruction; an error of some kind where it is not known."""
        words = opcode.split(".")
        types = []
        while words[-1] in TYPES:
            types.insert(0, TYPES[words.pop()])
        name = ".".join(words)
        if name in MAKERS:
            return MAKERS[name](self, types, operands)
        if name == "mov" and isinstance(operands[0], list):
            return self.unpack(types, operands)
        if name == "mov" and isinstance(operands[1], list):
            return self.pack(types, operands)
        letters, compute = OPERATIONS[name]
        target, *sources = operands
        if len(sources) != len(letters) or not 0 < len(types) < (3 if "s" in letters else 2):
            raise ValueError("other operands than are known")
        of = {"t": types[0], "s": types[-1], "d": types[0].doubled(), "c": TYPES["u32"], "p": TYPES["pred"]}
        readers = [self.reader(source, of[letter]) for source, letter in zip(sources, letters)]
        write = self.writer(target)
        return lambda thread: write(thread, compute(types[0], *[read(thread) for read in readers]))

    def width(self, register):
        """That of a register by its own name, or of those that are numbered."""
        return self.widths[register] if register in self.widths else self.widths[register.rstrip("0123456789")]

    def reader(self, operand, of):
        if operand[0] == "!":
            read = self.reader(operand[1:], of)
            return lambda thread: 1 - read(thread)
        if re.fullmatch(r"-?(0[xX][0-9a-fA-F]+|\d+)", operand):
            value = of.of(int(operand, 0))
            return lambda thread: value
        self.width(operand)
        return lambda thread: of.of(thread.registers[operand])

    def writer(self, register):
        if register == "_":
            return lambda thread, value: None
        mask = self.width(register).mask

        def write(thread, value):
            thread.registers[register] = value & mask

        return write

    def address_reader(self, operand):
        register, offset = re.fullmatch(r"\[([^+\]]+)(?:\+(-?\d+))?\]", operand).groups()
        read, offset = self.reader(register, TYPES["u64"]), int(offset or 0)
        return lambda thread: TYPES["u64"].of(read(thread) + offset)

    def unpack(self, types, operands):
        parts, source = operands
        part = Type(types[0].bits // len(parts))
        read, writers = self.reader(source, types[0]), [self.writer(name) for name in parts]

        def step(thread):
            value = read(thread)
            for i, write in enumerate(writers):
                write(thread, part.of(value >> (i * part.bits)))

        return step

    def pack(self, types, operands):
        target, parts = operands
        part = Type(types[0].bits // len(parts))
        readers, write = [self.reader(name, part) for name in parts], self.writer(target)
        return lambda thread: write(thread, sum(read(thread) << (i * part.bits) for i, read in enumerate(readers)))

    def branch(self, types, operands):
        (label,) = operands
        return lambda thread: self.labels[label]

    def end(self, types, operands):
        return lambda thread: len(self.steps)

    def load_parameter(self, types, operands):
        (of,), (target, source) = types, operands
        name, write = re.fullmatch(r"\[(\w+)\]", source)[1], self.writer(target)
        return lambda thread: write(thread, of.of(thread.parameters[name]))

    def load(self, types, operands, count=1):
        (of,), (targets, source) = types, operands
        writers = [self.writer(name) for name in vector(targets, count)]
        address, size = self.address_reader(source), of.bits // 8

        def step(thread):
            data = thread.memory.find(address(thread), count * size).tobytes()
            for i, write in enumerate(writers):
                write(thread, of.of(int.from_bytes(data[i * size : (i + 1) * size], "little")))

        return step

    def store(self, types, operands, count=1):
        (of,), (target, sources) = types, operands
        unsigned = Type(of.bits)
        readers = [self.reader(name, unsigned) for name in vector(sources, count)]
        address, size = self.address_reader(target), of.bits // 8

        def step(thread):
            data = b"".join(read(thread).to_bytes(size, "little") for read in readers)
            thread.memory.find(address(thread), len(data))[:] = np.frombuffer(data, np.uint8)

        return step


def vector(operand, count):
    """The registers of a load or a store."""
    registers = operand if isinstance(operand, list) else [operand]
    if len(registers) != count:
        raise ValueError("other operands than are known")
    return registers


def guarded(predicate, step):
    return lambda thread: step(thread) if predicate(thread) else None


def parameter_of(value, what, memory):
    """What a kernel is given: of an array where it is, an extent or a stride in bytes."""
    if what == "ptr":
        return memory.add(value)
    if what == "value" and isinstance(value, np.floating):
        return int.from_bytes(value.tobytes(), "little")
    if what == "value":
        return operator.index(value)
    name, axis = re.fullmatch(r"(shape|stride)(\d+)", what).groups()
    return (value.shape if name == "shape" else value.strides)[int(axis)]


# Instructions that are more than a computation: how their functions are made.
MAKERS = {
    "bra": Program.branch,
    "bra.uni": Program.branch,
    "ret": Program.end,
    "exit": Program.end,
    "ld.param": Program.load_parameter,
}
for suffix, count in (("", 1), (".v2", 2), (".v4", 4)):
    MAKERS[f"ld.global{suffix}"] = functools.partial(Program.load, count=count)
    MAKERS[f"ld.global.nc{suffix}"] = functools.partial(Program.load, count=count)
    MAKERS[f"st.global{suffix}"] = functools.partial(Program.store, count=count)
