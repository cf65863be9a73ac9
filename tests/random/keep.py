"""Keeps a failure as a folder that needs nothing else of this one."""

import pathlib
import shlex

import numpy as np
from compare import Meaning, run_way, ways
from launch import command, write_case
from simulate import simulate
from text import module


def keep(where, seed, fault, original, small, launcher):
    folder = pathlib.Path(where) / f"{fault.kind}-{seed}"
    write_case(small, folder)
    (folder / "original.py").write_text(module(original))
    results, simulator = simulate(small)
    for name, array in results.items():
        np.save(folder / f"{name}.expected.npy", array)
    meaning = Meaning(results, simulator)
    options = ways(meaning, launcher.device, seed).get(fault.way, fault.options)
    again = run_way(launcher, small, meaning, folder, fault.way, options)
    words = ["run", f"--device={launcher.device}", *command(small, pathlib.Path("."), options)]
    run = "#!/bin/sh\n# Run it here; the program is the first argument.\ncd \"$(dirname \"$0\")\"\n"
    run += '"${1:-pyk2ptx}" ' + " ".join(map(shlex.quote, words)) + "\n"
    (folder / "run.sh").write_text(run)
    (folder / "run.sh").chmod(0o755)
    (folder / "report.txt").write_text(
        f"seed {seed}, {fault.kind}, {fault.way}\n\n{(again or fault).text}\n")
    return folder
