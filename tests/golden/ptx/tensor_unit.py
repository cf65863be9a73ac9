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
# // site 0 tensor_unit.py:23:9 ValueError the array of `make_tensor` is shorter than its layout
# // site 1 tensor_unit.py:23:9 ValueError the array of `make_tensor` begins at no multiple of 16 bytes, which its layout asks for: cuda.shared.array(..., alignment=16)
# // site 2 tensor_unit.py:24:9 ValueError the array of `make_tensor` is shorter than its layout
# // site 3 tensor_unit.py:24:9 ValueError the array of `make_tensor` begins at no multiple of 16 bytes, which its layout asks for: cuda.shared.array(..., alignment=16)
# // site 4 tensor_unit.py:25:10 ValueError the array of `make_tensor` is shorter than its layout
# // site 5 tensor_unit.py:26:10 ValueError the array of `make_tensor` is shorter than its layout
# // site 6 tensor_unit.py:30:26 ValueError the array of `make_tensor` is shorter than its layout
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	k
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
# 	.reg .pred 	%p<5>;
# 	.reg .b32 	%r<39>;
# 	.reg .b64 	%rd<64>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[1024];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared1[1024];
# 	mov.u32 	%r1, %ntid.x;
# 	setp.gt.u32 	%p1, %r1, 31;
# 	@%p1 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_2:
# 	mov.u32 	%r2, %tid.x;
# 	setp.gt.u32 	%p2, %r2, 31;
# 	cvt.u64.u32 	%rd1, %r2;
# 	@%p2 bra 	$L__BB0_4;
# 	ld.param.b64 	%rd3, [k_param_2];
# 	ld.param.b64 	%rd2, [k_param_0];
# 	shl.b64 	%rd13, %rd1, 4;
# 	and.b64 	%rd14, %rd13, 448;
# 	shl.b64 	%rd15, %rd1, 1;
# 	xor.b64 	%rd16, %rd13, %rd15;
# 	and.b64 	%rd17, %rd16, 48;
# 	mov.b64 	%rd18, k_shared;
# 	add.s64 	%rd19, %rd18, %rd14;
# 	add.s64 	%rd5, %rd19, %rd17;
# 	and.b64 	%rd20, %rd13, 48;
# 	add.s64 	%rd21, %rd2, %rd14;
# 	add.s64 	%rd6, %rd21, %rd20;
# 	mov.b32 	%r3, 16;
# 	// begin inline asm
# 	cp.async.cg.shared.global [%rd5], [%rd6], 16, %r3;
# 	// end inline asm
# 	add.s64 	%rd7, %rd5, 512;
# 	add.s64 	%rd8, %rd6, 512;
# 	// begin inline asm
# 	cp.async.cg.shared.global [%rd7], [%rd8], 16, %r3;
# 	// end inline asm
# 	mov.b64 	%rd22, k_shared1;
# 	add.s64 	%rd23, %rd22, %rd14;
# 	add.s64 	%rd9, %rd23, %rd17;
# 	add.s64 	%rd24, %rd3, %rd14;
# 	add.s64 	%rd10, %rd24, %rd20;
# 	// begin inline asm
# 	cp.async.cg.shared.global [%rd9], [%rd10], 16, %r3;
# 	// end inline asm
# 	add.s64 	%rd11, %rd9, 512;
# 	add.s64 	%rd12, %rd10, 512;
# 	// begin inline asm
# 	cp.async.cg.shared.global [%rd11], [%rd12], 16, %r3;
# 	// end inline asm
# $L__BB0_4:
# 	// begin inline asm
# 	cp.async.wait_all;
# 	// end inline asm
# 	bar.sync 	0;
# 	mov.u32 	%r4, %laneid;
# 	cvt.u64.u32 	%rd25, %r4;
# 	sub.s64 	%rd26, %rd1, %rd25;
# 	and.b64 	%rd27, %rd26, 31;
# 	setp.eq.b64 	%p3, %rd27, 0;
# 	@%p3 bra 	$L__BB0_6;
# 	bra.uni 	$L__BB0_5;
# $L__BB0_6:
# 	cvt.u32.u64 	%r5, %rd1;
# 	setp.gt.u32 	%p4, %r5, 31;
# 	@%p4 bra 	$L__BB0_8;
# 	ld.param.b64 	%rd4, [k_param_4];
# 	shr.u64 	%rd32, %rd1, 1;
# 	and.b64 	%rd33, %rd32, 8;
# 	shl.b64 	%rd34, %rd1, 2;
# 	and.b64 	%rd35, %rd34, 24;
# 	xor.b64 	%rd36, %rd35, %rd33;
# 	shl.b64 	%rd37, %rd1, 5;
# 	and.b64 	%rd38, %rd37, 480;
# 	or.b64 	%rd39, %rd36, %rd38;
# 	shl.b64 	%rd40, %rd39, 1;
# 	mov.b64 	%rd41, k_shared;
# 	add.s64 	%rd28, %rd41, %rd40;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r6, %r7, %r8, %r9}, [%rd28];
# 	// end inline asm
# 	and.b64 	%rd42, %rd1, 8;
# 	and.b64 	%rd43, %rd1, 7;
# 	or.b64 	%rd44, %rd33, %rd43;
# 	xor.b64 	%rd45, %rd35, %rd42;
# 	shl.b64 	%rd46, %rd44, 5;
# 	or.b64 	%rd47, %rd46, %rd45;
# 	shl.b64 	%rd48, %rd47, 1;
# 	mov.b64 	%rd49, k_shared1;
# 	add.s64 	%rd29, %rd49, %rd48;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r13, %r14}, [%rd29];
# 	// end inline asm
# 	mov.b32 	%r12, 0;
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r25, %r26, %r27, %r28}, {%r6, %r7, %r8, %r9}, {%r10, %r11}, {%r12, %r12, %r12, %r12};
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r35, %r36, %r37, %r38}, {%r6, %r7, %r8, %r9}, {%r13, %r14}, {%r12, %r12, %r12, %r12};
# 	// end inline asm
# 	or.b64 	%rd50, %rd33, 16;
# 	xor.b64 	%rd51, %rd50, %rd35;
# 	or.b64 	%rd52, %rd51, %rd38;
# 	shl.b64 	%rd53, %rd52, 1;
# 	add.s64 	%rd30, %rd41, %rd53;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r19, %r20, %r21, %r22}, [%rd30];
# 	// end inline asm
# 	or.b64 	%rd54, %rd42, 16;
# 	xor.b64 	%rd55, %rd35, %rd54;
# 	or.b64 	%rd56, %rd46, %rd55;
# 	shl.b64 	%rd57, %rd56, 1;
# 	add.s64 	%rd31, %rd49, %rd57;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r23, %r24, %r33, %r34}, [%rd31];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r15, %r16, %r17, %r18}, {%r19, %r20, %r21, %r22}, {%r23, %r24}, {%r25, %r26, %r27, %r28};
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r29, %r30, %r31, %r32}, {%r19, %r20, %r21, %r22}, {%r33, %r34}, {%r35, %r36, %r37, %r38};
# 	// end inline asm
# 	shl.b64 	%rd58, %rd1, 4;
# 	and.b64 	%rd59, %rd58, 448;
# 	add.s64 	%rd60, %rd4, %rd59;
# 	shl.b64 	%rd61, %rd1, 3;
# 	and.b64 	%rd62, %rd61, 24;
# 	add.s64 	%rd63, %rd60, %rd62;
# 	st.global.b32 	[%rd63], %r15;
# 	st.global.b32 	[%rd63+4], %r16;
# 	st.global.b32 	[%rd63+512], %r17;
# 	st.global.b32 	[%rd63+516], %r18;
# 	st.global.b32 	[%rd63+32], %r29;
# 	st.global.b32 	[%rd63+36], %r30;
# 	st.global.b32 	[%rd63+544], %r31;
# 	st.global.b32 	[%rd63+548], %r32;
# $L__BB0_8:
# 	ret;
# $L__BB0_1:
# 	exit;
# 	// begin inline asm
# 	exit;
# 	// end inline asm
# $L__BB0_5:
# 	exit;
# 	// begin inline asm
# 	exit;
# 	// end inline asm
#
# }
