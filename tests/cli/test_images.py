"""Cubins, fatbins, and what is linked into them. Most needs NVIDIA's linker."""

import os
import re
import shutil
import struct
import subprocess
import time

import pytest
from conftest import SAXPY

CALLS = """from numba import cuda

{name} = cuda.declare_device("{name}", "float32(float32)", abi="c"{link})

@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = {name}(x[1])
"""
CUDA = 'extern "C" __device__ float triple(float x) { return 3 * x; }\n'
MISSING = {
    name: "/nowhere"
    for name in ["PYK2PTX_NVJITLINK", "PYK2PTX_PTXAS", "PYK2PTX_NVRTC", "PYK2PTX_NVCC"]
}
NO_LIBRARY = {"PYK2PTX_NVJITLINK": "/nowhere", "PYK2PTX_NVRTC": "/nowhere"}


@pytest.fixture
def linker(pyk2ptx):
    if pyk2ptx("k.py", "-o", "k.cubin", status=None).returncode == 3:
        pytest.skip("neither nvJitLink nor ptxas")
    return pyk2ptx


@pytest.fixture
def cuda_compiler(linker):
    linker.write("triple.cu", CUDA)
    linker.write("t.py", CALLS.format(name="triple", link=', link="triple.cu"'))
    process = linker("t.py", "-o", "t.cubin", status=None)
    if process.returncode == 3:
        pytest.skip("neither NVRTC nor nvcc")
    return linker


def read(program, name):
    return (program.folder / name).read_bytes()


def test_tools_missing(pyk2ptx):
    for kind in ("cubin", "fatbin"):
        text = pyk2ptx("k.py", f"--emit={kind}", env=MISSING, status=3).stderr
        assert f"cannot make the {kind} for sm_75: nvJitLink was not found" in text
        assert "tried /nowhere" in text and "[ToolMissing]" in text
    assert pyk2ptx.files() == ["k.py"]


@pytest.mark.parametrize("env", [{}, NO_LIBRARY])
def test_cubin(linker, env):
    linker("k.py", "--emit=cubin", "--arch=sm_90", env=env, status=None)
    if env and "k.cubin" not in linker.files():
        pytest.skip("no ptxas")
    cubin = read(linker, "k.cubin")
    assert cubin.startswith(b"\x7fELF")
    assert b"\n// kernel saxpy entry saxpy source k.py:4\n" in cubin
    assert cubin.endswith(b"// end\n")


def test_spellings(linker):
    for words in (["--cubin"], ["-cubin"], ["-o", "x.cubin"]):
        linker("k.py", *words)
    assert read(linker, "x.cubin").startswith(b"\x7fELF")
    linker("k.py", "-o", "a.cubin", "--arch=sm_80")
    linker("k.py", "-o", "b.cubin", "--arch=sm_80")
    assert read(linker, "a.cubin") == read(linker, "b.cubin")
    assert "--emit=fatbin" in linker.usage(
        "k.py", "-o", "x.cubin", "--arch=sm_75,sm_90")
    unknown = linker("k.py", "-o", "x.fatbin", "--arch=sm_75,sm_99", status=2)
    assert "unknown architecture `sm_99`" in unknown.stderr


def test_fatbin(linker):
    linker("k.py", "-o", "k.fatbin", "--arch=sm_75,sm_90,sm_90a")
    fatbin = read(linker, "k.fatbin")
    magic, version, header, size = struct.unpack_from("<IHHQ", fatbin)
    assert (magic, version, header) == (0xBA55ED50, 1, 16)
    entries, at = [], 16
    while at < 16 + size:
        kind, _, header, size_of_entry = struct.unpack_from("<HHIQ", fatbin, at)
        arch = struct.unpack_from("<I", fatbin, at + 28)[0]
        entries.append((kind, arch))
        content = fatbin[at + header : at + header + size_of_entry]
        assert content.startswith(b"\x7fELF" if kind == 2 else b"// pyk2ptx abi 1\n")
        at += header + size_of_entry
    # Two is machine code, one PTX.
    assert entries == [(2, 75), (2, 90), (2, 90), (1, 75)]
    assert fatbin[at:].startswith(b"// pyk2ptx abi 1\n")


