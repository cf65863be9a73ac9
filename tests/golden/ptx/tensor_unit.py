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
# 	.reg .pred 	%p<3>;
# 	.reg .b32 	%r<73>;
# 	.reg .b64 	%rd<31>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[1024];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared1[1024];
# 	mov.u32 	%r4, %ntid.x;
# 	setp.gt.u32 	%p1, %r4, 31;
# 	@%p1 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_2:
# 	ld.param.b64 	%rd2, [k_param_2];
# 	ld.param.b64 	%rd1, [k_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	shl.b32 	%r6, %r1, 4;
# 	and.b32 	%r2, %r6, 448;
# 	cvt.u64.u32 	%rd12, %r2;
# 	shl.b32 	%r3, %r1, 1;
# 	xor.b32 	%r7, %r6, %r3;
# 	and.b32 	%r8, %r7, 48;
# 	or.b32 	%r9, %r8, %r2;
# 	cvt.u64.u32 	%rd13, %r9;
# 	mov.b64 	%rd14, k_shared;
# 	add.s64 	%rd4, %rd14, %rd13;
# 	and.b32 	%r10, %r6, 48;
# 	cvt.u64.u32 	%rd15, %r10;
# 	add.s64 	%rd16, %rd1, %rd12;
# 	add.s64 	%rd5, %rd16, %rd15;
# 	mov.b32 	%r5, 16;
# 	// begin inline asm
# 	cp.async.cg.shared.global [%rd4], [%rd5], 16, %r5;
# 	// end inline asm
# 	or.b32 	%r11, %r9, 512;
# 	cvt.u64.u32 	%rd17, %r11;
# 	add.s64 	%rd6, %rd14, %rd17;
# 	add.s64 	%rd7, %rd5, 512;
# 	// begin inline asm
# 	cp.async.cg.shared.global [%rd6], [%rd7], 16, %r5;
# 	// end inline asm
# 	mov.b64 	%rd18, k_shared1;
# 	add.s64 	%rd8, %rd18, %rd13;
# 	add.s64 	%rd19, %rd2, %rd12;
# 	add.s64 	%rd9, %rd19, %rd15;
# 	// begin inline asm
# 	cp.async.cg.shared.global [%rd8], [%rd9], 16, %r5;
# 	// end inline asm
# 	add.s64 	%rd10, %rd18, %rd17;
# 	add.s64 	%rd11, %rd9, 512;
# 	// begin inline asm
# 	cp.async.cg.shared.global [%rd10], [%rd11], 16, %r5;
# 	// end inline asm
# 	// begin inline asm
# 	cp.async.wait_all;
# 	// end inline asm
# 	bar.sync 	0;
# 	mov.u32 	%r12, %laneid;
# 	sub.s32 	%r13, %r1, %r12;
# 	and.b32 	%r14, %r13, 31;
# 	setp.eq.b32 	%p2, %r14, 0;
# 	@%p2 bra 	$L__BB0_4;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_4:
# 	ld.param.b64 	%rd3, [k_param_4];
# 	shr.u32 	%r48, %r1, 1;
# 	and.b32 	%r49, %r48, 8;
# 	shl.b32 	%r50, %r1, 2;
# 	and.b32 	%r51, %r50, 24;
# 	xor.b32 	%r52, %r51, %r49;
# 	shl.b32 	%r53, %r1, 5;
# 	and.b32 	%r54, %r53, 480;
# 	or.b32 	%r55, %r52, %r54;
# 	shl.b32 	%r56, %r55, 1;
# 	cvt.u64.u32 	%rd24, %r56;
# 	add.s64 	%rd20, %rd14, %rd24;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r15, %r16, %r17, %r18}, [%rd20];
# 	// end inline asm
# 	and.b32 	%r57, %r1, 8;
# 	and.b32 	%r58, %r1, 7;
# 	or.b32 	%r59, %r49, %r58;
# 	xor.b32 	%r60, %r51, %r57;
# 	shl.b32 	%r61, %r59, 5;
# 	or.b32 	%r62, %r61, %r60;
# 	shl.b32 	%r63, %r62, 1;
# 	cvt.u64.u32 	%rd25, %r63;
# 	add.s64 	%rd21, %rd18, %rd25;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r19, %r20, %r22, %r23}, [%rd21];
# 	// end inline asm
# 	mov.b32 	%r21, 0;
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r34, %r35, %r36, %r37}, {%r15, %r16, %r17, %r18}, {%r19, %r20}, {%r21, %r21, %r21, %r21};
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r44, %r45, %r46, %r47}, {%r15, %r16, %r17, %r18}, {%r22, %r23}, {%r21, %r21, %r21, %r21};
# 	// end inline asm
# 	or.b32 	%r64, %r49, 16;
# 	xor.b32 	%r65, %r64, %r51;
# 	or.b32 	%r66, %r65, %r54;
# 	shl.b32 	%r67, %r66, 1;
# 	cvt.u64.u32 	%rd26, %r67;
# 	add.s64 	%rd22, %rd14, %rd26;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r28, %r29, %r30, %r31}, [%rd22];
# 	// end inline asm
# 	or.b32 	%r68, %r57, 16;
# 	xor.b32 	%r69, %r51, %r68;
# 	or.b32 	%r70, %r61, %r69;
# 	shl.b32 	%r71, %r70, 1;
# 	cvt.u64.u32 	%rd27, %r71;
# 	add.s64 	%rd23, %rd18, %rd27;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r32, %r33, %r42, %r43}, [%rd23];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r24, %r25, %r26, %r27}, {%r28, %r29, %r30, %r31}, {%r32, %r33}, {%r34, %r35, %r36, %r37};
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r38, %r39, %r40, %r41}, {%r28, %r29, %r30, %r31}, {%r42, %r43}, {%r44, %r45, %r46, %r47};
# 	// end inline asm
# 	and.b32 	%r72, %r3, 6;
# 	add.s64 	%rd28, %rd3, %rd12;
# 	mul.wide.u32 	%rd29, %r72, 4;
# 	add.s64 	%rd30, %rd28, %rd29;
# 	st.global.b32 	[%rd30], %r24;
# 	st.global.b32 	[%rd30+4], %r25;
# 	st.global.b32 	[%rd30+512], %r26;
# 	st.global.b32 	[%rd30+516], %r27;
# 	st.global.b32 	[%rd30+32], %r38;
# 	st.global.b32 	[%rd30+36], %r39;
# 	st.global.b32 	[%rd30+544], %r40;
# 	st.global.b32 	[%rd30+548], %r41;
# 	ret;
# $L__BB0_1:
# 	exit;
# 	// begin inline asm
# 	exit;
# 	// end inline asm
# $L__BB0_3:
# 	exit;
# 	// begin inline asm
# 	exit;
# 	// end inline asm
#
# }
