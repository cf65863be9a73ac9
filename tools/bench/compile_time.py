#!/usr/bin/env python3
"""What `pyk2ptx k.py -o k.ptx` takes as a whole process: median time and peak memory.

    compile_time.py PYK2PTX [--runs N]

Times include starting the process (about 0.5 ms of a Python that spawns). The last tables compile
generated files of 1,250 to 10,000 lines, to show how time grows with length.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BENCH = Path(__file__).resolve().parent
SAMPLES = BENCH.parents[1] / "samples"
sys.path.insert(0, str(SAMPLES))
from check import COMPILE  # noqa: E402

# Milliseconds, without and with libdevice, and memory to stay below.
LIMITS = {False: 20, True: 30}
LIMIT_MB = 80


def measure(command, runs):
    """Milliseconds of each run and the peak memory in MB; raises when it fails."""
    times, peak = [], 0
    for _ in range(runs):
        start = time.perf_counter()
        pid = os.posix_spawn(command[0], command, os.environ)
        _, status, usage = os.wait4(pid, 0)
        times.append((time.perf_counter() - start) * 1e3)
        peak = max(peak, usage.ru_maxrss / 1024)
        if status:
            raise RuntimeError(f"{' '.join(command)} failed")
    return times, peak


def compiles(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        print(f"{Path(command[1]).name:26} SKIPPED: {(done.stderr.splitlines() or ['?'])[0]}")
    return done.returncode == 0


def needs_libdevice(pyk2ptx, source, options):
    """Whether the code as lowered calls one of libdevice's functions."""
    text = subprocess.run([pyk2ptx, source, "--emit=llvm", "-o", "-", *options],
                          capture_output=True, text=True).stdout
    return "__nv_" in text


def small_kernels(pyk2ptx, runs, folder):
    print(f"{'file':26} {'libdevice':9} {'median ms':>9} {'fastest':>8} {'limit':>6} {'peak MB':>8}")
    sources = [(str(SAMPLES / file), options) for file, options in COMPILE.items()]
    sources += [(str(path), []) for path in sorted((BENCH / "kernels").rglob("*.py"))]
    missed = 0
    for source, options in sources:
        command = [pyk2ptx, source, "-o", str(folder / "k.ptx"), *options]
        if not compiles(command):
            continue
        libdevice = needs_libdevice(pyk2ptx, source, options)
        times, peak = measure(command, runs)
        median = statistics.median(times)
        over = median > LIMITS[libdevice] or peak > LIMIT_MB
        missed += over
        print(f"{Path(source).name:26} {'yes' if libdevice else '':9} {median:9.1f} {min(times):8.1f} "
              f"{LIMITS[libdevice]:6} {peak:8.0f}{'  OVER' if over else ''}", flush=True)
    print(f"{missed} over the limits of {LIMITS[False]} ms, {LIMITS[True]} ms with libdevice, {LIMIT_MB} MB\n")


HEAD = "from numba import cuda\n\n\n"


def many_kernels(lines):
    body = ('@cuda.jit("void(float32[::1], float32[::1])")\ndef k{0}(x, y):\n    i = cuda.grid(1)\n'
            "    if i < x.size:\n        total = x[i]\n        for k in range({0}, 64):\n"
            "            total += y[k] * x[i]\n        y[i] = total\n\n\n")
    return HEAD + "".join(body.format(i) for i in range(lines // 10))


def one_kernel(lines):
    body = "".join(f"    if t > {i}.5:\n        t = t * 0.5 + x[i + {i}]\n" for i in range(lines // 2))
    return (HEAD + '@cuda.jit("void(float32[::1])")\ndef k(x):\n    i = cuda.grid(1)\n    t = x[i]\n' + body
            + "    x[i] = t\n")


def guarded_stores(lines):
    body = "".join(f"    if i > {k}:\n        x[i + {3 * k}] = {k}.5\n" for k in range(lines // 2))
    return HEAD + '@cuda.jit("void(float32[::1])")\ndef k(x):\n    i = cuda.grid(1)\n' + body


def many_reads(lines):
    """Each line has three indices that are checked, of places that come again and again."""
    body = "".join(f"    y[i + {k * 389 % 1000}] = x[i * {k % 8 + 1} + {k * 577 % 1000}] * 2.5 + int(x[{k % 100}])\n"
                   for k in range(lines))
    return (HEAD + '@cuda.jit("void(float32[::1], float32[::1])")\ndef k(x, y):\n    i = cuda.grid(1)\n' + body)


LONG_FILES = {"kernels of 10 lines": many_kernels, "one kernel": one_kernel,
              "guarded stores": guarded_stores, "many reads": many_reads}


def long_files(pyk2ptx, folder):
    print(f"{'generated file':26} {'lines':>9} {'ms':>8} {'ms a 1,000 lines':>17} {'peak MB':>8}")
    for name, make in LONG_FILES.items():
        for lines in 1250, 2500, 5000, 10000:
            source = folder / "long.py"
            source.write_text(make(lines))
            times, peak = measure([pyk2ptx, str(source), "-o", str(folder / "long.ptx")], 3)
            fastest = min(times)
            print(f"{name:26} {lines:9} {fastest:8.0f} {fastest / lines * 1e3:17.1f} {peak:8.0f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pyk2ptx")
    parser.add_argument("--runs", type=int, default=31)
    options = parser.parse_args()
    pyk2ptx = str(Path(options.pyk2ptx).resolve())
    with tempfile.TemporaryDirectory() as folder:
        small_kernels(pyk2ptx, options.runs, Path(folder))
        long_files(pyk2ptx, Path(folder))


if __name__ == "__main__":
    main()
