"""What tools/reference.py makes from the compiler's tables is current."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_reference_is_current():
    process = subprocess.run(
        [sys.executable, ROOT / "tools" / "reference.py", "--check"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stdout
