"""What is written otherwise at a terminal: colors, progress. And doctor --fix."""

import re
import time

import pytest
from conftest import SAXPY, at_terminal

ESCAPE = "\x1b["
# Some of its time is spent in each block.
SLOW = """from numba import cuda

@cuda.jit
def slow(x, rounds):
    v = x[cuda.grid(1)]
    for k in range(rounds):
        v = (v * 1103515245 + k) % 2147483647
    x[cuda.grid(1)] = v
"""


WRONG = SAXPY.replace("x.size", "x.sise")


@pytest.mark.parametrize("command", [["k.py"], ["run", "k.py", "--grid=1", "--block=1",
                                                "1", "ones(4)", "ones(4)"]])
def test_colors(pyk2ptx, command):
    pyk2ptx.write("k.py", WRONG)
    plain = at_terminal(pyk2ptx, *command, status=1, NO_COLOR="1")
    assert "error: " in plain and ESCAPE not in plain
    colored = at_terminal(pyk2ptx, *command, status=1)
    assert ESCAPE in colored and re.sub(r"\x1b\[[0-9;]*m", "", colored) == plain
    # Empty is as if it were not set.
    assert at_terminal(pyk2ptx, *command, status=1, NO_COLOR="") == colored
    assert at_terminal(pyk2ptx, *command, status=1, TERM="dumb") == plain
    assert pyk2ptx(*command, status=1).stderr == plain


@pytest.mark.parametrize("words", [["k.py", "--zzz"], ["run", "k.py"], ["explain", "Zzz"],
                                   ["none.py"]])
def test_colors_of_what_has_no_place(pyk2ptx, words):
    status = 1 if words == ["none.py"] else 2
    plain = at_terminal(pyk2ptx, *words, status=status, NO_COLOR="1")
    assert plain.startswith("pyk2ptx: error: ") and ESCAPE not in plain
    colored = at_terminal(pyk2ptx, *words, status=status)
    assert colored.startswith(f"{ESCAPE}1mpyk2ptx: {ESCAPE}31merror: ")
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == plain


def test_progress(pyk2ptx):
    pyk2ptx.write("slow.py", SLOW)
    words = ["run", "slow.py", "--device=cpu", "--grid=64", "--block=1", "arange(int64,64)"]
    assert at_terminal(pyk2ptx, *words, "10") == ""
    rounds, text = 1_000_000, ""
    while not text:
        begin = time.monotonic()
        text = at_terminal(pyk2ptx, *words, str(rounds))
        took = time.monotonic() - begin
        assert text or took < 20
        slow, rounds = rounds, int(rounds * max(1.5, 3 / took))
    lines = text.split("\r\x1b[K")
    assert re.fullmatch(
        r"pyk2ptx: running on the CPU device(, block \d+ of 64)?, 2 s", lines[1])
    # It is gone at the end.
    assert lines[0] == lines[-1] == ""
    # In a pipe it would be noise.
    assert pyk2ptx(*words, str(slow)).stderr == ""


def fixes(pyk2ptx, **environment):
    process = pyk2ptx("doctor", "--fix", env=environment, status=None)
    assert process.returncode in (0, 3)
    report, found, commands = process.stdout.partition("\nto have what is missing:\n")
    return report, commands.splitlines()


def test_fix(pyk2ptx, tmp_path):
    report, commands = fixes(
        pyk2ptx, PYK2PTX_LIBCUDA="/nowhere.so", PYK2PTX_PTXAS="/nowhere/ptxas")
    assert "ptxas      not found" in report
    assert "  unset PYK2PTX_PTXAS" in commands
    # The last is about the driver; one that needs root, or why none is needed.
    assert re.match("  (#|sudo) ?", commands[-1])
    # What is not there is installed where it will be found.
    if "nvJitLink  not found" in report:
        install = next(line for line in commands if "pip install" in line)
        assert "'nvidia-nvjitlink==13.0.*'" in install
        at = commands.index(install)
        assert commands[at - 1] == (
            "  python3 -m venv ~/.pyk2ptx && . ~/.pyk2ptx/bin/activate")
        inside = fixes(pyk2ptx, PYK2PTX_LIBCUDA="/nowhere.so",
                       VIRTUAL_ENV=str(tmp_path))[1]
        assert not any("venv" in line for line in inside)
        assert any("pip install" in line for line in inside)


def test_fix_of_what_is_there_is_nothing(pyk2ptx):
    report, commands = fixes(pyk2ptx)
    for part, wheel in (("libdevice", "nvidia-nvvm"), ("ptxas", "nvidia-cuda-nvcc"),
                        ("nvJitLink", "nvidia-nvjitlink")):
        missing = re.search(rf"^{part} +(not found|unusable)", report, re.M)
        assert bool(missing) == any(wheel in line for line in commands)


def test_without_fix_no_commands(pyk2ptx):
    assert "pip install" not in pyk2ptx("doctor", status=None).stdout
    assert "--fix" in pyk2ptx("doctor", "--help").stdout
