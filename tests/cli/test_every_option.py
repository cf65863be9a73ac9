"""What --help offers is there: each option is taken with a value of its sort, and is
told of in the completions and the man page; a value that is none is refused in words."""

import pathlib
import re
import subprocess

import pytest
from conftest import FILL, PYK2PTX, ROOT

FOLDER = ROOT / "tools" / "pyk2ptx" / "completions"
# By what --help calls the value; an option that has a value of its own sort by name.
VALUES = {
    "ABI": "c",
    "BLOCK:WARP": "0:0",
    "BLOCK:THREAD": "0:0",
    "BOOL": "true",
    "DIR": "folder",
    "FILE": "file",
    "FILE.html": "page.html",
    "FILE.png": "picture.png",
    "FORM": "json",
    "KINDS": "all",
    "LEVEL": "2",
    "MODE": "raise",
    "N": "4",
    "NAME=FILE.npy": "x=x.npy",
    "NAME=VALUE": "SIZE=4",
    "ORDER": "reverse",
    "RULES": "numba",
    "SM": "sm_80",
    "T[,B]": "128,2",
    "X[,Y[,Z]]": "1",
    "BYTES": "16",
    "--device": "cpu",
    "--embed": "ptx",
    "--emit": "ir",
    "--export": "twice(float32)",
    "--facts": "apart",
    "--variant": "apart",
    "--libdevice": "lib.bc",
    "--link": "more.ll",
    "--name": "other.py",
    "--passes": "none",
    "--per-thread": "2",
    "--sig": "fill(float32[:], float32)",
}
# What an option needs beside it.
BESIDE = {
    "--code-facts": ["--emit=header", "--embed=none"],
    "--embed": ["--emit=header"],
    "-MF": ["-MD"],
}
SOURCE = FILL + "\n@cuda.jit(device=True)\ndef twice(x):\n    return x + x\n"


def offered(command):
    """(option, what is between, what its value is called) of each line of --help."""
    done = subprocess.run([PYK2PTX, *command, "--help"], capture_output=True, text=True)
    listed = done.stdout.split("\nWhat stands behind")[0].split("\nCOMMANDS")[0]
    found = []
    for line in listed.splitlines():
        # Behind two blanks, or on the next line, stands what it does.
        words = re.match(
            r"  (--[a-z-]+|-MD|-MF|-[A-Za-z](?=LEVEL| |$))"
            r"(?:(=| |(?=LEVEL))([A-Z][A-Z:]*(?:\[\S*|=\S*|\.\w+)?(?= |$)))?", line
        )
        if words:
            found.append((words[1], words[2] or "", words[3] or ""))
    assert len(found) > 25
    return found


def cases():
    for command in ([], ["run"]):
        for option, between, value in offered(command):
            if option not in ("--help", "--version"):
                name = " ".join([*command, option + ("=" if value else "")])
                yield pytest.param(command, option, between, value, id=name)


CASES = list(cases())


@pytest.mark.parametrize("command, option, between, value", CASES)
def test_taken(pyk2ptx, command, option, between, value):
    pyk2ptx.write("k.py", SOURCE)
    pyk2ptx.write("more.ll", "; defines nothing\n")
    words = [option]
    if value:
        text = VALUES.get(option) or VALUES[value]
        words = [f"{option}{between}{text}"] if between != " " else [option, text]
    rest = ["--sig", "fill(float32[:], float32)", "-o", "out"]
    if command:
        rest = ["zeros(float32,4)", "2.5"]
        launch = {"--grid": "1", "--block": "4", "--device": "cpu"}
        rest = [f"{k}={v}" for k, v in launch.items() if k != option] + rest
    if option == "--name":
        rest, file = rest[:2], "-"
    else:
        file = "k.py"
    if option in ("-o", "--sig", "--emit") and not command:
        rest = [] if option == "--sig" else rest[:2]
    rest += BESIDE.get(option, [])
    done = pyk2ptx(*command, *words, file, *rest, stdin=SOURCE, status=None)
    # 3: a tool of NVIDIA's, or a libdevice, is not there.
    assert done.returncode in (0, 3), (words, done.stderr)
    if done.returncode == 3:
        assert option in ("--cubin", "--fatbin", "--link", "--libdevice"), done.stderr


@pytest.mark.parametrize("command, option, between, value", CASES)
def test_refuses_what_is_no_value(pyk2ptx, command, option, between, value):
    """A message that quotes it; silence only where any text is a value."""
    if not value:
        pytest.skip("it takes no value")
    pyk2ptx.write("k.py", SOURCE)
    wrong = f"{option}{between if between != ' ' else ''}@?!"
    rest = ["--sig", "fill(float32[:], float32)"]
    if command:
        rest = ["zeros(float32,4)", "2.5"]
        launch = {"--grid": "1", "--block": "4", "--device": "cpu"}
        rest = [f"{k}={v}" for k, v in launch.items() if k != option] + rest
    rest += BESIDE.get(option, [])
    done = pyk2ptx(*command, wrong, "k.py", *rest, status=None)
    anything = "-o -MF -I --save-temps --name --coverage --report --libdevice".split()
    if option in anything:
        assert done.returncode in (0, 1, 2, 3)
    else:
        assert done.returncode in (1, 2, 3), (wrong, done.stdout[:200])
        assert done.stderr.count("\n") <= 8 and "internal" not in done.stderr
        assert "@?!" in done.stderr, done.stderr


@pytest.mark.parametrize("command", [[], ["run"]])
def test_documented(command):
    pages = {file.name: file.read_text() for file in pathlib.Path(FOLDER).iterdir()}
    manual = pages["pyk2ptx.1"].replace("\\-", "-")
    for option, _, _ in offered(command):
        assert re.search(rf"(\\fB|  ){option}\b", manual), option
        assert re.search(rf"(?<![\w-]){option}\b", pages["pyk2ptx.bash"]), option
        assert f"{option}" in pages["_pyk2ptx"], option
        flag = f" -l {option[2:]}\\b" if option.startswith("--") else f" -[so] {option[1:]}"
        assert re.search(flag, pages["pyk2ptx.fish"]), option
