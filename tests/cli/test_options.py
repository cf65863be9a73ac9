"""Every option: that it is understood and that it does something."""

import json
import re

import pytest
from conftest import FILL, SAXPY, SINE, WARNS, needs_libdevice


def emit(pyk2ptx, *args, source=SAXPY, kind="ptx", **options):
    return pyk2ptx(
        "-", f"--emit={kind}", *args, stdin=source, **options
    ).stdout


def test_kinds(pyk2ptx):
    starts = {
        "syntax": "ImportFrom numba",
        "ir": "kernel saxpy(",
        "llvm": "target datalayout",
        "llvm-opt": "target datalayout",
        "ptx": "// pyk2ptx abi 1\n// target sm_75 ptx 6.3\n",
        "manifest": "{",
    }
    texts = {kind: emit(pyk2ptx, kind=kind) for kind in starts}
    for kind, start in starts.items():
        assert texts[kind].startswith(start), kind
    assert "alloca" in texts["llvm"] and "alloca" not in texts["llvm-opt"]
    assert ".version 6.3" in texts["ptx"]
    assert pyk2ptx("k.py", "--emit", "ir").stdout == texts["ir"]


def test_manifest(pyk2ptx):
    manifest = json.loads(emit(pyk2ptx, "--name=k.py", kind="manifest"))
    # The example of the kernel ABI's documentation, keys in its order.
    assert list(manifest) == ["abi", "arch", "ptx_isa", "kernels"]
    assert (manifest["abi"], manifest["arch"]) == (1, "sm_75")
    assert manifest["ptx_isa"] == "6.3"
    [kernel] = manifest["kernels"]
    assert list(kernel.items())[:3] == [
        ("name", "saxpy"),
        ("entry", "saxpy"),
        ("source", kernel["source"]),
    ]
    assert re.fullmatch(r"k\.py:[34]", kernel["source"])
    array = {"kind": "array", "dtype": "float32", "ndim": 1, "layout": "C"}
    assert kernel["args"] == [
        {"name": "a", "kind": "scalar", "dtype": "float32"},
        {"name": "x"} | array,
        {"name": "y"} | array,
    ]
    assert kernel["params"] == [
        {"scalar": "a", "type": "f32", "offset": 0, "size": 4},
        {"array": "x", "field": "ptr", "offset": 8, "size": 8},
        {"array": "x", "field": "shape0", "type": "i64", "offset": 16, "size": 8},
        {"array": "y", "field": "ptr", "offset": 24, "size": 8},
        {"array": "y", "field": "shape0", "type": "i64", "offset": 32, "size": 8},
    ]
    assert list(kernel.items())[5:] == [
        ("static_shared", 0),
        ("dynamic_shared", False),
        ("launch_bounds", None),
        ("bounds", "guard"),
        ("typing", "python"),
    ]


GRID_STRIDE = """from numba import cuda
@cuda.jit("void(float32[::1], float32[::1])")
def k(x, y):
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        x[i] += y[i]
"""


def test_passes(pyk2ptx):
    texts = {
        passes: emit(pyk2ptx, f"--passes={passes}", source=GRID_STRIDE)
        for passes in ("all", "none", "-version-loops", "none,version-loops")
    }
    assert texts["all"] == emit(pyk2ptx, source=GRID_STRIDE)
    assert len(set(texts.values())) == 4
    usage = pyk2ptx.usage("k.py", "--passes=versoin-loops")
    assert "did you mean `version-loops`?" in usage


def test_manifest_launch_bounds(pyk2ptx):
    source = SAXPY.replace('1])"', '1])", launch_bounds=(256, 2)')
    [kernel] = json.loads(emit(pyk2ptx, source=source, kind="manifest"))["kernels"]
    assert kernel["launch_bounds"] == [256, 2]


@pytest.mark.parametrize(
    "spelling",
    ["--arch=sm_90", "-arch=sm_90", "--gpu-architecture=sm_90"],
)
def test_arch(pyk2ptx, spelling):
    assert ".version 7.8\n.target sm_90\n" in emit(pyk2ptx, spelling)


def test_arch_words(pyk2ptx):
    assert ".target sm_90a\n" in emit(pyk2ptx, "-arch", "sm_90a")
    assert ".target sm_120\n" in emit(
        pyk2ptx, "--arch=sm_80", "--gpu-architecture", "sm_120"
    )
    unknown = pyk2ptx("k.py", "--arch=sm_99", status=2).stderr
    assert "unknown architecture `sm_99`; known are sm_75, " in unknown
    assert "fatbin" in pyk2ptx.usage("k.py", "--arch=sm_90,sm_100")


