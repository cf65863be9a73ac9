"""The benchmark's kernels at small sizes: on the CPU device against their references.

What the GPU machine times is thereby right here already: cases, kernels and references. The CUDA
twins are compiled by nvcc where there is one, and the kernels' PTX by ptxas; the twins' results
are checked where they are timed (tools/bench/run_peers.py).
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

import pyk2ptx

pyk2ptx.as_numba(force=True)
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/bench"))

import harness  # noqa: E402
from common import ARCH, SETS, load  # noqa: E402

PYK2PTX = os.environ.get("PYK2PTX", str(ROOT / "build/bin/pyk2ptx"))
KERNELS = [
    pytest.param(kernels, source.stem, id=f"{kernels.name}-{source.stem}")
    for kernels in SETS.values()
    for source in kernels.sources
]
every_kernel = pytest.mark.parametrize("kernels, name", KERNELS)


def tool(name):
    found = shutil.which(name) or shutil.which(name, path="/usr/local/cuda/bin")
    if not found:
        pytest.skip(f"no {name}")
    return found


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(harness, "SHRINK", 13)


@every_kernel
def test_the_kernel_agrees_with_its_reference(kernels, name):
    case = kernels.cases[name]()
    kernel = getattr(load(kernels.source(name)), name)

    def launch():
        kernel[case.grid, case.block](*case.args.values())

    assert harness.check(case, launch, harness.saved(case)) <= case.tol
    # A second launch finds what the first left, as when it is timed.
    launch()


@every_kernel
def test_a_kernel_that_does_nothing_is_wrong(kernels, name):
    """Every output starts as something else than what is expected of it."""
    case = kernels.cases[name]()
    saved, expect = harness.saved(case), case.expect
    for one in expect:
        case.expect = [one]
        assert not harness.check(case, lambda: None, saved) <= case.tol


@every_kernel
def test_the_kernel_assembles(kernels, name, tmp_path):
    ptx = tmp_path / "kernel.ptx"
    run(PYK2PTX, str(kernels.source(name)), f"--arch={ARCH}", "-o", str(ptx))
    run(tool("ptxas"), f"-arch={ARCH}", str(ptx), "-o", str(tmp_path / "kernel.cubin"))


@every_kernel
def test_the_twin_compiles(kernels, name, tmp_path):
    twin = kernels.twin(name)
    assert re.search(rf"\b{name}\(", twin.read_text(encoding="utf-8"))
    run(tool("nvcc"), f"-arch={ARCH}", "-cubin", "-o", str(tmp_path / "twin.cubin"), str(twin))


@pytest.mark.parametrize("kernels", SETS.values(), ids=SETS)
def test_a_set_is_whole(kernels):
    """Each kernel has its twin and its case; the tables name nothing else."""
    names = {source.stem for source in kernels.sources}
    assert names == set(kernels.cases)
    assert names == {path.stem for path in (kernels.folder / "cuda").glob("*.cu")}
    tables = kernels.launches
    assert {*tables.BLOCKS, *tables.FEW_THREADS, *tables.PRIMITIVES} <= names


@every_kernel
def test_the_twin_takes_what_the_case_has(kernels, name):
    """The parameters of its first line are the case's, as many as the function has."""
    case, text = kernels.cases[name](), kernels.twin(name).read_text(encoding="utf-8")
    stated = re.match(r"// params: (.*)", text)[1].split()
    assert {re.split(r"[.:]", p)[0] for p in stated} <= set(case.args)
    taken = re.search(rf"\b{name}\((.*?)\)\s*{{", text, re.S)[1]
    assert len(stated) == taken.count(",") + 1
    assert case.block == kernels.block(name)
