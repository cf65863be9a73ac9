"""Programs on the compiler: one process of `pyk2ptx run --many` runs them all."""

import os
import pathlib
import select
import shutil
import signal
import subprocess
import tempfile

import numpy as np
from text import module, signature

ROOT = pathlib.Path(__file__).resolve().parents[2]
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
        self.process = None
        fast = "/dev/shm" if os.path.isdir("/dev/shm") else None
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="random_kernels_", dir=fast))
        self.log = self.folder / "log"

    def close(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def start(self):
        environment = dict(os.environ, PYK2PTX_CPU_THREADS="1", PYK2PTX_CACHE="0",
                           CUDA_CACHE_DISABLE="1")
        self.process = subprocess.Popen(
            [self.program, "run", "--many"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self.log.open("wb"), text=True, bufsize=1, env=environment,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        )

    def run(self, words):
        """The exit status, and the text."""
        if not self.process:
            self.start()
        begin = self.log.stat().st_size
        self.process.stdin.write("\t".join([f"--device={self.device}", *words]) + "\n")
        self.process.stdin.flush()
        ready, _, _ = select.select([self.process.stdout], [], [], self.timeout)
        line = self.process.stdout.readline() if ready else ""
        if line:
            status = int(line)
        elif ready:
            status = self.process.wait()
        else:
            status = self.TIMEOUT
        text = self.log.read_bytes()[begin:].decode(errors="replace")
        # What a fault leaves on a GPU ends with the process.
        if not line or "CUDA_ERROR" in text:
            self.stop()
        return status, text

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
