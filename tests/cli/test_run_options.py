"""The options of pyk2ptx run: spellings, values, what is wrong with them."""

import json
import re

import numpy as np
import pytest
from conftest import FILL

LAUNCH = ["run", "f.py", "--grid=1", "--block=4", "--device=cpu"]
ZEROS = ["zeros(float32,4)", "2.5"]
VALUES = "x: float32 (4,) [2.5 2.5 2.5 2.5]"


@pytest.fixture
def run(pyk2ptx):
    """Runs the kernel `fill`, and gives what is printed."""
    pyk2ptx.write("f.py", FILL)

    def launched(*words, arguments=ZEROS):
        return pyk2ptx(*LAUNCH, *words, *arguments).stdout

    return launched


@pytest.mark.parametrize(
    "words",
    ["--grid 1 --block 4 --device cpu --shared 16", "-O0", "-O 3", "-O1 -G", "-G -O2",
     "-g", "--device-debug", "-DN=1", "-D N=1", "-I.", "-I .", "--no-imports", "--debug",
     "--bounds raise", "--bounds=none", "--typing numba", "--typing=python",
     "--fmad false", "--fmad=true", "--ftz true", "--ftz=false", "--prec-div true",
     "--prec-div=false", "--prec-sqrt true", "--prec-sqrt=false", "--fast-math",
     "--use_fast_math", "--arch sm_90", "--arch=sm_80", "-arch=sm_80", "--per-thread 2",
     "--per-thread=4", "--facts", "--variant small", "--variant=block=4 --variant=apart", "--repeat 2", "--repeat=1", "--check all",
     "--check=races,bounds --check=uninit", "--schedule reverse", "--schedule=random:7",
     "--schedule=forward --schedule=random", "--sig fill(float32[:],float32)",
     "--sig=fill(float32[:],float32)", "--report-warp 0:0", "--report-warp=0,0,0:0"],
)  # fmt: skip
def test_spellings(run, words):
    assert VALUES in run(*words.split())


def test_variants(run):
    """The first that is right, else the kernel for all; the grid has four threads."""
    def taken(*lists, words=()):
        text = run(*(f"--variant={each}" for each in lists), *words)
        assert VALUES in text
        return re.findall(r"^time: .*\), by variant (\d)$", text, re.M)

    assert taken("large", "small,apart,block=4", "small") == ["2"]
    assert taken("large", "block=32") == taken("block=4", words=["--block=2", "--grid=2"]) == []
    assert taken("block=4,per-thread=4", "small") == ["1"]
    assert taken("small", words=["--repeat=3", "--check=all"]) == ["1"]


def test_words_that_are_numbers(run):
    """They begin as options do."""
    for word, value in [("-3", "-3."), ("-inf", "-inf"), ("-Infinity", "-inf"), ("-0x10", "-16."), ("-1e-3", "-0.001")]:
        assert f"[{value} {value} {value} {value}]" in run(arguments=[ZEROS[0], word])
    assert "[-2. -2. -2. -2.]" in run("--", arguments=[ZEROS[0], "-2"])


def test_a_value_may_look_like_an_option(run, pyk2ptx):
    run("--coverage", "-3")
    assert "-3" in pyk2ptx.files()


def test_last_one_counts(run):
    assert "[2.5 2.5 2.5 2.5 0." in run("--block=1", "--block", "4", arguments=["zeros(float32,6)", "2.5"])
    # --bounds says else than --debug, wherever it stands.
    for words in ["--debug", "--bounds=guard"], ["--bounds=guard", "--debug"]:
        assert VALUES in run(*words, "--block=8")


def test_files(run, pyk2ptx):
    run("--out", "x=a.npy", "--out=x=b.npy", "--coverage", "k.info", "--report=k.html")
    assert pyk2ptx.files() == ["a.npy", "b.npy", "f.py", "k.html", "k.info", "k.py"]
    run("--coverage=l.info", "--report", "l.html", "--trace", "0:1")
    assert {"l.info", "l.html"} < set(pyk2ptx.files())
    assert "f.py:5" in run("--trace=0,0,0:1,0,0")


def test_diagnostics(run, pyk2ptx):
    wrong = [*LAUNCH, "zeros(float32,4)", "2.5", "--sig=fill(float32)"]
    told = json.loads(pyk2ptx(*wrong, "--diagnostics", "json", status=1).stderr)
    assert told["diagnostics"][0]["severity"] == "error"
    log = json.loads(pyk2ptx(*wrong, "--diagnostics=sarif", status=1).stderr)
    assert log["runs"][0]["results"][0]["ruleId"] == told["diagnostics"][0]["kind"]
    assert "text, json or sarif" in pyk2ptx.usage(*LAUNCH, "--diagnostics=xml")


