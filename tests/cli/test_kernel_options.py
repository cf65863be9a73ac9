"""Options that say for all kernels what cuda.jit says for one, and what is told
about the run: dependencies, SARIF."""

import json
import re

import pytest
from conftest import SAXPY, SINE, needs_libdevice
from test_options import emit

BLOCK_SUM = """
from pyk2ptx import coop, cuda, types

total = coop.block.make_sum(types.int32, threads_per_block=128)


@cuda.jit("void(int32[::1])")
def k(x):
    if x.size > 3:
        m = x[0]
    x[0] = total(x[cuda.threadIdx.x]) + m
"""
STATED = SAXPY.replace('1])"', '1])", max_registers=40, launch_bounds=(64, 3)')


@needs_libdevice
@pytest.mark.parametrize("spelling", ["--fast-math", "-use_fast_math", "-ffast-math"])
def test_fast_math(pyk2ptx, spelling):
    assert "sin.approx" not in emit(pyk2ptx, source=SINE)
    assert "sin.approx.ftz.f32" in emit(pyk2ptx, spelling, source=SINE)
    # Its parts can be turned back, and the source has the last word on the whole.
    assert "sin.approx.f32" in emit(pyk2ptx, spelling, "--ftz=false", source=SINE)
    never = SINE.replace('1])"', '1])", fastmath=False')
    assert "sin.approx" not in emit(pyk2ptx, spelling, source=never)


def test_precision(pyk2ptx):
    divides = SAXPY.replace("a * x[i] + y[i]", "x[i] / a")
    for options, instruction in [
        ([], "div.rn.f32"),
        (["--ftz=true"], "div.rn.ftz.f32"),
        (["--prec-div=false"], "div.full.f32"),
        (["-prec-div=false", "-ftz=true"], "div.full.ftz.f32"),
        (["--fast-math"], "div.approx.ftz.f32"),
        (["--fast-math", "--prec-div=true"], "div.rn.ftz.f32"),
    ]:
        assert instruction in emit(pyk2ptx, *options, source=divides), options
    roots = "import math\n" + SAXPY.replace("a * x[i] + y[i]", "math.sqrt(x[i])")
    assert "sqrt.rn.f32" in emit(pyk2ptx, source=roots)
    assert "sqrt.approx.f32" in emit(pyk2ptx, "--prec-sqrt=false", source=roots)
    assert "true or false" in pyk2ptx.usage("k.py", "--prec-div=1")


def test_limits(pyk2ptx):
    text = emit(pyk2ptx, "--max-registers=32", "--launch-bounds=256,2")
    assert ".maxnreg 32" in text and ".minnctapersm 2" in text
    assert re.search(r"\.maxntid 256\b", text)
    assert ".maxnreg 32" in emit(pyk2ptx, "-maxrregcount=32")
    stated = emit(pyk2ptx, "--max-registers=32", "--launch-bounds=256", source=STATED)
    assert ".maxnreg 40" in stated and re.search(r"\.maxntid 64\b", stated)
    for wrong in ["0", "256", "x", ""]:
        assert "1 to 255" in pyk2ptx.usage("k.py", f"--max-registers={wrong}")
    for wrong in ["0", "2048", "256,", "256,x", "1,2,3"]:
        assert "THREADS" in pyk2ptx.usage("k.py", f"--launch-bounds={wrong}")


def test_noalias(pyk2ptx):
    assert "noalias" not in emit(pyk2ptx, kind="llvm")
    assert emit(pyk2ptx, "--noalias", kind="llvm").count(" noalias ") == 2
    stated = SAXPY.replace('1])"', '1])", noalias=False')
    assert "noalias" not in emit(pyk2ptx, "--noalias", kind="llvm", source=stated)


def test_debug_information(pyk2ptx):
    text = emit(pyk2ptx, "-G", "--name=dir/k.py")
    assert ".target sm_75, debug" in text
    assert '.file\t1 "dir/k.py"' in text and ".section\t.debug_info" in text
    lines = emit(pyk2ptx, "--lineinfo")
    assert ".debug_info" not in lines and ".loc" in lines


def test_dependencies(pyk2ptx):
    pyk2ptx.write("dir/helper name.py", "n = 2\n")
    pyk2ptx.write("dir/helper.py", "n = 2\n")
    pyk2ptx.write(
        "dir/m.py", SAXPY.replace("from", "from helper import n\nfrom", 1)
        .replace("a * x", "n * x"))
    pyk2ptx("dir/m.py", "-o", "dir/../m.ptx", "-MD")
    assert (pyk2ptx.folder / "m.d").read_text() == (
        "dir/../m.ptx: \\\n  dir/m.py \\\n  dir/helper.py\n")
    pyk2ptx("dir/m.py", "-o", "m.ptx", "-MD", "-MF", "x y.d")
    assert "x y.d" in pyk2ptx.files()
    # Without -o each output has its own.
    pyk2ptx("dir/m.py", "k.py", "-MD")
    assert (pyk2ptx.folder / "k.d").read_text() == "k.ptx: \\\n  k.py\n"
    assert "-MF FILE" in pyk2ptx.usage("k.py", "-o", "-", "-MD")
    assert "one output" in pyk2ptx.usage("k.py", "dir/m.py", "-MF", "x.d")


@needs_libdevice
def test_dependency_on_libdevice(pyk2ptx):
    pyk2ptx.write("s.py", SINE)
    pyk2ptx("s.py", "-MD")
    assert "libdevice.10.bc" in (pyk2ptx.folder / "s.d").read_text()


