"""The installed package: a project that embeds kernels by generated headers.

PYK2PTX names the program in the build folder that is installed. The programs run
on the fake driver, and on a GPU where there is one.
"""

import os
import pathlib
import re
import shutil
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PYK2PTX = pathlib.Path(
    os.path.abspath(os.environ.get("PYK2PTX", ROOT / "build" / "bin" / "pyk2ptx"))
)
BUILD = PYK2PTX.parents[1]
FAKE = BUILD / "tests" / "runtime" / "fake" / "libfake_cuda.so"
# The library holds the sanitizer's calls, which the user's program does not link.
SANITIZED = "PYK2PTX_SANITIZE:STRING=\n" not in (BUILD / "CMakeCache.txt").read_text()

pytestmark = pytest.mark.skipif(SANITIZED, reason="a sanitized build is not installed")


def run(*command, **options):
    process = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False,
        **options)
    assert process.returncode == 0, process.stdout + process.stderr
    return process.stdout


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    folder = tmp_path_factory.mktemp("prefix")
    run("cmake", "--install", BUILD, "--prefix", folder)
    return folder


def has_assembler():
    found = subprocess.run(
        [PYK2PTX, "-", "--emit=cubin", "-o", "/dev/null", "--name=k.py"],
        input="from numba import cuda\n@cuda.jit('()')\ndef k():\n    pass\n",
        text=True, capture_output=True, check=False)
    return found.returncode == 0


def configure(project, build, prefix, *options):
    generator = os.environ.get("CMAKE_GENERATOR", "Ninja")
    run("cmake", "-S", project, "-B", build, "-G", generator,
        f"-DCMAKE_PREFIX_PATH={prefix}", *options)
    run("cmake", "--build", build, "-j2")


def execute(program, is_text=True):
    """On the fake driver, which reads the kernels' names in PTX, and on a GPU."""
    if is_text:
        output = run(program, env={"PYK2PTX_LIBCUDA": str(FAKE), "FAKE": "1"})
        assert "embedded kernels ran" in output
    real = subprocess.run([program], capture_output=True, text=True, check=False)
    assert real.returncode in (0, 77), real.stderr


@pytest.mark.parametrize("embed, archs", [
    ("ptx", "sm_75"), ("cubin", "sm_90"), ("fatbin", "sm_75;sm_90"),
    ("none", "sm_75"), ("none", "sm_80;sm_90")])
def test_embedded(prefix, tmp_path, embed, archs):
    if (embed in ("cubin", "fatbin") or ";" in archs) and not has_assembler():
        pytest.skip("neither nvJitLink nor ptxas")
    configure(HERE, tmp_path, prefix, f"-DEMBED={embed}", f"-DARCHS={archs}")
    execute(tmp_path / "embed", embed == "ptx" or archs == "sm_75")


@pytest.mark.parametrize("embed", ["ptx", "none"])
def test_code_facts_beside_ptx(prefix, tmp_path, embed):
    if not has_assembler():
        pytest.skip("neither nvJitLink nor ptxas")
    configure(HERE, tmp_path, prefix, f"-DEMBED={embed}", "-DFACTS=CODE_FACTS")
    execute(tmp_path / "embed")


def test_rebuild_after_an_import_changed(prefix, tmp_path):
    project = tmp_path / "project"
    shutil.copytree(HERE, project)
    build = tmp_path / "build"
    configure(project, build, prefix)
    header = build / "embed_kernels" / "kernels.h"
    before, made = header.read_text(), header.stat().st_mtime_ns
    run("cmake", "--build", build)
    assert header.stat().st_mtime_ns == made
    (project / "scale.py").write_text("factor = 2\n")
    os.utime(project / "scale.py", (2**31 - 1, 2**31 - 1))
    run("cmake", "--build", build)
    assert header.read_text() != before


@pytest.mark.parametrize("compiler", ["g++", "clang++", "clang++-22"])
@pytest.mark.parametrize("standard", ["c++17", "c++20"])
def test_header_compiles(tmp_path, compiler, standard):
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler}")
    run(PYK2PTX, HERE / "kernels.py", "-o", tmp_path / "kernels.h")
    run(compiler, f"-std={standard}", "-Wall", "-Wextra", "-Werror", "-pedantic",
        "-fsyntax-only", "-I", tmp_path, "-I", ROOT / "runtime" / "include",
        HERE / "main.cpp")