def test_linked_cuda(cuda_compiler):
    cubin = read(cuda_compiler, "t.cubin")
    assert cubin.startswith(b"\x7fELF")
    assert b"triple" in cubin
    # --link does the same as link=.
    cuda_compiler.write("t.py", CALLS.format(name="triple", link=""))
    missing = cuda_compiler("t.py", "-o", "u.cubin", status=1).stderr
    assert "triple" in missing and "[DeviceLinkFailed]" in missing
    cuda_compiler("t.py", "-o", "u.cubin", "--link", "triple.cu")
    broken = cuda_compiler.write("triple.cu", "this is no CUDA C++\n")
    text = cuda_compiler("t.py", "-o", "u.cubin", f"--link={broken}", status=1).stderr
    assert "refuses" in text and "[DeviceLinkFailed]" in text


NVCC = shutil.which("nvcc", path="/usr/local/cuda/bin")
KINDS = {
    "t.ptx": ["-ptx", "-rdc=true", "-arch=compute_80"],
    "t.cubin": ["-cubin", "-rdc=true", "-arch=sm_80"],
    "t.fatbin": ["-fatbin", "-rdc=true", "-arch=sm_80"],
    "t.o": ["-dc", "-arch=sm_80"],
    "t.a": ["-lib", "-rdc=true", "-arch=sm_80"],
    "t.ltoir": ["-dlto", "-ltoir", "-arch=lto_80"],
}


EXPORTS = """import math

def hypotenuse(x, y):
    return math.sqrt(x * x + y * y)

def total(a, isOdd):
    s = 0.0
    for i in range(1 if isOdd else 0, a.size, 2):
        s += a[i]
    return s > 0
"""
CALLER = """
extern "C" __device__ float hypotenuse(float, float);
extern "C" __device__ bool total(void *, void *, long long, long long, float *,
                                 long long, long long, bool);
extern "C" __global__ void k(float *a, int n) {
  a[0] = hypotenuse(a[1], a[2]) + total(0, 0, n, 4, a, n, 4, true);
}
"""


@pytest.mark.skipif(not NVCC, reason="no nvcc")
def test_exports_link_with_cuda(pyk2ptx):
    # What nvlink compares of prototypes is a warning: there is to be none.
    pyk2ptx.write("e.py", EXPORTS)
    pyk2ptx.write("main.cu", CALLER)
    pyk2ptx(
        *["e.py", "--export=hypotenuse(float32, float32)", "-o", "e.ptx"],
        "--export=total(float32[:], boolean)",
    )
    tools = NVCC[: -len("nvcc")]
    for command in (
        [NVCC, "-arch=sm_75", "-rdc=true", "-cubin", "main.cu", "-o", "main.cubin"],
        [tools + "ptxas", "-c", "-arch=sm_75", "e.ptx", "-o", "e.cubin"],
        [tools + "nvlink", "-arch=sm_75", "main.cubin", "e.cubin", "-o", "all.cubin"],
    ):
        made = subprocess.run(
            command, cwd=pyk2ptx.folder, capture_output=True, text=True
        )
        assert made.returncode == 0, made.stderr
        assert "warning" not in made.stderr + made.stdout
    assert read(pyk2ptx, "all.cubin")[:4] == b"\x7fELF"


@pytest.mark.skipif(not NVCC, reason="no nvcc")
@pytest.mark.parametrize("name", KINDS)
def test_linked_kinds(linker, name):
    linker.write("triple.cu", CUDA)
    made = subprocess.run(
        [NVCC, *KINDS[name], "triple.cu", "-o", name], cwd=linker.folder,
        capture_output=True, text=True, check=False)
    if made.returncode:
        pytest.skip(made.stderr)
    linker.write("k.py", CALLS.format(name="triple", link=f', link=["{name}"]'))
    linker("k.py", "-o", "k.cubin", "--arch=sm_80")
    linker("k.py", "-o", "k.fatbin", "--arch=sm_80,sm_80")
    # A later GPU cannot load PTX that calls into a file.
    assert b".extern .func" not in read(linker, "k.fatbin")


def test_link_faults(pyk2ptx):
    pyk2ptx.write("broken.bc", "no bitcode")
    pyk2ptx.write("broken.ll", "define float @f(\n")
    pyk2ptx.write("f.txt", "")
    for name, why in [("broken.bc", ""), ("broken.ll", "line 2: "),
                      ("f.txt", "its suffix is none of"),
                      ("none.ptx", "there is no such file")]:
        text = pyk2ptx("k.py", "-o", "k.ptx", "--link", name, status=1).stderr
        assert f"cannot link `{name}`: {why}" in text
    assert "k.ptx" not in pyk2ptx.files()


