#!/usr/bin/env python3
"""Turns the JSON of run_peers.py into tables:  report.py results/x.json > results/x.md"""
import json
import math
import sys
from pathlib import Path

RATE = {"B": ("GB/s", 1e9), "flop": ("GFLOP/s", 1e9), "half flop": ("GFLOP/s", 1e9), "sample": ("Gsample/s", 1e9)}
PEERS = ("nvcc", "numba", "numba-ptx")
LIBRARIES = ("cublas", "triton", "torch")


def rate(kernel, variant, ceilings):
    """'3651 GB/s (85%)': the work rate of a variant, and its share of the measured ceiling."""
    amount, kind = kernel["work"]
    unit, scale = RATE[kind]
    share = reached(kernel, variant, ceilings)
    return f"{amount / variant['ms'] * 1e3 / scale:.0f} {unit}" + (f" ({share})" if share else "")


def reached(kernel, variant, ceilings):
    """'85%' of the copy's bandwidth, or of the flop rate; '' where the work has no ceiling."""
    amount, kind = kernel["work"]
    if "ms" not in variant or kind not in ceilings:
        return ""
    return f"{amount / variant['ms'] * 1e3 / ceilings[kind]:.0%}"


def timing(variant, base=None, share=""):
    """'0.751', or '0.751 (1.02x, 85%)' against a base; what went wrong where it did."""
    if "ms" not in variant:
        return "failed" if "failed" in variant else "-"
    wrong = " WRONG" if variant.get("ok") is False else ""
    noisy = f" ±{variant['spread']:.0%}" if variant["spread"] > 0.03 else ""
    said = [f"{variant['ms'] / base['ms']:.2f}x"] if base and "ms" in base else []
    said += [share] if said and share else []
    about = f" ({', '.join(said)})" if said else ""
    return f"{variant['ms']:.3f}{about}{noisy}{wrong}"


def summary(name, result):
    found = result["kernels"][name]["variants"]
    return f"{name:18}" + "  ".join(f"{label} {timing(v)}" for label, v in found.items())


def table(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines) + "\n"


def ratios(records, variant):
    """Kernel -> a variant's time over nvcc's, where both have one and are right."""
    pairs = {name: (k["variants"].get(variant, {}), k["variants"].get("nvcc", {})) for name, k in records.items()}
    return {name: v["ms"] / base["ms"] for name, (v, base) in pairs.items()
            if "ms" in v and "ms" in base and v.get("ok", True) and base.get("ok", True)}


def mean_ratio(records, variant):
    """'(1.23x of 20)': the geometric mean of a variant's times over nvcc's."""
    found = ratios(records, variant).values()
    return f"({math.exp(sum(map(math.log, found)) / len(found)):.2f}x of {len(found)})" if found else "-"


def worst_ratio(records, variant):
    """'1.31x softmax'."""
    found = ratios(records, variant)
    worst = max(found, key=found.get, default=None)
    return f"{found[worst]:.2f}x {worst}" if worst else "-"


def groups(result):
    """Title -> records: the sets of kernels by themselves, primitives apart."""
    titles = {}
    for name, k in result["kernels"].items():
        title = f"Kernels {k['set'].replace('-', ' ')}"
        if k["primitive"]:
            title = "Primitives of a block and products of matrices"
        titles.setdefault(title, {})[name] = k
    return titles


def columns_of(records):
    """The variants that there are: the known ones first, libraries last."""
    there = [label for k in records.values() for label in k["variants"]]
    libraries = [label for label in LIBRARIES if label in there]
    added = [label for label in dict.fromkeys(there) if label not in (*PEERS, *LIBRARIES)]
    return [*(label for label in PEERS[1:] if label in there), *added, *libraries]


def kernel_table(records, ceilings):
    columns, rows = columns_of(records), []
    for name, k in records.items():
        found = k["variants"]
        base = found.get("nvcc", {})
        best = rate(k, base, ceilings) if "ms" in base else "-"
        shown = [found.get(c, {}) for c in columns]
        rows.append([name, best, timing(base), *(timing(v, base, reached(k, v, ceilings)) for v in shown)])
    rows.append(["**geometric mean**", "", "", *(mean_ratio(records, c) for c in columns)])
    rows.append(["**worst**", "", "", *(worst_ratio(records, c) for c in columns)])
    return table(["kernel", "nvcc rate", "nvcc ms", *(f"{c} ms (vs nvcc)" for c in columns)], rows)


def counter_table(result):
    """What ncu counted, if it was asked."""
    if "ncu_failed" in result:
        return f"**No counters**: {result['ncu_failed']}\n"
    rows, kinds = [], []
    for name, k in result["kernels"].items():
        for label, v in k["variants"].items():
            if counted := v.get("counters"):
                kinds = kinds or [kind for kind in counted if kind != "binds"]
                rows.append([name, label, counted["binds"],
                             *(f"{counted[kind]:,.0f}" if kind in counted else "" for kind in kinds)])
    return table(["kernel", "variant", "binds", *kinds], rows) if rows else ""


def code_table(result):
    """Static facts of the machine code of each variant that has some."""
    kinds = ["all", "ldg", "ldg.nc", "ldg.wide", "lds", "ffma", "fp64", "int64", "mufu", "branch", "local", "call"]
    rows = []
    for name, k in result["kernels"].items():
        for label, v in k["variants"].items():
            if "sass" in v:
                rows.append([name, label, v["registers"], v["local_bytes"], *(v["sass"][x] or "" for x in kinds)])
    return table(["kernel", "variant", "registers", "stack B", *kinds], rows)


def markdown(result):
    c = result["ceilings"]
    parts = ["# Kernel times\n",
             f"Measured ceilings: copy {c['B'] / 1e12:.2f} TB/s, float32 FMA {c['flop'] / 1e12:.1f} TFLOP/s. "
             "Times are medians of GPU event times; a factor is time over nvcc's (above 1 is slower); "
             "a share is of the measured ceiling, of bytes that must be moved or of operations.\n"]
    for title, records in groups(result).items():
        parts += [f"## {title}\n", kernel_table(records, c)]
    counted = counter_table(result)
    if counted:
        parts += ["## Counters\n",
                  "Of one launch by ncu. Percent of what a part can do at most; `binds` is the greatest of them, "
                  "or latency where none is near.\n", counted]
    parts += ["## Machine code\n",
              "Static SASS counts: `ldg.nc` read-only loads, `ldg.wide` 64/128-bit loads, `fp64` "
              "double-precision arithmetic and conversions, `int64` wide multiplies and carry adds, "
              "`local` stack traffic.\n", code_table(result)]
    return "\n".join(parts)


if __name__ == "__main__":
    print(markdown(json.loads(Path(sys.argv[1]).read_text())))
