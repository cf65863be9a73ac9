# golden: --emit=ptx
# golden: --emit=ptx --arch=sm_90
from numba import cuda


@cuda.jit("void()")
def empty():
    pass

# === --emit=ptx
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel empty entry empty source head.py:7
# // facts params 0 shared 0 dynamic no bounds guard typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	empty
#
# .visible .entry empty()
# {
#
#
# 	ret;
#
# }

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel empty entry empty source head.py:7
# // facts params 0 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	empty
#
# .visible .entry empty()
# {
#
#
# 	ret;
#
# }
