# golden: --emit=ptx --arch=sm_90 --bounds=none
# Copies by cp.async into swizzled lines, ldmatrix, sums in registers: no local
# memory.
import numpy as np
from numba import cuda
from nvmath.device import Matmul, copy, copy_fragment, copy_wait, make_tensor

MM = Matmul(
    size=(16, 16, 32),
    precision=(np.float16, np.float16, np.float32),
    arrangement=("row_major", "col_major", "row_major"),
    block_size=32,
    alignment=(16, 16, 16),
)
of_a = MM.suggest_layout_smem_a()
of_b = MM.suggest_layout_smem_b()


@cuda.jit("void(float16[::1], float16[::1], float32[::1])", launch_bounds=32)
def k(a, b, c):
    x = cuda.shared.array(of_a.cosize, np.float16, alignment=16)
    y = cuda.shared.array(of_b.cosize, np.float16, alignment=16)
    s = make_tensor(x, of_a)
    t = make_tensor(y, of_b)
    copy(make_tensor(a, MM.get_layout_gmem_a()), s, alignment=16)
    copy(make_tensor(b, MM.get_layout_gmem_b()), t, alignment=16)
    copy_wait()
    total = MM.suggest_accumulator()
    MM.execute(s, t, total)
    copy_fragment(total, make_tensor(c, MM.get_layout_gmem_c()))

