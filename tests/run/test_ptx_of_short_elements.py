"""PTX of integer kernels, run by an interpreter of PTX: whether loads and conversions of 8 and
16 bits leave in the upper bits of a register what is read from there. The CPU device, whose
code is right where PTX is wrong, cannot tell, so these run without a device.

PYK2PTX_SHORT_SEEDS=1000-1200 runs other random kernels than the usual ones, of which three
found signed bytes that were compared as they had been loaded, without their sign.
"""

import os
from random import Random

import numpy as np
import pytest
from conftest import check_ptx
from ptx_interpreter import OutsideOfArrays, Program, UnknownInstruction
from test_integers import BINARY, BRANCHES, BRANCHING, DIVIDED, branching_arguments, pairs

OPTIONS = {"default": [], "unguarded": ["--bounds=none"], "facts": ["--facts=small,apart"]}
# Threads that have an element, of two blocks of 24.
COUNT = 40
ENTRIES = 256


def check(source, arguments, options, layout=":", kernel="k"):
    """Every array must be as the simulator leaves it."""
    types = [f"{array.dtype.name}[{':, ' * (array.ndim - 1)}{layout}]" for array in arguments]
    grid = (-(-max(COUNT, len(arguments[0])) // 24),)
    options = [f"--sig={kernel}({', '.join(types)})", *options]
    check_ptx(Program, source, kernel, grid, (24,), arguments, options)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("dtype", ["int8", "int16"])
@pytest.mark.parametrize("kernel", BRANCHING)
def test_what_branches_say_of_short_elements(kernel, dtype, options):
    check(BRANCHES, branching_arguments(dtype), OPTIONS[options], kernel=kernel)


NAMES = "xxxxxxxxyz"
CONDITIONS = [
    "{a} > 0", "{a} >= 0", "{a} < 0", "{a} > 5", "{a} < 5", "{a} >= 0 and {b} < 9", "{a} != 0",
    "{a} > {b}", "{a} <= {b}", "{a} > -7",
]  # fmt: skip
VALUES = [
    "table[{a} & 255]", "table[min(max({a}, 0), 255)]", "table[{a} & 15] // {b}", "table[i] + {a}",
    "table[i] * {a}", "i // ({a} + 1)", "{a} * {b}", "{a} % {b}", "{a} // {b}", "abs({a})", "abs({a} - {b})",
    "({a} >> 1)", "{a} << 3", "min({a}, {b})", "max({a}, 3)", "max({a}, -1) % 4503599627370495", "np.int8({a})",
    "np.uint8({a})", "np.uint16({a}) // 3", "({a} ^ ({b} >> 7))", "{a} + 1", "-{a}", "({a} & 127)", "~{a}",
    "sums[i] + {a}",
]  # fmt: skip
# Where an element is not negative, its signed and its unsigned bytes extend to the same.
NOT_NEGATIVE = ["{a} > 0", "{a} >= 0", "{a} > 5", "{a} >= 0 and {b} < 9", "0 <= {a} < 100"]
VALUES_THERE = ["table[min({a}, 255)]", "max({a}, 3)", "np.int8({a})", "np.uint8({a})", "{a}", "{b} % {a}"]
OTHER_ELEMENTS = ["d[i]", "{b}", "np.int8({b})", "abs({b})", "-{b}"]
BYTES = ["x + y", "x ^ z", "x // 3", "abs(y)", "x * 3"]
HALVES = ["x - y", "y >> 1", "y % 9", "z * 5", "-y"]
CHANGES = ["s += {value}", "s = {value}", "first[i] = {value}", "second[i] = {value}"]


class Writer:
    """Writes a random kernel; its places are all inside the arrays."""

    def __init__(self, random):
        self.random, self.lines = random, []
        # Few of each: where one place extends an element's sign as it must, one that does not is
        # right by it.
        self.conditions = random.sample(CONDITIONS, 3)
        self.values = random.sample(VALUES, 2)

    def fill(self, templates, **more):
        """One of the templates, with names of elements; the first is mostly x, to have it used often."""
        a, b = self.random.choice(NAMES), self.random.choice("xyz")
        return self.random.choice(templates).format(**({"a": a, "b": b} | more))

    def add(self, line, depth=2):
        self.lines.append("    " * depth + line)

    def value(self):
        return self.fill(self.values)

    def replace_elements(self):
        if self.random.random() < 0.5:
            self.add(f"if table[i] > {self.random.randint(-100, 100)}:")
            self.add(f"{self.random.choice('xyz')} = {self.fill(OTHER_ELEMENTS)}", 3)
            self.add("sums[i] = 8", 3)
        if self.random.random() < 0.2:
            self.add(f"x = np.int8({self.random.choice(BYTES)})")
        if self.random.random() < 0.3:
            self.add(f"y = np.int16({self.random.choice(HALVES)})")

    def condition(self):
        if self.random.random() < 0.55:
            name = self.random.choice(NAMES)
            self.add(f"if {self.fill(NOT_NEGATIVE, a=name)}:")
            self.add(self.fill(CHANGES, value=self.fill(VALUES_THERE, a=name)), 3)
        else:
            self.add(f"if {self.fill(self.conditions)}:")
            self.add(self.fill([*CHANGES, "y = {value}"], value=self.value()), 3)
        if self.random.random() < 0.3:
            self.add("else:")
            self.add(f"s -= {self.value()}", 3)

    def statement(self):
        kind = self.random.randrange(7)
        if kind < 3:
            self.condition()
        elif kind == 3:
            self.add(f"second[i] = {self.value()}")
        elif kind == 4:
            self.add(f"s = s * 3 + {self.value()}")
        elif kind == 5:
            self.add(f"if {self.fill(self.conditions)}:")
            self.add("first[i] += 5", 3)
        else:
            self.add(self.fill(["for j in range({a} & 7):"]))
            self.add(f"s = s * 3 + {self.value()}", 3)

    def kernel(self):
        self.add("@cuda.jit", 0)
        self.add("def k(a, b, c, d, table, first, second, sums):", 0)
        self.add("i = cuda.grid(1)", 1)
        self.add("if i < sums.size:", 1)
        for line in ("x = a[i]", "y = b[i]", "z = c[i]", "s = 0"):
            self.add(line)
        self.replace_elements()
        for _ in range(self.random.randrange(3, 7)):
            self.statement()
        self.add("sums[i] = s")
        return "\n".join(self.lines) + "\n"


def elements(random):
    """Of a short type: its edges, powers of two and their neighbours, small ones, any."""
    dtype = np.dtype(random.choice(["int8"] * 8 + ["int16", "int16", "uint8", "uint16", "int32"]))
    limits = np.iinfo(dtype)
    edges = [0, 1, -1, 2, -2, 3, 5, -5, 7, -7, limits.min, limits.max, limits.min + 1, limits.max - 1]

    def power():
        return random.choice([1, -1]) * ((1 << random.randrange(limits.bits)) + random.choice([-1, 0, 1]))

    makers = [lambda: random.choice(edges), power, lambda: random.randint(-40, 40),
              lambda: random.randint(limits.min, limits.max)]  # fmt: skip
    return np.array([random.choice(makers)() for _ in range(COUNT)]).astype(dtype)


def seeds():
    first, _, last = os.environ.get("PYK2PTX_SHORT_SEEDS", "61-120").partition("-")
    return range(int(first), int(last or first) + 1)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", seeds())
def test_a_random_kernel(seed, options):
    random = Random(seed)
    source = Writer(random).kernel()
    table = np.array([random.randint(-300, 300) for _ in range(ENTRIES)])
    arguments = [*(elements(random) for _ in range(4)), table, *np.zeros((3, COUNT), np.int64)]
    check(source, arguments, OPTIONS[options], random.choice([":", "::1"]))


@pytest.mark.parametrize("source, columns", [(BINARY, 21), (DIVIDED, 18)], ids=["binary", "divided"])
@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64"])
def test_edges_of_every_operator(source, columns, dtype):
    a, b = pairs(dtype, dtype)
    more = [np.array([3, 1, 4, 1, 5], np.int16)] if source is DIVIDED else []
    check(source, [a, b, np.zeros((a.size, columns), np.int64), *more], [], "::1")


def program_of(*instructions):
    """PTX that stores %rd2 where its array is; %rd1 is the address, of 64 bits each."""
    lines = [
        "// param out ptr ptr offset 0 size 8", ".entry k(", ".param .u64 k_param_0", ")", "{",
        ".reg .pred %p<4>;", ".reg .b16 %rs<4>;", ".reg .b32 %r<4>;", ".reg .b64 %rd<4>;",
        "ld.param.b64 %rd1, [k_param_0];", *(f"{each};" for each in instructions), "st.global.b64 [%rd1], %rd2;",
        "ret;", "}",
    ]  # fmt: skip
    return Program("\n".join(lines) + "\n")


INSTRUCTIONS = [
    ("ld.global.s8 %rd2, [%rd1]", 2**64 - 16),
    ("ld.global.b8 %rd2, [%rd1+0]", 0xF0),
    ("ld.global.v2.b16 {_, %rd2}, [%rd1+4]", 0x7654),
    ("ld.global.s8 %rs1, [%rd1]; cvt.u64.u16 %rd2, %rs1", 0xFFF0),
    ("cvt.s64.s8 %rd2, 200", 2**64 - 56),
    ("cvt.sat.u8.s64 %rd2, -5", 0),
    ("shl.b64 %rd2, 3, 64", 0),
    ("shr.s64 %rd2, -3, 200", 2**64 - 1),
    ("shf.l.wrap.b32 %r1, 0x80000001, 2, 33; cvt.u64.u32 %rd2, %r1", 5),
    ("shf.r.clamp.b32 %r1, 1, 2, 40; cvt.u64.u32 %rd2, %r1", 2),
    ("prmt.b32 %r1, 0x80112233, 0x44556677, 0x40b3; cvt.u64.u32 %rd2, %r1", 0x7733FF80),
    ("bfe.s64 %rd2, 0xf0, 4, 4", 2**64 - 1),
    ("bfe.u64 %rd2, 0xf0, 3, 4", 14),
    ("bfi.b64 %rd2, 5, 0xff, 4, 4", 0x5F),
    ("lop3.b32 %r1, 12, 10, 9, 0x96; cvt.u64.u32 %rd2, %r1", 12 ^ 10 ^ 9),
    ("sad.s32 %r1, -3, 4, 10; cvt.u64.u32 %rd2, %r1", 17),
    ("mul.hi.s64 %rd2, -1, 5", 2**64 - 1),
    ("mad.wide.s32 %rd2, -2, 3, 1", 2**64 - 5),
    ("div.s64 %rd2, -7, 2", 2**64 - 3),
    ("rem.s64 %rd2, -7, 2", 2**64 - 1),
    ("setp.lt.u32 %p1, 1, -1; setp.lt.and.s32 %p2, 1, -1, %p1; selp.b64 %rd2, 1, 2, %p2", 2),
    ("setp.eq.s32 %p1, 1, 2; setp.hs.or.u32 %p2, 1, 1, !%p1; selp.b64 %rd2, 1, 2, %p2", 1),
    ("mov.b64 {%r1, %r2}, 0x100000002; mov.b64 %rd2, {%r2, %r1}", 0x200000001),
    ("mov.b64 %rd2, 1; bra.uni $there; mov.b64 %rd2, 2; $there: { .reg .b64 one; mov.b64 one, 1; "
     "add.s64 %rd2, %rd2, one; }", 2),
    ("setp.ne.b32 %p1, 1, 1; mov.b64 %rd2, 1; @!%p1 mov.b64 %rd2, 3; @%p1 mov.b64 %rd2, 4", 3),
]  # fmt: skip


@pytest.mark.parametrize("text, expected", INSTRUCTIONS)
def test_an_instruction(text, expected):
    """What is written here by hand from the manual: the interpreter itself."""
    out = np.array([0x76543210FEDCBAF0], np.uint64)
    program_of(text).launch((1,), (1,), {"out": out})
    assert out[0] == expected


@pytest.mark.parametrize(
    "instruction", ["bar.sync 0", "add.f32 %r1, %r2, %r2", "add.sat.s32 %r1, %r2, %r2", "mov.u32 %r1, %warpid"]
)
def test_an_unknown_instruction(instruction):
    """Even where no thread comes to it."""
    with pytest.raises(UnknownInstruction, match=instruction.split()[0]):
        program_of("ret", instruction)


@pytest.mark.parametrize("address", ["%rd1+8", "%rd1+-8", "%rd1+4", "%rd2"])
def test_an_access_outside(address):
    with pytest.raises(OutsideOfArrays):
        program_of("mov.b64 %rd2, 0", f"ld.global.b64 %rd3, [{address}]").launch(
            (1,), (1,), {"out": np.zeros(1, np.int64)}
        )
