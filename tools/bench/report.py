#!/usr/bin/env python3
"""Turns the JSON of run_peers.py into tables:  report.py results/x.json > results/x.md"""
import json
import math
import sys
from pathlib import Path

RATE = {"B": ("GB/s", 1e9), "flop": ("GFLOP/s", 1e9), "half flop": ("GFLOP/s", 1e9), "sample": ("Gsample/s", 1e9)}
PEERS = ("nvcc", "numba", "numba-ptx")


def rate(kernel, variant, ceilings):
    """'3651 GB/s (85%)': the work rate of a variant, and its share of the measured ceiling."""
    amount, kind = kernel["work"]
    unit, scale = RATE[kind]
    per_second = amount / variant["ms"] * 1e3
    share = f" ({per_second / ceilings[kind]:.0%})" if kind in ceilings else ""
    return f"{per_second / scale:.0f} {unit}{share}"


def timing(variant, base=None):
    """'0.751', or '0.751 (1.02x)' against a base; what went wrong where it did."""
    if "ms" not in variant:
        return "failed" if "failed" in variant else "-"
    wrong = " WRONG" if variant.get("ok") is False else ""
    noisy = f" ±{variant['spread']:.0%}" if variant["spread"] > 0.03 else ""
    ratio = f" ({variant['ms'] / base['ms']:.2f}x)" if base and "ms" in base else ""
    return f"{variant['ms']:.3f}{ratio}{noisy}{wrong}"


def summary(name, result):
    found = result["kernels"][name]["variants"]
    return f"{name:18}" + "  ".join(f"{label} {timing(v)}" for label, v in found.items())


def table(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines) + "\n"


def mean_ratio(result, variant):
    """'(1.23x of 20)': the geometric mean of a variant's time over nvcc's, where both have one."""
    pairs = [(k["variants"].get(variant, {}), k["variants"].get("nvcc", {})) for k in result["kernels"].values()]
    ratios = [v["ms"] / base["ms"] for v, base in pairs if "ms" in v and "ms" in base]
    return f"({math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}x of {len(ratios)})" if ratios else "-"


def kernel_table(result):
    added = []
    for k in result["kernels"].values():
        added += [v for v in k["variants"] if v not in (*PEERS, "torch", "triton", *added)]
    columns = [*PEERS, *added, "triton", "torch"]
    rows = []
    for name, k in result["kernels"].items():
        found = k["variants"]
        base = found.get("nvcc", {})
        best = rate(k, base, result["ceilings"]) if "ms" in base else "-"
        rows.append([name, best, timing(base),
                     *(timing(found.get(c, {}), base) for c in columns[1:])])
    rows.append(["**geometric mean**", "", "", *(mean_ratio(result, c) for c in columns[1:])])
    return table(["kernel", "nvcc rate", "nvcc ms", *(f"{c} ms (vs nvcc)" for c in columns[1:])], rows)


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
             "a share is of the measured ceiling.\n",
             kernel_table(result), "## Machine code\n",
             "Static SASS counts: `ldg.nc` read-only loads, `ldg.wide` 64/128-bit loads, `fp64` "
             "double-precision arithmetic and conversions, `int64` wide multiplies and carry adds, "
             "`local` stack traffic.\n", code_table(result)]
    return "\n".join(parts)


if __name__ == "__main__":
    print(markdown(json.loads(Path(sys.argv[1]).read_text())))
