"""One primitive at a time, of a random block, group, type, number of items and of valid
ones, against NumPy, to the bit. PYK2PTX_COOP_CASES=1000-1200 runs others than the usual
few of each primitive."""

import os

import numpy as np
import pytest
from conftest import assert_same
from coop_launch import checked, threads_of

BLOCKS = [
    (1,), (2,), (31,), (32,), (33,), (64,), (100,), (255,), (256,), (257,), (1023,),
    (1024,), (5, 7), (32, 2), (3, 5, 2), (2, 2, 64), (16, 8, 8), (11, 93), (929,),
]  # fmt: skip
DTYPES = [np.dtype(kind + size) for kind in "iu" for size in "1248"]
DTYPES += [np.dtype(kind) for kind in (np.float16, np.float32, np.float64)]
OPERATORS = {
    "sum": np.add, "multiply": np.multiply, "min": np.minimum, "max": np.maximum,
    "bit_and": np.bitwise_and, "bit_or": np.bitwise_or, "bit_xor": np.bitwise_xor,
}  # fmt: skip
LOADS = ["direct", "striped", "vectorize", "transpose", "warp_transpose"]


class Case:
    """What one kernel gets and has to give."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.dtype = self.choice(DTYPES)
        self.block = self.choice(BLOCKS)
        self.threads = threads_of(self.block)
        self.items = int(self.random.integers(1, 17))
        # Scratch memory has 48 KB, of which counters take 36 bytes a thread.
        while self.threads * (self.items * (max(self.dtype.itemsize, 4) + 8) + 40) > 46000:
            self.items = (self.items + 1) // 2
            if self.items == 1:
                break
        self.n = self.threads * self.items
        self.x = self.numbers(self.n)
        self.valid = int(self.choice([0, 1, self.n, self.random.integers(self.n + 1)]))
        self.y = np.zeros_like(self.x)
        self.more = np.zeros(self.n, np.int32)

    def choice(self, of):
        return of[self.random.integers(len(of))]

    def numbers(self, count):
        """So few that sums of floats are exact, and many are equal."""
        if self.dtype.kind == "f":
            return self.random.integers(-2, 3, count).astype(self.dtype)
        info = np.iinfo(self.dtype)
        if self.random.integers(2):
            return self.random.integers(0, 4, count).astype(self.dtype)
        return self.random.integers(info.min, info.max, count, self.dtype, endpoint=True)

    def operator(self):
        """Its name and its ufunc; of floats what is exact."""
        names = list(OPERATORS)[2:4] if self.dtype.kind == "f" else list(OPERATORS)
        if self.dtype.kind == "f" and self.n <= 1000:
            names.append("sum")
        name = self.choice(names)
        return name, OPERATORS[name]

    def operand(self, name):
        """Itself, or a function."""
        if self.random.integers(2):
            return f'"{name}"'
        texts = {"sum": "a + b", "multiply": "a * b", "min": "min(a, b)", "max": "max(a, b)",
                 "bit_and": "a & b", "bit_or": "a | b", "bit_xor": "a ^ b"}  # fmt: skip
        return f"lambda a, b: {texts[name]}"

    def run(self, launch, body):
        lines = "\n".join("    " + line for line in body.strip("\n").split("\n"))
        source = f"""
@cuda.jit
def k(x, y, more, valid):
    block = coop.this_block()
    rank = block.rank()
    items = coop.ThreadData({self.items}, x.dtype)
    coop.load(block, x, items)
{lines}
"""
        schedule = self.choice(["forward", "reverse", f"random:{self.random.integers(99)}"])
        # Only the CPU device has one.
        options = [f"--schedule={schedule}"] if launch.device == "cpu" else []
        args = [self.x, self.y, self.more, self.valid]
        with np.errstate(over="ignore"):
            _, y, more, _ = checked(launch, source, (1,), self.block, args, options)
        return source, y, more


def accumulated(of, values, dtype, axis=0):
    with np.errstate(over="ignore"):
        return of.accumulate(values, axis=axis, dtype=dtype)


def reduced(of, values, dtype, axis=None):
    with np.errstate(over="ignore"):
        return of.reduce(values, axis=axis, dtype=dtype)


def block_reduce(case, launch):
    name, of = case.operator()
    case.valid = min(max(case.valid, 1), case.threads)
    source, y, _ = case.run(launch, f"""
