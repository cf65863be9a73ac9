# golden: --emit=manifest --variant=apart,small --variant=sizes=0x0x14
# golden: --emit=ptx --variant=apart,align=16
# Kernels once more for some launches: a launch of the kernel for all takes the
# first that is right for it. Device functions and shared arrays are each one's own.
from numba import cuda


@cuda.jit(device=True)
def twice(x):
    return x + x


@cuda.jit("void(float32[::1], float32[::1], int64)")
def shift(x, y, n):
    tile = cuda.shared.array(64, "float32")
    i = cuda.grid(1)
    tile[cuda.threadIdx.x % 64] = twice(x[i])
    cuda.syncthreads()
    y[i] = tile[n % 64]
    y[i + 1] = x[i + 1]

# === --emit=manifest --variant=apart,small --variant=sizes=0x0x14
# {
#   "abi": 1,
#   "arch": "sm_75",
#   "ptx_isa": "6.3",
#   "kernels": [
#     {
#       "name": "shift",
#       "entry": "shift",
#       "source": "variants.py:14",
#       "args": [
#         {
#           "name": "x",
#           "kind": "array",
#           "dtype": "float32",
#           "ndim": 1,
#           "layout": "C"
#         },
#         {
#           "name": "y",
#           "kind": "array",
#           "dtype": "float32",
#           "ndim": 1,
#           "layout": "C"
#         },
#         {
#           "name": "n",
#           "kind": "scalar",
#           "dtype": "int64"
#         }
#       ],
#       "params": [
#         {
#           "array": "x",
#           "field": "ptr",
#           "offset": 0,
#           "size": 8
#         },
#         {
#           "array": "x",
#           "field": "shape0",
#           "type": "i64",
#           "offset": 8,
#           "size": 8
#         },
#         {
#           "array": "y",
#           "field": "ptr",
#           "offset": 16,
#           "size": 8
#         },
#         {
#           "array": "y",
#           "field": "shape0",
#           "type": "i64",
#           "offset": 24,
#           "size": 8
#         },
#         {
#           "scalar": "n",
#           "type": "i64",
#           "offset": 32,
#           "size": 8
#         }
#       ],
#       "static_shared": 256,
#       "dynamic_shared": false,
#       "launch_bounds": null,
#       "bounds": "guard",
#       "typing": "python"
#     },
#     {
#       "name": "shift",
#       "entry": "shift__variant1",
#       "source": "variants.py:14",
#       "args": [
#         {
#           "name": "x",
#           "kind": "array",
#           "dtype": "float32",
#           "ndim": 1,
#           "layout": "C"
#         },
#         {
#           "name": "y",
#           "kind": "array",
#           "dtype": "float32",
#           "ndim": 1,
#           "layout": "C"
#         },
#         {
#           "name": "n",
#           "kind": "scalar",
#           "dtype": "int64"
#         }
#       ],
#       "params": [
#         {
#           "array": "x",
#           "field": "ptr",
#           "offset": 0,
#           "size": 8
#         },
#         {
#           "array": "x",
#           "field": "shape0",
#           "type": "i64",
#           "offset": 8,
#           "size": 8
#         },
#         {
#           "array": "y",
#           "field": "ptr",
#           "offset": 16,
#           "size": 8
#         },
#         {
#           "array": "y",
#           "field": "shape0",
#           "type": "i64",
#           "offset": 24,
#           "size": 8
#         },
#         {
#           "scalar": "n",
#           "type": "i64",
#           "offset": 32,
#           "size": 8
#         }
#       ],
#       "static_shared": 256,
#       "dynamic_shared": false,
#       "launch_bounds": null,
#       "variant_of": "shift",
#       "facts": [
#         "apart",
#         "small"
#       ],
#       "bounds": "guard",
#       "typing": "python"
#     },
#     {
#       "name": "shift",
#       "entry": "shift__variant2",
#       "source": "variants.py:14",
#       "args": [
#         {
#           "name": "x",
#           "kind": "array",
#           "dtype": "float32",
#           "ndim": 1,
#           "layout": "C"
#         },
#         {
#           "name": "y",
#           "kind": "array",
#           "dtype": "float32",
#           "ndim": 1,
#           "layout": "C"
#         },
#         {
#           "name": "n",
#           "kind": "scalar",
#           "dtype": "int64"
#         }
#       ],
#       "params": [
#         {
#           "array": "x",
#           "field": "ptr",
#           "offset": 0,
#           "size": 8
#         },
#         {
#           "array": "x",
#           "field": "shape0",
#           "type": "i64",
#           "offset": 8,
#           "size": 8
#         },
#         {
#           "array": "y",
#           "field": "ptr",
#           "offset": 16,
#           "size": 8
#         },
#         {
#           "array": "y",
#           "field": "shape0",
#           "type": "i64",
#           "offset": 24,
#           "size": 8
#         },
#         {
#           "scalar": "n",
#           "type": "i64",
#           "offset": 32,
#           "size": 8
#         }
#       ],
#       "static_shared": 256,
#       "dynamic_shared": false,
#       "launch_bounds": null,
#       "variant_of": "shift",
#       "facts": [
#         "sizes 0 0 14"
#       ],
#       "bounds": "guard",
#       "typing": "python"
#     }
#   ]
# }

