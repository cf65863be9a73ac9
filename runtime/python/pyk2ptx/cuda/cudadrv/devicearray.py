"""``numba.cuda.cudadrv.devicearray``"""

from ..devicearray import *  # noqa: F403
