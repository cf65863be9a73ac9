"""Programs on the compiler: one process of `pyk2ptx run --many` runs them all."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy as np
from text import module, signature

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from many import ManyLaunches  # noqa: E402

PYK2PTX = os.environ.get("PYK2PTX", str(ROOT / "build" / "bin" / "pyk2ptx"))


def to_word(value, path):
    """A parameter's value as an argument of the command line."""
    if isinstance(value, np.ndarray):
        return str(path)
    if isinstance(value, np.generic):
        return f"{value.dtype}({value.item()!r})"
    return repr(value)


def write_case(program, folder):
    """The kernel and its arguments as files."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kernel.py").write_text(module(program))
    for p in program.parameters:
        if isinstance(p.value, np.ndarray):
            np.save(folder / f"{p.name}.npy", p.value)


def command(program, folder, options):
    """What stands after `pyk2ptx run`."""
    words = [str(folder / "kernel.py") + "::kernel"]
    words += ["--grid=" + ",".join(map(str, program.grid))]
    words += ["--block=" + ",".join(map(str, program.block)), *options]
    if types := signature(program):
        words += ["--sig=" + types]
    for p in program.parameters:
        words.append(f"{p.name}={to_word(p.value, folder / (p.name + '.npy'))}")
        if p.role in ("out", "sum"):
            words.append(f"--out={p.name}={folder / (p.name + '.got.npy')}")
    return words


def find_ptxas():
    """Its path, or ""."""
    tool = subprocess.run([ROOT / "tools" / "find_tool.sh", "ptxas"], capture_output=True, text=True)
    return tool.stdout.strip()


PTXAS = find_ptxas()


class Launcher:
    """Launches, and what they say. A crash or a wait without end is a status."""

    TIMEOUT = 124

    def __init__(self, device="cpu", timeout=20, program=PYK2PTX):
        self.device, self.timeout, self.program = device, timeout, program
        self.process = ManyLaunches(program)
        fast = "/dev/shm" if os.path.isdir("/dev/shm") else None
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="random_kernels_", dir=fast))

    def close(self):
        self.process.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, words):
        """The exit status, and the text."""
        environment = dict(os.environ, PYK2PTX_CPU_THREADS="1", PYK2PTX_CACHE="0",
                           CUDA_CACHE_DISABLE="1")
        status, text = self.process.run(
            [f"--device={self.device}", *words], self.timeout, environment)
        return self.TIMEOUT if status is None else status, text

    def assemble(self, program, folder, options):
        """The kernel as PTX, and whether ptxas takes it: the exit status, and the text."""
        ptx, types = folder / "kernel.ptx", signature(program, always=True)
        arch = next(o.partition("=")[2] for o in options if o.startswith("--arch="))
        for words in ([self.program, folder / "kernel.py", f"--sig={types}", *options, "-o", ptx],
                      [PTXAS, f"-arch={arch}", ptx, "-o", folder / "kernel.cubin"]):
            done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
            if done.returncode:
                return done.returncode, f"{words[0]}\n{done.stderr}{done.stdout}"
        return 0, ""

    def launch(self, program, folder, options):
        """The arrays as the kernel left them, or None; and the text."""
        outs = [p for p in program.parameters if p.role in ("out", "sum")]
        for p in outs:
            (folder / f"{p.name}.got.npy").unlink(missing_ok=True)
        status, text = self.run(command(program, folder, options))
        if status:
            return None, f"exit status {status}\n{text}"
        return {p.name: np.load(folder / f"{p.name}.got.npy") for p in outs}, text
