# golden: --emit=ptx --bounds=none
from numba import cuda


@cuda.jit("void(int32[::1])")
def barriers(x):
    tile = cuda.shared.array(64, "int32")
    i = cuda.threadIdx.x
    tile[i] = x[i]
    cuda.syncthreads()
    if i < 32:
        tile[i] += tile[i + 32]
    cuda.syncthreads()
    x[i] = tile[0]

# === --emit=ptx --bounds=none
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel barriers entry barriers source barriers.py:6
# // arg x array int32 ndim 1 layout C
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // facts params 16 shared 256 dynamic no bounds none typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	barriers
# // barriers_shared has been demoted
#
# .visible .entry barriers(
# 	.param .u64 .ptr .global .align 4 barriers_param_0,
# 	.param .u64 barriers_param_1
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b32 	%r<7>;
# 	.reg .b64 	%rd<6>;
# 	// demoted variable
# 	.shared .align 16 .b8 barriers_shared[256];
# 	ld.param.b64 	%rd3, [barriers_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	mul.wide.u32 	%rd4, %r1, 4;
# 	add.s64 	%rd1, %rd3, %rd4;
# 	ld.global.b32 	%r2, [%rd1];
# 	mov.b64 	%rd5, barriers_shared;
# 	add.s64 	%rd2, %rd5, %rd4;
# 	st.shared.b32 	[%rd2], %r2;
# 	bar.sync 	0;
# 	setp.gt.u32 	%p1, %r1, 31;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.shared.b32 	%r3, [%rd2];
# 	ld.shared.b32 	%r4, [%rd2+128];
# 	add.s32 	%r5, %r4, %r3;
# 	st.shared.b32 	[%rd2], %r5;
# $L__BB0_2:
# 	bar.sync 	0;
# 	ld.shared.b32 	%r6, [barriers_shared];
# 	st.global.b32 	[%rd1], %r6;
# 	ret;
#
# }
