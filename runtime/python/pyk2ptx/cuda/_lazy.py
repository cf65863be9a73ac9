"""Submodules that are there as attributes before anyone imports them: programs write
``cuda.cudadrv.driver`` after ``from numba import cuda`` alone."""

import importlib


def modules_of(package):
    """``__getattr__`` of a package: its submodules."""

    def read(name):
        if not name.startswith("_"):
            try:
                return importlib.import_module(f"{package}.{name}")
            except ModuleNotFoundError as error:
                if error.name != f"{package}.{name}":
                    raise
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return read
