# golden: --emit=ptx -G
from numba import cuda


@cuda.jit("void(int32[::1], float32)")
def followed(x, a):
    i = cuda.threadIdx.x
    x[i] = a

# === --emit=ptx -G
# // pyk2ptx abi 1
# // target sm_75 ptx 7.5
# // kernel followed entry followed source debug_info.py:6
# // arg x array int32 ndim 1 layout C
# // arg a scalar float32
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param a value f32 offset 16 size 4
# // facts params 20 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.5
# .target sm_75, debug
# .address_size 64
#
# 	// .globl	followed
#
# .visible .entry followed(
# 	.param .u64 .ptr .global .align 4 followed_param_0,
# 	.param .u64 followed_param_1,
# 	.param .f32 followed_param_2
# )
# {
# 	.local .align 8 .b8 	__local_depot0[24];
# 	.reg .b64 	%SP;
# 	.reg .b64 	%SPL;
# 	.reg .pred 	%p<3>;
# 	.reg .b32 	%r<7>;
# 	.reg .b64 	%rd<10>;
# $L__func_begin0:
#
# 	.loc	1 6 0
# 	mov.b64 	%SPL, __local_depot0;
# 	cvta.local.u64 	%SP, %SPL;
# 	ld.param.b32 	%r3, [followed_param_2];
# 	ld.param.b64 	%rd4, [followed_param_1];
# 	ld.param.b64 	%rd3, [followed_param_0];
# 	bra.uni 	$L__BB0_1;
# $L__BB0_1:
# $L__tmp0:
# 	.loc	1 6 5
# 	st.b64 	[%SP+8], %rd4;
# 	st.b64 	[%SP], %rd3;
# 	st.b32 	[%SP+16], %r3;
# 	.loc	1 7 9
# 	mov.u32 	%r4, %tid.x;
# 	.loc	1 7 5
# 	st.b32 	[%SP+20], %r4;
# 	.loc	1 8 12
# 	ld.b32 	%r5, [%SP+16];
# 	cvt.rzi.s64.f32 	%rd5, %r5;
# 	cvt.u32.u64 	%r6, %rd5;
# 	setp.nan.f32 	%p1, %r5, %r5;
# 	selp.b32 	%r1, 0, %r6, %p1;
# 	.loc	1 8 5
# 	ld.b64 	%rd2, [%SP+8];
# 	ld.b64 	%rd1, [%SP];
# 	.loc	1 8 7
# 	ld.b32 	%r2, [%SP+20];
# 	cvt.u64.u32 	%rd6, %r2;
# 	.loc	1 8 5
# 	setp.ge.u64 	%p2, %rd6, %rd2;
# 	@%p2 bra 	$L__BB0_3;
# 	bra.uni 	$L__BB0_2;
# $L__BB0_2:
# 	cvt.u64.u32 	%rd7, %r2;
# 	shl.b64 	%rd8, %rd7, 2;
# 	add.s64 	%rd9, %rd1, %rd8;
# 	st.global.b32 	[%rd9], %r1;
# 	bra.uni 	$L__BB0_3;
# $L__BB0_3:
# 	ret;
# $L__tmp1:
# $L__func_end0:
#
# }
# 	.file	1 "debug_info.py"
# 	.section	.debug_abbrev
# 	{
# .b8 1
# .b8 17
# .b8 1
# .b8 37
# .b8 8
# .b8 19
# .b8 5
# .b8 3
# .b8 8
# .b8 16
# .b8 6
# .b8 180
# .b8 66
# .b8 12
# .b8 0
# .b8 0
# .b8 2
# .b8 46
# .b8 1
# .b8 17
# .b8 1
# .b8 18
# .b8 1
# .b8 64
# .b8 10
# .b8 135
# .b8 64
# .b8 8
# .b8 3
# .b8 8
# .b8 58
# .b8 11
# .b8 59
# .b8 11
# .b8 63
# .b8 12
# .b8 0
# .b8 0
# .b8 3
# .b8 5
# .b8 0
# .b8 51
# .b8 11
# .b8 2
# .b8 10
# .b8 3
# .b8 8
# .b8 58
# .b8 11
# .b8 59
# .b8 11
# .b8 73
# .b8 19
# .b8 0
# .b8 0
# .b8 4
# .b8 52
# .b8 0
# .b8 51
# .b8 11
# .b8 2
# .b8 10
# .b8 3
# .b8 8
# .b8 58
# .b8 11
# .b8 59
# .b8 11
# .b8 73
# .b8 19
# .b8 0
# .b8 0
# .b8 5
# .b8 19
# .b8 1
# .b8 3
# .b8 8
# .b8 11
# .b8 11
# .b8 136
# .b8 1
# .b8 15
# .b8 0
# .b8 0
# .b8 6
# .b8 13
# .b8 0
# .b8 3
# .b8 8
# .b8 73
# .b8 19
# .b8 136
# .b8 1
# .b8 15
# .b8 56
# .b8 10
# .b8 0
# .b8 0
# .b8 7
# .b8 15
# .b8 0
# .b8 73
# .b8 19
# .b8 0
# .b8 0
# .b8 8
# .b8 36
# .b8 0
# .b8 3
# .b8 8
# .b8 62
# .b8 11
# .b8 11
# .b8 11
# .b8 0
# .b8 0
# .b8 0
# 	}
# 	.section	.debug_info
# 	{
# .b32 222
# .b8 2
# .b8 0
# .b32 .debug_abbrev
# .b8 8
# .b8 1
# .b8 112
# .b8 121
# .b8 107
# .b8 50
# .b8 112
# .b8 116
# .b8 120
# .b8 0
# .b8 20
# .b8 0
# .b8 100
# .b8 101
# .b8 98
# .b8 117
# .b8 103
# .b8 95
# .b8 105
# .b8 110
# .b8 102
# .b8 111
# .b8 46
# .b8 112
# .b8 121
# .b8 0
# .b32 .debug_line
# .b8 1
# .b8 2
# .b64 $L__func_begin0
# .b64 $L__func_end0
# .b8 1
# .b8 156
# .b8 102
# .b8 111
# .b8 108
# .b8 108
# .b8 111
# .b8 119
# .b8 101
# .b8 100
# .b8 0
# .b8 102
# .b8 111
# .b8 108
# .b8 108
# .b8 111
# .b8 119
# .b8 101
# .b8 100
# .b8 0
# .b8 1
# .b8 6
# .b8 1
# .b8 3
# .b8 6
# .b8 9
# .b8 3
# .b64 __local_depot0
# .b8 120
# .b8 0
# .b8 1
# .b8 6
# .b32 146
# .b8 3
# .b8 6
# .b8 11
# .b8 3
# .b64 __local_depot0
# .b8 35
# .b8 16
# .b8 97
# .b8 0
# .b8 1
# .b8 6
# .b32 214
# .b8 4
# .b8 6
# .b8 11
# .b8 3
# .b64 __local_depot0
# .b8 35
# .b8 20
# .b8 105
# .b8 0
# .b8 1
# .b8 6
# .b32 196
# .b8 0
# .b8 5
# .b8 105
# .b8 110
# .b8 116
# .b8 51
# .b8 50
# .b8 91
# .b8 58
# .b8 58
# .b8 49
# .b8 93
# .b8 0
# .b8 16
# .b8 1
# .b8 6
# .b8 100
# .b8 97
# .b8 116
# .b8 97
# .b8 0
# .b32 191
# .b8 1
# .b8 2
# .b8 35
# .b8 0
# .b8 6
# .b8 115
# .b8 104
# .b8 97
# .b8 112
# .b8 101
# .b8 48
# .b8 0
# .b32 205
# .b8 1
# .b8 2
# .b8 35
# .b8 8
# .b8 0
# .b8 7
# .b32 196
# .b8 8
# .b8 105
# .b8 110
# .b8 116
# .b8 51
# .b8 50
# .b8 0
# .b8 5
# .b8 4
# .b8 8
# .b8 105
# .b8 110
# .b8 116
# .b8 54
# .b8 52
# .b8 0
# .b8 5
# .b8 8
# .b8 8
# .b8 102
# .b8 108
# .b8 111
# .b8 97
# .b8 116
# .b8 51
# .b8 50
# .b8 0
# .b8 4
# .b8 4
# .b8 0
# 	}
# 	.section	.debug_pubnames
# 	{
# .b32 $L__pubNames_end0-$L__pubNames_start0
# $L__pubNames_start0:
# .b8 2
# .b8 0
# .b32 .debug_info
# .b32 226
# .b32 41
# .b8 102
# .b8 111
# .b8 108
# .b8 108
# .b8 111
# .b8 119
# .b8 101
# .b8 100
# .b8 0
# .b32 0
# $L__pubNames_end0:
# 	}
# 	.section	.debug_pubtypes
# 	{
# .b32 $L__pubTypes_end0-$L__pubTypes_start0
# $L__pubTypes_start0:
# .b8 2
# .b8 0
# .b32 .debug_info
# .b32 226
# .b32 146
# .b8 105
# .b8 110
# .b8 116
# .b8 51
# .b8 50
# .b8 91
# .b8 58
# .b8 58
# .b8 49
# .b8 93
# .b8 0
# .b32 196
# .b8 105
# .b8 110
# .b8 116
# .b8 51
# .b8 50
# .b8 0
# .b32 205
# .b8 105
# .b8 110
# .b8 116
# .b8 54
# .b8 52
# .b8 0
# .b32 214
# .b8 102
# .b8 108
# .b8 111
# .b8 97
# .b8 116
# .b8 51
# .b8 50
# .b8 0
# .b32 0
# $L__pubTypes_end0:
# 	}
# 	.section	.debug_macinfo	{	}
