"""What the benchmark says of its figures, with figures that are made up; and manifests."""

import json
import math
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools/bench"))

import counters  # noqa: E402
import report  # noqa: E402
from common import SETS  # noqa: E402

PYK2PTX = os.environ.get("PYK2PTX", str(ROOT / "build/bin/pyk2ptx"))


def timed(ms, **more):
    return {"ms": ms, "spread": 0.0, "ok": True, **more}


def record(kernels, work, primitive=False, **variants):
    return {"set": kernels, "primitive": primitive, "work": work, "variants": variants}


@pytest.fixture
def result():
    return {
        "ceilings": {"B": 4e12, "flop": 5e13},
        "kernels": {
            "a": record("seen", (2e9, "B"), nvcc=timed(1.0), ours=timed(2.0)),
            "b": record("seen", (1e9, "flop"), nvcc=timed(1.0), ours=timed(0.5)),
            "c": record("seen", (1e9, "sample"), nvcc=timed(1.0), ours=timed(0.25)),
            "wrong": record("seen", (1e9, "B"), nvcc=timed(1.0), ours=timed(0.01, ok=False)),
            "base": record("seen", (1e9, "B"), nvcc=timed(1.0, ok=False), ours=timed(0.02)),
            "d": record("held-out", (2e9, "B"), nvcc=timed(1.0), ours=timed(3.0)),
            "e": record("seen", (2e9, "B"), primitive=True, nvcc=timed(1.0), ours=timed(1.5)),
        },
    }


def part(text, title):
    return text.split(f"## {title}\n")[1].split("\n## ")[0]


def test_each_set_has_a_mean_and_a_worst_of_its_own(result):
    text = report.markdown(result)
    seen = part(text, "Kernels seen")
    mean = math.prod((2.0, 0.5, 0.25)) ** (1 / 3)
    assert f"({mean:.2f}x of 3)" in seen
    assert "| **worst** |  |  | 2.00x a |" in seen
    held = part(text, "Kernels held out")
    assert "(3.00x of 1)" in held and "3.00x d" in held
    assert "| a |" not in held and "| d |" not in seen and "| e |" not in seen
    assert "1.50x e" in part(text, "Primitives of a block and products of matrices")


def test_a_time_has_its_share_of_what_the_machine_does(result):
    seen = part(report.markdown(result), "Kernels seen")
    # 2 GB in 1 and in 2 ms of a copy's 4 TB/s.
    assert "| a | 2000 GB/s (50%) | 1.000 | 2.000 (2.00x, 25%) |" in seen
    assert "| b | 1000 GFLOP/s (2%) | 1.000 | 0.500 (0.50x, 4%) |" in seen
    assert "| c | 1000 Gsample/s | 1.000 | 0.250 (0.25x) |" in seen
    assert "0.010 (0.01x, 2500%) WRONG" in seen


def test_what_failed_is_said(result):
    result["kernels"]["a"]["variants"]["ours"] = {"failed": "RuntimeError: no"}
    seen = part(report.markdown(result), "Kernels seen")
    assert "| a | 2000 GB/s (50%) | 1.000 | failed |" in seen
    assert "x of 2)" in seen


def csv_of(*launches):
    """As ncu prints it; None is a metric that this GPU has not."""
    lines = ["==PROF== Connected to process 7", "compiled in 3 s",
             '"ID","Process ID","Kernel Name","Metric Name","Metric Unit","Metric Value"']
    for number, values in enumerate(launches):
        for column, value in values.items():
            shown = "n/a" if value is None else f"{value:,.2f}"
            lines.append(f'"{number}","7","k","{counters.METRICS[column]}","%","{shown}"')
    return "\n".join(lines) + "\n==PROF== Disconnected\n"


def test_the_nearest_limit_binds():
    rows = counters.rows_of(csv_of(
        {"issue": 20.5, "dram": 91.0, "instructions": 1234567.0}, {"l2": 30.0, "dram": None},
    ))  # fmt: skip
    assert rows == [{"issue": 20.5, "dram": 91.0, "instructions": 1234567.0}, {"l2": 30.0}]
    assert [counters.binding(row) for row in rows] == ["dram", "latency"]
    assert counters.binding({"warps": 99.0}) == "unknown"


@pytest.fixture
def ncu(tmp_path, monkeypatch):
    """Stands for ncu: says what it is told, and what was launched."""

    def stand_in(said, order, status=0):
        (tmp_path / "said").write_text(said)
        (tmp_path / "order").write_text(json.dumps(order))
        program = tmp_path / "ncu"
        program.write_text(f'#!/bin/sh\nfor last; do :; done\n'
                           f'cp {tmp_path}/order "$last"\ncat {tmp_path}/said\nexit {status}\n')
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    return stand_in


def test_counts_stand_beside_their_kernels(result, tmp_path, ncu):
    order = [["a", "nvcc"], ["a", "ours"]]
    ncu(csv_of({"issue": 80.0, "warps": 50.0}, {"issue": 10.0, "warps": 40.0}), order)
    counters.count(result, tmp_path)
    assert "ncu_failed" not in result
    counted = part(report.markdown(result), "Counters")
    assert "| a | nvcc | issue | 80 | 50 |" in counted
    assert "| a | ours | latency | 10 | 40 |" in counted


@pytest.mark.parametrize(
    "said, order, why",
    [
        ("==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access\n", [], "ERR_NVGPUCTRPERM"),
        ("==ERROR== Failed to initialize the profiler: LibraryNotLoaded\n", [], "LibraryNotLoaded"),
        ("", [], "ncu said nothing"),
        (csv_of({"issue": 80.0}), [["a", "nvcc"], ["a", "ours"]], "1 launches counted, 2 made"),
    ],
)  # fmt: skip
def test_missing_counters_are_said(result, tmp_path, capsys, ncu, said, order, why):
    ncu(said, order, status=1)
    counters.count(result, tmp_path)
    assert "NO COUNTERS: " in capsys.readouterr().out
    assert why in result["ncu_failed"]
    assert f"**No counters**: {result['ncu_failed']}" in report.markdown(result)


def make_manifest(folder, *options):
    done = subprocess.run(
        [sys.executable, ROOT / "tools/bench/make_manifest.py", PYK2PTX, folder, *options],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout, json.loads((folder / "manifest.json").read_text())["kernels"]


@pytest.mark.parametrize("name", SETS)
def test_a_manifest_has_every_kernel_of_its_set(tmp_path, name):
    said, kernels = make_manifest(tmp_path, "--set", name, "--variant", "jit", "--launch", "jit")
    sources = {source.stem for source in SETS[name].sources}
    assert "SKIPPED" not in said
    assert {kernel["case"] for kernel in kernels} == sources
    for kernel in kernels:
        assert (tmp_path / kernel["ptx"]).is_file()
        if SETS[name].few_threads(kernel["case"]):
            # The JIT has no variant for it: its block is as it was.
            assert math.prod(kernel["block"]) == math.prod(SETS[name].block(kernel["case"]))


def test_all_is_both_sets(tmp_path):
    _, kernels = make_manifest(tmp_path, "--set", "all")
    assert len(kernels) == sum(len(kernels.sources) for kernels in SETS.values())
    assert {kernel["ptx"].split("/")[0] for kernel in kernels} == set(SETS)
