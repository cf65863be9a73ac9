"""What every part needs, and the sets of kernels."""
import importlib.util
import os
import subprocess
import time
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD = Path(os.environ.get("PYK2PTX_BENCH_DIR", "/tmp/pyk2ptx-bench"))
ARCH = "sm_90"

# numba-cuda 0.30.4 compiles nothing beside numpy 2.5, which has dropped row_stack, without this.
NUMBA_SHIM = "import numpy\nif not hasattr(numpy, 'row_stack'):\n    numpy.row_stack = numpy.vstack\n"


def load(path, name=None):
    """The module of a file, executed anew."""
    spec = importlib.util.spec_from_file_location(name or path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@dataclass(frozen=True)
class KernelSet:
    """A folder of kernels, their twins, their cases and how they are launched. Only `cases` needs
    NumPy or CuPy."""

    name: str
    folder: Path

    @cached_property
    def launches(self):
        return load(self.folder / "launches.py", f"launches of {self.name}")

    @cached_property
    def cases(self):
        """Kernel name -> function that makes its Case."""
        return load(self.folder / "cases.py", f"cases of {self.name}").CASES

    @property
    def sources(self):
        return sorted((self.folder / "kernels").rglob("*.py"), key=lambda source: source.stem)

    def source(self, kernel):
        return next((self.folder / "kernels").rglob(f"{kernel}.py"))

    def twin(self, name):
        return self.folder / "cuda" / f"{name}.cu"

    def block(self, kernel):
        return self.launches.BLOCKS.get(kernel, (256,))

    def few_threads(self, kernel):
        return kernel in self.launches.FEW_THREADS

    def primitive(self, kernel):
        return kernel in self.launches.PRIMITIVES


SETS = {s.name: s for s in (KernelSet("seen", HERE), KernelSet("held-out", HERE / "held_out"))}


def add_set_option(parser):
    parser.add_argument("--set", default="seen", choices=[*SETS, "all"],
                        help="which kernels; those held out are not for who works on the optimiser to read")


def chosen_sets(name):
    return list(SETS.values()) if name == "all" else [SETS[name]]


def numba_cuda():
    exec(NUMBA_SHIM, {})
    from numba import cuda
    return cuda


def timed(*command, env=None):
    """Wall seconds of a command that must succeed."""
    start = time.perf_counter()
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True,
                          env={**os.environ, **(env or {})})
    seconds = time.perf_counter() - start
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {(done.stderr or done.stdout).strip()[-500:]}")
    return seconds
