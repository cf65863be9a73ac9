"""``numba.cuda.simulator``: names by which programs know arrays and kernels of a
simulator. Here they are those of the CPU device."""

from ... import cuda
from .._lazy import modules_of
from ..cudadrv.devices import reset


def __getattr__(name):
    try:
        return modules_of(__name__)(name)
    except AttributeError:
        return reset if name == "reset" else getattr(cuda, name)
