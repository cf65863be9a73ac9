"""The package in build/python, on the CPU device; PYTHONPATH names it."""

import atexit
import os
import shutil
import tempfile

os.environ.setdefault("PYK2PTX_DEVICE", "cpu")
os.environ.setdefault("MPLBACKEND", "agg")
# What earlier runs compiled is not to answer for this one.
if "PYK2PTX_CACHE_DIR" not in os.environ:
    os.environ["PYK2PTX_CACHE_DIR"] = tempfile.mkdtemp(prefix="pyk2ptx-tests-")
    atexit.register(shutil.rmtree, os.environ["PYK2PTX_CACHE_DIR"], True)
