# golden: --emit=ir
from numba import cuda


@cuda.jit("void(int32[::1])", cluster_dims=(4, 4, 2))
def k(a):
    a[0] = 1


@cuda.jit("void(int32[::1])", cluster_dims=0)
def m(a):
    a[0] = 1

# === --emit=ir
# fail_cluster_dims.py:5:31: error: cannot read these arguments of `cuda.jit`: `cluster_dims` must be one to three positive integers whose product is at most 16 [BadJitArguments]
#   @cuda.jit("void(int32[::1])", cluster_dims=(4, 4, 2))
#                                 ^~~~~~~~~~~~~~~~~~~~~~
# fail_cluster_dims.py:10:31: error: cannot read these arguments of `cuda.jit`: `cluster_dims` must be one to three positive integers whose product is at most 16 [BadJitArguments]
#   @cuda.jit("void(int32[::1])", cluster_dims=0)
#                                 ^~~~~~~~~~~~~~