@pytest.mark.parametrize(
    "words, text",
    [(["--grid=0x1"], "--grid takes X[,Y[,Z]], not `0x1`"),
     (["--block", ""], "--block takes X[,Y[,Z]], not ``"),
     (["--shared=-1"], "--shared takes a number of bytes"),
     (["--device=tpu"], "--device takes auto, gpu or cpu, not `tpu`"),
     (["--repeat=0"], "--repeat takes a number of launches"),
     (["--per-thread=3"], "--per-thread takes a power of two up to 16"),
     (["--out=x="], "--out takes NAME=FILE.npy"),
     (["--check=all,"], "--check takes all, or some of"),
     (["--schedule=random:x"], "--schedule takes forward, reverse, random or random:SEED"),
     (["--coverage="], "--coverage takes a file's name"),
     (["--trace=0"], "--trace takes BLOCK:THREAD"),
     (["--report-warp=0:1,1"], "--report-warp takes BLOCK:WARP"),
     (["--variant=x"], "--variant takes apart, small, small-grid"),
     (["--variant=small", "--bounds=raise"], "--variant is not for -G, --debug or --bounds=raise"),
     (["--variant=small", "-G"], "--variant is not for -G, --debug or --bounds=raise"),
     (["-O4"], "-O takes 0, 1, 2 or 3, not `4`"),
     (["-DN"], "-D takes NAME=VALUE, not `N`"),
     (["--bounds=off"], "--bounds takes guard, raise or none"),
     (["--typing=c"], "--typing takes python or numba"),
     (["--ftz", "1"], "--ftz takes true or false"),
     (["--grid"], "--grid needs a value"),
     (["-D"], "-D needs a value"),
     (["--grdi=1"], "unknown option `--grdi=1`; did you mean `--grid=1`?"),
     (["--facts=apart"], "unknown option `--facts=apart`; see"),
     (["--emit=ptx"], "unknown option `--emit=ptx`"),
     (["--zzzzzzzzzzzz"], "see pyk2ptx run --help")],
)  # fmt: skip
def test_wrong_values(run, pyk2ptx, words, text):
    assert text in pyk2ptx.usage(*LAUNCH, *words)


def test_the_compiler_has_not_the_options_of_run(pyk2ptx):
    for option in ["--grid=1", "--schedule=reverse", "--report=x"]:
        assert "unknown option" in pyk2ptx.usage("k.py", option)
    assert "is an option of pyk2ptx run" in pyk2ptx.usage("k.py", "--check=races")


def test_help(pyk2ptx):
    text = pyk2ptx("run", "--help").stdout
    assert text == pyk2ptx("run", "-h").stdout
    for option in ["--grid=X[,Y[,Z]]", "--check=KINDS", "--bounds=MODE", "-D NAME=VALUE", "--facts "]:
        assert f"  {option}" in text
    for option in ["--emit", "--facts=LIST", "--werror"]:
        assert option not in text
    compiler = pyk2ptx("--help").stdout
    assert "--facts=LIST" in compiler
    for option in ["--grid", "--check", "WATCH"]:
        assert option not in compiler


def test_what_is_no_argument_of_a_typed_kernel(pyk2ptx):
    words = ["run", "k.py", "--grid=1", "--block=4", "--device=cpu", "2", "ones(float32,4)"]
    for wrong in ("k.py", "math.sqrt", "y=data"):
        text = pyk2ptx(*words, wrong, status=1).stderr
        name = wrong.partition("=")[2] or wrong
        assert f"argument `y`: `{name}` is neither a number nor an array" in text


def test_without_a_driver(pyk2ptx, run):
    env = {"PYK2PTX_LIBCUDA": "/nowhere.so"}
    words = [*LAUNCH[:-1], "--device=gpu", *ZEROS]
    text = pyk2ptx(*words, env=env, status=3).stderr
    assert "no CUDA driver was found; tried" in text
    assert text.endswith("; --device=cpu needs none\n")


ENUMS = """import enum
from numba import cuda

class Color(enum.Enum):
    RED = 1
    BLUE = 2.5

class Level(enum.IntEnum):
    LOW = 3

class Name(enum.Enum):
    A = "a"

@cuda.jit
def k(x, c, n):
    x[0] = c.value
    x[1] = c is Color.BLUE
    x[2] = n + 1
"""


def test_members_of_enumerations(pyk2ptx):
    pyk2ptx.write("e.py", ENUMS)
    words = ["run", "e.py", "--grid=1", "--block=1", "--device=cpu", "zeros(3)"]
    assert "[2.5 1. 4.]" in pyk2ptx(*words, "Color.BLUE", "Level.LOW").stdout
    assert "[1. 0. 4.]" in pyk2ptx(*words, "n=Level.LOW", "c=Color.RED").stdout
    text = pyk2ptx(*words, "Color.GREEN", "Level.LOW", status=1).stderr
    assert "`Color.GREEN`: the class has no constant `GREEN`" in text
    text = pyk2ptx(*words, "Name.A", "Level.LOW", status=1).stderr
    assert "`Name.A`: its value is no real number" in text


