"""``numba.cuda.cudadrv.devicearray``"""

from ._memory import (  # noqa: F401
    DeviceNDArray,
    DeviceRecord,
    as_cuda_array,
    is_cuda_array,
    to_device,
)

is_cuda_ndarray = is_cuda_array
