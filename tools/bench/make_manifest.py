#!/usr/bin/env python3
"""Compiles a set's kernels/*.py with pyk2ptx and writes the manifest that run_peers.py reads.

    make_manifest.py PYK2PTX FOLDER [--set seen|held-out|all] [--variant NAME] [--launch FACTS] [OPTION...]

OPTIONs are the compiler's. --launch compiles for what is known of the benchmark's launches: facts of the compiler's
--facts, where "block" is each kernel's own block, "last" the short last axes of its arrays and "sizes" the bits of its
integers and extents; "jit" is what the JIT does. A kernel that does not compile is named, with the compiler's first line, and
left out.
"""
import argparse
import functools
import json
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

import harness
from common import ARCH, add_set_option, chosen_sets

JIT_FACTS = "apart,small,small-grid,align=16,block,per-thread=4,last,sizes"
# Of launches of few threads, if an array has so many bytes; of others nothing (runtime/jit/variant_table.cpp).
FEW_THREADS_FACTS = "apart,small,align=16,last,sizes"
MUCH_MEMORY = 8 << 20
SHORT = range(2, 5)  # runtime/include/pyk2ptx/launch_facts.h
ONE_AT_A_TIME = threading.Lock()  # arrays of a case fill much of a GPU


def short_axes(case):
    """Of each argument, the last axis's extent where it is a short one of several; else 0."""
    shapes = [getattr(array, "shape", ()) for array in list(case.args.values())[:harness.MOST_ARGUMENTS]]
    return [shape[-1] if len(shape) > 1 and shape[-1] in SHORT else 0 for shape in shapes]


@functools.cache
def of_arguments(kernels, name):
    """What facts say of each argument of the benchmark's launches; run_peers.py compares sizes with them."""
    with ONE_AT_A_TIME:
        case = kernels.cases[name]()
        facts = {"last": short_axes(case), "sizes": harness.size_bits(case),
                 "memory": max(getattr(value, "nbytes", 0) for value in case.args.values())}
        del case
        if harness.xp is not np:
            harness.xp.get_default_memory_pool().free_all_blocks()
    return facts


def stated(fact, kernels, name):
    """The fact as the compiler takes it; none where it says nothing of this kernel."""
    if fact == "block":
        return ["block=" + "x".join(map(str, kernels.block(name)))]
    if fact in ("last", "sizes"):
        numbers = of_arguments(kernels, name)[fact]
        return [f"{fact}=" + "x".join(map(str, numbers))] if any(numbers) else []
    return [fact]


def launch_options(facts, kernels, name):
    """The compiler's options for a kernel whose launches are known."""
    if facts == "jit":
        facts = JIT_FACTS
        if kernels.few_threads(name):
            facts = FEW_THREADS_FACTS if of_arguments(kernels, name)["memory"] >= MUCH_MEMORY else ""
    if not facts:
        return []
    return ["--facts=" + ",".join(word for fact in facts.split(",") for word in stated(fact, kernels, name))]


def block_of(kernel, block):
    """What is launched: a thread may do the work of several."""
    by = kernel.get("coarsening", [1, 1, 1])
    return [extent // lanes for extent, lanes in zip((*block, 1, 1), by)]


def build(options, kernels, source):
    """The manifest's entry of one kernel; what the compiler says, when it does not compile."""
    folder = options.folder / kernels.name
    ptx, facts = folder / f"{source.stem}.ptx", folder / f"{source.stem}.json"
    known = launch_options(options.launch, kernels, source.stem) if options.launch else []
    sizes = of_arguments(kernels, source.stem)["sizes"] if "sizes=" in "".join(known) else []
    seconds = {}
    for output, kind in (ptx, "ptx"), (facts, "manifest"):
        start = time.perf_counter()
        done = subprocess.run([options.pyk2ptx, source, f"--arch={ARCH}", f"--emit={kind}", "-o", output,
                               *options.compiler, *known], capture_output=True, text=True)
        seconds[kind] = time.perf_counter() - start
        if done.returncode:
            return (done.stderr.splitlines() or ["no message"])[0]
    kernel = next(k for k in json.loads(facts.read_text())["kernels"] if k["name"] == source.stem)
    return {"case": source.stem, "block": block_of(kernel, kernels.block(source.stem)),
            "ptx": f"{kernels.name}/{ptx.name}", "entry": kernel["entry"], "params": kernel["params"],
            "sizes": sizes, "compile_s": seconds["ptx"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pyk2ptx", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--variant", default="pyk2ptx")
    parser.add_argument("--launch", help="facts of the launches, or jit")
    add_set_option(parser)
    options, options.compiler = parser.parse_known_args()
    if harness.xp is np:
        harness.SHRINK = 10  # sizes are other ones then: what is compiled for them is refused by a GPU's launches
    options.pyk2ptx = options.pyk2ptx.resolve()
    for kernels in chosen_sets(options.set):
        (options.folder / kernels.name).mkdir(parents=True, exist_ok=True)
    sources = [(kernels, source) for kernels in chosen_sets(options.set) for source in kernels.sources]
    with ThreadPoolExecutor() as pool:
        entries = list(pool.map(lambda pair: build(options, *pair), sources))
    for (_, source), entry in zip(sources, entries):
        if isinstance(entry, str):
            print(f"SKIPPED {source.stem}: {entry}", flush=True)
    compiled = [entry for entry in entries if not isinstance(entry, str)]
    manifest = {"variant": options.variant, "kernels": compiled}
    (options.folder / "manifest.json").write_text(json.dumps(manifest, indent=1))
    print(f"{options.variant}: {len(compiled)} of {len(sources)} kernels compile")
    return 0 if compiled else 1


if __name__ == "__main__":
    sys.exit(main())
