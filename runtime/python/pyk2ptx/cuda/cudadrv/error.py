"""``numba.cuda.cudadrv.error``"""

from ...errors import (  # noqa: F401
    CudaDriverError,
    CudaRuntimeError,
    CudaSupportError,
    NvvmError,
    NvvmSupportError,
)
