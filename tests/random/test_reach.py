"""That random kernels reach what they are for: a way that changes no kernel finds no fault."""

import json
import subprocess

import generate
import pytest
from launch import PYK2PTX
from text import module, signature


@pytest.mark.parametrize("features", [["many"], []])
def test_one_thread_does_the_work_of_several(tmp_path, features):
    seeds, coarsened = 30, 0
    for seed in range(seeds):
        program = generate.make(seed, (), features)[0]
        (tmp_path / "kernel.py").write_text(module(program))
        facts = f"apart,small,block={'x'.join(map(str, program.block))},per-thread=4"
        done = subprocess.run([PYK2PTX, tmp_path / "kernel.py", "--sig=" + signature(program, always=True),
                               f"--facts={facts}", "--emit=manifest", "-o", "-"], capture_output=True, text=True)
        assert not done.returncode, done.stderr
        coarsened += max(json.loads(done.stdout)["kernels"][0].get("coarsening", [1])) > 1
    assert coarsened >= seeds / 8
