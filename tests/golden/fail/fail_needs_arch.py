# golden: --emit=ptx --arch=sm_80
import numpy as np
from numba import cuda
from numba.cuda import cg


@cuda.jit("void(int32[::1])", cluster_dims=2)
def k(a):
    bar = cuda.shared.array(1, np.uint64)
    cg.this_cluster().sync()
    a[0] = cuda.clusterIdx.x
    cuda.mbarrier_arrive_expect_tx(bar, 0, 16)

# === --emit=ptx --arch=sm_80
# fail_needs_arch.py:8:5: error: `cluster_dims` needs sm_90, and this is compiled for sm_80; use --arch=sm_90 or later [NeedsArch]
#   def k(a):
#       ^
# fail_needs_arch.py:10:5: error: `cuda.cluster_arrive` needs sm_90, and this is compiled for sm_80; use --arch=sm_90 or later [NeedsArch]
#       cg.this_cluster().sync()
#       ^~~~~~~~~~~~~~~~~~~~~~~~
# fail_needs_arch.py:11:12: error: `cuda.clusterIdx.x` needs sm_90, and this is compiled for sm_80; use --arch=sm_90 or later [NeedsArch]
#       a[0] = cuda.clusterIdx.x
#              ^~~~~~~~~~~~~~~~~
# fail_needs_arch.py:12:5: error: `cuda.mbarrier_arrive_expect_tx` needs sm_90, and this is compiled for sm_80; use --arch=sm_90 or later [NeedsArch]
#       cuda.mbarrier_arrive_expect_tx(bar, 0, 16)
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