def test_wrong_types_do_not_compile(tmp_path):
    run(PYK2PTX, HERE / "kernels.py", "-o", tmp_path / "kernels.h")
    for argument in ("pyk2ptx::Array<double, 1>(nullptr, {1})",
                     "pyk2ptx::Array<float, 2>(nullptr, {1, 1})", "1.0F"):
        (tmp_path / "wrong.cpp").write_text(
            '#include "kernels.h"\n'
            "void f(kernels::saxpy &k, pyk2ptx::Stream &s,"
            " pyk2ptx::Array<float, 1> &x) {\n"
            f"  (void)k.launch(s, 1, 1, 2.0F, x, {argument});\n}}\n")
        wrong = subprocess.run(
            ["g++", "-std=c++17", "-fsyntax-only", f"-I{tmp_path}",
             f"-I{ROOT / 'runtime' / 'include'}", tmp_path / "wrong.cpp"],
            capture_output=True, text=True, check=False)
        assert wrong.returncode != 0, argument


# What each sample says on a driver that runs no kernel but vecadd.
SAMPLES = {
    "vector_add_host": ("vector_add_host", None),
    "c_host": ("c_host", "OK"),
    "cuda_graph": ("cuda_graph", "OK"),
    "picture": ("picture", "2073600 of 2073600 pixels differ"),
    "jacobi": ("jacobi_peer", "OK"),
}


@pytest.mark.parametrize("sample", SAMPLES)
def test_samples_build_with_the_package(prefix, tmp_path, sample):
    if sample == "picture" and not pathlib.Path("/usr/include/png.h").exists():
        pytest.skip("no libpng")
    configure(ROOT / "samples" / sample, tmp_path, prefix)
    name, says = SAMPLES[sample]
    command = [tmp_path / name,
               *map(str, tmp_path.glob(f"{name}_kernels/*.ptx"))]
    if sample == "picture":
        command.append(tmp_path / "picture.png")
    fake = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False,
        env={"PYK2PTX_LIBCUDA": str(FAKE), "PYK2PTX_FAKE_DEVICES": "2"})
    if says:
        assert says in fake.stdout, fake.stdout + fake.stderr
    if sample == "picture":
        assert (tmp_path / "picture.png").read_bytes()[:4] == b"\x89PNG"
    real = subprocess.run([str(word) for word in command], capture_output=True,
                          text=True, check=False)
    assert real.returncode in (0, 77), real.stdout + real.stderr


# As root in a container, and on few cores; other MPIs do not mind.
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
       "OMPI_MCA_rmaps_base_oversubscribe": "1"}


def test_jacobi_over_mpi(prefix, tmp_path):
    """Several processes, with the fake driver and an NCCL over MPI on it."""
    configure(ROOT / "samples" / "jacobi", tmp_path, prefix)
    if not (tmp_path / "jacobi_mpi").exists():
        pytest.skip("jacobi_mpi is not built: no MPI or no NCCL")
    nccl = pathlib.Path("/usr/local/cuda/include")
    run("mpicxx", "-shared", "-fPIC", "-DOMPI_SKIP_MPICXX", f"-I{nccl}",
        HERE / "fake_nccl.cpp", "-o", tmp_path / "fake_nccl.so")
    ptx = next(tmp_path.glob("*_kernels/jacobi.ptx"))

    def solve(processes, devices, *plate):
        return subprocess.run(
            ["mpiexec", "-n", str(processes), "env", f"LD_PRELOAD={tmp_path}/fake_nccl.so",
             str(tmp_path / "jacobi_mpi"), str(ptx), *plate],
            capture_output=True, text=True, check=False, timeout=120,
            env=os.environ | MPI | {"PYK2PTX_LIBCUDA": str(FAKE),
                                    "PYK2PTX_FAKE_DEVICES": str(devices)})

    for processes in (2, 3):
        done = solve(processes, processes)
        assert done.returncode == 0, done.stdout + done.stderr
        assert f"{processes} processes, 1536000 points" in done.stdout
        assert re.search(r" 0 differ from one GPU's\n[0-9.]+ us a step\nOK", done.stdout)
    done = solve(3, 3, "7", "40", "20")
    assert "3 processes, 200 points" in done.stdout and "\nOK" in done.stdout
    # Too few rows, too many points, nothing left to time; too few words.
    for plate in (("4", "40", "20"), ("65538", "32768", "20"), ("7", "40", "10"), ("7", "40")):
        done = solve(3, 3, *plate)
        assert done.returncode == 1, done.stdout + done.stderr
        assert "an inner row for each process" in done.stderr
    few = solve(2, 1)
    assert few.returncode == 77, few.stdout + few.stderr
    assert few.stdout == "SKIPPED: 2 processes want as many GPUs; there are 1\n"


