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
# 	.reg .b32 	%r<75>;
# 	.reg .b64 	%rd<36>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[1024];
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared1[1024];
# 	mov.u32 	%r2, %ntid.x;
# 	setp.gt.u32 	%p1, %r2, 31;
# 	@%p1 bra 	$L__BB0_2;
# 	bra.uni 	$L__BB0_1;
# $L__BB0_2:
# 	mov.u32 	%r1, %tid.x;
# 	setp.gt.u32 	%p2, %r1, 31;
# 	@%p2 bra 	$L__BB0_4;
# 	ld.param.b64 	%rd3, [k_param_2];
# 	ld.param.b64 	%rd2, [k_param_0];
# 	shl.b32 	%r4, %r1, 4;
# 	and.b32 	%r5, %r4, 448;
# 	cvt.u64.u32 	%rd13, %r5;
# 	shl.b32 	%r6, %r1, 1;
# 	xor.b32 	%r7, %r4, %r6;
# 	and.b32 	%r8, %r7, 48;
# 	cvt.u64.u32 	%rd14, %r8;
# 	mov.b64 	%rd15, k_shared;
# 	add.s64 	%rd16, %rd15, %rd13;
# 	add.s64 	%rd5, %rd16, %rd14;
# 	and.b32 	%r9, %r4, 48;
# 	cvt.u64.u32 	%rd17, %r9;
# 	add.s64 	%rd18, %rd2, %rd13;
# 	add.s64 	%rd6, %rd18, %rd17;
# 	mov.b32 	%r3, 16;
# 	// begin inline asm
# 	cp.async.cg.shared.global [%rd5], [%rd6], 16, %r3;
# 	// end inline asm
# 	add.s64 	%rd7, %rd5, 512;
# 	add.s64 	%rd8, %rd6, 512;
# 	// begin inline asm
# 	cp.async.cg.shared.global [%rd7], [%rd8], 16, %r3;
# 	// end inline asm
# 	mov.b64 	%rd19, k_shared1;
# 	add.s64 	%rd20, %rd19, %rd13;
# 	add.s64 	%rd9, %rd20, %rd14;
# 	add.s64 	%rd21, %rd3, %rd13;
# 	add.s64 	%rd10, %rd21, %rd17;
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
# 	mov.u32 	%r10, %laneid;
# 	sub.s32 	%r11, %r1, %r10;
# 	and.b32 	%r12, %r11, 31;
# 	setp.eq.b32 	%p3, %r12, 0;
# 	@%p3 bra 	$L__BB0_6;
# 	bra.uni 	$L__BB0_5;
# $L__BB0_6:
# 	cvt.u64.u32 	%rd1, %r1;
# 	cvt.u32.u64 	%r13, %rd1;
# 	setp.gt.u32 	%p4, %r13, 31;
# 	@%p4 bra 	$L__BB0_8;
# 	ld.param.b64 	%rd4, [k_param_4];
# 	shr.u32 	%r47, %r1, 1;
# 	and.b32 	%r48, %r47, 8;
# 	shl.b32 	%r49, %r1, 2;
# 	and.b32 	%r50, %r49, 24;
# 	xor.b32 	%r51, %r50, %r48;
# 	shl.b32 	%r52, %r1, 5;
# 	and.b32 	%r53, %r52, 480;
# 	or.b32 	%r54, %r51, %r53;
# 	shl.b32 	%r55, %r54, 1;
# 	cvt.u64.u32 	%rd26, %r55;
# 	mov.b64 	%rd27, k_shared;
# 	add.s64 	%rd22, %rd27, %rd26;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r14, %r15, %r16, %r17}, [%rd22];
# 	// end inline asm
# 	and.b32 	%r56, %r1, 8;
# 	and.b32 	%r57, %r1, 7;
# 	or.b32 	%r58, %r48, %r57;
# 	xor.b32 	%r59, %r50, %r56;
# 	shl.b32 	%r60, %r58, 5;
# 	or.b32 	%r61, %r60, %r59;
# 	shl.b32 	%r62, %r61, 1;
# 	cvt.u64.u32 	%rd28, %r62;
# 	mov.b64 	%rd29, k_shared1;
# 	add.s64 	%rd23, %rd29, %rd28;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r18, %r19, %r21, %r22}, [%rd23];
# 	// end inline asm
# 	mov.b32 	%r20, 0;
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r33, %r34, %r35, %r36}, {%r14, %r15, %r16, %r17}, {%r18, %r19}, {%r20, %r20, %r20, %r20};
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r43, %r44, %r45, %r46}, {%r14, %r15, %r16, %r17}, {%r21, %r22}, {%r20, %r20, %r20, %r20};
# 	// end inline asm
# 	or.b32 	%r63, %r48, 16;
# 	xor.b32 	%r64, %r63, %r50;
# 	or.b32 	%r65, %r64, %r53;
# 	shl.b32 	%r66, %r65, 1;
# 	cvt.u64.u32 	%rd30, %r66;
# 	add.s64 	%rd24, %rd27, %rd30;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r27, %r28, %r29, %r30}, [%rd24];
# 	// end inline asm
# 	or.b32 	%r67, %r56, 16;
# 	xor.b32 	%r68, %r50, %r67;
# 	or.b32 	%r69, %r60, %r68;
# 	shl.b32 	%r70, %r69, 1;
# 	cvt.u64.u32 	%rd31, %r70;
# 	add.s64 	%rd25, %rd29, %rd31;
# 	// begin inline asm
# 	ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r31, %r32, %r41, %r42}, [%rd25];
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r23, %r24, %r25, %r26}, {%r27, %r28, %r29, %r30}, {%r31, %r32}, {%r33, %r34, %r35, %r36};
# 	// end inline asm
# 	// begin inline asm
# 	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%r37, %r38, %r39, %r40}, {%r27, %r28, %r29, %r30}, {%r41, %r42}, {%r43, %r44, %r45, %r46};
# 	// end inline asm
# 	shl.b32 	%r71, %r1, 1;
# 	and.b32 	%r72, %r71, 6;
# 	shl.b32 	%r73, %r1, 4;
# 	and.b32 	%r74, %r73, 448;
# 	cvt.u64.u32 	%rd32, %r74;
# 	add.s64 	%rd33, %rd4, %rd32;
# 	mul.wide.u32 	%rd34, %r72, 4;
# 	add.s64 	%rd35, %rd33, %rd34;
# 	st.global.b32 	[%rd35], %r23;
# 	st.global.b32 	[%rd35+4], %r24;
# 	st.global.b32 	[%rd35+512], %r25;
# 	st.global.b32 	[%rd35+516], %r26;
# 	st.global.b32 	[%rd35+32], %r37;
# 	st.global.b32 	[%rd35+36], %r38;
# 	st.global.b32 	[%rd35+544], %r39;
# 	st.global.b32 	[%rd35+548], %r40;
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
