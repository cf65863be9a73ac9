"""Random files whose names are made of each other: each name a kernel reads is
what CPython makes of it. Names are bound again and again, by `=`, `op=` and in
pairs; functions and classes read them where they are called and made."""

import random
import re

import pytest

NAMES = list("abcde")
MODULUS = 1009
FILES, SEEDS = 10, 20


class File:
    """Its lines, and the expressions that a kernel may read of it."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.values, self.functions = list(NAMES), []
        self.lines = [f"{name} = {self.rng.randint(1, 9)}" for name in NAMES]
        for i in range(self.rng.randint(10, 40)):
            self.lines += self.statement(i)

    def operand(self):
        rng = self.rng
        value = rng.choice([*self.values, str(rng.randint(1, 9))])
        if self.functions and rng.random() < 0.2:
            return f"{rng.choice(self.functions)}({value})"
        return value

    def expression(self):
        text = self.operand()
        for _ in range(self.rng.randint(1, 3)):
            text = f"({text} {self.rng.choice('+-*')} {self.operand()}) % {MODULUS}"
        return text

    def statement(self, i):
        rng, name, other = self.rng, *self.rng.sample(NAMES, 2)
        kind = rng.choice(["name"] * 8 + ["update", "pair", "new", "def", "lambda", "class", "list"])
        if kind == "name":
            return [f"{name} = {self.expression()}"]
        if kind == "update":
            return [f"{name} {rng.choice('+-*')}= {self.expression()}"]
        if kind == "pair":
            return [f"{name}, {other} = {other}, {self.expression()}"]
        if kind == "new":
            made, lines = f"r{i}", [f"r{i} = {self.expression()}"]
        elif kind == "list":
            made, lines = f"r{i}", [f"r{i} = [{self.expression()} for {name} in range(3)][-1]"]
        elif kind == "class":
            members = f"    {name} = {self.expression()}", f"    m = {name} * 2"
            lines = [f"class C{i}:", *members, f"    {name} = m + {self.expression()}"]
            self.values.append(f"C{i}.{name}")
            made = f"C{i}.m"
        else:
            result = f"({self.expression()} + x) % {MODULUS}"
            lines = [f"def f{i}(x, y={name}):", f"    return {result} + y"]
            if kind == "lambda":
                lines = [f"f{i} = lambda x: {result}"]
            self.functions.append(f"f{i}")
            return lines
        self.values.append(made)
        return lines


@pytest.mark.parametrize("first", range(0, FILES * SEEDS, SEEDS))
def test_names_are_what_python_makes_of_them(pyk2ptx, first):
    for seed in range(first, first + SEEDS):
        file = File(seed)
        text, names = "\n".join(file.lines), {}
        exec(text, names)
        expected = {i: eval(value, names) for i, value in enumerate(file.values)}
        stores = "".join(f"    out[{i}] = {value}\n" for i, value in enumerate(file.values))
        kernel = f"@cuda.jit('void(int64[::1])')\ndef k(out):\n{stores}"
        source = f"from numba import cuda\n{text}\n{kernel}"
        ir = pyk2ptx("-", "--emit=ir", stdin=source).stdout
        stored = re.findall(r"out\[guard (\d+)\] = (-?\d+)$", ir, re.M)
        assert {int(i): int(value) for i, value in stored} == expected, source
