#!/usr/bin/env python3
"""One peer's times as the measure, of the JSON that run_peers.py wrote: over_peer.py results/x.json numba

A line a variant: the geometric mean of its times over the peer's, the least and the most of them, where both have run and
are right; then the kernels, one by one.
"""
import json
import math
import sys


def ratios(result, base):
    """Variant -> {kernel: its time over the peer's}."""
    found = {}
    for name, kernel in result["kernels"].items():
        right = {label: v["ms"] for label, v in kernel["variants"].items() if "ms" in v and v.get("ok") is not False}
        for label in right if base in right else ():
            if label != base:
                found.setdefault(label, {})[name] = right[label] / right[base]
    return found


def main():
    path, base = sys.argv[1:]
    with open(path) as file:
        found = ratios(json.load(file), base)
    if not found:
        sys.exit(f"over_peer.py: no kernel has a time of {base} and of another")
    for label, of in found.items():
        mean = math.exp(sum(map(math.log, of.values())) / len(of))
        print(f"{label} over {base}: {mean:.2f} ({min(of.values()):.2f} to {max(of.values()):.2f}) of {len(of)} kernels")
        print("  " + ", ".join(f"{name} {ratio:.2f}" for name, ratio in sorted(of.items(), key=lambda pair: pair[1])))


if __name__ == "__main__":
    main()
