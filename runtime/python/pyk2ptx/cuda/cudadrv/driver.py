"""``numba.cuda.cudadrv.driver``"""

from ...errors import (  # noqa: F401
    CudaAPIError,
    CudaDriverError,
    CudaSupportError,
    LinkerError,
)
