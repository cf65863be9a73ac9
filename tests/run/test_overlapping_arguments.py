"""Launches whose arrays share memory. Every optimization that moves a load or a store asks
whether arrays are apart, and what these kernels compute hangs on the answer."""

from random import Random

import numpy as np
import pytest
import simulator
from conftest import Part, assert_same
from simulator import simulate

NAMES = ("whole", "a", "b", "c")


class Kernel:
    """A kernel by chance. A thread has a row, so that threads have nothing in common."""

    def __init__(self, rng, axes):
        self.rng, self.row = rng, "t, " if axes == 2 else ""
        self.extent = "shape[1]" if axes == 2 else "shape[0]"
        lines = ["    t = cuda.grid(1)", "    if t >= 3:", "        return"]
        for _ in range(rng.randint(1, 3)):
            lines += self.statement("    ", ())
        self.source = "\n".join(["@cuda.jit", f"def k({', '.join(NAMES)}):", *lines, ""])

    def element(self, counters):
        rng = self.rng
        array, at = rng.choice(NAMES), str(rng.randint(-3, 6))
        if counters and rng.random() < 0.8:
            by = rng.choice(counters)
            at = rng.choice((by, by, f"{by} + {rng.randint(1, 3)}", f"{by} - {rng.randint(1, 3)}",
                             f"2 * {by}", f"-1 - {by}", f"{array}.{self.extent} - 1 - {by}"))
        return f"{array}[{self.row}{at}]"

    def value(self, counters):
        terms = [self.element(counters) for _ in range(self.rng.randint(1, 3))]
        return f" {self.rng.choice('+-')} ".join(terms) + self.rng.choice(("", " + 1", " * 3"))

    def statement(self, indent, counters):
        rng = self.rng
        draw = rng.random()
        if draw < 0.45 and len(counters) < 2:
            by = "ij"[len(counters)]
            end = rng.choice((f"{rng.choice(NAMES)}.{self.extent}", str(rng.randint(0, 9))))
            bounds = rng.choice((end, f"{rng.randint(0, 3)}, {end}", f"0, {end}, 2"))
            body = [line for _ in range(rng.randint(1, 3))
                    for line in self.statement(indent + "    ", (*counters, by))]
            return [f"{indent}for {by} in range({bounds}):", *body]
        if draw < 0.55:
            test = f"{self.element(counters)} > {self.element(counters)}"
            return [f"{indent}if {test}:", *self.statement(indent + "    ", counters)]
        # Several stand beside each other: what a load may be moved over.
        return [f"{indent}{self.element(counters)} {rng.choice(('=', '=', '+='))} {self.value(counters)}"
                for _ in range(rng.randint(1, 4))]


def part(rng, axes, extent):
    """A part of an array's last axis, as its subscript."""
    begin, end = sorted(rng.sample(range(extent + 1), 2))
    step = rng.choice((1, 1, 1, 1, 2, 3))
    last = rng.choice((f"{begin}:{end}:{step}", f"{begin}:{end}", ":", f"{begin}:"))
    if axes == 1 and rng.random() < 0.1:
        last = "::-1"
    return "[" + ":, " * (axes - 1) + last + "]"


def run(launch, seed, options):
    rng = Random(seed)
    axes, extent = rng.choice((1, 1, 2)), rng.choice((7, 12, 19))
    kernel = Kernel(rng, axes)
    shape = (3, extent) if axes == 2 else (extent,)
    dtype = rng.choice((np.int32, np.int64, np.float32))
    whole = np.random.default_rng(seed).integers(-9, 10, shape).astype(dtype)
    parts = [part(rng, axes, extent) for _ in NAMES[1:]]
    block = (4,) if axes == 2 else (1,)
    expected = whole.copy()
    views = [eval("expected" + each, {"expected": expected}) for each in parts]
    simulator.outside = 0
    simulate("import numpy as np\nfrom numba import cuda\n" + kernel.source, "k", (1,), block,
             [expected, *views])
    if "--bounds=none" in options and simulator.outside:
        return
    got = launch(kernel.source, "k", (1,), block, [whole, *(Part("whole" + each) for each in parts)],
                 options=["--fmad=false", *options])
    try:
        assert_same("whole", got[0], expected)
    except AssertionError as problem:
        raise AssertionError(f"seed {seed}, {parts}, {dtype.__name__}:\n{kernel.source}{problem}") from None


WAYS = [[], ["--passes=gpu"], ["--passes=gpu", "--bounds=none"], ["--passes=gpu", "--per-thread=4"],
        ["--passes=gpu", "--facts"]]


@pytest.mark.parametrize("first", (0, 40))
@pytest.mark.parametrize("way", range(5), ids=["plain", "gpus", "unguarded", "per_thread", "facts"])
def test_what_chance_writes(launch, first, way):
    if launch.device == "gpu" and way == 1:
        pytest.skip("there they run anyway")
    for seed in range(first, first + 40):
        run(launch, seed, WAYS[way])


def test_that_answers_matter(launch):
    """Were the kernels told that their arrays are apart, some would compute something else."""
    def promised(source, *rest, **options):
        return launch(source.replace("@cuda.jit", "@cuda.jit(noalias=True)"), *rest, **options)

    promised.device, differ = launch.device, 0
    for seed in range(40):
        try:
            run(promised, seed, ["-O3"] if launch.device == "gpu" else ["-O3", "--passes=gpu"])
        except AssertionError:
            differ += 1
    assert differ > 4
