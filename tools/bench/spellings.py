#!/usr/bin/env python3
"""The same computations on the CPU device, as the benchmark's kernels are written and as other people write them.

    spellings.py PYK2PTX [--rounds=3] [NAME...]

Of each computation the first kernel is the benchmark's way: neighbouring threads along x at neighbouring elements,
conditions around what they are for. What the others take over it should be 1. One core; each time is the least of
ROUNDS medians of 15 launches, all spellings in turn. --passes=LIST is handed on.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HEAD = """from numba import cuda
import numpy as np

"""
PLANE = ("16,16", "16,16", ["random(float32,256x256,1)", "random(float32,256x256,2)", "zeros(float32,256x256)"])
LINE = ("4096", "256", ["random(float32,1048576,1)", "zeros(float32,1048576)", "1048576"])
PIXELS = ("32,32", "16,16", ["zeros(uint8,512x512x3)", "zeros(uint8,512x512x3)"])

TILES = """
    sa = cuda.shared.array((16, 16), np.float32)
    sb = cuda.shared.array((16, 16), np.float32)
    x, y = cuda.grid(2)
    {names}
{leave}
    s = np.float32(0)
    for i in range(a.shape[1] // 16):
        sa[{at}] = a[{a}]
        sb[{at}] = b[{b}]
        cuda.syncthreads()
        for k in range(16):
            s += sa[{row}, k] * sb[k, {column}]
        cuda.syncthreads()
    {store}
"""
NAMES = {"names": "tx = cuda.threadIdx.x\n    ty = cuda.threadIdx.y"}
BY_ROWS = {**NAMES, "at": "ty, tx", "a": "y, tx + i * 16", "b": "ty + i * 16, x", "row": "ty", "column": "tx"}
BY_COLUMNS = {**NAMES, "at": "tx, ty", "a": "x, ty + i * 16", "b": "tx + i * 16, y", "row": "tx", "column": "ty"}
SUM = """
    s = cuda.shared.array(256, np.float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
{begin}
    cuda.syncthreads()
    w = cuda.blockDim.x // 2
    while w > 0:
        if t < w:
            s[t] += s[t + w]
        cuda.syncthreads()
        w //= 2
    if t == 0:
        y[cuda.blockIdx.x] = s[0]
"""

# Each: the launch, the parameters, then spellings and their bodies.
COMPUTATIONS = {
    "sum of planes": (PLANE, "a, b, c", {
        "y, x": """
    x, y = cuda.grid(2)
    if y < c.shape[0] and x < c.shape[1]:
        c[y, x] = a[y, x] + b[y, x]
""",
        "i, j": """
    i, j = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        c[i, j] = a[i, j] + b[i, j]
""",
        "return": """
    i, j = cuda.grid(2)
    if i >= c.shape[0] or j >= c.shape[1]:
        return
    c[i, j] = a[i, j] + b[i, j]
"""}),
    "strides of planes": (("8,8", *PLANE[1:]), "a, b, c", {
        "by y": """
    x, y0 = cuda.grid(2)
    for y in range(y0, c.shape[0], cuda.gridsize(2)[1]):
        if x < c.shape[1]:
            c[y, x] = a[y, x] + b[y, x]
            if x + 128 < c.shape[1]:
                c[y, x + 128] = a[y, x + 128] + b[y, x + 128]
""",
        "by y and x": """
    x0, y0 = cuda.grid(2)
    sx, sy = cuda.gridsize(2)
    for y in range(y0, c.shape[0], sy):
        for x in range(x0, c.shape[1], sx):
            c[y, x] = a[y, x] + b[y, x]
""",
        "by x and y": """
    x0, y0 = cuda.grid(2)
    sx, sy = cuda.gridsize(2)
    for x in range(x0, c.shape[1], sx):
        for y in range(y0, c.shape[0], sy):
            c[y, x] = a[y, x] + b[y, x]
"""}),
    "product": (PLANE, "a, b, c", {
        "y, x": """
    x, y = cuda.grid(2)
    if y < c.shape[0] and x < c.shape[1]:
        s = np.float32(0)
        for k in range(a.shape[1]):
            s += a[y, k] * b[k, x]
        c[y, x] = s
""",
        "i, j": """
    i, j = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        s = np.float32(0)
        for k in range(a.shape[1]):
            s += a[i, k] * b[k, j]
        c[i, j] = s
""",
        "return": """
    x, y = cuda.grid(2)
    if y >= c.shape[0] or x >= c.shape[1]:
        return
    s = np.float32(0)
    for k in range(a.shape[1]):
        s += a[y, k] * b[k, x]
    c[y, x] = s
""",
        "while": """
    x, y = cuda.grid(2)
    if y < c.shape[0] and x < c.shape[1]:
        s = np.float32(0)
        k = 0
        while k < a.shape[1]:
            s += a[y, k] * b[k, x]
            k += 1
        c[y, x] = s
"""}),
    "product of some": (PLANE, "a, b, c", {
        "if": """
    x, y = cuda.grid(2)
    if y < c.shape[0] and x < c.shape[1]:
        s = np.float32(0)
        for k in range(a.shape[1]):
            if a[y, k] > 0.5:
                s += a[y, k] * b[k, x]
        c[y, x] = s
""",
        "continue": """
    x, y = cuda.grid(2)
    if y < c.shape[0] and x < c.shape[1]:
        s = np.float32(0)
        for k in range(a.shape[1]):
            if a[y, k] <= 0.5:
                continue
            s += a[y, k] * b[k, x]
        c[y, x] = s
"""}),
    "rows of neighbours": (PLANE, "a, b, c", {
        "min, max": """
    x, y = cuda.grid(2)
    if y < c.shape[0] and x < c.shape[1]:
        s = np.float32(0)
        for k in range(-b.shape[0] // 64, b.shape[0] // 64):
            s += a[y, min(max(x + k, 0), a.shape[1] - 1)]
        c[y, x] = s
""",
        "if, elif": """
    x, y = cuda.grid(2)
    if y < c.shape[0] and x < c.shape[1]:
        s = np.float32(0)
        for k in range(-b.shape[0] // 64, b.shape[0] // 64):
            at = x + k
            if at < 0:
                at = 0
            elif at >= a.shape[1]:
                at = a.shape[1] - 1
            s += a[y, at]
        c[y, x] = s
"""}),
    "inner cells": (PLANE, "a, b, c", {
        "y, x": """
    x, y = cuda.grid(2)
    if y < c.shape[0] - 2 and x < c.shape[1] - 2:
        c[y + 1, x + 1] = a[y, x + 1] + a[y + 2, x + 1] + a[y + 1, x] + a[y + 1, x + 2]
""",
        "i += 1": """
    i, j = cuda.grid(2)
    i += 1
    j += 1
    if i < c.shape[0] - 1 and j < c.shape[1] - 1:
        c[i, j] = a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1]
"""}),
    "product by tiles": (PLANE, "a, b, c", {
        "y, x": TILES.format(leave="", store="if y < c.shape[0] and x < c.shape[1]:\n        c[y, x] = s", **BY_ROWS),
        "return": TILES.format(
            leave="    if y >= c.shape[0] or x >= c.shape[1]:\n        return", store="c[y, x] = s", **BY_ROWS
        ),
        "names in pairs": TILES.format(
            leave="", store="if y < c.shape[0] and x < c.shape[1]:\n        c[y, x] = s",
            **{**BY_ROWS, "names": "tx, ty = cuda.threadIdx.x, cuda.threadIdx.y"}
        ),
        "x is the row": TILES.format(
            leave="    if x >= c.shape[0] or y >= c.shape[1]:\n        return", store="c[x, y] = s", **BY_COLUMNS
        )}),
    "sums of blocks": (LINE, "x, y, n", {
        "zero": SUM.format(begin="    s[t] = x[i] if i < n else np.float32(0)"),
        "return": SUM.format(begin="    if i >= n:\n        return\n    s[t] = x[i]")}),
    "stride": (("256", "256", ["random(float32,4194304,1)", "zeros(float32,4194304)", "4194304"]), "x, y, n", {
        "to a size": """
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        y[i] += 2 * x[i]
""",
        "to a number": """
    for i in range(cuda.grid(1), n, cuda.gridsize(1)):
        y[i] += 2 * x[i]
""",
        "while": """
    i = cuda.grid(1)
    while i < x.size:
        y[i] += 2 * x[i]
        i += cuda.gridsize(1)
""",
        "while, a number": """
    i = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    while i < n:
        y[i] += 2 * x[i]
        i += cuda.blockDim.x * cuda.gridDim.x
"""}),
    "scan of blocks": (LINE, "x, y, n", {
        "one row": """
    s = cuda.shared.array(256, np.float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    s[t] = x[i]
    cuda.syncthreads()
    w = 1
    while w < 256:
        v = s[t]
        if t >= w:
            v += s[t - w]
        cuda.syncthreads()
        s[t] = v
        cuda.syncthreads()
        w *= 2
    y[i] = s[t]
""",
        "two rows": """
    s = cuda.shared.array((2, 256), np.float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    old = 0
    new = 1
    s[0, t] = x[i]
    cuda.syncthreads()
    w = 1
    while w < 256:
        if t >= w:
            s[new, t] = s[old, t] + s[old, t - w]
        else:
            s[new, t] = s[old, t]
        cuda.syncthreads()
        old, new = new, old
        w *= 2
    y[i] = s[old, t]
"""}),
    "pixels": (PIXELS, "x, y", {
        "y, x": """
    j, i = cuda.grid(2)
    if i < y.shape[0] and j < y.shape[1]:
        for c in range(3):
            y[i, j, c] = 255 - x[i, j, c]
""",
        "i, j": """
    i, j = cuda.grid(2)
    if i < y.shape[0] and j < y.shape[1]:
        for c in range(3):
            y[i, j, c] = 255 - x[i, j, c]
"""}),
}


def kernel_name(number):
    return f"k{number}"


def write_kernels(path, parameters, spellings):
    kernels = (f"@cuda.jit\ndef {kernel_name(i)}({parameters}):{body}" for i, body in enumerate(spellings.values()))
    path.write_text(HEAD + "\n\n".join(kernels))
    return path


def milliseconds(program, path, number, launch, passes):
    grid, block, arguments = launch
    words = [program, "run", f"{path}::{kernel_name(number)}", "--device=cpu", f"--grid={grid}", f"--block={block}", "--repeat=15"]
    words += [f"--passes={passes}"] if passes else []
    environment = {**os.environ, "PYK2PTX_CPU_THREADS": "1"}
    done = subprocess.run([*words, *arguments], env=environment, capture_output=True, text=True, check=False)
    found = re.search(r"time: ([0-9.]+) ms", done.stdout)
    if done.returncode or not found:
        sys.exit(f"{' '.join(words)}:\n{done.stdout}{done.stderr}")
    return float(found[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--passes", default="")
    options = parser.parse_intermixed_args()
    if unknown := set(options.names) - set(COMPUTATIONS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(COMPUTATIONS)}")
    with tempfile.TemporaryDirectory() as folder:
        for name in options.names or COMPUTATIONS:
            launch, parameters, spellings = COMPUTATIONS[name]
            path = write_kernels(pathlib.Path(folder, "spellings.py"), parameters, spellings)
            rounds = [
                [milliseconds(options.program, path, i, launch, options.passes) for i in range(len(spellings))]
                for _ in range(options.rounds)
            ]
            best = [min(times) for times in zip(*rounds)]
            for spelling, time in zip(spellings, best):
                print(f"{name:<18} {spelling:<14} {time:9.3f} ms: {time / best[0]:5.2f}", flush=True)


if __name__ == "__main__":
    main()
