"""What tools/reference.py and tools/python_names.py make from the compiler's tables is
current."""

import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import reference  # noqa: E402


@pytest.mark.parametrize("tool", ["reference.py", "python_names.py"])
def test_what_tools_write_is_current(tool):
    process = subprocess.run(
        [sys.executable, ROOT / "tools" / tool, "--check"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stdout


def test_each_builtin_is_executed():
    """tools/golden.py wants a golden test of each row, this an execution test."""
    text = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "tests/run").glob("*.py")
    )
    words = set(re.findall(r"\w+", text))
    names = [
        reference.strings(row)[0]
        for title, row in reference.table("tables/builtins.def", "BUILTIN")
        if not title.startswith("what the checker makes")
        # These are asked by coop's own text, which is executed.
        and "cuda.coop._" not in row
    ]
    assert len(names) > 200
    missing = [n for n in names if n not in text and n.split(".")[-1] not in words]
    assert not missing
