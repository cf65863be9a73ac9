"""``numba.cuda.simulator``: names by which programs know arrays and kernels of a
simulator. Here they are those of the CPU device."""

from .._lazy import modules_of

__getattr__ = modules_of(__name__)