def test_arch_native_without_gpu(pyk2ptx):
    process = pyk2ptx(
        "k.py", "--arch=native", env={"PYK2PTX_LIBCUDA": "/nowhere.so"}, status=3
    )
    assert process.stderr.startswith("pyk2ptx: error: --arch=native: ")


def test_levels(pyk2ptx):
    texts = [emit(pyk2ptx, f"-O{level}", kind="llvm-opt") for level in range(4)]
    assert "alloca" in texts[0] and "alloca" not in texts[1]
    assert texts[3] == emit(pyk2ptx, kind="llvm-opt")
    for bad in ["-O", "-O4", "-Ofast"]:
        assert "-O takes 0, 1, 2 or 3" in pyk2ptx.usage("k.py", bad)


def test_bounds(pyk2ptx):
    source = FILL.replace("jit", 'jit("void(int32[::1], int32)")')
    guard, report, none = (
        emit(pyk2ptx, f"--bounds={mode}", source=source)
        for mode in ["guard", "raise", "none"]
    )
    assert guard == emit(pyk2ptx, source=source)
    assert "setp" in guard and "setp" not in none
    assert "__pyk2ptx_report" in report and "__pyk2ptx_report" not in guard
    assert "// site 0 <stdin>:5:5 IndexError x\n" in report
    assert "bounds raise" in report and "bounds none" in none
    assert "guard, raise or none" in pyk2ptx.usage("k.py", "--bounds=off")


def test_fmad(pyk2ptx):
    assert "fma.rn.f32" in emit(pyk2ptx, "--fmad=true")
    for spelling in ["--fmad=false", "-fmad=false"]:
        text = emit(pyk2ptx, spelling)
        # ptxas must not fuse them either.
        assert "mul.rn.f32" in text and "add.rn.f32" in text
    assert "true or false" in pyk2ptx.usage("k.py", "--fmad=on")


def test_ftz(pyk2ptx):
    assert "fma.rn.f32" in emit(pyk2ptx)
    assert "fma.rn.ftz.f32" in emit(pyk2ptx, "--ftz=true")
    assert "true or false" in pyk2ptx.usage("k.py", "--ftz=1")


@pytest.mark.parametrize(
    "spelling", ["--lineinfo", "-lineinfo", "--generate-line-info"]
)
def test_lineinfo(pyk2ptx, spelling):
    assert ".loc" not in emit(pyk2ptx)
    text = emit(pyk2ptx, spelling, "--name=k.py")
    assert '.file\t1 "k.py"' in text
    assert re.search(r"\.loc\s+1 7 ", text)


def test_sig(pyk2ptx):
    for words in [
        ["--sig", "fill(int32[:], int32)"],
        ["--sig=fill(int32[:], int32)"],
        ["-sig", "fill(int32[:], int32)"],
    ]:
        assert "// arg x array int32 ndim 1 layout A" in emit(
            pyk2ptx, *words, source=FILL
        )
    two = emit(
        pyk2ptx,
        "--sig=fill(int32[:], int32)",
        "--sig=fill(int8[:], int8)",
        source=FILL,
    )
    assert "entry fill(" in two and "entry fill__1(" in two
    lazy = pyk2ptx("-", stdin=FILL, status=1).stderr
    assert "--sig 'fill(float32[::1], float32)'" in lazy
    assert "[UntypedKernel]" in lazy
    given = pyk2ptx(
        "k.py", "--sig=saxpy(float32, float32[:], float32[:])", status=2
    )
    assert "k.py:4:5: error:" in given.stderr
    assert "[SignatureGivenTwice]" in given.stderr


def test_sig_that_repeats(pyk2ptx):
    """What the source states may be said again, and () of a kernel without
    parameters."""
    words = ["--sig", "saxpy(float32, float32[::1], float32[::1])"]
    assert "entry saxpy(" in emit(pyk2ptx, *words, source=SAXPY)
    bare = 'from numba import cuda\n@cuda.jit\ndef k():\n    print("k")\n'
    assert "entry k(" in emit(pyk2ptx, "--sig", "k()", source=bare)


def test_sig_silences_the_others(pyk2ptx):
    source = FILL + FILL.replace("def fill", "def other")
    process = pyk2ptx("-", "--sig=fill(int8[:], int8)", stdin=source)
    assert "entry fill(" in process.stdout and process.stderr == ""


