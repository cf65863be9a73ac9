# golden: --emit=ptx --arch=sm_90
# A loop over directions is one piece of code for each: none of them chooses,
# and threads leave the loop along a direction together.
from numba import cuda


@cuda.jit("void(uint64[::1], uint64[::1])")
def rays(boards, seen):
    i = cuda.grid(1)
    if i < boards.size and i < seen.size:
        free = boards[i]
        reached = 0
        for direction in range(4):
            place = 1 << 28
            while place & free:
                reached |= place
                if direction == 0:
                    place = (place & 0x7F7F7F7F7F7F7F7F) << 1
                elif direction == 1:
                    place = (place & 0xFEFEFEFEFEFEFEFE) >> 1
                elif direction == 2:
                    place <<= 8
                else:
                    place >>= 8
        seen[i] = reached

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel rays entry rays source directions.py:8
# // arg boards array uint64 ndim 1 layout C
# // arg seen array uint64 ndim 1 layout C
# // param boards ptr ptr offset 0 size 8
# // param boards shape0 i64 offset 8 size 8
# // param seen ptr ptr offset 16 size 8
# // param seen shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	rays
#
# .visible .entry rays(
# 	.param .u64 .ptr .global .align 8 rays_param_0,
# 	.param .u64 rays_param_1,
# 	.param .u64 .ptr .global .align 8 rays_param_2,
# 	.param .u64 rays_param_3
# )
# {
# 	.reg .pred 	%p<7>;
# 	.reg .b32 	%r<14>;
# 	.reg .b64 	%rd<19>;
#
# 	ld.param.b64 	%rd5, [rays_param_1];
# 	mov.u32 	%r3, %ctaid.x;
# 	ld.param.b64 	%rd6, [rays_param_3];
# 	mov.u32 	%r4, %ntid.x;
# 	mul.wide.u32 	%rd7, %r3, %r4;
# 	mov.u32 	%r5, %tid.x;
# 	cvt.u64.u32 	%rd8, %r5;
# 	add.s64 	%rd1, %rd7, %rd8;
# 	min.u64 	%rd9, %rd5, %rd6;
# 	setp.le.u64 	%p1, %rd9, %rd1;
# 	@%p1 bra 	$L__BB0_14;
# 	ld.param.b64 	%rd3, [rays_param_0];
# 	shl.b64 	%rd10, %rd1, 3;
# 	add.s64 	%rd11, %rd3, %rd10;
# 	ld.global.b64 	%rd2, [%rd11];
# 	cvt.u32.u64 	%r1, %rd2;
# 	and.b32 	%r2, %r1, 268435456;
# 	setp.eq.b32 	%p2, %r2, 0;
# 	mov.b64 	%rd17, 0;
# 	@%p2 bra 	$L__BB0_4;
# 	mov.b32 	%r11, 268435456;
# 	mov.b64 	%rd17, 0;
# $L__BB0_3:
# 	cvt.u64.u32 	%rd12, %r11;
# 	or.b64 	%rd17, %rd17, %rd12;
# 	shl.b32 	%r6, %r11, 1;
# 	and.b32 	%r11, %r6, -536870912;
# 	and.b32 	%r7, %r11, %r1;
# 	setp.ne.b32 	%p3, %r7, 0;
# 	@%p3 bra 	$L__BB0_3;
# $L__BB0_4:
# 	@%p2 bra 	$L__BB0_7;
# 	mov.b32 	%r12, 268435456;
# $L__BB0_6:
# 	cvt.u64.u32 	%rd13, %r12;
# 	or.b64 	%rd17, %rd17, %rd13;
# 	shr.u32 	%r8, %r12, 1;
# 	and.b32 	%r12, %r8, 251658240;
# 	and.b32 	%r9, %r12, %r1;
# 	setp.ne.b32 	%p4, %r9, 0;
# 	@%p4 bra 	$L__BB0_6;
# $L__BB0_7:
# 	@%p2 bra 	$L__BB0_10;
# 	mov.b64 	%rd18, 268435456;
# $L__BB0_9:
# 	or.b64 	%rd17, %rd17, %rd18;
# 	shl.b64 	%rd18, %rd18, 8;
# 	and.b64 	%rd14, %rd18, %rd2;
# 	setp.ne.b64 	%p5, %rd14, 0;
# 	@%p5 bra 	$L__BB0_9;
# $L__BB0_10:
# 	ld.param.b64 	%rd4, [rays_param_2];
# 	@%p2 bra 	$L__BB0_13;
# 	mov.b32 	%r13, 268435456;
# $L__BB0_12:
# 	cvt.u64.u32 	%rd15, %r13;
# 	or.b64 	%rd17, %rd17, %rd15;
# 	shr.u32 	%r13, %r13, 8;
# 	and.b32 	%r10, %r13, %r1;
# 	setp.ne.b32 	%p6, %r10, 0;
# 	@%p6 bra 	$L__BB0_12;
# $L__BB0_13:
# 	add.s64 	%rd16, %rd4, %rd10;
# 	st.global.b64 	[%rd16], %rd17;
# $L__BB0_14:
# 	ret;
#
# }
