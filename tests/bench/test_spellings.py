"""That the spellings of a computation are one computation, and what the tool prints."""

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/bench"))

import spellings  # noqa: E402

PYK2PTX = os.environ.get("PYK2PTX", str(ROOT / "build/bin/pyk2ptx"))


@pytest.mark.parametrize("name", spellings.COMPUTATIONS)
def test_results_are_the_same(name, tmp_path):
    (grid, block, arguments), parameters, bodies = spellings.COMPUTATIONS[name]
    # What is written is the last array.
    written = [p for p in parameters.split(", ") if p != "n"][-1]
    path = spellings.write_kernels(tmp_path / "kernels.py", parameters, bodies)
    results = []
    for number in range(len(bodies)):
        out = tmp_path / f"{number}.npy"
        words = [PYK2PTX, "run", f"{path}::{spellings.kernel_name(number)}", "--device=cpu", f"--grid={grid}", f"--block={block}"]
        subprocess.run([*words, "--out", f"{written}={out}", *arguments], check=True, capture_output=True)
        results.append(np.load(out))
    assert results[0].any()
    for each in results[1:]:
        np.testing.assert_allclose(each, results[0], rtol=1e-5)


def test_each_is_over_the_first():
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools/bench/spellings.py"), PYK2PTX, "--rounds=1", "pixels"],
        capture_output=True, text=True, check=True)  # fmt: skip
    lines = [line.split() for line in done.stdout.splitlines()]
    assert [line[-1] for line in lines][0] == "1.00"
    assert len(lines) == len(spellings.COMPUTATIONS["pixels"][2])


def test_unknown_names_are_told():
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools/bench/spellings.py"), PYK2PTX, "pixel"], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "unknown: pixel" in done.stderr
