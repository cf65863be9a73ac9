#!/usr/bin/env python3
"""Compiles each sample to PTX, runs it and compares the result with NumPy's.

    check.py BUILD_DIR [--device=auto|gpu|cpu]

BUILD_DIR/bin holds pyk2ptx and the host programs that were built; the PTX is left
in BUILD_DIR/samples. Prints one line a run and exits with 1 when one
FAILED. Inputs are chosen so that every right result is exact: nothing is
compared with a tolerance.
"""
import argparse
import dataclasses
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import numpy as np

SAMPLES = pathlib.Path(__file__).resolve().parent
SKIPPED = 77
LENGTH = 2**24 + 11  # a multiple of no block size
ROW = "{:42} {:36.36} {:15.15} {:26.26} {:26.26} {}"
F32, F64 = np.float32, np.float64


@dataclasses.dataclass
class Run:
    file: str
    kernel: str
    grid: tuple
    block: tuple
    arguments: list  # (name, array or word of the command line)
    expected: tuple  # (name, array) or, of an error, words that it must have
    note: str = ""


def signatures(kernel, *types):
    return [f"--sig={kernel}({t})" for t in types]


# What the compiler must be told of kernels that state no types.
VECADD = signatures("vecadd", *(", ".join([f"float{bits}[::1]"] * 3) for bits in (32, 64)))
SEGMENTED = signatures("segmented_reduction_kernel", "float32[::1], float32[::1]")
MATRICES = ", ".join(["float32[:, ::1]"] * 3)
COMPILE = {
    "add_arrays/add_arrays.py": signatures(
        "add_arrays_gpu", "float32[::1], float32[::1], float32[::1]"),
    "plus_half/plus_half.py": signatures("cudakernel0", "float32[::1]")
    + signatures("cudakernel1", "float32[::1]"),
    "vecadd/vecadd.py": VECADD,
    "vecadd/vecadd_index.py": VECADD,
    "vecadd/vecadd_error.py": VECADD,
    "matmul/matmul.py": signatures("matmul", MATRICES) + signatures("matmul_tiled", MATRICES),
    "segmented_reduction/three_segments.py": SEGMENTED,
    "segmented_reduction/segmented_reduction.py": SEGMENTED,
    "segmented_reduction/matrix_product.py": signatures(
        "segmented_reduce_kernel", "float32[:, ::1], float32[::1]"),
    "vector_add_host/vecadd.py": [],
    "c_host/vecadd.py": [],
    "picture/julia.py": [],
    "jacobi/jacobi.py": [],
}
# Host programs: (program, sample, what, kernels compiled ahead of time, command).
# They need a GPU, and where something is missing they were not built.
HOSTS = (
    ("vector_add_host", "vector_add_host", "C++ host", "vector_add_host/vecadd.py", ()),
    ("c_host", "c_host", "C host", "c_host/vecadd.py", ()),
    ("cuda_graph", "cuda_graph", "captured, built, updated", None, ()),
    ("picture", "picture", "C++ host, PNG", "picture/julia.py", ("julia.png",)),
    ("jacobi_peer", "jacobi", "two GPUs, peer copies", "jacobi/jacobi.py", ()),
    ("jacobi_mpi", "jacobi", "two GPUs, MPI and NCCL", "jacobi/jacobi.py", ()),
)
SEVERAL_KERNELS = ("plus_half/plus_half.py", "matmul/matmul.py")