all = coop.reduce(block, items, {case.operand(name)}, broadcast=True)
some = coop.reduce(block, items[0], {case.operand(name)}, valid_items=valid)
y[rank] = all
if rank == 0:
    y[0] = some
""")
    firsts = case.x[:: case.items][: case.valid]
    assert_same(source, y[:1], np.array([reduced(of, firsts, case.dtype)]))
    whole = reduced(of, case.x, case.dtype)
    assert_same(source, y[1 : case.threads], np.full(case.threads - 1, whole, case.dtype))


def block_scan(case, launch):
    name, of = case.operator()
    first = case.dtype.type(1)
    source, y, more = case.run(launch, f"""
total = coop.ThreadData(1)
total[0] = x[0]
if {int(case.random.integers(2))}:
    made = coop.inclusive_scan(block, items, {case.operand(name)}, aggregate=total, valid_items=valid)
    coop.store(block, y, made)
else:
    made = coop.exclusive_scan(block, items, {case.operand(name)}, initial_value=x.dtype.type(1),
                               valid_items=valid)
    coop.store(block, y, made)
    more[rank] = 1
""".replace("x.dtype.type(1)", f"np.{case.dtype}(1)"))
    some = case.x[: case.valid]
    if more[0]:
        some = np.concatenate([np.array([first]), some])
        made = accumulated(of, some, case.dtype)[: case.valid]
    else:
        made = accumulated(of, some, case.dtype)
    assert_same(source, y, np.concatenate([made, case.x[case.valid :]]))


def radix_sort(case, launch):
    width = 8 * case.dtype.itemsize
    begin = int(case.random.integers(0, width)) if case.dtype.kind != "f" else 0
    end = int(case.random.integers(begin, width + 1)) if case.dtype.kind != "f" else width
    down = bool(case.random.integers(2))
    source, y, more = case.run(launch, f"""
where = coop.ThreadData({case.items}, np.int32)
for i in range({case.items}):
    where[i] = rank * {case.items} + i
coop.radix_sort_pairs(block, items, where, {begin}, {end if width != end else None}, {down}, valid)
coop.store(block, y, items)
coop.store(block, more, where)
""")
    keys = case.x[: case.valid]
    if case.dtype.kind != "f":
        bits = keys.view(f"u{case.dtype.itemsize}").astype(np.uint64)
        if case.dtype.kind == "i":
            bits ^= np.uint64(1 << (width - 1))
        keys = (bits >> np.uint64(begin)) & np.uint64((1 << (end - begin)) - 1) if begin < 64 else bits
        order = np.argsort(~keys if down else keys, kind="stable")
    else:
        order = np.argsort(-keys if down else keys, kind="stable")
    order = np.concatenate([order, np.arange(case.valid, case.n)])
    assert_same(source, y, case.x[order])
    assert_same(source, more, order.astype(np.int32))


def merge_sort(case, launch):
    source, y, more = case.run(launch, f"""
where = coop.ThreadData({case.items}, np.int32)
for i in range({case.items}):
    where[i] = rank * {case.items} + i
coop.merge_sort_pairs(block, items, where, lambda a, b: a > b, valid)
coop.store(block, y, items)
coop.store(block, more, where)
""")
    ranks = np.unique(case.x, return_inverse=True)[1]
    order = np.argsort(-ranks[: case.valid], kind="stable")
    order = np.concatenate([order, np.arange(case.valid, case.n)])
    assert_same(source, y, case.x[order])
    assert_same(source, more, order.astype(np.int32))


def topk(case, launch):
    k = int(case.random.integers(0, case.n + 1))
    way = case.choice(["min", "max"])
    source, y, more = case.run(launch, f"""
