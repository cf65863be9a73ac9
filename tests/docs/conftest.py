"""The package in build/python, on the CPU device; PYTHONPATH names it."""

import atexit
import os
import pathlib
import shutil
import subprocess
import tempfile

import pytest

os.environ.setdefault("PYK2PTX_DEVICE", "cpu")
os.environ.setdefault("MPLBACKEND", "agg")
# What earlier runs compiled is not to answer for this one.
if "PYK2PTX_CACHE_DIR" not in os.environ:
    os.environ["PYK2PTX_CACHE_DIR"] = tempfile.mkdtemp(prefix="pyk2ptx-tests-")
    atexit.register(shutil.rmtree, os.environ["PYK2PTX_CACHE_DIR"], True)

ROOT = pathlib.Path(__file__).resolve().parents[2]
PYK2PTX = os.environ.get("PYK2PTX", str(ROOT / "build" / "bin" / "pyk2ptx"))
BUILD = pathlib.Path(os.path.abspath(PYK2PTX)).parents[1]


@pytest.fixture(scope="session")
def site():
    """The folder of the site, built now, without a warning."""
    done = subprocess.run(
        [ROOT / "tools" / "docs.sh", BUILD], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING" not in done.stderr
    return BUILD / "docs" / "html"