SIGNATURES = [
    ("a[i, 0] *= n", "k(float32[:, ::1], float32)"),
    ("b = a[i][0][1]\n    if i < n: a[i] = 0", "k(float32[:, :, ::1], int64)"),
    ("for j in range(n): a[j] = 0", "k(float32[::1], int64)"),
    ("a[n] = a.shape[1]", "k(float32[:, ::1], int64)"),
    ("cuda.atomic.add(a, (i, n), 1)", "k(float32[:, ::1], int64)"),
    ("a[n[i]] = 1", "k(float32[::1], int64[::1])"),
    ("f(a, n)", "k(float32[::1], float32[::1])"),
    ("a[i] = math.sqrt(n)", "k(float32[::1], float32)"),
]


@pytest.mark.parametrize("body, proposed", SIGNATURES)
def test_proposed_sig(pyk2ptx, body, proposed):
    source = "import math\nfrom numba import cuda\n@cuda.jit\ndef k(a, n):\n"
    source += f"    i = cuda.grid(1)\n    {body}\n"
    assert f"--sig '{proposed}'" in pyk2ptx("-", stdin=source, status=1).stderr


def test_one_kernel_of_a_file(pyk2ptx):
    broken = SAXPY.replace("def saxpy", "def broken").replace("a *", "b *")
    (pyk2ptx.folder / "two.py").write_text(SAXPY + broken)
    assert "[UnknownName]" in pyk2ptx("two.py", status=1).stderr
    text = pyk2ptx("two.py::saxpy", "-o-").stdout
    assert "entry saxpy(" in text and "broken" not in text
    pyk2ptx("two.py::saxpy")
    assert "entry saxpy(" in (pyk2ptx.folder / "two.ptx").read_text()
    near = pyk2ptx("two.py::saxpi", "-o-", status=2).stderr
    assert "no kernel is named `saxpi`; did you mean `saxpy`?" in near
    assert "names no kernel" in pyk2ptx("two.py::", status=2).stderr
    several = pyk2ptx("two.py::saxpy", "k.py", "-o-", status=2).stderr
    assert "FILE::KERNEL is one file's" in several


def test_define(pyk2ptx):
    source = SAXPY.replace("a * x[i]", "SCALE * x[i]")
    assert "SCALE" in pyk2ptx("-", stdin=source, status=1).stderr
    for words in [["-D", "SCALE=3"], ["-DSCALE=3"]]:
        assert "0f40400000" in emit(pyk2ptx, *words, source=source)
    assert "NAME=VALUE" in pyk2ptx.usage("k.py", "-DSCALE")
    bad = pyk2ptx("k.py", "-DSCALE=3 +", status=2).stderr
    assert "[BadDefine]" in bad


@needs_libdevice
def test_libdevice(pyk2ptx):
    verbose = pyk2ptx("-", "-v", "-o", "-", stdin=SINE)
    path = re.search(r"^libdevice: (/.*)$", verbose.stderr, re.M).group(1)
    assert path.endswith("libdevice.10.bc")
    for words in [[f"--libdevice={path}"], ["--libdevice", path]]:
        assert emit(pyk2ptx, *words, source=SINE) == verbose.stdout
    env = {"PYK2PTX_LIBDEVICE": path}
    assert emit(pyk2ptx, source=SINE, env=env) == verbose.stdout
    pyk2ptx.write("bad.bc", "no bitcode")
    for bad in ["bad.bc", "nowhere.bc", "."]:
        process = pyk2ptx("-", f"--libdevice={bad}", stdin=SINE, status=3)
        assert f"cannot use libdevice `{bad}`" in process.stderr
        assert process.stdout == ""
    # What needs no math function does not look at it.
    assert emit(pyk2ptx, "--libdevice=bad.bc") == emit(pyk2ptx)


@needs_libdevice
def test_exact_roots_and_divisions(pyk2ptx):
    source = SINE.replace("math.sin(x[0])", "math.sqrt(x[0]) / math.hypot(x[0], x[1])")
    text = emit(pyk2ptx, source=source)
    assert "sqrt.rn.f32" in text and "div.rn.f32" in text
    assert "sqrt.approx" not in text and "div.full" not in text
    assert "__nv" not in text and "nvvm_reflect" not in text
    flushing = emit(pyk2ptx, "--ftz=true", source=source)
    assert "sqrt.rn.ftz.f32" in flushing and "div.rn.ftz.f32" in flushing
    assert not re.search(r"(sqrt|div)\.rn\.f32", flushing)


