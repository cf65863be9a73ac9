# golden: --emit=ptx --arch=sm_90 --bounds=none
# A counter that fits in 16 bits is divided in 32, and counted in one register.
from numba import cuda, float32


@cuda.jit("void(float32[::1])")
def rows(out):
    tile = cuda.shared.array((3, 32), float32)
    t = cuda.threadIdx.x
    for k in range(2, 400):
        tile[k % 3, t] = tile[(k - 1) % 3, t] + tile[(k - 2) % 3, t]
        cuda.syncthreads()
    out[t] = tile[0, t]

# === --emit=ptx --arch=sm_90 --bounds=none
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel rows entry rows source short_divisions.py:7
# // arg out array float32 ndim 1 layout C
# // param out ptr ptr offset 0 size 8
# // param out shape0 i64 offset 8 size 8
# // facts params 16 shared 384 dynamic no bounds none typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	rows
# // rows_shared has been demoted
#
# .visible .entry rows(
# 	.param .u64 .ptr .global .align 4 rows_param_0,
# 	.param .u64 rows_param_1
# )
# {
# 	.reg .pred 	%p<2>;
# 	.reg .b32 	%r<34>;
# 	.reg .b64 	%rd<14>;
# 	// demoted variable
# 	.shared .align 16 .b8 rows_shared[384];
# 	ld.param.b64 	%rd1, [rows_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	add.s32 	%r33, %r1, 64;
# 	add.s32 	%r31, %r1, 96;
# 	add.s32 	%r26, %r1, 32;
# 	mov.b32 	%r32, 2;
# 	mov.b32 	%r30, 3;
# 	mov.b32 	%r29, 398;
# 	mov.b32 	%r27, 0;
# 	mov.b32 	%r25, 1;
# 	mov.b64 	%rd3, rows_shared;
# 	mov.b32 	%r28, %r1;
# $L__BB0_1:
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r32, -1431655765; mov.b64 {low, %r2}, wide; }
# 	shr.u32 	%r3, %r2, 1;
# 	mul.lo.s32 	%r4, %r3, 96;
# 	sub.s32 	%r5, %r33, %r4;
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r30, -1431655765; mov.b64 {low, %r6}, wide; }
# 	shr.u32 	%r7, %r6, 1;
# 	mul.lo.s32 	%r8, %r7, 96;
# 	sub.s32 	%r9, %r31, %r8;
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r27, -1431655765; mov.b64 {low, %r10}, wide; }
# 	shr.u32 	%r11, %r10, 1;
# 	mul.lo.s32 	%r12, %r11, 96;
# 	sub.s32 	%r13, %r28, %r12;
# 	{ .reg .b32 low; .reg .b64 wide; mul.wide.u32 wide, %r25, -1431655765; mov.b64 {low, %r14}, wide; }
# 	shr.u32 	%r15, %r14, 1;
# 	mul.lo.s32 	%r16, %r15, 96;
# 	sub.s32 	%r17, %r26, %r16;
# 	mul.wide.u32 	%rd2, %r17, 4;
# 	add.s64 	%rd4, %rd3, %rd2;
# 	ld.shared.b32 	%r18, [%rd4];
# 	mul.wide.u32 	%rd5, %r13, 4;
# 	add.s64 	%rd6, %rd3, %rd5;
# 	ld.shared.b32 	%r19, [%rd6];
# 	add.rn.f32 	%r20, %r18, %r19;
# 	mul.wide.u32 	%rd7, %r5, 4;
# 	add.s64 	%rd8, %rd3, %rd7;
# 	st.shared.b32 	[%rd8], %r20;
# 	bar.sync 	0;
# 	ld.shared.b32 	%r21, [%rd8];
# 	ld.shared.b32 	%r22, [%rd4];
# 	add.rn.f32 	%r23, %r21, %r22;
# 	mul.wide.u32 	%rd9, %r9, 4;
# 	add.s64 	%rd10, %rd3, %rd9;
# 	st.shared.b32 	[%rd10], %r23;
# 	bar.sync 	0;
# 	add.s32 	%r33, %r33, 64;
# 	add.s32 	%r32, %r32, 2;
# 	add.s32 	%r31, %r31, 64;
# 	add.s32 	%r30, %r30, 2;
# 	add.s32 	%r29, %r29, -2;
# 	add.s32 	%r28, %r28, 64;
# 	add.s32 	%r27, %r27, 2;
# 	add.s32 	%r26, %r26, 64;
# 	add.s32 	%r25, %r25, 2;
# 	setp.ne.b32 	%p1, %r29, 0;
# 	@%p1 bra 	$L__BB0_1;
# 	mul.wide.u32 	%rd11, %r1, 4;
# 	add.s64 	%rd12, %rd3, %rd11;
# 	ld.shared.b32 	%r24, [%rd12];
# 	add.s64 	%rd13, %rd1, %rd11;
# 	st.global.b32 	[%rd13], %r24;
# 	ret;
#
# }
