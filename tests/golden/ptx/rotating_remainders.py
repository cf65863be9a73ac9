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
# 	mov.b32 	%r13, 256;
# 	mov.b32 	%r12, 128;
# 	mov.b32 	%r11, 0;
# 	mov.b32 	%r10, 398;
# $L__BB0_1:
# 	mov.b32 	%r2, %r12;
# 	mov.b32 	%r12, %r11;
# 	cvt.u64.u32 	%rd5, %r2;
# 	add.s64 	%rd6, %rd1, %rd5;
# 	ld.shared.b32 	%r3, [%rd6];
# 	cvt.u64.u32 	%rd7, %r12;
# 	add.s64 	%rd8, %rd1, %rd7;
# 	ld.shared.b32 	%r4, [%rd8];
# 	add.rn.f32 	%r5, %r3, %r4;
# 	cvt.u64.u32 	%rd9, %r13;
# 	add.s64 	%rd10, %rd1, %rd9;
# 	st.shared.b32 	[%rd10], %r5;
# 	bar.sync 	0;
# 	ld.shared.b32 	%r6, [%rd10];
# 	ld.shared.b32 	%r7, [%rd6];
# 	add.rn.f32 	%r8, %r6, %r7;
# 	st.shared.b32 	[%rd8], %r8;
# 	bar.sync 	0;
# 	add.s32 	%r10, %r10, -2;
# 	setp.ne.b32 	%p1, %r10, 0;
# 	mov.b32 	%r11, %r13;
# 	mov.b32 	%r13, %r2;
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
# 	add.s64 	%rd7, %rd1, 5;
# 	mov.b64 	%rd9, 0;
# 	mov.b32 	%r4, 0;
# $L__BB1_2:
# 	cvt.u64.u32 	%rd6, %r4;
# 	xor.b64 	%rd8, %rd8, %rd6;
# 	add.s64 	%rd9, %rd9, 5;
# 	add.s32 	%r2, %r4, 5;
# 	add.s32 	%r3, %r4, -2;
# 	min.u32 	%r4, %r2, %r3;
# 	add.s64 	%rd7, %rd7, -5;
# 	setp.gt.u64 	%p2, %rd7, 5;
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
# 	.reg .b64 	%rd<110>;
#
# 	ld.param.b64 	%rd92, [may_wrap_param_2];
# 	ld.param.b64 	%rd2, [may_wrap_param_0];
# 	mov.u32 	%r1, %tid.x;
# 	mul.wide.u32 	%rd3, %r1, 8;
# 	add.s64 	%rd1, %rd2, %rd3;
# 	ld.global.b64 	%rd109, [%rd1];
# 	add.s64 	%rd90, %rd92, 8;
# 	add.s64 	%rd106, %rd92, 7;
# 	add.s64 	%rd104, %rd92, 6;
# 	add.s64 	%rd102, %rd92, 5;
# 	add.s64 	%rd100, %rd92, 4;
# 	add.s64 	%rd98, %rd92, 3;
# 	add.s64 	%rd96, %rd92, 2;
# 	mov.b32 	%r2, 0;
# 	mov.b64 	%rd84, %rd96;
# 	mov.b64 	%rd85, %rd98;
# 	mov.b64 	%rd86, %rd100;
# 	mov.b64 	%rd87, %rd102;
# 	mov.b64 	%rd88, %rd104;
# 	mov.b64 	%rd89, %rd106;
# 	mov.b64 	%rd91, %rd92;
# $L__BB2_1:
# 	.pragma "nounroll";
# 	mov.b64 	%rd105, %rd90;
# 	mov.b64 	%rd103, %rd89;
# 	mov.b64 	%rd101, %rd88;
# 	mov.b64 	%rd99, %rd87;
# 	mov.b64 	%rd97, %rd86;
# 	mov.b64 	%rd95, %rd85;
# 	mov.b64 	%rd93, %rd84;
# 	cvt.u64.u32 	%rd4, %r2;
# 	mul.hi.u64 	%rd5, %rd91, 2635249153387078803;
# 	sub.s64 	%rd6, %rd91, %rd5;
# 	shr.u64 	%rd7, %rd6, 1;
# 	add.s64 	%rd8, %rd7, %rd5;
# 	shr.u64 	%rd9, %rd8, 2;
# 	add.s64 	%rd10, %rd92, %rd4;
# 	mad.lo.s64 	%rd11, %rd9, -7, %rd10;
# 	xor.b64 	%rd109, %rd109, %rd11;
# 	add.s64 	%rd91, %rd91, 1;
# 	add.s32 	%r2, %r2, 1;
# 	setp.ne.b32 	%p1, %r2, 7;
# 	add.s64 	%rd90, %rd105, 1;
# 	add.s64 	%rd89, %rd103, 1;
# 	add.s64 	%rd88, %rd101, 1;
# 	add.s64 	%rd87, %rd99, 1;
# 	add.s64 	%rd86, %rd97, 1;
# 	add.s64 	%rd85, %rd95, 1;
# 	add.s64 	%rd84, %rd93, 1;
# 	@%p1 bra 	$L__BB2_1;
# 	cvt.u64.u32 	%rd12, %r2;
# 	add.s64 	%rd108, %rd92, %rd12;
# 	add.s64 	%rd94, %rd92, 1;
# 	mov.b64 	%rd107, -1;
# $L__BB2_3:
# 	mul.hi.u64 	%rd13, %rd108, 2635249153387078803;
# 	sub.s64 	%rd14, %rd108, %rd13;
# 	shr.u64 	%rd15, %rd14, 1;
# 	add.s64 	%rd16, %rd15, %rd13;
# 	shr.u64 	%rd17, %rd16, 2;
# 	mul.lo.s64 	%rd18, %rd17, 7;
# 	sub.s64 	%rd19, %rd92, %rd18;
# 	mul.hi.u64 	%rd20, %rd93, 2635249153387078803;
# 	sub.s64 	%rd21, %rd93, %rd20;
# 	shr.u64 	%rd22, %rd21, 1;
# 	add.s64 	%rd23, %rd22, %rd20;
# 	shr.u64 	%rd24, %rd23, 2;
# 	mul.lo.s64 	%rd25, %rd24, 7;
# 	sub.s64 	%rd26, %rd94, %rd25;
# 	mul.hi.u64 	%rd27, %rd95, 2635249153387078803;
# 	sub.s64 	%rd28, %rd95, %rd27;
# 	shr.u64 	%rd29, %rd28, 1;
# 	add.s64 	%rd30, %rd29, %rd27;
# 	shr.u64 	%rd31, %rd30, 2;
# 	mul.lo.s64 	%rd32, %rd31, 7;
# 	sub.s64 	%rd33, %rd96, %rd32;
# 	mul.hi.u64 	%rd34, %rd97, 2635249153387078803;
# 	sub.s64 	%rd35, %rd97, %rd34;
# 	shr.u64 	%rd36, %rd35, 1;
# 	add.s64 	%rd37, %rd36, %rd34;
# 	shr.u64 	%rd38, %rd37, 2;
# 	mul.lo.s64 	%rd39, %rd38, 7;
# 	sub.s64 	%rd40, %rd98, %rd39;
# 	mul.hi.u64 	%rd41, %rd99, 2635249153387078803;
# 	sub.s64 	%rd42, %rd99, %rd41;
# 	shr.u64 	%rd43, %rd42, 1;
# 	add.s64 	%rd44, %rd43, %rd41;
# 	shr.u64 	%rd45, %rd44, 2;
# 	mul.lo.s64 	%rd46, %rd45, 7;
# 	sub.s64 	%rd47, %rd100, %rd46;
# 	mul.hi.u64 	%rd48, %rd101, 2635249153387078803;
# 	sub.s64 	%rd49, %rd101, %rd48;
# 	shr.u64 	%rd50, %rd49, 1;
# 	add.s64 	%rd51, %rd50, %rd48;
# 	shr.u64 	%rd52, %rd51, 2;
# 	mul.lo.s64 	%rd53, %rd52, 7;
# 	sub.s64 	%rd54, %rd102, %rd53;
# 	mul.hi.u64 	%rd55, %rd103, 2635249153387078803;
# 	sub.s64 	%rd56, %rd103, %rd55;
# 	shr.u64 	%rd57, %rd56, 1;
# 	add.s64 	%rd58, %rd57, %rd55;
# 	shr.u64 	%rd59, %rd58, 2;
# 	mul.lo.s64 	%rd60, %rd59, 7;
# 	sub.s64 	%rd61, %rd104, %rd60;
# 	mul.hi.u64 	%rd62, %rd105, 2635249153387078803;
# 	sub.s64 	%rd63, %rd105, %rd62;
# 	shr.u64 	%rd64, %rd63, 1;
# 	add.s64 	%rd65, %rd64, %rd62;
# 	shr.u64 	%rd66, %rd65, 2;
# 	mul.lo.s64 	%rd67, %rd66, 7;
# 	sub.s64 	%rd68, %rd106, %rd67;
# 	add.s64 	%rd69, %rd19, 7;
# 	xor.b64 	%rd70, %rd109, %rd69;
# 	add.s64 	%rd71, %rd26, 7;
# 	xor.b64 	%rd72, %rd70, %rd71;
# 	add.s64 	%rd73, %rd33, 7;
# 	xor.b64 	%rd74, %rd72, %rd73;
# 	add.s64 	%rd75, %rd40, 7;
# 	xor.b64 	%rd76, %rd74, %rd75;
# 	add.s64 	%rd77, %rd47, 7;
# 	xor.b64 	%rd78, %rd76, %rd77;
# 	add.s64 	%rd79, %rd54, 7;
# 	xor.b64 	%rd80, %rd78, %rd79;
# 	add.s64 	%rd81, %rd61, 7;
# 	xor.b64 	%rd82, %rd80, %rd81;
# 	add.s64 	%rd83, %rd68, 7;
# 	xor.b64 	%rd109, %rd82, %rd83;
# 	add.s64 	%rd108, %rd108, 8;
# 	add.s64 	%rd107, %rd107, -8;
# 	add.s64 	%rd106, %rd106, 8;
# 	add.s64 	%rd105, %rd105, 8;
# 	add.s64 	%rd104, %rd104, 8;
# 	add.s64 	%rd103, %rd103, 8;
# 	add.s64 	%rd102, %rd102, 8;
# 	add.s64 	%rd101, %rd101, 8;
# 	add.s64 	%rd100, %rd100, 8;
# 	add.s64 	%rd99, %rd99, 8;
# 	add.s64 	%rd98, %rd98, 8;
# 	add.s64 	%rd97, %rd97, 8;
# 	add.s64 	%rd96, %rd96, 8;
# 	add.s64 	%rd95, %rd95, 8;
# 	add.s64 	%rd94, %rd94, 8;
# 	add.s64 	%rd93, %rd93, 8;
# 	add.s64 	%rd92, %rd92, 8;
# 	setp.ne.b64 	%p2, %rd107, 7;
# 	@%p2 bra 	$L__BB2_3;
# 	st.global.b64 	[%rd1], %rd109;
# 	ret;
#
# }
