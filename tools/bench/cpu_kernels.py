#!/usr/bin/env python3
"""The benchmark kernels on the CPU device beside the same computations as C++ loops.

    cpu_kernels.py PYK2PTX [--cores=1] [--scale=1] [--rounds=5] [KERNEL...]

Needs NumPy and g++. cpu/twins.cpp has the natural loops, compiled with -O3 -march=native -fopenmp: one
core, or as many as --cores says, for both. The launches are those that a GPU would get. Each side's
time is the least of ROUNDS medians, both in turn; results are compared before. --scale makes arrays larger.
--check=all: what the checks cost, the same launches with them and without, no C++,
by the processes' CPU time.
"""
import argparse
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
FLAGS = ["-O3", "-march=native", "-fopenmp"]
REPEAT = 15
f32 = np.float32


def random(*shape):
    return np.random.default_rng(1).random(shape, dtype=f32)


def lines(n):
    return math.ceil(n / 256), 256


def planes(shape, block):
    return tuple(-(-extent // of) for extent, of in zip(shape[::-1], block)), block


# Each: grid, block, arguments in the kernel's order, what is written, tolerance of its elements.
def cases(scale):
    n = scale << 20
    side = int((scale << 18) ** 0.5) // 32 * 32
    square = (side, side)
    few = 1056, 256
    a, b = random(n), random(n)[::-1].copy()
    # The kernels' and the loops' sums of 2**22 elements round apart.
    yield "vecadd", *lines(n), {"a": a, "b": b, "c": np.zeros(n, f32)}, "c", 0
    yield "saxpy", *few, {"alpha": 0.01, "x": random(4 * n), "y": random(4 * n)}, "y", 1e-6
    product = {"a": random(*square), "b": random(*square), "c": np.zeros(square, f32)}
    yield "matmul_naive", *planes(square, (16, 16)), product, "c", 1e-5
    yield "matmul_tiled16", *planes(square, (16, 16)), product, "c", 1e-5
    yield "matmul_tiled32", *planes(square, (32, 32)), product, "c", 1e-5
    sums = {"x": random(4 * n), "out": np.zeros(1, f32)}
    yield "reduce_shared", *few, sums, "out", 1e-4
    yield "reduce_warp", *few, sums, "out", 1e-4
    yield "segreduce", n // 4096, 256, {"data": a, "sums": np.zeros(n // 4096, f32)}, "sums", 1e-5
    yield "stencil1d", *lines(n), {"x": a, "weights": random(9), "out": np.zeros(n, f32)}, "out", 1e-6
    wide = (1024, scale * 1024)
    yield "jacobi2d", *planes(wide, (32, 8)), {"u": random(*wide), "v": np.zeros(wide, f32)}, "v", 1e-6
    image = {"x0": -2.0, "y0": -1.5, "dx": 3 / side, "dy": 3 / side, "max_iter": 256,
             "image": np.zeros(square, np.int32)}
    yield "mandelbrot", *planes(square, (16, 16)), image, "image", 0.02
    bodies = int((scale << 22) ** 0.5) // 256 * 256
    yield "nbody", *lines(bodies), {
        **{name: random(4, bodies)[k].copy() for k, name in enumerate(("x", "y", "z", "mass"))},
        **{name: np.zeros(bodies, f32) for name in ("ax", "ay", "az")}}, "az", 1e-3
    u = random(3, n // 4)
    yield "blackscholes", *lines(n // 4), {
        "price": 5 + 25 * u[0], "strike": 1 + 99 * u[1], "years": f32(0.25) + f32(9.75) * u[2],
        "call": np.zeros(n // 4, f32), "put": np.zeros(n // 4, f32)}, "put", 1e-4
    data = np.random.default_rng(1).integers(0, 256, 4 * n, dtype=np.uint8)
    yield "histogram", *few, {"data": data, "hist": np.zeros(256, np.int32)}, "hist", 0
    rows = (scale * 64, 4096)
    yield "softmax", rows[0], 256, {"x": random(*rows) * 8, "out": np.zeros(rows, f32)}, "out", 1e-5


class Side:
    """One of the two programs, for one case."""

    def __init__(self, command, environment, pattern, out):
        self.command, self.pattern, self.out = command, pattern, out
        self.environment = {**os.environ, **environment}

    def cpu_time(self, repeat):
        """Milliseconds a launch on one core, whatever else the machine does."""
        took = []
        for count in (1, 1 + repeat):
            command = [str(word).replace("REPEAT", str(count)) for word in self.command]
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=self.environment)
            _, status, usage = os.wait4(process.pid, 0)
            if status:
                sys.exit(f"{command} failed")
            took.append(usage.ru_utime + usage.ru_stime)
        return max(took[1] - took[0], 1e-6) / repeat * 1000

    def time(self, repeat):
        command = [str(word).replace("REPEAT", str(repeat)) for word in self.command]
        got = subprocess.run(command, check=True, capture_output=True, text=True, env=self.environment)
        return float(re.search(self.pattern, got.stdout)[1])


def checked(program, options, folder, case):
    """Milliseconds of a launch with checks and without, on one core."""
    plain, _ = sides(program, options, folder, case)
    watched = Side([*plain.command, f"--check={options.check}"], plain.environment, plain.pattern, plain.out)
    repeat = [max(int(300 / side.time(1)), 1) for side in (watched, plain)]
    times = [(watched.cpu_time(repeat[0]), plain.cpu_time(repeat[1])) for _ in range(options.rounds)]
    return min(t[0] for t in times), min(t[1] for t in times)


def words(values):
    return values if isinstance(values, str) else ",".join(map(str, np.atleast_1d(values)))


def sides(program, options, folder, case):
    name, grid, block, arguments, written, _ = case
    device, plain = [], []
    for key, value in arguments.items():
        if not isinstance(value, np.ndarray):
            device.append(f"{key}={value!r}")
            plain.append(repr(value))
            continue
        file = folder / f"{key}.npy"
        np.save(file, value)
        device.append(f"{key}={file}")
        plain.append(f"{file}@{folder}/twin.bin" if key == written else str(file))
    run = [program, "run", f"{HERE}/kernels/{name}.py::{name}", "--device=cpu", "--grid", words(grid),
           "--block", words(block), "--repeat=REPEAT", f"--out={written}={folder}/device.npy", *device]
    cores = str(options.cores)
    return (Side([*run, *options.more], {"PYK2PTX_CPU_THREADS": cores}, r"time: ([\d.]+) ms",
                 folder / "device.npy"),
            Side([folder / "twins", name, "REPEAT", *plain], {"OMP_NUM_THREADS": cores}, r"([\d.]+)",
                 folder / "twin.bin"))


def differ(case, ours, theirs):
    """What is wrong with the results, or nothing."""
    mine = np.load(ours.out).ravel()
    other = np.fromfile(theirs.out, mine.dtype)
    tolerance = case[-1]
    if mine.dtype.kind == "i":
        return np.mean(mine != other) > tolerance
    return not np.linalg.norm(mine.astype(float) - other) <= tolerance * np.linalg.norm(other.astype(float))


def measure(case, ours, theirs, options):
    rough = [side.time(1) for side in (ours, theirs)]
    if differ(case, ours, theirs):
        sys.exit(f"{case[0]}: the results differ")
    if options.cpu_time:
        repeat = [max(int(300 / each), 5) for each in rough]
        times = [(ours.cpu_time(repeat[0]), theirs.cpu_time(repeat[1])) for _ in range(options.rounds)]
    else:
        times = [(ours.time(REPEAT), theirs.time(REPEAT)) for _ in range(options.rounds)]
    return min(t[0] for t in times), min(t[1] for t in times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("kernels", nargs="*")
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--scale", type=int, default=1, help="a power of 4")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cpu-time", action="store_true",
                        help="of the processes, for a machine with other work; one core")
    parser.add_argument("--check", metavar="KINDS", help="what checks cost, in place of C++")
    parser.add_argument("--more", action="append", default=[], help="an option for `pyk2ptx run`")
    options = parser.parse_intermixed_args()
    program = str(pathlib.Path(options.program).resolve())
    ratios = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if not options.check:
            subprocess.run(["g++", *FLAGS, HERE / "cpu/twins.cpp", "-o", folder / "twins"], check=True)
        for case in cases(options.scale):
            if options.kernels and case[0] not in options.kernels:
                continue
            if options.check:
                ours, theirs = checked(program, options, folder, case)
            else:
                ours, theirs = measure(case, *sides(program, options, folder, case), options)
            ratios.append(ours / theirs)
            other = "unchecked" if options.check else "C++"
            print(f"{case[0]:16}{ours:9.3f} ms, {other} {theirs:9.3f} ms: {ratios[-1]:5.2f}", flush=True)
    geomean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"{len(ratios)} kernels, {options.cores} cores: geomean {geomean:.2f}, most {max(ratios):.2f}")


if __name__ == "__main__":
    main()
