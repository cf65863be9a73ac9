"""``numba.cuda.simulator.cudadrv``"""

from ..._lazy import modules_of

__getattr__ = modules_of(__name__)
