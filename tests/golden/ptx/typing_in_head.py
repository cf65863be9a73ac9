# golden: --emit=ptx
# golden: --emit=manifest
# The head and the manifest say whose typing a kernel has.
from numba import cuda


@cuda.jit("void(int32[::1])", typing="numba")
def k(x):
    x[0] = 1

# === --emit=ptx
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source typing_in_head.py:8
# // arg x array int32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // facts params 16 shared 0 dynamic no bounds guard typing numba
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	k
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 4 k_param_0,
# 	.param .u64 k_param_1
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b64 	%rd<3>;
#
# 	ld.param.b64 	%rd2, [k_param_1];
# 	setp.eq.b64 	%p1, %rd2, 0;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.param.b64 	%rd1, [k_param_0];
# 	st.global.b32 	[%rd1], 1;
# $L__BB0_2:
# 	ret;
#
# }

# === --emit=manifest
# {
#   "abi": 1,
#   "arch": "sm_75",
#   "ptx_isa": "6.3",
#   "kernels": [
#     {
#       "name": "k",
#       "entry": "k",
#       "source": "typing_in_head.py:8",
#       "args": [
#         {
#           "name": "x",
#           "kind": "array",
#           "dtype": "int32",
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
#         }
#       ],
#       "static_shared": 0,
#       "dynamic_shared": false,
#       "launch_bounds": null,
#       "bounds": "guard",
#       "typing": "numba"
#     }
#   ]
# }
