# golden: --emit=ptx
# golden: --emit=ptx --debug
from numba import cuda


@cuda.jit("void(int32[::1], int64)")
def k(x, n):
    if n < 0:
        raise ValueError("negative")
    x[0] = 7 // n

# === --emit=ptx
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source raise.py:7
# // arg x array int32 ndim 1 layout C
# // arg n scalar int64
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param n value i64 offset 16 size 8
# // facts params 24 shared 0 dynamic no bounds guard typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	k
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 4 k_param_0,
# 	.param .u64 k_param_1,
# 	.param .u64 k_param_2
# )
# {
# 	.reg .pred 	%p<6>;
# 	.reg .b32 	%r<4>;
# 	.reg .b64 	%rd<8>;
#
# 	ld.param.b64 	%rd3, [k_param_2];
# 	setp.gt.s64 	%p1, %rd3, -1;
# 	ld.param.b64 	%rd4, [k_param_1];
# 	setp.ne.b64 	%p2, %rd4, 0;
# 	and.pred 	%p3, %p2, %p1;
# 	@%p3 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_2:
# 	ld.param.b64 	%rd2, [k_param_0];
# 	add.s64 	%rd5, %rd3, -1;
# 	or.b64 	%rd6, %rd3, %rd5;
# 	setp.gt.u64 	%p4, %rd6, 4294967295;
# 	@%p4 bra 	$L__BB0_4;
# 	cvt.u32.u64 	%r2, %rd3;
# 	div.u32 	%r3, 7, %r2;
# $L__BB0_5:
# 	st.global.b32 	[%rd2], %r3;
# $L__BB0_1:
# 	ret;
# $L__BB0_4:
# 	max.u64 	%rd1, %rd3, 1;
# 	div.u64 	%rd7, 7, %rd1;
# 	cvt.u32.u64 	%r1, %rd7;
# 	setp.eq.b64 	%p5, %rd3, 0;
# 	selp.b32 	%r3, 0, %r1, %p5;
# 	bra.uni 	$L__BB0_5;
#
# }

# === --emit=ptx --debug
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source raise.py:7
# // arg x array int32 ndim 1 layout C
# // arg n scalar int64
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param n value i64 offset 16 size 8
# // facts params 24 shared 0 dynamic no bounds raise typing python
# // site 0 raise.py:9:9 ValueError negative
# // site 1 raise.py:10:12 ZeroDivisionError integer division or modulo by zero
# // site 2 raise.py:10:5 IndexError x
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	k
# .func pyk2ptx_report
# (
# 	.param .b32 pyk2ptx_report_param_0,
# 	.param .b64 pyk2ptx_report_param_1
# )
# ;
# .visible .global .align 8 .b8 __pyk2ptx_report[56];
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 4 k_param_0,
# 	.param .u64 k_param_1,
# 	.param .u64 k_param_2
# )
# {
# 	.reg .pred 	%p<5>;
# 	.reg .b32 	%r<3>;
# 	.reg .b64 	%rd<5>;
#
# 	ld.param.b64 	%rd3, [k_param_2];
# 	setp.lt.s64 	%p1, %rd3, 0;
# 	@%p1 bra 	$L__BB0_1;
# 	setp.ne.b64 	%p2, %rd3, 0;
# 	@%p2 bra 	$L__BB0_4;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_4:
# 	ld.param.b64 	%rd2, [k_param_1];
# 	setp.ne.b64 	%p3, %rd2, 0;
# 	@%p3 bra 	$L__BB0_6;
# 	bra.uni 	$L__BB0_5;
# $L__BB0_6:
# 	ld.param.b64 	%rd1, [k_param_0];
# 	setp.gt.u64 	%p4, %rd3, 4294967295;
# 	@%p4 bra 	$L__BB0_8;
# 	cvt.u32.u64 	%r1, %rd3;
# 	div.u32 	%r2, 7, %r1;
# $L__BB0_9:
# 	st.global.b32 	[%rd1], %r2;
# $L__BB0_10:
# 	ret;
# $L__BB0_1:
# 	{ // callseq 2, 0
# 	.param .b32 	param0;
# 	.param .b64 	param1;
# 	st.param.b64 	[param1], -1;
# 	st.param.b32 	[param0], 0;
# 	call.uni pyk2ptx_report, (param0, param1);
# 	} // callseq 2
# 	bra.uni 	$L__BB0_10;
# $L__BB0_3:
# 	{ // callseq 1, 0
# 	.param .b32 	param0;
# 	.param .b64 	param1;
# 	st.param.b64 	[param1], -1;
# 	st.param.b32 	[param0], 1;
# 	call.uni pyk2ptx_report, (param0, param1);
# 	} // callseq 1
# 	bra.uni 	$L__BB0_10;
# $L__BB0_5:
# 	{ // callseq 0, 0
# 	.param .b32 	param0;
# 	.param .b64 	param1;
# 	st.param.b64 	[param1], 0;
# 	st.param.b32 	[param0], 2;
# 	call.uni pyk2ptx_report, (param0, param1);
# 	} // callseq 0
# 	bra.uni 	$L__BB0_10;
# $L__BB0_8:
# 	div.u64 	%rd4, 7, %rd3;
# 	cvt.u32.u64 	%r2, %rd4;
# 	bra.uni 	$L__BB0_9;
#
# }
# .func pyk2ptx_report(
# 	.param .b32 pyk2ptx_report_param_0,
# 	.param .b64 pyk2ptx_report_param_1
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b32 	%r<9>;
# 	.reg .b64 	%rd<2>;
#
# 	atom.relaxed.gpu.global.cas.b32 	%r2, [__pyk2ptx_report], 0, 1;
# 	setp.ne.b32 	%p1, %r2, 0;
# 	@%p1 bra 	$L__BB1_2;
# 	ld.param.b64 	%rd1, [pyk2ptx_report_param_1];
# 	ld.param.b32 	%r1, [pyk2ptx_report_param_0];
# 	st.global.b32 	[__pyk2ptx_report+4], %r1;
# 	mov.u32 	%r3, %ctaid.x;
# 	mov.u32 	%r4, %ctaid.y;
# 	mov.u32 	%r5, %ctaid.z;
# 	mov.u32 	%r6, %tid.x;
# 	mov.u32 	%r7, %tid.y;
# 	mov.u32 	%r8, %tid.z;
# 	st.global.v2.b32 	[__pyk2ptx_report+8], {%r3, %r4};
# 	st.global.v2.b32 	[__pyk2ptx_report+16], {%r5, %r6};
# 	st.global.v2.b32 	[__pyk2ptx_report+24], {%r7, %r8};
# 	st.global.b64 	[__pyk2ptx_report+32], 0;
# 	st.global.b64 	[__pyk2ptx_report+40], %rd1;
# 	st.global.b32 	[__pyk2ptx_report+48], 0;
# 	fence.acq_rel.sys;
# 	st.relaxed.sys.global.b32 	[__pyk2ptx_report], 2;
# $L__BB1_2:
# 	ret;
#
# }
