"""The notebooks run from their first cell to their last, on the CPU device, and show
what their text says they do."""

import concurrent.futures
import os
import pathlib
import re
import sys

import nbclient.exceptions
import nbformat
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PYK2PTX = os.environ.get("PYK2PTX", str(ROOT / "build" / "bin" / "pyk2ptx"))
sys.path.insert(0, str(ROOT / "docs"))

import notebooks  # noqa: E402

FILES = {file.stem: file for file in notebooks.NOTEBOOKS.glob("*.ipynb")}


@pytest.fixture(scope="module")
def done():
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        run = pool.map(lambda f: notebooks.executed(f, PYK2PTX), FILES.values())
        return dict(zip(FILES, run))


def outputs(notebook, kind="text/plain"):
    """What cells gave, as text, cell after cell; a cell without is left out."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if output.output_type == "stream":
                yield output.text if kind == "text/plain" else ""
            elif output.output_type == "error":
                yield f"{output.ename}: {output.evalue}"
            elif kind in output.data:
                yield output.data[kind]


@pytest.mark.parametrize("name", sorted(FILES))
def test_files_hold_no_outputs(name):
    notebook = nbformat.read(FILES[name], as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        assert not cell.get("outputs") and cell.get("execution_count") is None
    assert notebook.cells[0].source.startswith("# ")
    # Links to other notebooks lead somewhere.
    text = "".join(cell.source for cell in notebook.cells)
    for link in re.findall(r"\]\((\w+)\.ipynb\)", text):
        assert link in FILES


def test_tutorial(done):
    texts = list(outputs(done["tutorial"]))
    assert "[1., 3., 5., 7.]" in texts[0] and "True" in texts[0]
    assert "float32[::1]" in texts[1]
    assert texts[2].startswith("CompileError: ")
    assert "did you mean `factor`? [UnknownName]" in texts[2]
    assert "np.int32(60)" in texts[3]
    assert texts[-1] == "True"
    (picture,) = (
        text for text in outputs(done["tutorial"], "image/png") if text[:3] == "iVB"
    )
    assert len(picture) > 10000


def test_find_the_race(done):
    texts = list(outputs(done["find_the_race"]))
    assert texts[0] == "True"
    assert texts[1].count("[DataRace]") == 4 and "different blocks" in texts[1]
    assert texts[2] == "True"
    assert "race on shared `part[32]`" in texts[3]
    values = re.findall(r"^x: .*", "".join(texts), re.MULTILINE)
    assert len(values) == 2 and values[0] != values[1]
    (page,) = (h for h in outputs(done["find_the_race"], "text/html") if "iframe" in h)
    assert "DataRace" in page and "srcdoc" in page


def test_ptx_beside_source(done):
    first, second = (
        text for text in outputs(done["ptx_beside_source"], "text/html") if text
    )
    assert "<b title='float64'>" in first and "sqrt.rn.f64" in first
    assert "float64 arithmetic: none" in second and "<b title" not in second
    texts = list(outputs(done["ptx_beside_source"]))
    assert re.search(r"values\[guard .*places\[i\]", texts[2])
    guarded, plain = map(int, re.findall(r"\d+", texts[3]))
    assert guarded > plain > 0


def test_a_page(done, tmp_path):
    for name, notebook in done.items():
        text = notebooks.page(notebook, name, tmp_path)
        assert ".ipynb)" not in text and "\x1b[" not in text
        for picture in re.findall(r"\]\((\w+\.png)\)", text):
            assert (tmp_path / picture).read_bytes().startswith(b"\x89PNG")
    assert list(tmp_path.glob("tutorial_*.png"))


DEVICE = """import numpy as np
from pyk2ptx import cuda
@cuda.jit(device=True)
def half(x):
    return x.hlf"""
KERNEL = """@cuda.jit
def k(x):
    i = cuda.grid(1)
    x[i] = {}"""
RACE = "k[1, 32](np.zeros(8, np.float32))"


def test_messages_name_cells(tmp_path):
    """As IPython itself does, not the files that its kernel says they are of."""
    texts = [
        DEVICE,
        KERNEL.format("half(x[i])"),
        RACE,
        KERNEL.format("x[0] + 1"),
        RACE.replace("k[", "cuda.check(k)["),
        # The same text again is the later cell's.
        KERNEL.format("x[0] + 1"),
        RACE.replace("k[", "cuda.check(k)["),
        KERNEL.format("(lambda y: y.z)(x[0])").replace("k(", "m("),
        RACE.replace("k[", "m["),
        "f = lambda y: y.zz\n@cuda.jit\ndef n(x):\n    x[0] = f(x[0])",
        RACE.replace("k[", "n["),
    ]
    cells = [nbformat.v4.new_code_cell(text) for text in texts]
    for at in range(2, len(cells), 2):
        cells[at].metadata["tags"] = ["raises-exception"]
    path = tmp_path / "cells.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    done = list(outputs(notebooks.executed(path, PYK2PTX)))
    assert len(done) == 5 and "ipykernel" not in "".join(done)
    assert done[0].startswith("CompileError: In[1]:5:14: error: `float32` has no ")
    assert "In[4]:4:5: error: index 8 " in done[1] and "\nIn[4]:4:5: note: " in done[1]
    assert done[2] == done[1].replace("In[4]", "In[6]")
    assert done[3].startswith("CompileError: In[8]:4:25: error: ")
    assert done[4].startswith("CompileError: In[10]:1:14: error: ")


def test_what_fails_is_told(tmp_path):
    cell = nbformat.v4.new_code_cell("1 / 0")
    path = tmp_path / "wrong.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)
    with pytest.raises(nbclient.exceptions.CellExecutionError, match="ZeroDivision"):
        notebooks.executed(path, PYK2PTX)