def blocks(size, threads):
    return -(-size // threads)


def add_arrays():
    expected = np.arange(1024, dtype=F32) * 2
    ramp = "arange(float32,1024)"
    yield Run("add_arrays/add_arrays.py", "add_arrays_gpu", (16,), (64,),
              [("a", ramp), ("b", ramp), ("result", "zeros(float32,1024)")],
              ("result", expected))


def plus_half():
    file = "plus_half/plus_half.py"
    two = [("array", np.array([0, 1], F32))]
    both = ("array", np.array([0.5, 1.5], F32))
    yield Run(file, "cudakernel0", (1,), (1,), two, both, "one thread loops")
    yield Run(file, "cudakernel1", (1,), (1,), two,
              ("array", np.array([0.5, 1], F32)), "too few threads")
    yield Run(file, "cudakernel1", (1,), (2,), two, both, "exact")
    yield Run(file, "cudakernel1", (1024,), (1024,), two, both, "2**20 threads, 2 cells")
    yield Run(file, "cudakernel1", (1024,), (1024,), [("array", "zeros(float32,1048576)")],
              ("array", np.full(2**20, 0.5, F32)), "2**20 cells")


def vecadd():
    rng = np.random.default_rng(1)
    for file, dtype in (("vecadd.py", F64), ("vecadd_index.py", F32)):
        a, b = (rng.uniform(-1, 1, LENGTH).astype(dtype) for _ in "ab")
        arguments = [("A", a), ("B", b), ("C", f"zeros({a.dtype},{LENGTH})")]
        note = f"2**24 + 11 of {a.dtype}"
        yield Run(f"vecadd/{file}", "vecadd", (blocks(LENGTH, 256),), (256,), arguments,
                  ("C", a + b), note)
    ones = [(name, f"ones(float32,{LENGTH})") for name in "ABC"]
    yield Run("vecadd/vecadd_error.py", "vecadd", (blocks(LENGTH, 2048),), (2048,), ones,
              "CUDA_ERROR_INVALID_VALUE", "2048 threads a block")
    yield Run("vecadd/vecadd_error.py", "vecadd", (blocks(LENGTH, 1024),), (1024,), ones,
              ("C", np.full(LENGTH, 2, F32)), "and again with 1024")


def matmul():
    rng = np.random.default_rng(2)
    # Small integers: every order of adding gives the same float32.
    for rows, depth, cols in ((67, 129, 35), (256, 100, 200)):
        a = rng.integers(-8, 8, (rows, depth)).astype(F32)
        b = rng.integers(-8, 8, (depth, cols)).astype(F32)
        arguments = [("A", a), ("B", b), ("C", f"zeros(float32,{rows}x{cols})")]
        for kernel in ("matmul", "matmul_tiled"):
            yield Run("matmul/matmul.py", kernel, (blocks(cols, 16), blocks(rows, 16)), (16, 16),
                      arguments, ("C", a @ b), f"{rows}x{depth} @ {depth}x{cols}")


def segmented_reduction():
    yield Run("segmented_reduction/three_segments.py", "segmented_reduction_kernel", (3,), (2,),
              [("in_arr", "arange(float32,12,1)"), ("out_arr", "zeros(float32,3)")],
              ("out_arr", np.array([1 + 2 + 3 + 4, 5 + 6 + 7 + 8, 9 + 10 + 11 + 12], F32)),
              "3 segments of 4")
    for segments in (1, 1000):
        data = np.random.default_rng(3).integers(0, 100, segments * 256 * 16).astype(F32)
        yield Run("segmented_reduction/segmented_reduction.py", "segmented_reduction_kernel",
                  (segments,), (256,),
                  [("in_arr", data), ("out_arr", f"zeros(float32,{segments})")],
                  ("out_arr", data.reshape(segments, -1).sum(axis=1)),
                  f"{segments} of 4096")
    for blocks_ in (1, 3):
        data = np.random.default_rng(4).integers(0, 100, (blocks_ * 64, 48)).astype(F32)
        yield Run("segmented_reduction/matrix_product.py", "segmented_reduce_kernel",
                  (blocks_,), (64,),
                  [("in_arr", data), ("out_arr", f"zeros(float32,{len(data)})")],
                  ("out_arr", data.sum(axis=1)), f"{len(data)} of 48, times ones")


def brief(array):
    if array.size <= 6:
        values = array.ravel().tolist()
    else:
        values = [*array.ravel()[:2].tolist(), "...", array.ravel()[-1].item()]
    return "[" + " ".join(v if isinstance(v, str) else f"{v:.4g}" for v in values) + "]"


class Checker:
    def __init__(self, build, device):
        self.pyk2ptx, self.build, self.device = build / "bin" / "pyk2ptx", build, device
        self.rows, self.failures, self.where = [], [], "-"

    def add(self, sample, note, device, result, expected, verdict):
        row = (sample, note, device, result, expected, verdict)
        self.rows.append(row)
        print(ROW.format(*row), flush=True)

    def fail(self, sample, text):
        self.failures.append(f"{sample}: {text.strip()}")

    def compile(self, file, options):
        ptx = self.build / "samples" / pathlib.Path(file).with_suffix(".ptx")
        ptx.parent.mkdir(parents=True, exist_ok=True)
        done = subprocess.run([self.pyk2ptx, SAMPLES / file, "-o", ptx, *options],
                              capture_output=True, text=True)
        entries = []
        if done.returncode == 0:
            entries = re.findall(r"^\.visible \.entry ([\w$]+)", ptx.read_text(), re.M)
        else:
            self.fail(file, done.stderr)
        self.add(file, "to PTX", "-", ", ".join(entries), "", "OK" if entries else "FAILED")

    def run(self, run, folder):
        words = [self.pyk2ptx, "run", f"{SAMPLES / run.file}::{run.kernel}",
                 f"--device={self.device}", "--repeat=1",
                 "--grid=" + ",".join(map(str, run.grid)),
                 "--block=" + ",".join(map(str, run.block))]
        for name, value in run.arguments:
            if isinstance(value, np.ndarray):
                np.save(folder / f"{name}.npy", value)
                value = folder / f"{name}.npy"
            words.append(f"{name}={value}")
        wants_error = isinstance(run.expected, str)
        if not wants_error:
            words.append(f"--out={run.expected[0]}={folder / 'out.npy'}")
        done = subprocess.run(words, capture_output=True, text=True)
        where = re.search(r"^time: .* on (.*)$", done.stdout, re.M)
        # A refused launch does not say where; it is where the others ran.
        self.where = where = where[1] if where else self.where
        sample, note = run.file, run.note
        if run.file in SEVERAL_KERNELS:
            note = f"{run.kernel}, {note}"
        if wants_error:
            found = re.search(run.expected, done.stderr)
            ok = done.returncode == 1 and found
            self.add(sample, note, where, found[0] if found else f"exit {done.returncode}",
                     run.expected, "OK" if ok else "FAILED")
        elif done.returncode:
            ok = False
            self.add(sample, note, where, f"exit {done.returncode}", brief(run.expected[1]),
                     "FAILED")
        else:
            got, expected = np.load(folder / "out.npy"), run.expected[1]
            ok = got.dtype == expected.dtype and np.array_equal(got, expected)
            self.add(sample, note, where, brief(got), brief(expected), "OK" if ok else "FAILED")
        if not ok:
            self.fail(sample, done.stderr or f"the result differs ({note})")

    def run_host_program(self, name, sample, what, kernels, arguments):
        """A C or C++ program; it launches what was compiled ahead of time."""
        program = self.build / "bin" / name
        if not program.exists():
            self.add(sample, what, "-", "not built", "OK", "SKIPPED")
            return
        words = [program]
        if kernels:
            words.append(self.build / "samples" / pathlib.Path(kernels).with_suffix(".ptx"))
        words += [self.build / "samples" / word for word in arguments]
        if name.endswith("_mpi"):
            if not shutil.which("mpirun"):
                self.add(sample, what, "-", "no mpirun", "OK", "SKIPPED")
                return
            words = ["mpirun", "--allow-run-as-root", "-n", "2", *words]
        done = subprocess.run(words, capture_output=True, text=True)
        lines = done.stdout.strip().splitlines() or [f"exit {done.returncode}"]
        on = re.search(r"^on (.*)$", done.stdout, re.M)
        verdict = {0: "OK", SKIPPED: "SKIPPED"}.get(done.returncode, "FAILED")
        # Built on a machine that has a library, run on one that has not.
        missing = re.search(r"loading shared libraries: (\S+):", done.stderr)
        if missing:
            verdict, lines = "SKIPPED", [f"no {missing[1]}"]
        self.add(sample, what, on[1] if on else "-", lines[-1], "OK", verdict)
        if verdict == "FAILED":
            self.fail(sample, done.stdout + done.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--device", default="auto", choices=("auto", "gpu", "cpu"))
    options = parser.parse_args()
    checker = Checker(options.build.resolve(), options.device)
    print(ROW.format("sample", "what", "device", "result", "expected", ""))
    for file, arguments in COMPILE.items():
        checker.compile(file, arguments)
    for runs in (add_arrays, plus_half, vecadd, matmul, segmented_reduction):
        for run in runs():
            with tempfile.TemporaryDirectory() as folder:
                checker.run(run, pathlib.Path(folder))
    for host in HOSTS:
        checker.run_host_program(*host)
    for failure in checker.failures:
        print(f"\nFAILED {failure}")
    verdicts = [row[-1] for row in checker.rows]
    print(f"\n{verdicts.count('OK')} OK, {verdicts.count('SKIPPED')} skipped, "
          f"{verdicts.count('FAILED')} FAILED")
    return 1 if "FAILED" in verdicts else 0


if __name__ == "__main__":
    sys.exit(main())
