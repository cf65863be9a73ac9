# golden: --emit=ptx --arch=sm_90 --bounds=none
# Remainders of a counter are carried by the loop: those that take each other's
# place are not computed, and an address is its row's bytes from the array's.
from numba import cuda, float32, int64


@cuda.jit("void(float32[::1])")
def rows(out):
    tile = cuda.shared.array((3, 32), float32)
    t = cuda.threadIdx.x
    for k in range(2, 400):
        tile[k % 3, t] = tile[(k - 1) % 3, t] + tile[(k - 2) % 3, t]
        cuda.syncthreads()
    out[t] = tile[0, t]


# By itself it is this, and five more, less seven where that is reached.
@cuda.jit("void(int64[::1], int64)")
def turns(out, n):
    for k in range(0, 5 * n, 5):
        out[cuda.threadIdx.x] ^= k % 7


# `first` may be so great that the counter wraps around.
@cuda.jit("void(uint64[::1], uint64)")
def may_wrap(out, first):
    k = first
    while k != first - 1:
        out[cuda.threadIdx.x] ^= k % 7
        k += 1

# === --emit=ptx --arch=sm_90 --bounds=none
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel rows entry rows source rotating_remainders.py:8
# // arg out array float32 ndim 1 layout C
# // param out ptr ptr offset 0 size 8
# // param out shape0 i64 offset 8 size 8
# // facts params 16 shared 384 dynamic no bounds none typing python
# // kernel turns entry turns source rotating_remainders.py:19
# // arg out array int64 ndim 1 layout C
# // arg n scalar int64
# // param out ptr ptr offset 0 size 8
# // param out shape0 i64 offset 8 size 8
# // param n value i64 offset 16 size 8
# // facts params 24 shared 0 dynamic no bounds none typing python
# // kernel may_wrap entry may_wrap source rotating_remainders.py:26
# // arg out array uint64 ndim 1 layout C
# // arg first scalar uint64
# // param out ptr ptr offset 0 size 8
# // param out shape0 i64 offset 8 size 8
# // param first value u64 offset 16 size 8
# // facts params 24 shared 0 dynamic no bounds none typing python
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
# 	.reg .b32 	%r<14>;
# 	.reg .b64 	%rd<12>;
# 	// demoted variable
# 	.shared .align 16 .b8 rows_shared[384];
# 	ld.param.b64 	%rd2, [rows_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	mul.wide.u32 	%rd3, %r1, 4;
# 	mov.b64 	%rd4, rows_shared;
# 	add.s64 	%rd1, %rd4, %rd3;
# 	mov.b32 	%r13, 2;
# 	mov.b32 	%r12, 256;
# 	mov.b32 	%r11, 128;
# 	mov.b32 	%r10, 0;
# $L__BB0_1:
# 	mov.b32 	%r2, %r11;
# 	mov.b32 	%r11, %r10;
# 	cvt.u64.u32 	%rd5, %r2;
# 	add.s64 	%rd6, %rd1, %rd5;
# 	ld.shared.b32 	%r3, [%rd6];
# 	cvt.u64.u32 	%rd7, %r11;
# 	add.s64 	%rd8, %rd1, %rd7;
# 	ld.shared.b32 	%r4, [%rd8];
# 	add.rn.f32 	%r5, %r3, %r4;
# 	cvt.u64.u32 	%rd9, %r12;
# 	add.s64 	%rd10, %rd1, %rd9;
# 	st.shared.b32 	[%rd10], %r5;
# 	bar.sync 	0;
# 	ld.shared.b32 	%r6, [%rd10];
# 	ld.shared.b32 	%r7, [%rd6];
# 	add.rn.f32 	%r8, %r6, %r7;
# 	st.shared.b32 	[%rd8], %r8;
# 	bar.sync 	0;
# 	add.s32 	%r13, %r13, 2;
# 	setp.ne.b32 	%p1, %r13, 400;
# 	mov.b32 	%r10, %r12;
# 	mov.b32 	%r12, %r2;
# 	@%p1 bra 	$L__BB0_1;
# 	ld.shared.b32 	%r9, [%rd1];
# 	add.s64 	%rd11, %rd2, %rd3;
# 	st.global.b32 	[%rd11], %r9;
# 	ret;
#
# }
# 	// .globl	turns
# .visible .entry turns(
# 	.param .u64 .ptr .global .align 8 turns_param_0,
# 	.param .u64 turns_param_1,
# 	.param .u64 turns_param_2
# )
# {
# 	.reg .pred 	%p<3>;
# 	.reg .b32 	%r<5>;
# 	.reg .b64 	%rd<10>;
#
# 	ld.param.b64 	%rd4, [turns_param_2];
# 	mul.lo.s64 	%rd1, %rd4, 5;
# 	setp.lt.s64 	%p1, %rd1, 1;
# 	@%p1 bra 	$L__BB1_4;
# 	ld.param.b64 	%rd3, [turns_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	mul.wide.u32 	%rd5, %r1, 8;
# 	add.s64 	%rd2, %rd3, %rd5;
# 	ld.global.b64 	%rd8, [%rd2];
# 	mov.b64 	%rd9, 0;
# 	mov.b32 	%r4, 0;
# $L__BB1_2:
# 	cvt.u64.u32 	%rd6, %r4;
# 	xor.b64 	%rd8, %rd8, %rd6;
# 	sub.s64 	%rd7, %rd1, %rd9;
# 	add.s64 	%rd9, %rd9, 5;
# 	setp.gt.u64 	%p2, %rd7, 5;
# 	add.s32 	%r2, %r4, 5;
# 	add.s32 	%r3, %r4, -2;
# 	min.u32 	%r4, %r2, %r3;
# 	@%p2 bra 	$L__BB1_2;
# 	st.global.b64 	[%rd2], %rd8;
# $L__BB1_4:
# 	ret;
#
# }
# 	// .globl	may_wrap
# .visible .entry may_wrap(
# 	.param .u64 .ptr .global .align 8 may_wrap_param_0,
# 	.param .u64 may_wrap_param_1,
# 	.param .u64 may_wrap_param_2
# )
# {
# 	.reg .pred 	%p<3>;
# 	.reg .b32 	%r<3>;
# 	.reg .b64 	%rd<86>;
#
# 	ld.param.b64 	%rd4, [may_wrap_param_2];
# 	ld.param.b64 	%rd5, [may_wrap_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	mul.wide.u32 	%rd6, %r1, 8;
# 	add.s64 	%rd1, %rd5, %rd6;
# 	ld.global.b64 	%rd85, [%rd1];
# 	mov.b32 	%r2, 0;
# 	mov.b64 	%rd84, %rd4;
# $L__BB2_1:
# 	.pragma "nounroll";
# 	mul.hi.u64 	%rd7, %rd84, 2635249153387078803;
# 	sub.s64 	%rd8, %rd84, %rd7;
# 	shr.u64 	%rd9, %rd8, 1;
# 	add.s64 	%rd10, %rd9, %rd7;
# 	shr.u64 	%rd11, %rd10, 2;
# 	mul.lo.s64 	%rd12, %rd11, 7;
# 	sub.s64 	%rd13, %rd84, %rd12;
# 	xor.b64 	%rd85, %rd85, %rd13;
# 	add.s64 	%rd84, %rd84, 1;
# 	add.s32 	%r2, %r2, 1;
# 	setp.ne.b32 	%p1, %r2, 7;
# 	@%p1 bra 	$L__BB2_1;
# 	add.s64 	%rd2, %rd4, -9;
# $L__BB2_3:
# 	mul.hi.u64 	%rd14, %rd84, 2635249153387078803;
# 	sub.s64 	%rd15, %rd84, %rd14;
# 	shr.u64 	%rd16, %rd15, 1;
# 	add.s64 	%rd17, %rd16, %rd14;
# 	shr.u64 	%rd18, %rd17, 2;
# 	mul.lo.s64 	%rd19, %rd18, 7;
# 	sub.s64 	%rd20, %rd84, %rd19;
# 	xor.b64 	%rd21, %rd85, %rd20;
# 	add.s64 	%rd22, %rd84, 1;
# 	mul.hi.u64 	%rd23, %rd22, 2635249153387078803;
# 	sub.s64 	%rd24, %rd22, %rd23;
# 	shr.u64 	%rd25, %rd24, 1;
# 	add.s64 	%rd26, %rd25, %rd23;
# 	shr.u64 	%rd27, %rd26, 2;
# 	mul.lo.s64 	%rd28, %rd27, 7;
# 	sub.s64 	%rd29, %rd22, %rd28;
# 	xor.b64 	%rd30, %rd21, %rd29;
# 	add.s64 	%rd31, %rd84, 2;
# 	mul.hi.u64 	%rd32, %rd31, 2635249153387078803;
# 	sub.s64 	%rd33, %rd31, %rd32;
# 	shr.u64 	%rd34, %rd33, 1;
# 	add.s64 	%rd35, %rd34, %rd32;
# 	shr.u64 	%rd36, %rd35, 2;
# 	mul.lo.s64 	%rd37, %rd36, 7;
# 	sub.s64 	%rd38, %rd31, %rd37;
# 	xor.b64 	%rd39, %rd30, %rd38;
# 	add.s64 	%rd40, %rd84, 3;
# 	mul.hi.u64 	%rd41, %rd40, 2635249153387078803;
# 	sub.s64 	%rd42, %rd40, %rd41;
# 	shr.u64 	%rd43, %rd42, 1;
# 	add.s64 	%rd44, %rd43, %rd41;
# 	shr.u64 	%rd45, %rd44, 2;
# 	mul.lo.s64 	%rd46, %rd45, 7;
# 	sub.s64 	%rd47, %rd40, %rd46;
# 	xor.b64 	%rd48, %rd39, %rd47;
# 	add.s64 	%rd49, %rd84, 4;
# 	mul.hi.u64 	%rd50, %rd49, 2635249153387078803;
# 	sub.s64 	%rd51, %rd49, %rd50;
# 	shr.u64 	%rd52, %rd51, 1;
# 	add.s64 	%rd53, %rd52, %rd50;
# 	shr.u64 	%rd54, %rd53, 2;
# 	mul.lo.s64 	%rd55, %rd54, 7;
# 	sub.s64 	%rd56, %rd49, %rd55;
# 	xor.b64 	%rd57, %rd48, %rd56;
# 	add.s64 	%rd58, %rd84, 5;
# 	mul.hi.u64 	%rd59, %rd58, 2635249153387078803;
# 	sub.s64 	%rd60, %rd58, %rd59;
# 	shr.u64 	%rd61, %rd60, 1;
# 	add.s64 	%rd62, %rd61, %rd59;
# 	shr.u64 	%rd63, %rd62, 2;
# 	mul.lo.s64 	%rd64, %rd63, 7;
# 	sub.s64 	%rd65, %rd58, %rd64;
# 	xor.b64 	%rd66, %rd57, %rd65;
# 	add.s64 	%rd67, %rd84, 6;
# 	mul.hi.u64 	%rd68, %rd67, 2635249153387078803;
# 	sub.s64 	%rd69, %rd67, %rd68;
# 	shr.u64 	%rd70, %rd69, 1;
# 	add.s64 	%rd71, %rd70, %rd68;
# 	shr.u64 	%rd72, %rd71, 2;
# 	mul.lo.s64 	%rd73, %rd72, 7;
# 	sub.s64 	%rd74, %rd67, %rd73;
# 	xor.b64 	%rd75, %rd66, %rd74;
# 	add.s64 	%rd76, %rd84, 7;
# 	mul.hi.u64 	%rd77, %rd76, 2635249153387078803;
# 	sub.s64 	%rd78, %rd76, %rd77;
# 	shr.u64 	%rd79, %rd78, 1;
# 	add.s64 	%rd80, %rd79, %rd77;
# 	shr.u64 	%rd81, %rd80, 2;
# 	mul.lo.s64 	%rd82, %rd81, 7;
# 	sub.s64 	%rd83, %rd76, %rd82;
# 	xor.b64 	%rd85, %rd75, %rd83;
# 	add.s64 	%rd3, %rd84, 8;
# 	setp.ne.b64 	%p2, %rd84, %rd2;
# 	mov.b64 	%rd84, %rd3;
# 	@%p2 bra 	$L__BB2_3;
# 	st.global.b64 	[%rd1], %rd85;
# 	ret;
#
# }
