"""Completions and the man page: current, known to the shells, and of use."""

import os
import re
import shutil
import subprocess
import sys

import pytest
from conftest import PYK2PTX, ROOT

FOLDER = ROOT / "tools" / "pyk2ptx" / "completions"


def test_current():
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "completions.py", "--check"],
        capture_output=True, text=True, env=os.environ | {"PYK2PTX": PYK2PTX})
    assert done.returncode == 0, done.stderr


def completions(*words):
    """What bash would offer for the last of the words."""
    script = (
        'compopt() { :; }; source "$1"; shift; '
        'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pyk2ptx; '
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    path = f"{os.path.dirname(PYK2PTX)}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script, "bash", FOLDER / "pyk2ptx.bash", *words],
        capture_output=True, text=True, env={"PATH": path})
    assert done.returncode == 0 and not done.stderr, done.stderr
    return done.stdout.split()


def test_bash(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kernel.py").touch()
    assert completions("pyk2ptx", "--bo") == ["--bounds="]
    # Bash takes = for a word of its own.
    assert completions("pyk2ptx", "--bounds", "=") == ["guard", "raise", "none"]
    assert completions("pyk2ptx", "--bounds", "=", "r") == ["raise"]
    assert completions("pyk2ptx", "k.py", "--emit", "=", "llvm") == ["llvm", "llvm-opt"]
    assert "sm_90" in completions("pyk2ptx", "k.py", "--arch", "=", "sm_9")
    assert completions("pyk2ptx", "k") == ["kernel.py"]
    assert completions("pyk2ptx", "ru") == ["run"]
    assert "--schedule=" in completions("pyk2ptx", "run", "k.py", "--s")
    assert completions("pyk2ptx", "run", "--device", "=", "c") == ["cpu"]
    assert completions("pyk2ptx", "doctor", "--f") == ["--fix"]
    assert completions("pyk2ptx", "explain", "NoKer") == ["NoKernel"]


def options(*command):
    text = subprocess.run([PYK2PTX, *command, "--help"], capture_output=True, text=True)
    return set(re.findall(r"^  (--[\w-]+)", text.stdout, re.M))


def test_every_option_is_in_all():
    texts = {file.name: file.read_text() for file in FOLDER.iterdir()}
    assert set(texts) == {"pyk2ptx.bash", "_pyk2ptx", "pyk2ptx.fish", "pyk2ptx.1"}
    names = options() | options("run")
    assert len(names) > 40
    for name in names:
        assert re.search(rf"{name}\b", texts["pyk2ptx.bash"])
        assert f"{name}=" in texts["_pyk2ptx"] or f"{name}[" in texts["_pyk2ptx"]
        assert re.search(rf" -l {name[2:]}\b", texts["pyk2ptx.fish"])
        assert name.replace("-", "\\-") in texts["pyk2ptx.1"]


@pytest.mark.parametrize("shell, file", [
    ("bash", "pyk2ptx.bash"), ("zsh", "_pyk2ptx"), ("fish", "pyk2ptx.fish")])
def test_shells_read_them(shell, file):
    if not shutil.which(shell):
        pytest.skip(f"no {shell}")
    done = subprocess.run([shell, "-n", FOLDER / file], capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done.stderr


def test_fish_offers(tmp_path):
    if not shutil.which("fish"):
        pytest.skip("no fish")
    path = f"{os.path.dirname(PYK2PTX)}:{os.environ['PATH']}"

    def offered(line):
        done = subprocess.run(
            ["fish", "--no-config", "-c", f"source {FOLDER}/pyk2ptx.fish; "
             f"complete -C '{line}'"],
            capture_output=True, text=True, cwd=tmp_path,
            env={"PATH": path, "HOME": str(tmp_path)})
        assert done.returncode == 0, done.stderr
        return [row.split("\t")[0] for row in done.stdout.splitlines()]

    assert offered("pyk2ptx --bounds=") == [
        f"--bounds={mode}" for mode in ("guard", "none", "raise")]
    assert "--schedule" in offered("pyk2ptx run --sche")
    assert offered("pyk2ptx explain NoKern") == ["NoKernel"]


@pytest.mark.skipif(not shutil.which("man"), reason="no man")
def test_man_page():
    done = subprocess.run(["man", "--warnings", "-l", FOLDER / "pyk2ptx.1"],
                          capture_output=True, text=True,
                          env=os.environ | {"MANWIDTH": "100", "MAN_KEEP_FORMATTING": ""})
    assert done.returncode == 0 and "warning" not in done.stderr, done.stderr
    text = re.sub(r".\x08", "", done.stdout)
    assert "compiles CUDA kernels written in Python to PTX" in text
    for line in ("--bounds=MODE", "pyk2ptx run", "Exit status: 0 done"):
        assert line in text
