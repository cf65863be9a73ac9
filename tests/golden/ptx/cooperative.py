# golden: --emit=ptx
# golden: --emit=manifest
from numba import cuda


@cuda.jit("void(int32[::1])")
def k(a):
    a[cuda.grid(1)] = 1
    cuda.cg.this_grid().sync()
    a[0] = 2

# === --emit=ptx
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source cooperative.py:7
# // arg a array int32 ndim 1 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // facts params 16 shared 0 dynamic no bounds guard typing python
# // launch cooperative
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
# 	.reg .pred 	%p<6>;
# 	.reg .b32 	%r<24>;
# 	.reg .b64 	%rd<13>;
#
# 	ld.param.b64 	%rd4, [k_param_1];
# 	ld.param.b64 	%rd3, [k_param_0];
# 	mov.u32 	%r1, %ctaid.x;
# 	mov.u32 	%r4, %ntid.x;
# 	mul.wide.u32 	%rd5, %r1, %r4;
# 	mov.u32 	%r2, %tid.x;
# 	cvt.u64.u32 	%rd6, %r2;
# 	add.s64 	%rd7, %rd5, %rd6;
# 	setp.ge.u64 	%p1, %rd7, %rd4;
# 	@%p1 bra 	$L__BB0_2;
# 	shl.b64 	%rd8, %rd7, 2;
# 	add.s64 	%rd1, %rd3, %rd8;
# 	st.global.b32 	[%rd1], 1;
# $L__BB0_2:
# 	bar.sync 	0;
# 	mov.u32 	%r5, %tid.y;
# 	mov.u32 	%r6, %tid.z;
# 	or.b32 	%r7, %r5, %r6;
# 	or.b32 	%r8, %r7, %r2;
# 	setp.ne.b32 	%p2, %r8, 0;
# 	@%p2 bra 	$L__BB0_6;
# 	mov.b32 	%r9, %envreg1;
# 	cvt.u64.u32 	%rd9, %r9;
# 	mov.b32 	%r10, %envreg2;
# 	cvt.u64.u32 	%rd10, %r10;
# 	shl.b64 	%rd11, %rd9, 32;
# 	or.b64 	%rd12, %rd10, %rd11;
# 	add.s64 	%rd2, %rd12, 4;
# 	mov.u32 	%r11, %nctaid.x;
# 	mov.u32 	%r12, %nctaid.y;
# 	mul.lo.s32 	%r13, %r11, %r12;
# 	mov.u32 	%r14, %nctaid.z;
# 	mul.lo.s32 	%r15, %r13, %r14;
# 	mov.u32 	%r16, %ctaid.y;
# 	mov.u32 	%r17, %ctaid.z;
# 	or.b32 	%r18, %r16, %r17;
# 	or.b32 	%r19, %r18, %r1;
# 	setp.eq.b32 	%p3, %r19, 0;
# 	sub.s32 	%r20, -2147483647, %r15;
# 	selp.b32 	%r21, %r20, 1, %p3;
# 	membar.gl;
# 	atom.add.u32 	%r3, [%rd12+4], %r21;
# $L__BB0_4:
# 	ld.relaxed.gpu.b32 	%r22, [%rd2];
# 	xor.b32 	%r23, %r22, %r3;
# 	setp.gt.s32 	%p4, %r23, -1;
# 	@%p4 bra 	$L__BB0_4;
# 	membar.gl;
# $L__BB0_6:
# 	bar.sync 	0;
# 	setp.eq.b64 	%p5, %rd4, 0;
# 	@%p5 bra 	$L__BB0_8;
# 	st.global.b32 	[%rd3], 2;
# $L__BB0_8:
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
#       "source": "cooperative.py:7",
#       "args": [
#         {
#           "name": "a",
#           "kind": "array",
#           "dtype": "int32",
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
#         }
#       ],
#       "static_shared": 0,
#       "dynamic_shared": false,
#       "launch_bounds": null,
#       "cooperative": true,
#       "bounds": "guard",
#       "typing": "python"
#     }
#   ]
# }