def test_version_and_help(pyk2ptx):
    version = pyk2ptx("--version").stdout
    assert re.fullmatch(
        r"pyk2ptx \d+\.\d+\.\d+ \(kernel ABI 1, LLVM 22\.\d+\.\d+\)\n", version
    )
    assert pyk2ptx("-V").stdout == version
    text = pyk2ptx("--help").stdout
    assert pyk2ptx("-h").stdout == text
    for option in [
        "-o", "--emit=", "--arch=", "--sig=", "-D", "-O", "--bounds=",
        "--lineinfo", "--fmad=", "--ftz=", "--save-temps=", "-v",
        "--diagnostics=", "--error-limit=", "--libdevice=", "--name=", "--werror",
    ]:  # fmt: skip
        assert f"  {option}" in text, option
    assert max(map(len, text.splitlines())) <= 88


def test_verbose(pyk2ptx):
    text = pyk2ptx("k.py", "-v", "-o", "-").stderr
    phases = [line.split()[0] for line in text.splitlines()]
    assert phases == [
        "parse", "check", "inline", "contract", "bounds", "loops", "target", "lower",
        "libdevice", "optimize", "emit", "total", "libdevice:",
    ]  # fmt: skip
    assert "libdevice: not needed" in text
    # Nothing is made that nobody asked for.
    assert "lower" not in pyk2ptx("k.py", "--emit=ir", "--verbose").stderr
    assert "check" not in pyk2ptx("k.py", "--emit=syntax", "-v").stderr


@pytest.mark.parametrize(
    "option",
    ["--check=races", "-c"],
)
def test_not_supported(pyk2ptx, option):
    assert "not supported" in pyk2ptx.usage("k.py", option)
    assert pyk2ptx.files() == ["k.py"]


@pytest.mark.parametrize(
    "wrong, right",
    [("--arhc=sm_90", "--arch=sm_90"), ("-bound=raise", "-bounds=raise"),
     ("--lineinf", "--lineinfo"), ("--emti=ir", "--emit=ir")],
)  # fmt: skip
def test_misspelt(pyk2ptx, wrong, right):
    assert f"`{wrong}`; did you mean `{right}`?" in pyk2ptx.usage("k.py", wrong)


def test_wrong_usage(pyk2ptx):
    assert "no input" in pyk2ptx.usage()
    assert "no input" in pyk2ptx.usage("-O2")
    assert "see pyk2ptx --help" in pyk2ptx.usage("k.py", "--zzzzzzzzzzzz")
    assert "-o needs a value" in pyk2ptx.usage("k.py", "-o")
    assert "--sig needs a value" in pyk2ptx.usage("k.py", "--sig")
    assert "one of syntax, ir, " in pyk2ptx.usage("k.py", "--emit=asm")
    assert "only once" in pyk2ptx.usage("-", "-")
    assert "--name is for" in pyk2ptx.usage("k.py", "--name=x.py")
    assert "a number" in pyk2ptx.usage("k.py", "--error-limit=many")
    assert "text, json or sarif" in pyk2ptx.usage("k.py", "--diagnostics=xml")
    assert "drop one" in pyk2ptx.usage("k.py", "-v", "--diagnostics=json")


def test_last_one_counts(pyk2ptx):
    assert ".target sm_80\n" in emit(pyk2ptx, "--arch=sm_90", "-arch=sm_80")
    assert emit(pyk2ptx, "--emit=syntax", "--emit=ir").startswith("kernel")


def test_werror(pyk2ptx):
    pyk2ptx.write("w.py", WARNS)
    assert "warning: " in pyk2ptx("w.py").stderr
    pyk2ptx.folder.joinpath("w.ptx").unlink()
    for spelling in ["--werror", "-Werror"]:
        text = pyk2ptx("w.py", spelling, status=1).stderr
        assert "warnings are errors" in text
        assert "w.ptx" not in pyk2ptx.files()
        pyk2ptx("k.py", spelling)


def test_response_file(pyk2ptx):
    pyk2ptx.write("args", "--arch=sm_80 --emit=ptx\n-D 'NAME=1 + 1'\n")
    assert ".target sm_80\n" in pyk2ptx("@args", "k.py").stdout
    assert "cannot read `@none`" in pyk2ptx("@none", status=1).stderr


def test_after_double_dash(pyk2ptx):
    pyk2ptx.write("-k.py", SAXPY)
    pyk2ptx("-o", "-", "--", "-k.py")