where = coop.ThreadData({case.items}, np.int32)
for i in range({case.items}):
    where[i] = rank * {case.items} + i
coop.topk_{way}_pairs(block, items, where, {k}, valid)
coop.store(block, y, items)
coop.store(block, more, where)
""")
    found = min(k, case.valid)
    ordered = np.sort(case.x[: case.valid])
    wanted = ordered[:found] if way == "min" else ordered[case.valid - found :]
    assert_same(source, np.sort(y[:found]), wanted)
    assert len(set(more[:found])) == found
    assert_same(source, case.x[more[:found]], y[:found])


def exchange(case, launch):
    ranks = case.random.permutation(case.n).astype(np.int32)
    case.more = ranks
    mode = case.choice([
        "striped_to_blocked", "blocked_to_striped", "warp_striped_to_blocked",
        "blocked_to_warp_striped", "scatter_to_blocked", "scatter_to_striped",
    ])  # fmt: skip
    source, y, _ = case.run(launch, f"""
where = coop.ThreadData({case.items}, np.int32)
coop.load(block, more, where)
made = coop.exchange(block, items, "{mode}"{", where" if "scatter" in mode else ""})
coop.store(block, y, made)
""")
    x = case.x
    if mode == "striped_to_blocked":
        want = x.reshape(case.threads, case.items).T.reshape(-1)
    elif mode == "blocked_to_striped":
        want = x.reshape(case.items, case.threads).T.reshape(-1)
    elif "warp" in mode:
        parts = []
        for first in range(0, case.threads, 32):
            lanes = min(32, case.threads - first)
            part = x[first * case.items : (first + lanes) * case.items]
            shape = (lanes, case.items) if mode.startswith("warp") else (case.items, lanes)
            parts.append(part.reshape(shape).T.reshape(-1))
        want = np.concatenate(parts)
    else:
        want = np.zeros_like(x)
        want[ranks] = x
        if mode == "scatter_to_striped":
            want = want.reshape(case.items, case.threads).T.reshape(-1)
    assert_same(source, y, want)


def moves(case, launch):
    """By each algorithm, from and to a part of an array."""
    first, second = case.choice(LOADS), case.choice(LOADS)
    default = f"np.{case.dtype}(3)"
    source, y, _ = case.run(launch, f"""
coop.load(block, x, items, "{first}", valid, {default})
coop.store(block, y, items, "{second}")
""")
    filled = np.where(np.arange(case.n) < case.valid, case.x, case.dtype.type(3))
    if (first == "striped") != (second == "striped"):
        shape = (case.items, case.threads) if first == "striped" else (case.threads, case.items)
        filled = filled.reshape(shape).T.reshape(-1)
    assert_same(source, y, filled)
    source, y, _ = case.run(launch, f"""
coop.load(block, x, items, "{first}")
coop.store(block, y, items, "{first}", valid)
""")
    assert_same(source, y, np.where(np.arange(case.n) < case.valid, case.x, 0).astype(case.dtype))


def neighbours(case, launch):
    source, y, more = case.run(launch, """
made = coop.adjacent_difference(block, items, "right", lambda a, b: a if a < b else b)
coop.store(block, y, coop.shuffle(block, made, "down"))
coop.store(block, more, coop.discontinuity(block, items, "tails"))
""")
    x = case.x
    least = np.concatenate([np.minimum(x[:-1], x[1:]), x[-1:]])
    assert_same(source, y, np.concatenate([least[1:], least[-1:]]))
    assert_same(source, more, np.append(x[:-1] != x[1:], True).astype(np.int32))


def runs(case, launch):
    """As long as the number of the item in fours."""
    at = np.arange(case.n)
    lengths = (at % 4).astype(np.int32)
    expanded = np.repeat(case.x, lengths)
    start = int(case.random.integers(0, len(expanded) + 1))
    source, y, more = case.run(launch, f"""
lengths = coop.ThreadData({case.items}, np.int32)
for i in range({case.items}):
    lengths[i] = (rank * {case.items} + i) % 4
