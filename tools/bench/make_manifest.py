#!/usr/bin/env python3
"""Compiles kernels/*.py with pyk2ptx and writes the manifest that run_peers.py reads.

    make_manifest.py PYK2PTX FOLDER [--variant NAME] [--launch FACTS] [OPTION...]

OPTIONs are the compiler's. --launch compiles for what is known of the benchmark's launches: facts of the compiler's
--facts, where "block" is each kernel's own block; "jit" is what the JIT does. A kernel that does not compile is named,
with the compiler's first line, and left out.
"""
import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

from common import ARCH, BLOCKS, FEW_THREADS, HERE

JIT_FACTS = "apart,small,align=16,block,per-thread=4"


def launch_options(facts, name):
    """The compiler's options for a kernel whose launches are known."""
    if facts == "jit":
        facts = "" if name in FEW_THREADS else JIT_FACTS
    if not facts:
        return []
    facts = facts.split(",")
    block = "block=" + "x".join(map(str, BLOCKS.get(name, (256,))))
    return ["--facts=" + ",".join(block if fact == "block" else fact for fact in facts)]


def block_of(kernel, name):
    """What is launched: a thread may do the work of several."""
    by = kernel.get("coarsening", [1, 1, 1])
    return [extent // lanes for extent, lanes in zip((*BLOCKS.get(name, (256,)), 1, 1), by)]


def build(pyk2ptx, source, folder, options):
    """The manifest's entry of one kernel; None, having said why, when it does not compile."""
    ptx, facts = folder / f"{source.stem}.ptx", folder / f"{source.stem}.json"
    seconds = {}
    for output, kind in (ptx, "ptx"), (facts, "manifest"):
        start = time.perf_counter()
        done = subprocess.run([pyk2ptx, source, f"--arch={ARCH}", f"--emit={kind}", "-o", output, *options],
                              capture_output=True, text=True)
        seconds[kind] = time.perf_counter() - start
        if done.returncode:
            print(f"SKIPPED {source.stem}: {(done.stderr.splitlines() or ['no message'])[0]}", flush=True)
            return None
    kernel = next(k for k in json.loads(facts.read_text())["kernels"] if k["name"] == source.stem)
    return {"case": source.stem, "block": block_of(kernel, source.stem), "ptx": ptx.name, "entry": kernel["entry"],
            "params": kernel["params"], "compile_s": seconds["ptx"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pyk2ptx", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--variant", default="pyk2ptx")
    parser.add_argument("--launch", help="facts of the launches, or jit")
    options, compiler_options = parser.parse_known_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    sources = sorted((HERE / "kernels").glob("*.py"))
    entries = [build(options.pyk2ptx.resolve(), source, options.folder,
                     [*compiler_options, *(launch_options(options.launch, source.stem) if options.launch else [])])
               for source in sources]
    kernels = [entry for entry in entries if entry]
    manifest = {"variant": options.variant, "kernels": kernels}
    (options.folder / "manifest.json").write_text(json.dumps(manifest, indent=1))
    print(f"{options.variant}: {len(kernels)} of {len(sources)} kernels compile")
    return 0 if kernels else 1


if __name__ == "__main__":
    sys.exit(main())
