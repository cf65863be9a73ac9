# golden: --emit=manifest
# Complex numbers of float16 are vectors in memory; their sums are complex64.
import numpy as np
from numba import cuda
from nvmath.device import Matmul

MM = Matmul(
    size=(16, 16, 16),
    precision=np.float16,
    data_type="complex",
    arrangement=("row_major", "col_major", "row_major"),
    block_size=64,
)


@cuda.jit("void(complex64[::1], complex64[::1], complex64[::1])")
def k(a, b, c):
    x = cuda.shared.array(MM.a_size, MM.a_value_type)
    y = cuda.shared.array(MM.b_size, MM.b_value_type)
    z = cuda.shared.array(MM.c_size, MM.c_value_type)
    for i in range(cuda.threadIdx.x, MM.a_size, 64):
        x[i] = a[i]
        y[i] = b[i]
    cuda.syncthreads()
    MM.execute(1 + 2j, x, y, 0.0, z)
    cuda.syncthreads()
    for i in range(cuda.threadIdx.x, MM.c_size, 64):
        c[i] = z[i]

# === --emit=manifest
# {
#   "abi": 1,
#   "arch": "sm_75",
#   "ptx_isa": "6.3",
#   "kernels": [
#     {
#       "name": "k",
#       "entry": "k",
#       "source": "matmul_halves.py:17",
#       "args": [
#         {
#           "name": "a",
#           "kind": "array",
#           "dtype": "complex64",
#           "ndim": 1,
#           "layout": "C"
#         },
#         {
#           "name": "b",
#           "kind": "array",
#           "dtype": "complex64",
#           "ndim": 1,
#           "layout": "C"
#         },
#         {
#           "name": "c",
#           "kind": "array",
#           "dtype": "complex64",
#           "ndim": 1,
#           "layout": "C"
#         }
#       ],
#       "params": [
#         {
#           "array": "a",
#           "field": "ptr",
#           "offset": 0,
#           "size": 8
#         },
#         {
#           "array": "a",
#           "field": "shape0",
#           "type": "i64",
#           "offset": 8,
#           "size": 8
#         },
#         {
#           "array": "b",
#           "field": "ptr",
#           "offset": 16,
#           "size": 8
#         },
#         {
#           "array": "b",
#           "field": "shape0",
#           "type": "i64",
#           "offset": 24,
#           "size": 8
#         },
#         {
#           "array": "c",
#           "field": "ptr",
#           "offset": 32,
#           "size": 8
#         },
#         {
#           "array": "c",
#           "field": "shape0",
#           "type": "i64",
#           "offset": 40,
#           "size": 8
#         }
#       ],
#       "static_shared": 3072,
#       "dynamic_shared": false,
#       "launch_bounds": null,
#       "bounds": "guard",
#       "typing": "python"
#     }
#   ]
# }
