# golden: --emit=ptx --bounds=none
# golden: --emit=manifest
from numba import cuda


@cuda.jit("void(float4[::1], double2[::1], uchar4[::1], float3[::1], float4)")
def k(a, b, c, d, v):
    i = cuda.grid(1)
    a[i] = a[i + 1] + v
    b[i] = b[i + 1]
    c[i] = c[i + 1]
    d[i] = d[i + 1]

# === --emit=ptx --bounds=none
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source vectors.py:7
# // arg a array float4 ndim 1 layout C bytes 16
# // arg b array double2 ndim 1 layout C bytes 16
# // arg c array uchar4 ndim 1 layout C bytes 4
# // arg d array float3 ndim 1 layout C bytes 12
# // arg v scalar float4
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param b ptr ptr offset 16 size 8
# // param b shape0 i64 offset 24 size 8
# // param c ptr ptr offset 32 size 8
# // param c shape0 i64 offset 40 size 8
# // param d ptr ptr offset 48 size 8
# // param d shape0 i64 offset 56 size 8
# // param v value bytes offset 64 size 16
# // facts params 80 shared 0 dynamic no bounds none typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	k
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 16 k_param_0,
# 	.param .u64 k_param_1,
# 	.param .u64 .ptr .global .align 16 k_param_2,
# 	.param .u64 k_param_3,
# 	.param .u64 .ptr .global .align 4 k_param_4,
# 	.param .u64 k_param_5,
# 	.param .u64 .ptr .global .align 4 k_param_6,
# 	.param .u64 k_param_7,
# 	.param .align 16 .b8 k_param_8[16]
# )
# {
# 	.reg .b32 	%r<20>;
# 	.reg .b64 	%rd<16>;
#
# 	ld.param.b64 	%rd1, [k_param_0];
# 	ld.param.b64 	%rd2, [k_param_2];
# 	ld.param.v4.b32 	{%r1, %r2, %r3, %r4}, [k_param_8];
# 	ld.param.b64 	%rd3, [k_param_4];
# 	ld.param.b64 	%rd4, [k_param_6];
# 	mov.u32 	%r5, %ctaid.x;
# 	mov.u32 	%r6, %ntid.x;
# 	mul.wide.u32 	%rd5, %r5, %r6;
# 	mov.u32 	%r7, %tid.x;
# 	cvt.u64.u32 	%rd6, %r7;
# 	add.s64 	%rd7, %rd5, %rd6;
# 	shl.b64 	%rd8, %rd7, 4;
# 	add.s64 	%rd9, %rd1, %rd8;
# 	ld.global.v4.b32 	{%r8, %r9, %r10, %r11}, [%rd9+16];
# 	add.rn.f32 	%r12, %r1, %r8;
# 	add.rn.f32 	%r13, %r2, %r9;
# 	add.rn.f32 	%r14, %r3, %r10;
# 	add.rn.f32 	%r15, %r4, %r11;
# 	st.global.v4.b32 	[%rd9], {%r12, %r13, %r14, %r15};
# 	add.s64 	%rd10, %rd2, %rd8;
# 	ld.global.v2.b64 	{%rd11, %rd12}, [%rd10+16];
# 	st.global.v2.b64 	[%rd10], {%rd11, %rd12};
# 	shl.b64 	%rd13, %rd7, 2;
# 	add.s64 	%rd14, %rd3, %rd13;
# 	ld.global.b32 	%r16, [%rd14+4];
# 	st.global.b32 	[%rd14], %r16;
# 	mad.lo.s64 	%rd15, %rd7, 12, %rd4;
# 	ld.global.b32 	%r17, [%rd15+12];
# 	ld.global.b32 	%r18, [%rd15+16];
# 	ld.global.b32 	%r19, [%rd15+20];
# 	st.global.b32 	[%rd15], %r17;
# 	st.global.b32 	[%rd15+4], %r18;
# 	st.global.b32 	[%rd15+8], %r19;
# 	ret;
#
# }

# === --emit=manifest
# {
#   "abi": 1,
#   "arch": "sm_75",
#   "ptx_isa": "6.3",
#   "kernels": [
#     {
#       "name": "k",
#       "entry": "k",
#       "source": "vectors.py:7",
#       "args": [
#         {
#           "name": "a",
#           "kind": "array",
#           "dtype": "float4",
#           "ndim": 1,
#           "layout": "C"
#         },
#         {
#           "name": "b",
#           "kind": "array",
#           "dtype": "double2",
#           "ndim": 1,
#           "layout": "C"
#         },
#         {
#           "name": "c",
#           "kind": "array",
#           "dtype": "uchar4",
#           "ndim": 1,
#           "layout": "C"
#         },
#         {
#           "name": "d",
#           "kind": "array",
#           "dtype": "float3",
#           "ndim": 1,
#           "layout": "C"
#         },
#         {
#           "name": "v",
#           "kind": "scalar",
#           "dtype": "float4"
#         }
#       ],
#       "params": [
#         {
#           "array": "a",
#           "field": "ptr",
#           "offset": 0,
#           "size": 8
#         },
#         {
#           "array": "a",
#           "field": "shape0",
#           "type": "i64",
#           "offset": 8,
#           "size": 8
#         },
#         {
#           "array": "b",
#           "field": "ptr",
#           "offset": 16,
#           "size": 8
#         },
#         {
#           "array": "b",
#           "field": "shape0",
#           "type": "i64",
#           "offset": 24,
#           "size": 8
#         },
#         {
#           "array": "c",
#           "field": "ptr",
#           "offset": 32,
#           "size": 8
#         },
#         {
#           "array": "c",
#           "field": "shape0",
#           "type": "i64",
#           "offset": 40,
#           "size": 8
#         },
#         {
#           "array": "d",
#           "field": "ptr",
#           "offset": 48,
#           "size": 8
#         },
#         {
#           "array": "d",
#           "field": "shape0",
#           "type": "i64",
#           "offset": 56,
#           "size": 8
#         },
#         {
#           "scalar": "v",
#           "type": "bytes",
#           "offset": 64,
#           "size": 16
#         }
#       ],
#       "static_shared": 0,
#       "dynamic_shared": false,
#       "launch_bounds": null,
#       "bounds": "guard",
#       "typing": "python"
#     }
#   ]
# }