# === --emit=ptx --variant=apart,align=16
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel shift entry shift source variants.py:14
# // arg x array float32 ndim 1 layout C
# // arg y array float32 ndim 1 layout C
# // arg n scalar int64
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param y ptr ptr offset 16 size 8
# // param y shape0 i64 offset 24 size 8
# // param n value i64 offset 32 size 8
# // facts params 40 shared 256 dynamic no bounds guard typing python
# // kernel shift entry shift__variant1 source variants.py:14
# // arg x array float32 ndim 1 layout C
# // arg y array float32 ndim 1 layout C
# // arg n scalar int64
# // param x ptr ptr offset 0 size 8
# // param x shape0 i64 offset 8 size 8
# // param y ptr ptr offset 16 size 8
# // param y shape0 i64 offset 24 size 8
# // param n value i64 offset 32 size 8
# // facts params 40 shared 256 dynamic no bounds guard typing python
# // launch variant shift
# // launch apart
# // launch align 16
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	shift
# // shift_shared has been demoted
# // shift__variant1_shared has been demoted
#
# .visible .entry shift(
# 	.param .u64 .ptr .global .align 4 shift_param_0,
# 	.param .u64 shift_param_1,
# 	.param .u64 .ptr .global .align 4 shift_param_2,
# 	.param .u64 shift_param_3,
# 	.param .u64 shift_param_4
# )
# {
# 	.reg .pred 	%p<11>;
# 	.reg .b32 	%r<14>;
# 	.reg .b64 	%rd<27>;
# 	// demoted variable
# 	.shared .align 16 .b8 shift_shared[256];
# 	ld.param.b64 	%rd12, [shift_param_3];
# 	ld.param.b64 	%rd11, [shift_param_2];
# 	ld.param.b64 	%rd10, [shift_param_1];
# 	ld.param.b64 	%rd9, [shift_param_0];
# 	mov.u32 	%r3, %ctaid.x;
# 	mov.u32 	%r4, %ntid.x;
# 	mul.wide.u32 	%rd13, %r3, %r4;
# 	mov.u32 	%r2, %tid.x;
# 	cvt.u64.u32 	%rd14, %r2;
# 	add.s64 	%rd1, %rd13, %rd14;
# 	setp.ge.u64 	%p1, %rd1, %rd10;
# 	shl.b64 	%rd15, %rd1, 2;
# 	add.s64 	%rd2, %rd9, %rd15;
# 	mov.b32 	%r11, 0f00000000;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.global.b32 	%r5, [%rd2];
# 	add.rn.f32 	%r11, %r5, %r5;
# $L__BB0_2:
# 	ld.param.b32 	%r1, [shift_param_4];
# 	and.b32 	%r6, %r2, 63;
# 	mul.wide.u32 	%rd16, %r6, 4;
# 	mov.b64 	%rd17, shift_shared;
# 	add.s64 	%rd18, %rd17, %rd16;
# 	st.shared.b32 	[%rd18], %r11;
# 	bar.sync 	0;
# 	cvta.global.u64 	%rd19, %rd9;
# 	shl.b64 	%rd20, %rd10, 2;
# 	add.s64 	%rd21, %rd20, %rd19;
# 	cvta.global.u64 	%rd22, %rd11;
# 	setp.gt.s64 	%p2, %rd21, %rd22;
# 	shl.b64 	%rd23, %rd12, 2;
# 	add.s64 	%rd24, %rd23, %rd22;
# 	setp.gt.s64 	%p3, %rd24, %rd19;
# 	and.pred 	%p4, %p2, %p3;
# 	@%p4 bra 	$L__BB0_9;
# 	setp.lt.u64 	%p8, %rd1, %rd12;
# 	add.s64 	%rd3, %rd11, %rd15;
# 	@%p8 bra 	$L__BB0_4;
# 	bra.uni 	$L__BB0_5;
# $L__BB0_4:
# 	and.b32 	%r9, %r1, 63;
# 	mul.wide.u32 	%rd26, %r9, 4;
# 	add.s64 	%rd4, %rd17, %rd26;
# 	ld.shared.b32 	%r10, [%rd4];
# 	st.global.b32 	[%rd3], %r10;
# $L__BB0_5:
# 	add.s64 	%rd7, %rd1, 1;
# 	setp.ge.u64 	%p9, %rd7, %rd10;
# 	mov.b32 	%r12, 0f00000000;
# 	@%p9 bra 	$L__BB0_7;
# 	ld.global.nc.b32 	%r12, [%rd2+4];
# $L__BB0_7:
# 	setp.ge.u64 	%p10, %rd7, %rd12;
# 	@%p10 bra 	$L__BB0_15;
# 	st.global.b32 	[%rd3+4], %r12;
# 	bra.uni 	$L__BB0_15;
# $L__BB0_9:
# 	setp.lt.u64 	%p5, %rd1, %rd12;
# 	add.s64 	%rd5, %rd11, %rd15;
# 	@%p5 bra 	$L__BB0_10;
# 	bra.uni 	$L__BB0_11;
# $L__BB0_10:
# 	and.b32 	%r7, %r1, 63;
# 	mul.wide.u32 	%rd25, %r7, 4;
# 	add.s64 	%rd6, %rd17, %rd25;
# 	ld.shared.b32 	%r8, [%rd6];
# 	st.global.b32 	[%rd5], %r8;
# $L__BB0_11:
# 	add.s64 	%rd8, %rd1, 1;
# 	setp.ge.u64 	%p6, %rd8, %rd10;
# 	mov.b32 	%r13, 0f00000000;
# 	@%p6 bra 	$L__BB0_13;
# 	ld.global.b32 	%r13, [%rd2+4];
# $L__BB0_13:
# 	setp.ge.u64 	%p7, %rd8, %rd12;
# 	@%p7 bra 	$L__BB0_15;
# 	st.global.b32 	[%rd5+4], %r13;
# $L__BB0_15:
# 	ret;
#
# }
# 	// .globl	shift__variant1
# .visible .entry shift__variant1(
# 	.param .u64 .ptr .global .align 16 shift__variant1_param_0,
# 	.param .u64 shift__variant1_param_1,
# 	.param .u64 .ptr .global .align 16 shift__variant1_param_2,
# 	.param .u64 shift__variant1_param_3,
# 	.param .u64 shift__variant1_param_4
# )
# {
# 	.reg .pred 	%p<5>;
# 	.reg .b32 	%r<11>;
# 	.reg .b64 	%rd<17>;
# 	// demoted variable
# 	.shared .align 16 .b8 shift__variant1_shared[256];
# 	ld.param.b64 	%rd8, [shift__variant1_param_3];
# 	ld.param.b64 	%rd7, [shift__variant1_param_2];
# 	ld.param.b64 	%rd6, [shift__variant1_param_1];
# 	ld.param.b64 	%rd9, [shift__variant1_param_0];
# 	mov.u32 	%r3, %ctaid.x;
# 	mov.u32 	%r4, %ntid.x;
# 	mul.wide.u32 	%rd10, %r3, %r4;
# 	mov.u32 	%r2, %tid.x;
# 	cvt.u64.u32 	%rd11, %r2;
# 	add.s64 	%rd1, %rd10, %rd11;
# 	setp.ge.u64 	%p1, %rd1, %rd6;
# 	shl.b64 	%rd12, %rd1, 2;
# 	add.s64 	%rd2, %rd9, %rd12;
# 	mov.b32 	%r9, 0f00000000;
# 	@%p1 bra 	$L__BB1_2;
# 	ld.global.nc.b32 	%r5, [%rd2];
# 	add.rn.f32 	%r9, %r5, %r5;
# $L__BB1_2:
# 	and.b32 	%r6, %r2, 63;
# 	mul.wide.u32 	%rd13, %r6, 4;
# 	mov.b64 	%rd14, shift__variant1_shared;
# 	add.s64 	%rd15, %rd14, %rd13;
# 	st.shared.b32 	[%rd15], %r9;
# 	bar.sync 	0;
# 	setp.ge.u64 	%p2, %rd1, %rd8;
# 	add.s64 	%rd3, %rd7, %rd12;
# 	@%p2 bra 	$L__BB1_4;
# 	ld.param.b32 	%r1, [shift__variant1_param_4];
# 	and.b32 	%r7, %r1, 63;
# 	mul.wide.u32 	%rd16, %r7, 4;
# 	add.s64 	%rd4, %rd14, %rd16;
# 	ld.shared.b32 	%r8, [%rd4];
# 	st.global.b32 	[%rd3], %r8;
# $L__BB1_4:
# 	add.s64 	%rd5, %rd1, 1;
# 	setp.ge.u64 	%p3, %rd5, %rd6;
# 	mov.b32 	%r10, 0f00000000;
# 	@%p3 bra 	$L__BB1_6;
# 	ld.global.nc.b32 	%r10, [%rd2+4];
# $L__BB1_6:
# 	setp.ge.u64 	%p4, %rd5, %rd8;
# 	@%p4 bra 	$L__BB1_8;
# 	st.global.b32 	[%rd3+4], %r10;
# $L__BB1_8:
# 	ret;
#
# }
