"""run --many: launches in one process, a line each."""

import subprocess

from conftest import PYK2PTX

FILL = "k.py::fill --device=cpu --grid=1 --block=4"


def run_lines(folder, lines):
    text = "".join("\t".join(line.split()) + "\n" for line in lines)
    return subprocess.run(
        [PYK2PTX, "run", "--many"], input=text, cwd=folder, capture_output=True, text=True
    )


def test_each_launch_has_a_status(tmp_path):
    (tmp_path / "k.py").write_text(
        "from numba import cuda\n\n@cuda.jit\ndef fill(x, value):\n"
        "    x[cuda.grid(1)] = value\n"
    )
    good = f"{FILL} x=zeros(int32,4) value=%d"
    process = run_lines(
        tmp_path, [good % 7, f"{FILL} x=zeros(int32,4)", "--block=x", good % 8, f"{good % 9} --facts"]
    )
    assert process.returncode == 0
    assert process.stdout.split() == ["0", "1", "2", "0", "0"]
    # What they print, and what is wrong with them, is all on the other side.
    for text in ("[7 7 7 7]", "`fill` takes 2 arguments", "[8 8 8 8]", "[9 9 9 9]"):
        assert text in process.stderr
