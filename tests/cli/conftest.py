"""Tests of the command line: what a user types, what he gets.

Each test runs in an empty folder that holds k.py, a kernel, and has as its
environment only what it names. PYK2PTX names the program.
"""

import fcntl
import os
import pathlib
import pty
import struct
import subprocess
import termios

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PYK2PTX = os.path.abspath(
    os.environ.get("PYK2PTX", str(ROOT / "build" / "bin" / "pyk2ptx"))
)

SAXPY = """from numba import cuda

@cuda.jit("void(float32, float32[::1], float32[::1])")
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = a * x[i] + y[i]
"""
SINE = """import math
from numba import cuda

@cuda.jit("void(float32[::1])")
def sine(x):
    x[0] = math.sin(x[0])
"""
# Lazily typed.
FILL = """from numba import cuda

@cuda.jit
def fill(x, value):
    x[cuda.grid(1)] = value
"""
# A kernel that warns.
WARNS = """from numba import cuda

@cuda.jit("void(int64[::1], int64)")
def warns(x, n):
    if n > 0:
        v = n
    x[0] = v
"""


class Program:
    def __init__(self, folder):
        self.folder = folder

    def __call__(self, *args, stdin="", cwd=None, env=None, status=0):
        """Runs the program; fails unless it exits with `status`, if that is given."""
        environment = {"PATH": os.environ.get("PATH", "")} | (env or {})
        process = subprocess.run(
            [PYK2PTX, *map(str, args)],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=cwd or self.folder,
            env=environment,
            timeout=60,
        )
        assert status in (None, process.returncode), process.stderr
        return process

    def usage(self, *args, **options):
        """A usage error's text: one line, and nothing on standard output."""
        process = self(*args, status=2, **options)
        assert process.stdout == ""
        assert process.stderr.startswith("pyk2ptx: error: ")
        assert process.stderr.count("\n") == 1
        return process.stderr

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def files(self):
        return sorted(
            str(path.relative_to(self.folder))
            for path in self.folder.rglob("*")
            if path.is_file()
        )


@pytest.fixture
def pyk2ptx(tmp_path):
    program = Program(tmp_path)
    program.write("k.py", SAXPY)
    return program


def has_libdevice():
    process = subprocess.run([PYK2PTX, "doctor"], capture_output=True)
    return process.returncode == 0


needs_libdevice = pytest.mark.skipif(
    not has_libdevice(), reason="libdevice was not found"
)


def at_terminal(pyk2ptx, *args, stream="stderr", columns=0, status=0, **environment):
    """What it writes to one stream, which is a terminal; the other goes nowhere."""
    ours, theirs = pty.openpty()
    if columns:
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: theirs}
    process = subprocess.Popen(
        [PYK2PTX, *args],
        **streams,
        cwd=pyk2ptx.folder,
        env={"PATH": os.environ["PATH"], "TERM": "xterm", **environment},
    )
    os.close(theirs)
    text = b""
    try:
        while part := os.read(ours, 4096):
            text += part
    except OSError:  # Linux's end of a terminal
        pass
    os.close(ours)
    assert process.wait(60) == status, text
    return text.decode().replace("\r\n", "\n")