def test_bitcode_is_inlined(pyk2ptx):
    pyk2ptx.write("f.ll", "define float @f(float %x) {\n"
                          "  %y = fmul float %x, 8.0\n  ret float %y\n}\n")
    pyk2ptx.write("dir/t.py", CALLS.format(name="f", link=', link="../f.ll"'))
    pyk2ptx("dir/t.py", "-o", "t.ptx", "-MD")
    text = (pyk2ptx.folder / "t.ptx").read_text()
    assert "call" not in text and "0f41000000" in text
    assert "dir/../f.ll" in (pyk2ptx.folder / "t.d").read_text()


def test_header(pyk2ptx):
    pyk2ptx("k.py", "-o", "my-kernels.h")
    text = (pyk2ptx.folder / "my-kernels.h").read_text()
    assert "namespace my_kernels {" in text and "class saxpy {" in text
    assert "float a,\n         const pyk2ptx::Array<float, 1> &x," in text
    assert "static_assert(abiVersion == pyk2ptx::abiVersion," in text
    assert '"// pyk2ptx abi 1\\n"' in text
    bare = pyk2ptx("k.py", "--emit=header", "--embed=none").stdout
    assert "embedded" not in bare and "const std::string &file" in bare
    assert "--embed is for" in pyk2ptx.usage("k.py", "--embed=ptx")
    assert "ptx, cubin, fatbin or none" in pyk2ptx.usage(
        "k.py", "--emit=header", "--embed=exe")


def test_machine_code_is_kept(pyk2ptx):
    ptxas = pyk2ptx.write("tools/ptxas", '''#!/bin/sh
echo "$*" >> "$COUNTS"
while [ $# -gt 1 ]; do [ "$1" = -o ] && out=$2; shift; done
echo machine code > "$out"
''')
    ptxas.chmod(0o755)
    counts = pyk2ptx.folder / "counts"
    env = {"PYK2PTX_NVJITLINK": "/nowhere", "PYK2PTX_PTXAS": str(ptxas),
           "PYK2PTX_CACHE_DIR": str(pyk2ptx.folder / "cache"), "COUNTS": str(counts)}
    # What was changed a moment ago is not relied upon.
    time.sleep(2)

    def runs(*args, **more):
        counts.write_text("")
        pyk2ptx("k.py", "-o", "k.fatbin", *args, env=env | more)
        return counts.read_text().count("\n")

    assert runs("--arch=sm_80,sm_90") == 2
    made = read(pyk2ptx, "k.fatbin")
    assert runs("--arch=sm_80,sm_90") == 0
    assert read(pyk2ptx, "k.fatbin") == made
    assert runs("--arch=sm_80,sm_100") == 1
    assert runs("--arch=sm_80", "--bounds=none") == 1
    assert runs("--arch=sm_80", PYK2PTX_CACHE="0", PYK2PTX_CACHE_DIR="") == 1
    ptxas.write_text(ptxas.read_text() + "# newer\n")
    assert runs("--arch=sm_80,sm_90") == 2


CODE = re.compile(r'CodeFacts\{"(sm_\w+)", (\d+), (\d+)\}')
# A local array that stays in memory, more live values than 32 registers hold, and
# a call that is not inlined.
NEEDY = """from numba import cuda, float32, int64

@cuda.jit("void(float32[::1], int64[::1])")
def needy(x, p):
    a = cuda.local.array(64, float32)
    for i in range(64):
        a[p[i] % 64] = x[i]
    x[0] = a[p[0] % 64]

@cuda.jit("void(float32[::1])", max_registers=24)
def spills(x):
    a = cuda.local.array(40, float32)
    for i in range(40):
        a[i] = x[i]
    for j in range(100):
        for i in range(40):
            a[i] = a[i] * a[39 - i] + x[j]
    for i in range(40):
        x[i] = a[i]
"""
PTXAS = shutil.which("ptxas", path=f"/usr/local/cuda/bin:{os.environ.get('PATH', '')}")


def code_of(header, kernel):
    text = header[header.index(f"class {kernel} {{"):]
    text = text[text.index("std::array<pyk2ptx::CodeFacts,"):]
    return [(arch, int(registers), int(local)) for arch, registers, local
            in CODE.findall(text[: text.index(";")])]


