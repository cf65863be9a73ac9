# golden: --emit=manifest --arch=sm_90
import numba
import numpy as np
from numba import cuda
from cuda import coop
import cuda.coop
from cuda.cccl.cooperative.experimental import warp

block_sum = coop.block.make_sum(numba.int32, 128)
warp_max = warp.reduce(numba.float32, max)


@cuda.jit("void(int32[::1], int32[::1], float32[::1])", link=block_sum.files)
def every_name(x, y, f):
    block = coop.this_block()
    temp = coop.TempStorage()
    items = coop.ThreadData(2)
    coop.load(block, x, items, "striped", temp_storage=temp)
    items = coop.exchange(block, items)
    items = coop.shuffle(block, items)
    y[0] = coop.sum(coop.this_thread(), items)
    y[1] = coop.reduce(coop.this_warp().group_by(8), items, "min", broadcast=True)
    y[2] = coop.scan(block, items[0], np.add, mode="inclusive")
    y[3] = coop.inclusive_scan(coop.this_warp(), items[0], "max")
    y[4] = coop.exclusive_scan(block, items[0], "bit_or", initial_value=3)
    y[5] = coop.exclusive_sum(block, items[0]) + coop.inclusive_sum(block, items[0])
    y[6] = coop.this_grid().rank() + block.size()
    coop.store(block, y, items, offset=7)
    y[7] = block_sum(x[cuda.threadIdx.x])
    f[1] = warp_max(f[0])


@cuda.jit("void(int64[::1])", cluster_dims=(2, 1, 1))
def of_clusters(y):
    y[0] = coop.this_cluster().rank()

# === --emit=manifest --arch=sm_90
# {
#   "abi": 1,
#   "arch": "sm_90",
#   "ptx_isa": "7.8",
#   "kernels": [
#     {
#       "name": "every_name",
#       "entry": "every_name",
#       "source": "coop_all.py:14",
#       "args": [
#         {
#           "name": "x",
#           "kind": "array",
#           "dtype": "int32",
#           "ndim": 1,
#           "layout": "C"
#         },
#         {
#           "name": "y",
#           "kind": "array",
#           "dtype": "int32",
#           "ndim": 1,
#           "layout": "C"
#         },
#         {
#           "name": "f",
#           "kind": "array",
#           "dtype": "float32",
#           "ndim": 1,
#           "layout": "C"
#         }
#       ],
#       "params": [
#         {
#           "array": "x",
#           "field": "ptr",
#           "offset": 0,
#           "size": 8
#         },
#         {
#           "array": "x",
#           "field": "shape0",
#           "type": "i64",
#           "offset": 8,
#           "size": 8
#         },
#         {
#           "array": "y",
#           "field": "ptr",
#           "offset": 16,
#           "size": 8
#         },
#         {
#           "array": "y",
#           "field": "shape0",
#           "type": "i64",
#           "offset": 24,
#           "size": 8
#         },
#         {
#           "array": "f",
#           "field": "ptr",
#           "offset": 32,
#           "size": 8
#         },
#         {
#           "array": "f",
#           "field": "shape0",
#           "type": "i64",
#           "offset": 40,
#           "size": 8
#         }
#       ],
#       "static_shared": 8192,
#       "dynamic_shared": false,
#       "launch_bounds": null,
#       "threads": 128,
#       "bounds": "guard",
#       "typing": "python"
#     },
#     {
#       "name": "of_clusters",
#       "entry": "of_clusters",
#       "source": "coop_all.py:34",
#       "args": [
#         {
#           "name": "y",
#           "kind": "array",
#           "dtype": "int64",
#           "ndim": 1,
#           "layout": "C"
#         }
#       ],
#       "params": [
#         {
#           "array": "y",
#           "field": "ptr",
#           "offset": 0,
#           "size": 8
#         },
#         {
#           "array": "y",
#           "field": "shape0",
#           "type": "i64",
#           "offset": 8,
#           "size": 8
#         }
#       ],
#       "static_shared": 0,
#       "dynamic_shared": false,
#       "launch_bounds": null,
#       "cluster": [
#         2,
#         1,
#         1
#       ],
#       "bounds": "guard",
#       "typing": "python"
#     }
#   ]
# }
