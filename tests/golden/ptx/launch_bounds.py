# golden: --emit=ptx
from numba import cuda


@cuda.jit("void(int32)", launch_bounds=(256, 2), max_registers=64)
def bounded(n):
    pass

# === --emit=ptx
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel bounded entry bounded source launch_bounds.py:6
# // arg n scalar int32
# // param n value i32 offset 0 size 4
# // facts params 4 shared 0 dynamic no bounds guard typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	bounded
#
# .visible .entry bounded(
# 	.param .u32 bounded_param_0
# )
# .maxntid 256
# .minnctapersm 2
# .maxnreg 64
# {
#
#
# 	ret;
#
# }