def test_header_without_machine_code_states_none(pyk2ptx):
    for embed in ("ptx", "none"):
        text = pyk2ptx("k.py", "--emit=header", f"--embed={embed}").stdout
        assert "std::array<pyk2ptx::CodeFacts, 0> code = {};" in text
        assert text == pyk2ptx("k.py", "--emit=header", f"--embed={embed}",
                               env=MISSING).stdout
    assert "--code-facts is for" in pyk2ptx.usage("k.py", "--code-facts")
    missing = pyk2ptx("k.py", "--emit=header", "--code-facts", env=MISSING, status=3)
    assert "[ToolMissing]" in missing.stderr


@pytest.mark.skipif(not PTXAS, reason="no ptxas")
@pytest.mark.parametrize("arch", ["sm_75", "sm_80", "sm_90", "sm_100", "sm_120"])
def test_header_states_registers(linker, arch):
    linker.write("needy.py", NEEDY)
    linker("needy.py", "-o", "n.ptx", f"--arch={arch}")
    verbose = subprocess.run(
        [PTXAS, "-v", f"-arch={arch}", "n.ptx", "-o", "n.cubin"], cwd=linker.folder,
        capture_output=True, text=True, check=True).stderr
    header = linker("needy.py", "--emit=header", "--embed=cubin",
                    f"--arch={arch}").stdout
    frames = dict(re.findall(
        r"Function properties for (\w+)\n\s+(\d+) bytes stack frame", verbose))
    registers = dict(re.findall(
        r"Compiling entry function '(\w+)'.*?Used (\d+) registers", verbose, re.S))
    assert set(registers) == {"needy", "spills"}
    for kernel, count in registers.items():
        assert code_of(header, kernel) == [(arch, int(count), int(frames[kernel]))]
    assert int(frames["needy"]) >= 256
    # The option states the same beside PTX.
    beside = linker("needy.py", "--emit=header", "--code-facts", f"--arch={arch}").stdout
    assert code_of(beside, "spills") == code_of(header, "spills")
    assert "embedded::ptx" in beside


def test_header_states_each_architecture(linker):
    text = linker("k.py", "--emit=header", "--embed=fatbin",
                  "--arch=sm_75,sm_90,sm_90a").stdout
    facts = code_of(text, "saxpy")
    assert [arch for arch, _, _ in facts] == ["sm_75", "sm_90", "sm_90a"]
    assert all(registers > 3 and local == 0 for _, registers, local in facts)
    assert text == linker("k.py", "--emit=header", "--embed=fatbin",
                          "--arch=sm_75,sm_90,sm_90a").stdout


def test_header_names(pyk2ptx):
    pyk2ptx.write("new.py", """from numba import cuda

class Class:
    @cuda.jit(["void(float32[:], int8)", "void(float64[::1], boolean)"])
    def delete(self, __x):
        pass

@cuda.jit("void(UniTuple(int64, 2), float32)")
def tuples(stream, a_b):
    pass

@cuda.jit("void(int64[::1])")
def kernel(code):
    pass
""")
    pyk2ptx("new.py", "-o", "new.h")
    text = (pyk2ptx.folder / "new.h").read_text()
    assert "namespace new_ {" in text
    assert "class delete_ {" in text and "class delete_1 {" in text
    assert "std::int64_t stream_0" in text
    # A class has no member of its own name.
    assert "class kernel_2 {" in text and "&code_2)" in text


def test_long_kernel(linker):
    """More than 1,000 blocks: registers are not joined (codegen_passes.cpp), loops' values least of all."""
    lines = "".join(f"        if i > {k}:\n            y[i + {3 * k}] = a * {k}\n" for k in range(1100))
    linker.write("long.py", "from numba import cuda\n\n@cuda.jit('void(float32[::1], float32[::1], int64)')\n"
                 "def k(x, y, n):\n    i = cuda.grid(1)\n    a, b = x[i], y[i]\n    for j in range(n):\n"
                 "        a, b = b, a + x[j]\n" + lines)
    linker("long.py", "-o", "long.ptx")
    assert read(linker, "long.ptx").count(b"\n$L__BB0_") > 1000
    linker("long.py", "--emit=cubin", "-O1", "-o", "long.cubin")
    assert read(linker, "long.cubin")