def test_jit_sample_builds_with_the_package(prefix, tmp_path):
    configure(ROOT / "samples" / "jit_host", tmp_path, prefix)
    environment = os.environ | {"PYK2PTX_LIBCUDA": "none"}
    output = run(tmp_path / "jit_host", env=environment)
    assert "on the CPU device" in output
    assert "= 3.141592653589" in output
    output = run(tmp_path / "jit_host", "math.sin(x)", "0", "3.141592653589793",
                 env=environment)
    assert "= 2.0000000000" in output or "= 1.9999999999" in output
    wrong = subprocess.run([tmp_path / "jit_host", "x +"], env=environment,
                           capture_output=True, text=True, check=False)
    assert wrong.returncode == 1
    assert "formula.py:7:" in wrong.stdout and "SyntaxError" in wrong.stdout


@pytest.mark.parametrize("compiler", ["g++", "clang++-22"])
def test_jit_headers_compile(tmp_path, compiler):
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler}")
    (tmp_path / "all.cpp").write_text("#include <pyk2ptx/jit.h>\n#include <pyk2ptx_jit.h>\n")
    run(compiler, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-pedantic",
        "-fsyntax-only", *(f"-I{ROOT / folder / 'include'}" for folder in (
            "frontend", "compiler", "runtime", "runtime/jit")), tmp_path / "all.cpp")


@pytest.mark.skipif(not shutil.which("pkg-config"), reason="no pkg-config")
def test_pkg_config(prefix, tmp_path):
    folders = ":".join(str(path.parent) for path in prefix.rglob("pyk2ptx.pc"))
    flags = run("pkg-config", "--cflags", "--libs", "pyk2ptx",
                env=os.environ | {"PKG_CONFIG_PATH": folders}).split()
    run(PYK2PTX, HERE / "kernels.py", "-o", tmp_path / "kernels.h")
    run("g++", "-std=c++17", "-I", tmp_path, HERE / "main.cpp", "-o",
        tmp_path / "embed", *flags)
    execute(tmp_path / "embed")


def test_c_program(prefix, tmp_path):
    source = ROOT / "tests" / "c_api" / "c_api_test.c"
    include = prefix / "include"
    for compiler in ("gcc", "clang-22"):
        if shutil.which(compiler):
            run(compiler, "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror",
                "-fsyntax-only", "-I", include, source)


@pytest.mark.skipif(not shutil.which("dpkg-deb") or not shutil.which("cpack"),
                    reason="no dpkg-deb or no cpack")
def test_debian_package(tmp_path):
    run("cpack", "-G", "DEB", "--config", BUILD / "CPackConfig.cmake", "-B", tmp_path,
        "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip")
    (package,) = tmp_path.glob("*.deb")
    assert package.name.startswith("pyk2ptx_")
    fields = run("dpkg-deb", "--info", package)
    for field in ("Package: pyk2ptx", "Depends: ", "libc6"):
        assert field in fields
    files = set(re.findall(r" \./(usr/\S+[^/\s])$", run("dpkg-deb", "--contents", package),
                           re.M))
    headers = {f"usr/include/{path.relative_to(root)}"
               for root in (ROOT / "runtime" / "include", ROOT / "compiler" / "include",
                            ROOT / "runtime" / "jit" / "include")
               if root.exists() for path in root.rglob("*.h")}
    assert headers <= files
    names = {pathlib.Path(file).name for file in files}
    assert {"pyk2ptx", "libpyk2ptx_runtime.a", "libpyk2ptx_jit.a", "pyk2ptxConfig.cmake",
            "PyK2ptxKernels.cmake", "pyk2ptx.pc"} <= names
    # Nothing of the tests, the samples, or this machine.
    assert not [file for file in files
                if re.search(r"test|fake|sample|bench|home|tmp", file)]
    # It works where it is unpacked.
    run("dpkg-deb", "-x", package, tmp_path / "root")
    assert "pyk2ptx" in run(tmp_path / "root" / "usr" / "bin" / "pyk2ptx", "--version")
