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
import warnings

from .. import _core
from ..errors import NumbaPerformanceWarning

_PACKAGE = __package__.partition(".")[0]


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


def warn(text, category):
    """A warning of the line outside of this package that caused it."""
    if category is NumbaPerformanceWarning and DISABLE_PERFORMANCE_WARNINGS:
        return
    frame, level = sys._getframe(1), 2
    while frame.f_back and frame.f_globals.get("__name__", "").startswith(_PACKAGE):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, category, stacklevel=level)


def _warn_of_small_grid(blocks):
    """Warns where a launch has too few blocks for any GPU that is not small."""
    if blocks < 128:
        warn(
            f"Grid size {blocks} will likely result in GPU under-utilization due to "
            "low occupancy",
            NumbaPerformanceWarning,
        )


class _Config(types.ModuleType):
    """The module: a launch asks whether to warn only while it is to."""

    @property
    def CUDA_LOW_OCCUPANCY_WARNINGS(self):
        return self.__dict__.get("_warns_of_small_grids", 0)

    @CUDA_LOW_OCCUPANCY_WARNINGS.setter
    def CUDA_LOW_OCCUPANCY_WARNINGS(self, value):
        self.__dict__["_warns_of_small_grids"] = value
        _core.set_configuration_hook(_warn_of_small_grid if value else None)


sys.modules[__name__].__class__ = _Config
_warns_of_small_grids = 0
