"""``python -m pyk2ptx program.py ...``: a program that imports numba, unchanged."""

import os
import runpy
import sys

from ._as_numba import as_numba

_USAGE = """usage: python -m pyk2ptx [--force] [-m module | program.py] [arguments]

numba.cuda is pyk2ptx.cuda. Where numba is installed, the rest of it stays; with --force,
and where it is not, this package stands for all of it."""


def main():
    """Runs the program of the command line, or the module behind ``-m``."""
    given = sys.argv[1:]
    force = given[:1] == ["--force"]
    given = given[force:]
    if not given or given[0] in ("-h", "--help"):
        print(_USAGE)
        return 0 if given else 2
    if given[0] == "-m" and len(given) > 1:
        as_numba(force)
        sys.argv = given[1:]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
        return 0
    sys.argv = given
    sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
    as_numba(force)
    runpy.run_path(sys.argv[0], run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main())