def test_sarif(pyk2ptx):
    pyk2ptx.write("a b.py", SAXPY.replace("y[i] =", "é = z[i] ="))
    process = pyk2ptx("a b.py", "--diagnostics=sarif", status=1)
    log = json.loads(process.stderr)
    assert log["version"] == "2.1.0"
    [run] = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "pyk2ptx"
    [result, *_] = run["results"]
    assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    assert result["level"] == "error"
    [location] = result["locations"]
    place = location["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b.py"
    assert place["region"]["startLine"] == 7
    good = json.loads(pyk2ptx("k.py", "--diagnostics=sarif").stderr)
    assert good["runs"][0]["results"] == []


def test_facts(pyk2ptx):
    assert ".reqntid" not in emit(pyk2ptx)
    text = emit(pyk2ptx, "--facts=apart,small,align=16,block=256,per-thread=4")
    assert re.search(r"\.reqntid 64, 1, 1", text) and "%ntid" not in text
    assert ".align 16" in text and "ld.global.nc" in text
    assert "// launch coarsened 4 1 1" in text
    assert ".minnctapersm 8" in text  # 64 threads, with registers for four each
    assert ".minnctapersm" not in emit(pyk2ptx, "--facts=block=256,per-thread=4", "--max-registers=40")
    manifest = json.loads(emit(pyk2ptx, "--facts=block=128,per-thread=4", kind="manifest"))
    assert manifest["kernels"][0]["coarsening"] == [2, 1, 1]
    counted = "from numba import cuda\n\n@cuda.jit('void(int64, uint8[:, ::1], int64[::1])')\ndef k(n, x, y):\n"
    counted += "    for c in range(x.shape[1]):\n        y[c] = x[0, c]\n"
    assert "bra" in emit(pyk2ptx, "--facts=apart,last=0x1x0", source=counted)
    assert emit(pyk2ptx, "--facts=apart,last=0x3", source=counted).count("ld.global") == 4  # three, and one guarded
    divided = "from numba import cuda\n\n@cuda.jit('void(int64[::1], int64)')\ndef k(x, n):\n    x[n] = x[0] // n\n    x[1] = n // 7 % 3\n"
    assert "64" in "".join(re.findall(r"mul.hi.[su](\d+)", emit(pyk2ptx, source=divided)))
    assert "64" not in "".join(re.findall(r"mul.hi.[su](\d+)", emit(pyk2ptx, "--facts=sizes=0x14", source=divided)))
    # A bound that the kernel states is for the launches that it gets.
    assert ".reqntid" not in emit(pyk2ptx, "--facts=block=32", source=STATED)
    for wrong in ["", "block", "block=0", "block=1024x2", "align=3", "per-thread=3", "x", "small=1", "last", "last=",
                  "last=3x", "last=256", "last=-1", "last=a", "last=" + "x".join("0" * 17), "sizes", "sizes=",
                  "sizes=31", "sizes=10x", "sizes=-1"]:
        assert "--facts takes" in pyk2ptx.usage("k.py", f"--facts={wrong}")


def test_variants(pyk2ptx):
    one, two = "apart,small,align=16,block=256,per-thread=4", "apart"
    text = emit(pyk2ptx, f"--variant={one}", "--variant", two)
    assert re.findall(r"^// launch (.*)", text, re.M) == [
        "coarsened 4 1 1", "variant saxpy", "apart", "small", "align 16", "block 256 1 1", "variant saxpy", "apart"]
    assert re.findall(r"\.visible \.entry (\w+)", text) == ["saxpy", "saxpy__variant1", "saxpy__variant2"]
    # The kernel for all launches is what it is without.
    entry = re.compile(r"\.visible \.entry saxpy\(.*?^}", re.M | re.S)
    assert entry.search(text)[0] == entry.search(emit(pyk2ptx))[0]
    kernels = json.loads(emit(pyk2ptx, f"--variant={one}", f"--variant={two}", kind="manifest"))["kernels"]
    assert [kernel.get("variant_of") for kernel in kernels] == [None, "saxpy", "saxpy"]
    assert [kernel.get("facts") for kernel in kernels] == [
        None, ["apart", "small", "align 16", "block 256 1 1"], ["apart"]]
    # What is true of every launch is true of these.
    assert "// launch small\n// launch align 16" in emit(pyk2ptx, "--facts=align=16", "--variant=small")
    assert emit(pyk2ptx, f"--variant={one}", kind="header").count("\nclass ") == 1
    assert "// launch variant saxpy\n// launch apart\n// launch large\n" in emit(pyk2ptx, "--variant=large,apart")
    # All of them report in one place, and each its own sites.
    shapes = "from numba import cuda\n\n@cuda.jit('void(float32[::1], float32[::1])')\ndef k(x, y):\n    x[:] = y\n"
    text = emit(pyk2ptx, "--variant=apart", source=shapes)
    assert text.count(" __pyk2ptx_report[56]") == 1
    assert re.findall(r"^// site (\d+)", text, re.M) == ["0", "1"]
    # What only such launches cannot do is an error, and what all cannot is said once.
    bad = pyk2ptx("-", "--variant=block=32,apart", "--variant=small", stdin=BLOCK_SUM, status=1).stderr
    assert bad.count("blocks of 128 threads") == 1 and bad.count("[MaybeUnset]") == 1
    assert "--variant takes" in pyk2ptx.usage("k.py", "--variant=fast")
    for option in ["-G", "--debug", "--bounds=raise"]:
        assert "--variant is not for" in pyk2ptx.usage("k.py", "--variant=apart", option)