# === --emit=ptx --arch=sm_90 --bounds=none
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel k entry k source tensor_unit.py:20
# // arg a array float16 ndim 1 layout C
# // arg b array float16 ndim 1 layout C
# // arg c array float32 ndim 1 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param b ptr ptr offset 16 size 8
# // param b shape0 i64 offset 24 size 8
# // param c ptr ptr offset 32 size 8
# // param c shape0 i64 offset 40 size 8
# // facts params 48 shared 2048 dynamic no bounds none typing python
# // site 0 tensor_unit.py:23:9 ValueError the array of `make_tensor` begins at no multiple of 16 bytes, which its layout asks for: cuda.shared.array(..., alignment=16)
# // site 1 tensor_unit.py:24:9 ValueError the array of `make_tensor` begins at no multiple of 16 bytes, which its layout asks for: cuda.shared.array(..., alignment=16)
# // site 2 tensor_unit.py:23:9 ValueError the array of `make_tensor` is shorter than its layout
# // site 3 tensor_unit.py:24:9 ValueError the array of `make_tensor` is shorter than its layout
# // site 4 tensor_unit.py:25:10 ValueError the array of `make_tensor` is shorter than its layout
# // site 5 tensor_unit.py:26:10 ValueError the array of `make_tensor` is shorter than its layout
# // site 6 tensor_unit.py:30:26 ValueError the array of `make_tensor` is shorter than its layout
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	k
# .func pyk2ptx_report
# (
# 	.param .b32 pyk2ptx_report_param_0
# )
# ;
# // k_shared has been demoted
# // k_shared1 has been demoted
# .visible .global .align 8 .b8 __pyk2ptx_report[56];
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 2 k_param_0,
# 	.param .u64 k_param_1,
# 	.param .u64 .ptr .global .align 2 k_param_2,
# 	.param .u64 k_param_3,
# 	.param .u64 .ptr .global .align 4 k_param_4,
# 	.param .u64 k_param_5
# )
# .maxntid 32
# {
# 	.reg .pred 	%p<6>;
# 	.reg .b32 	%r<73>;
# 	.reg .b64 	%rd<34>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[1024];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared1[1024];
# 	ld.param.b64 	%rd6, [k_param_1];
# 	setp.lt.u64 	%p1, %rd6, 512;
# 	@%p1 bra 	$L__BB0_1;
# 	mov.u32 	%r7, %ntid.x;
# 	setp.gt.u32 	%p2, %r7, 31;
# 	@%p2 bra 	$L__BB0_4;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_4:
# 	ld.param.b64 	%rd3, [k_param_3];
# 	ld.param.b64 	%rd1, [k_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	shl.b32 	%r9, %r1, 4;
# 	and.b32 	%r2, %r9, 448;
# 	cvt.u64.u32 	%rd11, %r2;
# 	shl.b32 	%r3, %r1, 1;
# 	xor.b32 	%r10, %r9, %r3;
# 	and.b32 	%r11, %r10, 48;
# 	or.b32 	%r4, %r11, %r2;
# 	cvt.u64.u32 	%rd12, %r4;
# 	mov.b64 	%rd13, k_shared;
# 	add.s64 	%rd7, %rd13, %rd12;
# 	and.b32 	%r5, %r9, 48;
# 	cvt.u64.u32 	%rd14, %r5;
# 	add.s64 	%rd15, %rd1, %rd11;
# 	add.s64 	%rd8, %rd15, %rd14;
# 	mov.b32 	%r8, 16;
# 	// begin inline asm
# 	cp.async.cg.shared.global [%rd7], [%rd8], 16, %r8;
# 	// end inline asm
# 	or.b32 	%r6, %r4, 512;
# 	cvt.u64.u32 	%rd16, %r6;
# 	add.s64 	%rd9, %rd13, %rd16;
# 	add.s64 	%rd10, %rd8, 512;
# 	// begin inline asm
# 	cp.async.cg.shared.global [%rd9], [%rd10], 16, %r8;
# 	// end inline asm
# 	setp.gt.u64 	%p3, %rd3, 511;
# 	@%p3 bra 	$L__BB0_6;
# 	bra.uni 	$L__BB0_5;
# $L__BB0_6:
# 	ld.param.b64 	%rd2, [k_param_2];
# 	mov.b64 	%rd21, k_shared1;
# 	add.s64 	%rd17, %rd21, %rd12;
# 	add.s64 	%rd22, %rd2, %rd11;
# 	add.s64 	%rd18, %rd22, %rd14;
# 	// begin inline asm
# 	cp.async.cg.shared.global [%rd17], [%rd18], 16, %r8;
# 	// end inline asm
# 	add.s64 	%rd19, %rd21, %rd16;
# 	add.s64 	%rd20, %rd18, 512;
# 	// begin inline asm
# 	cp.async.cg.shared.global [%rd19], [%rd20], 16, %r8;
# 	// end inline asm
# 	// begin inline asm
# 	cp.async.wait_all;
# 	// end inline asm
# 	bar.sync 	0;
# 	mov.u32 	%r12, %laneid;
# 	sub.s32 	%r13, %r1, %r12;
# 	and.b32 	%r14, %r13, 31;
# 	setp.eq.b32 	%p4, %r14, 0;
# 	@%p4 bra 	$L__BB0_8;
# 	bra.uni 	$L__BB0_7;
# $L__BB0_8:
# 	ld.param.b64 	%rd5, [k_param_5];
# 	shr.u32 	%r48, %r1, 1;
# 	and.b32 	%r49, %r48, 8;
# 	shl.b32 	%r50, %r1, 2;
# 	and.b32 	%r51, %r50, 24;
# 	xor.b32 	%r52, %r51, %r49;
# 	shl.b32 	%r53, %r1, 5;
# 	and.b32 	%r54, %r53, 480;
# 	or.b32 	%r55, %r52, %r54;
# 	shl.b32 	%r56, %r55, 1;
# 	cvt.u64.u32 	%rd27, %r56;
# 	add.s64 	%rd23, %rd13, %rd27;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r23, %r24, %r25, %r26}, [%rd23];
# 	// end inline asm
# 	and.b32 	%r57, %r1, 8;
# 	and.b32 	%r58, %r1, 7;
# 	or.b32 	%r59, %r49, %r58;
# 	xor.b32 	%r60, %r51, %r57;
# 	shl.b32 	%r61, %r59, 5;
# 	or.b32 	%r62, %r61, %r60;
# 	shl.b32 	%r63, %r62, 1;
# 	cvt.u64.u32 	%rd28, %r63;
# 	add.s64 	%rd24, %rd21, %rd28;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r15, %r16, %r17, %r18}, [%rd24];
# 	// end inline asm
# 	mov.b32 	%r27, 0;
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r19, %r20, %r21, %r22}, {%r23, %r24, %r25, %r26}, {%r15, %r16}, {%r27, %r27, %r27, %r27};
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r28, %r29, %r30, %r31}, {%r23, %r24, %r25, %r26}, {%r17, %r18}, {%r27, %r27, %r27, %r27};
# 	// end inline asm
# 	or.b32 	%r64, %r49, 16;
# 	xor.b32 	%r65, %r64, %r51;
# 	or.b32 	%r66, %r65, %r54;
# 	shl.b32 	%r67, %r66, 1;
# 	cvt.u64.u32 	%rd29, %r67;
# 	add.s64 	%rd25, %rd13, %rd29;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r40, %r41, %r42, %r43}, [%rd25];
# 	// end inline asm
# 	or.b32 	%r68, %r57, 16;
# 	xor.b32 	%r69, %r51, %r68;
# 	or.b32 	%r70, %r61, %r69;
# 	shl.b32 	%r71, %r70, 1;
# 	cvt.u64.u32 	%rd30, %r71;
# 	add.s64 	%rd26, %rd21, %rd30;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r32, %r33, %r34, %r35}, [%rd26];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r36, %r37, %r38, %r39}, {%r40, %r41, %r42, %r43}, {%r32, %r33}, {%r19, %r20, %r21, %r22};
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r44, %r45, %r46, %r47}, {%r40, %r41, %r42, %r43}, {%r34, %r35}, {%r28, %r29, %r30, %r31};
# 	// end inline asm
# 	setp.gt.u64 	%p5, %rd5, 255;
# 	@%p5 bra 	$L__BB0_10;
# 	bra.uni 	$L__BB0_9;
# $L__BB0_10:
# 	ld.param.b64 	%rd4, [k_param_4];
# 	and.b32 	%r72, %r3, 6;
# 	add.s64 	%rd31, %rd4, %rd11;
# 	mul.wide.u32 	%rd32, %r72, 4;
# 	add.s64 	%rd33, %rd31, %rd32;
# 	st.global.b32 	[%rd33], %r36;
# 	st.global.b32 	[%rd33+4], %r37;
# 	st.global.b32 	[%rd33+512], %r38;
# 	st.global.b32 	[%rd33+516], %r39;
# 	st.global.b32 	[%rd33+32], %r44;
# 	st.global.b32 	[%rd33+36], %r45;
# 	st.global.b32 	[%rd33+544], %r46;
# 	st.global.b32 	[%rd33+548], %r47;
# $L__BB0_11:
# 	ret;
# $L__BB0_1:
# 	{ // callseq 2, 0
# 	.param .b32 	param0;
# 	st.param.b32 	[param0], 4;
# 	call.uni pyk2ptx_report, (param0);
# 	} // callseq 2
# 	bra.uni 	$L__BB0_11;
# $L__BB0_5:
# 	{ // callseq 1, 0
# 	.param .b32 	param0;
# 	st.param.b32 	[param0], 5;
# 	call.uni pyk2ptx_report, (param0);
# 	} // callseq 1
# 	bra.uni 	$L__BB0_11;
# $L__BB0_9:
# 	{ // callseq 0, 0
# 	.param .b32 	param0;
# 	st.param.b32 	[param0], 6;
# 	call.uni pyk2ptx_report, (param0);
# 	} // callseq 0
# 	bra.uni 	$L__BB0_11;
# $L__BB0_3:
# 	// begin inline asm
# 	exit;
# 	// end inline asm
# 	// begin inline asm
# 	exit;
# 	// end inline asm
# $L__BB0_7:
# 	// begin inline asm
# 	exit;
# 	// end inline asm
# 	// begin inline asm
# 	exit;
# 	// end inline asm
#
# }
# .func pyk2ptx_report(
# 	.param .b32 pyk2ptx_report_param_0
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b32 	%r<9>;
#
# 	atom.relaxed.gpu.global.cas.b32 	%r2, [__pyk2ptx_report], 0, 1;
# 	setp.ne.b32 	%p1, %r2, 0;
# 	@%p1 bra 	$L__BB1_2;
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
# 	st.global.b64 	[__pyk2ptx_report+40], -1;
# 	st.global.b32 	[__pyk2ptx_report+48], 0;
# 	fence.acq_rel.sys;
# 	st.relaxed.sys.global.b32 	[__pyk2ptx_report], 2;
# $L__BB1_2:
# 	ret;
#
# }
