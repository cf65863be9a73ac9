"""Random programs of cooperative primitives, one after the other on the same items,
against NumPy, to the bit: as launched, for any block, and with all checks in another
order. PYK2PTX_COOP_SEEDS=1000-1200 runs others than the usual few."""

import os

import numpy as np
import pytest
from conftest import assert_same
from coop_launch import OPERATORS, checked, numbers

DTYPES = [np.dtype(kind + size) for kind in "iu" for size in "1248"]
SCANS = {
    "sum": np.add, "multiply": np.multiply, "min": np.minimum, "max": np.maximum,
    "bit_and": np.bitwise_and, "bit_or": np.bitwise_or, "bit_xor": np.bitwise_xor,
}


class Program:
    """Lines of a kernel, and what they make of all items of a block: a row a thread."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.dtype = DTYPES[self.random.integers(len(DTYPES))]
        blocks = [1, 2, 7, 31, 32, 33, 64, 96, 100, 128, 255, 256, 1023, 1024]
        self.threads = int(self.random.choice(blocks))
        self.count = int(self.random.choice([1, 2, 3, 4, 5, 8, 16]))
        # Small items take a word of scratch memory.
        if self.threads * self.count * max(self.dtype.itemsize, 4) > 16384:
            self.count = 1
        self.x = numbers(self.threads * self.count, self.dtype, seed + 1)
        self.items = self.x.reshape(self.threads, self.count).copy()
        self.lines = []
        steps = [
            self.arithmetic, self.scan, self.scan_of_one, self.reduce, self.radix_sort,
            self.merge_sort, self.exchange, self.shuffle, self.difference, self.repeat,
            self.part_of_warp,
        ]  # fmt: skip
        for _ in range(self.random.integers(2, 7)):
            steps[self.random.integers(len(steps))]()

    def add(self, text, indent=0):
        self.lines += ["    " * (indent + 1) + line for line in text.split("\n")]

    def flat(self):
        return self.items.reshape(-1)

    def set(self, flat):
        self.items = np.ascontiguousarray(flat).astype(self.dtype)
        self.items = self.items.reshape(self.threads, self.count)

    def arithmetic(self):
        factor, more = (int(each) for each in self.random.integers(1, 100, 2))
        self.add(f"for i in range({self.count}):\n    items[i] = items[i] * {factor} + {more}")
        with np.errstate(over="ignore"):
            self.set(self.flat() * np.array(factor, self.dtype) + np.array(more, self.dtype))

    def accumulated(self, values, op, inclusive, axis=0):
        """Of an exclusive scan what stands before the first is 1."""
        of = SCANS[op]
        values = np.moveaxis(values, axis, 0)
        if not inclusive:
            first = np.ones_like(values[:1])
            values = np.concatenate([first, values[:-1]])
        return np.moveaxis(of.accumulate(values, axis=0, dtype=self.dtype), 0, axis)

    def scan(self):
        op = str(self.random.choice(list(SCANS)))
        if self.random.integers(2):
            self.add(f'items = coop.inclusive_scan(block, items, "{op}")')
            self.set(self.accumulated(self.flat(), op, True))
        else:
            self.add(f'items = coop.exclusive_scan(block, items, "{op}", initial_value=1)')
            self.set(self.accumulated(self.flat(), op, False))

    def scan_of_one(self):
        at = int(self.random.integers(self.count))
        self.add(f"items[{at}] = coop.exclusive_sum(block, items[{at}])")
        column = self.items[:, at]
        self.items[:, at] = column.cumsum(dtype=self.dtype) - column

    def reduce(self):
        op = str(self.random.choice(list(OPERATORS)))
        at = int(self.random.integers(self.count))
        what = ["items", f"items[{at}]"][self.random.integers(2)]
        self.add(f'items[{at}] ^= coop.reduce(block, {what}, "{op}", broadcast=True)')
        values = self.flat() if what == "items" else self.items[:, at]
        self.items[:, at] ^= OPERATORS[op].reduce(values, dtype=self.dtype)

    def radix_sort(self):
        down = bool(self.random.integers(2))
        self.add(f"coop.radix_sort_keys(block, items, descending={down})")
        ordered = np.sort(self.flat())
        self.set(ordered[::-1] if down else ordered)

    def merge_sort(self):
        self.add("coop.merge_sort_keys(block, items, lambda a, b: a % 16 < b % 16)")
        flat = self.flat()
        self.set(flat[np.argsort(flat % 16, kind="stable")])

    def exchange(self):
        if self.random.integers(2):
            self.add('items = coop.exchange(block, items, "striped_to_blocked")')
            self.set(self.items.T.reshape(-1))
        else:
            self.add('items = coop.exchange(block, items, "blocked_to_striped")')
            self.set(self.flat().reshape(self.count, self.threads).T.reshape(-1))

    def shuffle(self):
        up = bool(self.random.integers(2))
        self.add(f'items = coop.shuffle(block, items, "{"up" if up else "down"}")')
        flat = self.flat()
        parts = [flat[:1], flat[:-1]] if up else [flat[1:], flat[-1:]]
        self.set(np.concatenate(parts))

    def difference(self):
        self.add("items = coop.adjacent_difference(block, items)")
        flat = self.flat()
        with np.errstate(over="ignore"):
            self.set(np.concatenate([flat[:1], flat[1:] - flat[:-1]]))

    def repeat(self):
        rounds = int(self.random.integers(1, 4))
        self.add(f"for _ in range({rounds}):\n    items[0] += coop.sum(block, items, broadcast=True)")
        for _ in range(rounds):
            self.items[:, 0] += self.flat().sum(dtype=self.dtype)

    def part_of_warp(self):
        width = int(self.random.choice([1, 2, 4, 8, 16, 32]))
        if self.threads % width:
            return
        op = str(self.random.choice(list(SCANS)))
        self.add(f'items[0] = coop.inclusive_scan(coop.this_warp().group_by({width}), items[0], "{op}")')
        parts = self.items[:, 0].reshape(-1, width)
        self.items[:, 0] = self.accumulated(parts, op, True, 1).reshape(-1)

    def source(self):
        return "\n".join([
            "", "@cuda.jit", "def k(x, y):",
            "    block = coop.this_block()",
            f"    items = coop.ThreadData({self.count}, x.dtype)",
            "    coop.load(block, x, items)",
            *self.lines,
            "    coop.store(block, y, items)", "",
        ])  # fmt: skip


def seeds():
    first, _, last = os.environ.get("PYK2PTX_COOP_SEEDS", "1-12").partition("-")
    return range(int(first), int(last or first) + 1)


@pytest.mark.parametrize("seed", seeds())
def test_random_program(launch, seed):
    program = Program(seed)
    args = [program.x, np.zeros_like(program.x)]
    _, y = checked(launch, program.source(), (1,), (program.threads,), args)
    assert_same(program.source(), y, program.flat())
