"""doctor and explain."""

import re
import shutil
import subprocess

import pytest
from conftest import PYK2PTX, ROOT, needs_libdevice

TABLE = (ROOT / "frontend" / "messages" / "diagnostics.def").read_text()
KINDS = re.findall(r"^DIAGNOSTIC\((\w+),", TABLE, re.M)


@needs_libdevice
def test_doctor(pyk2ptx):
    text = pyk2ptx("doctor").stdout
    rows = [line.split()[0] for line in text.splitlines() if line[0] != " "]
    assert rows[:3] == ["compiler", "libdevice", "driver"]
    assert rows[-2:] == ["ptxas", "nvJitLink"]
    assert "compiler   compiles kernels to PTX\n" in text


def test_doctor_without_driver(pyk2ptx):
    env = {"PYK2PTX_LIBCUDA": "/nowhere.so"}
    process = subprocess.run(
        [PYK2PTX, "doctor"], env=env, capture_output=True, text=True
    )
    assert process.returncode in (0, 3)
    assert "driver     not found: no CUDA driver was found; tried" in process.stdout
    assert "without it: kernels run on the CPU device" in process.stdout


def test_doctor_with_broken_libdevice(pyk2ptx):
    env = {"PYK2PTX_LIBDEVICE": "/nowhere.bc"}
    text = pyk2ptx("doctor", env=env, status=3).stdout
    assert "libdevice  unusable: cannot use libdevice `/nowhere.bc`" in text
    assert "without it: kernels that call math functions" in text


def test_explain_lists_all(pyk2ptx):
    text = pyk2ptx("explain").stdout
    assert [line.split()[0] for line in text.splitlines()] == KINDS


def test_explain_each(pyk2ptx):
    for kind in KINDS:
        text = pyk2ptx("explain", kind).stdout
        assert re.match(rf"{kind} \((error|warning|note)\)\n\n.+\n\n.+\n", text, re.S)
        assert not re.search(r"\{\d\}", text)
        # A word longer than that stands alone.
        assert all(
            len(line) <= 80 or " " not in line for line in text.splitlines()
        )
    assert pyk2ptx("explain", "[NoKernel]").stdout == pyk2ptx(
        "explain", "NoKernel"
    ).stdout


def test_explain_unknown(pyk2ptx):
    assert "did you mean `NoKernel`?" in pyk2ptx.usage("explain", "NoKernl")
    assert "lists all" in pyk2ptx.usage("explain", "Zzzzzzzzzzzz")


@pytest.mark.parametrize("command", ["doctor", "explain"])
def test_help(pyk2ptx, command):
    assert pyk2ptx(command, "--help").stdout.startswith(f"usage: pyk2ptx {command}")
    process = pyk2ptx(command, "--zzz", status=2)
    assert process.stderr.startswith(f"usage: pyk2ptx {command}")


def test_a_file_may_be_called_run(pyk2ptx):
    shutil.copy(pyk2ptx.folder / "k.py", pyk2ptx.folder / "run")
    pyk2ptx("./run")
    assert "run.ptx" in pyk2ptx.files()


def architectures():
    text = subprocess.run(
        [PYK2PTX, "-", "--arch=?"], input="", capture_output=True, text=True
    ).stderr
    return re.findall(r"sm_\w+", text)


@pytest.mark.skipif(
    not shutil.which("ptxas", path="/usr/local/cuda/bin"), reason="there is no ptxas"
)
@pytest.mark.parametrize("arch", architectures())
def test_ptxas_takes_every_architecture(pyk2ptx, arch):
    if arch.startswith("sm_101"):
        pytest.skip("ptxas 13 calls it sm_110")
    pyk2ptx("k.py", f"--arch={arch}")
    subprocess.run(
        ["/usr/local/cuda/bin/ptxas", f"-arch={arch}", "k.ptx", "-o", "k.cubin"],
        cwd=pyk2ptx.folder,
        check=True,
    )
