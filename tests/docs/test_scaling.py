"""How the solver's scaling is measured, and that the page says what was."""

import json
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
JACOBI = ROOT / "samples/jacobi"
HOWTO = ROOT / "docs/howto"

# As mpiexec: a step takes a microsecond for each 1000 points of a GPU, and two for an exchange.
MPIEXEC = """
import sys
gpus, program, ptx, rows, cols, steps = sys.argv[2:]
assert (program, ptx, steps) == ("solver", "k.ptx", "510")
gpus, points = int(gpus), (int(rows) - 2) * int(cols)
print(f"{points / 1000 / gpus + 2 * (gpus > 1):.3f} us a step")
print("FAILED" if points > 5_000_000 else "OK")
"""


def scaling(folder, *options):
    stub = folder / "mpiexec.py"
    stub.write_text(MPIEXEC)
    command = [
        sys.executable,
        JACOBI / "scaling.py",
        "--program",
        "solver",
        "--ptx",
        "k.ptx",
    ]
    command += ["--mpiexec", f"{sys.executable} {stub}", "--gpus", "2", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_both_ways_of_scaling_are_measured(tmp_path):
    done = scaling(tmp_path, "--sides", "1000", "--out", tmp_path / "scaling.json")
    assert done.returncode == 0, done.stderr
    assert done.stdout == (
        "| scaling | plate | 1 GPU | 2 GPUs |\n| --- | --- | --- | --- |\n"
        "| strong | 1000 x 1000 | 1000.0 us | 502.0 us (100%) |\n"
        "| weak | 1000 x 1000 a GPU | 1000.0 us | 1002.0 us (100%) |\n"
    )
    strong, weak = json.loads((tmp_path / "scaling.json").read_text())["rows"]
    assert strong["us"]["2"] == {"median": 502.0, "runs": [502.0] * 3}
    assert weak["us"]["2"]["median"] == 1002.0


def test_what_of_the_ideal_is_reached(tmp_path):
    done = scaling(tmp_path, "--sides", "64")
    assert "| strong | 64 x 64 | 4.1 us | 4.0 us (51%) |" in done.stdout
    assert "| weak | 64 x 64 a GPU | 4.1 us | 6.1 us (67%) |" in done.stdout


def test_a_wrong_result_has_no_time(tmp_path):
    out = tmp_path / "scaling.json"
    done = scaling(tmp_path, "--sides", "1000,2000,4000", "--out", out)
    assert done.returncode == 1
    assert "solver k.ptx 4002 4000 510 ended with 0:\n" in done.stderr
    assert done.stderr.endswith("FAILED\n\n")
    assert [row["side"] for row in json.loads(out.read_text())["rows"]] == [1000, 2000]


def page_of(data, page, plot):
    return subprocess.run(
        [sys.executable, JACOBI / "scaling_page.py", data, page, plot],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_page_gets_table_and_plot(tmp_path):
    pytest.importorskip("matplotlib")
    scaling(
        tmp_path,
        "--sides",
        "64,1000",
        "--machine",
        "2 x GPU",
        "--out",
        tmp_path / "s.json",
    )
    page = tmp_path / "page.md"
    page.write_text("before\n% scaling: begin\nold\n% scaling: end\nafter\n")
    for _ in range(2):  # the second finds what the first wrote
        done = page_of(tmp_path / "s.json", page, tmp_path / "s.svg")
        assert done.returncode == 0, done.stderr
        text = page.read_text()
        assert (
            "old" not in text
            and text.startswith("before\n")
            and text.endswith("after\n")
        )
        assert text.count("](s.svg)") == 1
        assert "Measured on 2 x GPU:" in text
        assert "| 64 x 64 | 4.1 us | 4.0 us (51%) |" in text
        assert "half of one GPU's, 2 to 2 us here" in text
    picture = (tmp_path / "s.svg").read_text()
    assert all(
        word in picture
        for word in ("Strong scaling", "Weak scaling", "2 GPUs", ">1000<")
    )
    page.write_text("no lines\n")
    wrong = page_of(tmp_path / "s.json", page, tmp_path / "s.svg")
    assert wrong.returncode == 1 and "has no lines" in wrong.stderr


def test_the_page_says_what_was_measured(tmp_path):
    """Of the JSON beside it; before there is one, nothing."""
    pytest.importorskip("matplotlib")
    page = (HOWTO / "scaling.md").read_text(encoding="utf-8")
    if not (HOWTO / "scaling.json").exists():
        assert "% scaling: begin\n% scaling: end\n" in page
        return
    copy = tmp_path / "scaling.md"
    copy.write_text(page, encoding="utf-8")
    done = page_of(HOWTO / "scaling.json", copy, tmp_path / "scaling.svg")
    assert done.returncode == 0, done.stderr
    assert copy.read_text(encoding="utf-8") == page
    assert (HOWTO / "scaling.svg").exists()
