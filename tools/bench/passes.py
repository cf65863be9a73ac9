#!/usr/bin/env python3
"""What each of our optimizations is worth: the kernels as the JIT makes them, and without one of them at a time.

    passes.py make PYK2PTX FOLDER [--set seen|held-out|all] [--ahead-of-time]     FOLDER/all and FOLDER/NAME, each with a manifest.json
    run_peers.py --contenders $(cat FOLDER/contenders) --only $(cat FOLDER/kernels) $(cat FOLDER/manifests) --out FOLDER/times.json
    passes.py table FOLDER                                       in Markdown, of both

The manifest without NAME has the kernels whose PTX that changes, and no others; FOLDER/code.json has the bytes and the
milliseconds of all.
"""
import argparse
import json
import math
import re
import sys
from pathlib import Path
from types import SimpleNamespace

from common import HERE, add_set_option, chosen_sets
from make_manifest import build

TABLE = HERE.parents[1] / "compiler/include/pyk2ptx/optimizations.def"
REPEATS = 3


def optimizations():
    """The names of those that GPUs have."""
    rows = re.findall(r'^OPTIMIZATION\(\w+, "([\w-]+)", (\w+),', TABLE.read_text(), re.M)
    return [name for name, device in rows if device != "Cpu"]


def compile_without(options, name, pairs):
    """Kernel -> (manifest's entry, PTX); `name` is "all" or what is left out."""
    folder = options.folder / name
    passes = [] if name == "all" else [f"--passes=-{name}"]
    how = SimpleNamespace(pyk2ptx=options.pyk2ptx, folder=folder, launch=options.launch, compiler=passes)
    made = {}
    for kernels, source in pairs:
        (folder / kernels.name).mkdir(parents=True, exist_ok=True)
        # One after the other, the fastest of some: what the machine does besides only adds.
        entries = [build(how, kernels, source) for _ in range(REPEATS)]
        if isinstance(entries[0], str):
            sys.exit(f"passes.py: {source.stem} without {name}: {entries[0]}")
        entry = min(entries, key=lambda e: e["compile_s"])
        made[source.stem] = entry, (folder / entry["ptx"]).read_text()
    return made


def make(options):
    pairs = [(kernels, source) for kernels in chosen_sets(options.set) for source in kernels.sources]
    code, changed, manifests = {}, set(), []
    whole = compile_without(options, "all", pairs)
    for name in ["all", *optimizations()]:
        made = whole if name == "all" else compile_without(options, name, pairs)
        code[name] = {k: {"bytes": len(ptx), "ms": entry["compile_s"] * 1e3} for k, (entry, ptx) in made.items()}
        kept = [k for k, (_, ptx) in made.items() if name == "all" or ptx != whole[k][1]]
        if name != "all":
            changed.update(kept)
        if kept:
            manifests.append(name)
            (options.folder / name / "manifest.json").write_text(
                json.dumps({"variant": name, "kernels": [made[k][0] for k in kept]}))
        print(f"{name}: {len(kept)} kernels", flush=True)
    (options.folder / "code.json").write_text(json.dumps(code))
    (options.folder / "contenders").write_text(",".join(manifests))
    (options.folder / "kernels").write_text(",".join(sorted(changed)))
    (options.folder / "manifests").write_text(
        " ".join(f"--manifest {options.folder / name / 'manifest.json'}" for name in manifests))


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def slowdowns(records, name):
    """(kernel, time without over time with) of those whose code changes, the greatest last."""
    found = []
    for kernel, record in records.items():
        with_all, without = record["variants"].get("all", {}), record["variants"].get(name, {})
        if "ms" in without and "ms" in with_all and without.get("ok") is not False:
            found.append((kernel, without["ms"] / with_all["ms"]))
    return sorted(found, key=lambda pair: pair[1])


def cell(found, count):
    """The mean over all of a set's kernels (those that do not change are 1), and the two ends."""
    if not found:
        return "no kernel"
    ratio = math.exp(sum(math.log(r) for _, r in found) / count)
    ends = [found[-1]] if len(found) == 1 else [found[-1], found[0]]
    return f"{ratio:.3f} ({len(found)}: " + ", ".join(f"{kernel} {r:.2f}" for kernel, r in ends) + ")"


def code_ratio(code, name, what):
    return mean([code[name][k][what] / code["all"][k][what] for k in code["all"]])


def table(options):
    code = json.loads((options.folder / "code.json").read_text())
    result = json.loads((options.folder / "times.json").read_text())["kernels"]
    sets = {kernels.name: [source.stem for source in kernels.sources] for kernels in chosen_sets("all")}
    names = {s: kernels for s, kernels in sets.items() if set(kernels) & set(code["all"])}
    print("| without | " + " | ".join(f"time, {s}" for s in names) + " | PTX | compiling |")
    print("| --- |" + " --- |" * (len(names) + 2))
    for name in list(code)[1:]:
        cells = [cell(slowdowns({k: r for k, r in result.items() if k in kernels}, name), len(kernels))
                 for kernels in names.values()]
        print(f"| `{name}` | " + " | ".join(cells) +
              f" | {code_ratio(code, name, 'bytes'):.3f} | {code_ratio(code, name, 'ms'):.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(required=True)
    maker = commands.add_parser("make")
    maker.add_argument("pyk2ptx", type=lambda p: Path(p).resolve())
    maker.add_argument("folder", type=lambda p: Path(p).resolve())
    maker.add_argument("--ahead-of-time", dest="launch", action="store_const", const="", default="jit",
                       help="for any launch")
    add_set_option(maker)
    maker.set_defaults(run=make)
    reader = commands.add_parser("table")
    reader.add_argument("folder", type=Path)
    reader.set_defaults(run=table)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
