"""``numba.cuda.config``: what programs read or set of it, each from NUMBA_ and its
name in the environment first.

These change what happens, whenever they are set:

CUDA_WARN_ON_IMPLICIT_COPY  launches with host arrays warn of their copies (1)
CUDA_LOW_OCCUPANCY_WARNINGS small grids warn (0; numba's is 1)
CUDA_DEBUGINFO_DEFAULT      what ``debug=`` is where it is not given (0)
OPT                         what ``opt=`` is where it is not given: 0 is False (3)
DISABLE_PERFORMANCE_WARNINGS  no NumbaPerformanceWarning at all (0)

The rest says how things are, and setting it changes nothing.
"""

import os
import sys
import types


class _OptLevel(int):
    """A level of optimisation: 0 to 3, or "max", which is 3."""

    def __new__(cls, level):
        return super().__new__(cls, 3 if level == "max" else level)


def _read(name, default, kind=int):
    return kind(os.environ.get(f"NUMBA_{name}") or default)


CUDA_WARN_ON_IMPLICIT_COPY = _read("CUDA_WARN_ON_IMPLICIT_COPY", 1)
CUDA_DEBUGINFO_DEFAULT = _read("CUDA_DEBUGINFO_DEFAULT", 0)
OPT = _read("OPT", 3, lambda level: _OptLevel(level if level == "max" else int(level)))
DISABLE_PERFORMANCE_WARNINGS = _read("DISABLE_PERFORMANCE_WARNINGS", 0)
# The CPU device is no simulator: it compiles kernels.
ENABLE_CUDASIM = False
DISABLE_JIT = False
# What kernels allocate needs no runtime of reference counts.
CUDA_ENABLE_NRT = 0
# Set by cuda.set_memory_manager and this variable.
CUDA_MEMORY_MANAGER = _read("CUDA_MEMORY_MANAGER", "default", str)


class _Config(types.ModuleType):
    """The module: a launch asks whether to warn only while it is to."""

    @property
    def CUDA_LOW_OCCUPANCY_WARNINGS(self):
        return self.__dict__.get("_warns_of_small_grids", 0)

    @CUDA_LOW_OCCUPANCY_WARNINGS.setter
    def CUDA_LOW_OCCUPANCY_WARNINGS(self, value):
        from .. import _core
        from ._launch import warn_of_small_grid

        self.__dict__["_warns_of_small_grids"] = value
        _core.set_configuration_hook(warn_of_small_grid if value else None)


sys.modules[__name__].__class__ = _Config
_warns_of_small_grids = 0
