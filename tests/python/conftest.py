"""The package in build/python, on the CPU device.

PYTHONPATH names the package; a test that needs another environment (the fake
driver, no device) runs a program of its own by `run_program`.
"""

import atexit
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import textwrap

import pytest

os.environ.setdefault("PYK2PTX_DEVICE", "cpu")
# What earlier runs compiled is not to answer for this one.
if "PYK2PTX_CACHE_DIR" not in os.environ:
    os.environ["PYK2PTX_CACHE_DIR"] = tempfile.mkdtemp(prefix="pyk2ptx-tests-")
    atexit.register(shutil.rmtree, os.environ["PYK2PTX_CACHE_DIR"], True)
pytest_plugins = ["pytester"]


@pytest.fixture
def run_program(tmp_path):
    """Runs a program's text in a process of its own; gives what it printed."""

    def run(text, status=0, **environment):
        file = tmp_path / "program.py"
        file.write_text(textwrap.dedent(text), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, str(file)],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.fixture
def fake_driver():
    """The environment of a machine with GPUs that run no kernels."""
    if os.environ["PYK2PTX_DEVICE"] == "gpu":
        pytest.skip("the fake driver is not for machines with a GPU")
    library = os.environ.get("PYK2PTX_FAKE_CUDA", "")
    if not pathlib.Path(library).is_file():
        pytest.fail("PYK2PTX_FAKE_CUDA names no file; run by ctest")
    return {"PYK2PTX_DEVICE": "gpu", "PYK2PTX_LIBCUDA": library, "PYK2PTX_CACHE": "0"}
