"""``numba.cuda.cudadrv.nvvm``"""

from ...errors import NvvmError, NvvmSupportError  # noqa: F401
