# golden: --emit=manifest
from numba import cuda

meet = cuda.declare_device("meet", "void(int64)", abi="c", use_cooperative=True)
alone = cuda.declare_device("alone", "void(int64)", abi="c")


@cuda.jit(device=True)
def through(i):
    meet(i)


@cuda.jit("void()")
def together():
    through(cuda.grid(1))


@cuda.jit("void()")
def apart():
    alone(cuda.grid(1))

# === --emit=manifest
# {
#   "abi": 1,
#   "arch": "sm_75",
#   "ptx_isa": "6.3",
#   "kernels": [
#     {
#       "name": "together",
#       "entry": "together",
#       "source": "cooperative.py:14",
#       "args": [],
#       "params": [],
#       "static_shared": 0,
#       "dynamic_shared": false,
#       "launch_bounds": null,
#       "cooperative": true,
#       "bounds": "guard",
#       "typing": "python"
#     },
#     {
#       "name": "apart",
#       "entry": "apart",
#       "source": "cooperative.py:19",
#       "args": [],
#       "params": [],
#       "static_shared": 0,
#       "dynamic_shared": false,
#       "launch_bounds": null,
#       "bounds": "guard",
#       "typing": "python"
#     }
#   ]
# }