made, count = coop.run_length_decode(block, items, lengths, {case.items}, {start})
coop.store(block, y, made)
more[rank] = count
""")
    some = expanded[start : start + case.n]
    assert_same(source, y[: len(some)], some)
    assert_same(source, more[: case.threads], np.full(case.threads, len(expanded), np.int32))


def warps(case, launch):
    """Groups of each width: as many threads as there are of whole ones."""
    width = int(case.choice([w for w in (1, 2, 4, 8, 16, 32) if case.threads >= w]))
    count = case.threads // width * width
    name, of = case.operator()
    some = int(case.random.integers(1, width + 1))
    source, y, more = case.run(launch, f"""
if rank < {count}:
    part = coop.this_warp().group_by({width})
    own = items[0]
    all = coop.reduce(part, own, {case.operand(name)}, broadcast=True)
    upto = coop.inclusive_scan(part, own, {case.operand(name)})
    few = coop.reduce(part, own, {case.operand(name)}, valid_items={some})
    own = upto if part.rank() > 0 else few
    y[rank] = own
    more[rank] = all == coop.reduce(part, items[0], {case.operand(name)}, broadcast=True)
    coop.merge_sort_keys(part, items, lambda a, b: a < b, {some} * {case.items} - 1)
    coop.store(part, y[{count}:], items, offset=rank // {width} * {width * case.items}, valid_items=0)
""" if case.items == 1 else f"""
if rank < {count}:
    part = coop.this_warp().group_by({width})
    start = rank // {width} * {width * case.items}
    coop.merge_sort_keys(part, items, lambda a, b: a < b, {some * case.items - 1})
    coop.store(part, y, items, offset=start)
    whole = coop.reduce(part, items, {case.operand(name)}, broadcast=True)
    again = coop.reduce(part, items, {case.operand(name)})
    more[rank] = part.rank() > 0 or whole == again
""")
    x = case.x.reshape(case.threads, case.items)[:count]
    if case.items == 1:
        parts = x.reshape(-1, width)
        upto = accumulated(of, parts, case.dtype, 1)
        upto[:, 0] = reduced(of, parts[:, :some], case.dtype, 1)
        assert_same(source, y[:count], upto.reshape(-1))
        assert more[:count].all()
    else:
        parts = x.reshape(-1, width * case.items)
        valid = some * case.items - 1
        made = np.concatenate([np.sort(parts[:, :valid], 1), parts[:, valid:]], 1)
        assert_same(source, y[: count * case.items], made.reshape(-1))
        assert more[:count].all()


def histogram(case, launch):
    if case.dtype.kind == "f":
        case.dtype = np.dtype(np.int16)
        case.x = case.numbers(case.n)
        case.y = np.zeros_like(case.x)
    bins = int(case.random.integers(1, 70))
    source, _, more = case.run(launch, f"""
bins = cuda.shared.array({bins}, np.int32)
coop.histogram(block, items, bins)
coop.histogram(block, items, bins, init=False)
if rank == 0:
    for i in range(min({bins}, more.size)):
        more[i] = bins[i]
""")
    inside = case.x[(case.x >= 0) & (case.x.astype(np.float64) < bins)]
    want = 2 * np.bincount(inside.astype(np.int64), minlength=bins).astype(np.int32)
    count = min(bins, case.n)
    assert_same(source, more[:count], want[:count])


PRIMITIVES = [
    block_reduce, block_scan, radix_sort, merge_sort, topk, exchange, moves, neighbours,
    runs, warps, histogram,
]  # fmt: skip


def cases():
    first, _, last = os.environ.get("PYK2PTX_COOP_CASES", "1-4").partition("-")
    return range(int(first), int(last or first) + 1)


@pytest.mark.parametrize("primitive", PRIMITIVES, ids=lambda each: each.__name__)
@pytest.mark.parametrize("seed", cases())
def test_a_primitive(launch, primitive, seed):
    primitive(Case([seed, PRIMITIVES.index(primitive)]), launch)
