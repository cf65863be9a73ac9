"""Code that settles most checks by itself finds what code finds that always asks:
random kernels with defects, optimized and not (-O0 settles nothing), have the same
messages, to the last thread and count. All numbers are integers: of what NaN is made
of their arithmetic says nothing, and the checks tell whether bits are the same."""

import random
import re

import numpy as np
import pytest
from conftest import HEADER, program

SIZES = {"s": 64, "t": 32, "x": 128, "y": 128, "z": 96, "b": 128, "m": 8, "r": 128}
ARRAYS = {
    "x": np.arange(128, dtype=np.int32), "y": np.arange(128, dtype=np.int32),
    "z": np.arange(96, dtype=np.int32) % 7, "b": np.zeros(128, np.int8),
    "r": np.arange(128, dtype=np.int64), "m": np.zeros(8, np.int32),
}  # fmt: skip
PLACES = [
    "i", "i", "i", "tid", "tid", "tid + 1", "tid ^ 1", "tid ^ 32", "63 - tid", "i + 1", "i // 2", "i % 7",
    "j", "0", "5", "cuda.blockIdx.x", "cuda.blockIdx.x * 3 + j", "tid // 32", "lane", "i * 2", "tid + j",
]  # fmt: skip
CONDITIONS = [
    "tid < 16", "tid == 0", "lane == 0", "i < 50", "tid % 2 == 0", "cuda.blockIdx.x == 0", "j > 1",
    "tid >= 32", "i % 5 == 3",
]  # fmt: skip
MEETINGS = ["cuda.syncthreads()"] * 5 + ["cuda.syncwarp()", "cuda.threadfence()", "cuda.threadfence_block()"]


class Writer:
    def __init__(self, seed):
        self.rng, self.lines = random.Random(seed), []
        self.meets = self.rng.random() < 0.65

    def element(self, names):
        name = self.rng.choice(names)
        place = self.rng.choice(PLACES)
        # Some are outside, which is a finding, too, and has no other effect.
        return name, place if self.rng.random() < 0.15 else f"({place}) % {SIZES[name]}"

    def value(self, depth=0):
        chance = self.rng.random()
        if depth > 1 or chance < 0.25:
            return self.rng.choice(["1", "3", "i", "tid", "acc"])
        if chance < 0.8:
            return "{}[{}]".format(*self.element("sssxxyztbrr"))
        return f"{self.value(depth + 1)} {self.rng.choice('+-*')} {self.value(depth + 1)}"

    def block(self, pad, depth, count):
        for _ in range(count):
            self.statement(pad, depth)

    def statement(self, pad, depth):
        rng, chance = self.rng, self.rng.random()
        if chance < 0.3:
            name, place = self.element("sssxyztb")
            value = f"({self.value()}) & 7" if name == "b" else self.value()
            line = f"{name}[{place}] {rng.choice(['=', '=', '=', '+='])} {value}"
        elif chance < 0.45:
            line = f"acc += {self.value()}"
        elif chance < 0.55:
            name, place = self.element("sxztm")
            more = rng.choice(["", "", ", scope='block'"])
            line = f"cuda.atomic.{rng.choice(['add', 'max', 'exch'])}({name}, {place}, 1{more})"
        elif chance < 0.7:
            # Many fences in loops take minutes.
            meetings = MEETINGS if depth == 0 else MEETINGS[:5]
            line = rng.choice(meetings) if self.meets else "acc *= 2"
        elif depth == 2:
            line = "acc = acc * 2"
        else:
            head = f"if {rng.choice(CONDITIONS)}:"
            self.lines.append(pad + (head if chance < 0.85 else f"for j in range({rng.randint(2, 5)}):"))
            self.block(pad + "    ", depth + 1, rng.randint(1, 4))
            return
        self.lines.append(pad + line)

    def kernel(self):
        shared = self.rng.choice(["np.int32", "np.int32", "np.int64"])
        self.lines = [
            "@cuda.jit", "def k(x, y, z, b, r, m):",
            f"    s = cuda.shared.array(64, {shared})", "    t = cuda.shared.array(32, np.int32)",
            "    tid, i, j, acc = cuda.threadIdx.x, cuda.grid(1), 1, 0", "    lane = tid % 32",
        ]  # fmt: skip
        if self.rng.random() < 0.15:
            self.lines.append("    x, y = y, x")
        self.block("    ", 0, self.rng.randint(3, 9))
        if self.rng.random() < 0.2:
            self.lines.append("    w = x[::-1]\n    w[i % 128] = acc")
        self.lines.append("    if i < 128:\n        y[i] = acc")
        return "\n".join(self.lines) + "\n"


def findings(folder, source, seed):
    (folder / "k.py").write_text(HEADER + source)
    rng = random.Random(-seed)
    grid, block = rng.choice([(2, 64), (1, 64), (3, 48), (2, 33), (4, 32), (1, 128)])
    check = rng.choice(["all", "all", "all", "races", "uninit", "races,uninit", "bounds,races"])
    words = [f"{folder}/k.py::k", "--device=cpu", f"--grid={grid}", f"--block={block}", f"--check={check}"]
    if rng.random() < 0.2:
        words.append(f"--schedule={rng.choice(['reverse', f'random:{seed}'])}")
    for name, array in ARRAYS.items():
        np.save(folder / f"{name}.npy", array)
        words.append(f"{name}={folder}/{name}.npy")
    texts = []
    for level in ("-O3", "-O0"):
        status, text = program.run([*words, level], 120, {})
        assert status in (0, 1), text
        texts.append(re.sub(r"^(time: .*|\w: \w+ \(.*)$", "", text, flags=re.MULTILINE))
    return texts


@pytest.mark.parametrize("first", range(0, 100, 10))
def test_checks_find_the_same_however_code_asks(first, tmp_path):
    kinds = set()
    for seed in range(first, first + 10):
        source = Writer(seed).kernel()
        quick, always = findings(tmp_path, source, seed)
        assert quick == always, source
        kinds.update(re.findall(r"\[([A-Z]\w+)\]$", quick, re.MULTILINE))
    assert "DataRace" in kinds