PARTS = """
from numba import cuda

@cuda.jit
def k(x, y):
    for i in range(y.shape[0]):
        y[i] = x[i] + 1

@cuda.jit
def rows(whole, part):
    for i in range(part.shape[0]):
        for j in range(part.shape[1]):
            part[i, j] += 10 * i + j

@cuda.jit
def call(x, f):
    x[0] = f(x[0]) + 1

@cuda.jit(device=True)
def y(value):
    return value * 3
"""


@pytest.fixture
def parts(pyk2ptx):
    pyk2ptx.write("p.py", PARTS)
    return lambda *words, **more: pyk2ptx("run", *words, "--grid=1", "--block=1", "--device=cpu", **more)


def test_parts_of_other_arguments(parts):
    """`x` and `x[1:]` are the memory of the argument x."""
    def lines(*words):
        return parts(*words).stdout.splitlines()[:2]

    assert lines("p.py::k", "arange(5)", "x") == ["x: int64 (5,) [1 2 3 4 5]", "y: int64 (5,) [1 2 3 4 5]"]
    assert lines("p.py::k", "arange(5)", "x[1:]") == ["x: int64 (5,) [0 1 2 3 4]", "y: int64 (4,) [1 2 3 4]"]
    assert lines("p.py::k", "x=y[::-1]", "y=arange(5)") == ["x: int64 (5,) [6 5 3 4 5]", "y: int64 (5,) [5 4 3 5 6]"]
    assert lines("p.py::k", "arange(4)", "x[-1:1:-1]") == ["x: int64 (4,) [0 1 2 1]", "y: int64 (2,) [1 2]"]
    assert lines("p.py::k", "arange(2)", "x[5:]") == ["x: int64 (2,) [0 1]", "y: int64 (0,) []"]
    assert lines("p.py::k", "arange(3)", f"x[::{(1 << 63) - 1}]") == ["x: int64 (3,) [1 1 2]", "y: int64 (1,) [1]"]
    assert lines("p.py::call", "ones(2)", "y")[0] == "x: float64 (2,) [4. 1.]"


def test_files_of_parts(parts, tmp_path):
    file = str(tmp_path / "part.npy")
    parts("p.py::k", "arange(float32,6)", "x[1::2]", f"--out=y={file}")
    assert np.load(file).tolist() == [1, 2, 3]
    parts("p.py::rows", "whole=zeros(int32,3x4,F)", "part=whole[::2, 1:3]", f"--out=part={file}")
    assert np.load(file).tolist() == [[0, 1], [10, 11]]
    parts("p.py::rows", "whole=zeros(int32,3x4)", "part=whole[::-1]", f"--out=whole={file}")
    assert np.load(file).tolist() == [[20, 21, 22, 23], [10, 11, 12, 13], [0, 1, 2, 3]]


@pytest.mark.parametrize("word,text", [
    ("x[7]", "IndexError: `x[7]`: index 7 of 5 elements"),
    ("x[-6]", "IndexError: `x[-6]`: index -6 of 5 elements"),
    ("x[1, 2]", "IndexError: `x[1, 2]`: the array has 1 axes"),
    ("x[::0]", "ValueError: `x[::0]`: a slice is of integers of 64 bits, and its step is not 0"),
    ("x[1.5:]", "ValueError: `x[1.5:]`: a slice is of integers of 64 bits, and its step is not 0"),
    ("x[:1 << 70]", "ValueError: `x[:1 << 70]`: a slice is of integers of 64 bits, and its step is not 0"),
    ("x[n]", "TypeError: `x[n]`: an index is an integer or a slice, as in x[1:, ::2]"),
    ("x[True]", "TypeError: `x[True]`: an index is an integer or a slice, as in x[1:, ::2]"),
    ("x[1 << 70]", "TypeError: `x[1 << 70]`: an index is an integer or a slice, as in x[1:, ::2]"),
    ("x[1 +]", "TypeError: `x[1 +]`: no subscript can be read there"),
    ("x[1:][2:]", "TypeError: `x[1:][2:]`: no subscript can be read there"),
    ("x[0] + x[1]", "TypeError: `x[0] + x[1]`: no subscript can be read there"),
    ("y=y[1:]", "TypeError: `y=y[1:]`: no other argument `y` is an array"),
    ("z[1:]", "TypeError: `z[1:]`: no other argument `z` is an array"),
])  # fmt: skip
def test_parts_that_are_none(parts, word, text):
    assert parts("p.py::k", "arange(5)", word, status=1).stderr == f"pyk2ptx: error: {text}\n"
