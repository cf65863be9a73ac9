"""``python -m pyk2ptx program.py ...``: a program that imports numba, unchanged."""

import runpy
import sys

from ._as_numba import as_numba


def main():
    """Runs the program of the command line, or the module behind ``-m``."""
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print("usage: python -m pyk2ptx [-m module | program.py] [arguments]")
        return 0 if len(sys.argv) > 1 else 2
    as_numba(force=True)
    if sys.argv[1] == "-m" and len(sys.argv) > 2:
        sys.argv = sys.argv[2:]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
        return 0
    import os

    sys.argv = sys.argv[1:]
    sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
    runpy.run_path(sys.argv[0], run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main())
