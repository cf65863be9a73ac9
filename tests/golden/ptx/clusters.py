# golden: --emit=ir --arch=sm_90
# golden: --emit=ptx --arch=sm_90
# golden: --emit=manifest --arch=sm_90
import numpy as np
from numba import cuda


@cuda.jit("void(int32[::1])", cluster_dims=(2, 1, 1), launch_bounds=(128, 1, 4))
def k(a):
    s = cuda.shared.array(128, np.int32)
    cluster = cuda.cg.this_cluster()
    i = cuda.threadIdx.x
    s[i] = i
    cluster.sync()
    other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1)
    a[cuda.grid(1)] = other[i] + cuda.clusterIdx.x + cuda.clusterDim.x
    cluster.barrier_arrive()
    cluster.barrier_wait()


@cuda.jit("void(int32[::1])")
def registers(a):
    s = cuda.shared.array(1, np.int32)
    a[0] = cuda.clusterIdx.y + cuda.clusterIdx.z + cuda.clusterGridDim.x
    a[1] = cuda.clusterGridDim.y + cuda.clusterGridDim.z
    a[2] = cuda.clusterBlockIdx.x + cuda.clusterBlockIdx.y
    a[3] = cuda.clusterBlockIdx.z + cuda.clusterDim.y + cuda.clusterDim.z
    a[4] = cuda.clusterBlockRank + cuda.clusterSize
    a[5] = cuda.map_shared_rank(s, 1)[0]
    cuda.cluster_arrive()
    cuda.cluster_wait()

# === --emit=ir --arch=sm_90
# kernel k(a: i32[::1])
#   launch_bounds 128, 1
#   max_cluster 4
#   cluster_dims 2, 1, 1
#   shared @s: i32[128]
#   s: shared i32[::1] = @s
#   i: i32 = cuda.threadIdx.x
#   s[guard i64(i)] = i
#   let %3: none = cuda.cluster_arrive() in cuda.cluster_wait()
#   other: generic i32[::1] = cuda.map_shared_rank(s, i64(cuda.clusterBlockRank) ^ 1)
#   a[guard i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)] = i32(i64(other[guard i64(i)]) + i64(cuda.clusterIdx.x) + i64(cuda.clusterDim.x))
#   cuda.cluster_arrive()
#   cuda.cluster_wait()
#
# kernel registers(a: i32[::1])
#   shared @s: i32[1]
#   s: shared i32[::1] = @s
#   a[guard 0] = i32(i64(cuda.clusterIdx.y) + i64(cuda.clusterIdx.z) + i64(cuda.clusterGridDim.x))
#   a[guard 1] = i32(i64(cuda.clusterGridDim.y) + i64(cuda.clusterGridDim.z))
#   a[guard 2] = i32(i64(cuda.clusterBlockIdx.x) + i64(cuda.clusterBlockIdx.y))
#   a[guard 3] = i32(i64(cuda.clusterBlockIdx.z) + i64(cuda.clusterDim.y) + i64(cuda.clusterDim.z))
#   a[guard 4] = i32(i64(cuda.clusterBlockRank) + i64(cuda.clusterSize))
#   a[guard 5] = cuda.map_shared_rank(s, 1)[guard 0]
#   cuda.cluster_arrive()
#   cuda.cluster_wait()

# === --emit=ptx --arch=sm_90
# // pyk2ptx abi 1
# // target sm_90 ptx 7.8
# // kernel k entry k source clusters.py:9
# // arg a array int32 ndim 1 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // facts params 16 shared 512 dynamic no bounds guard typing python
# // launch cluster 2 1 1
# // kernel registers entry registers source clusters.py:22
# // arg a array int32 ndim 1 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // facts params 16 shared 4 dynamic no bounds guard typing python
# // end
# .version 7.8
# .target sm_90
# .address_size 64
#
# 	// .globl	k
# // k_shared has been demoted
# // registers_shared has been demoted
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 4 k_param_0,
# 	.param .u64 k_param_1
# )
# .maxntid 128
# .minnctapersm 1
# .explicitcluster
# .reqnctapercluster 2, 1, 1
# {
# 	.reg .pred 	%p<3>;
# 	.reg .b32 	%r<12>;
# 	.reg .b64 	%rd<14>;
# 	// demoted variable
# 	.shared .align 16 .b8 k_shared[512];
# 	ld.param.b64 	%rd5, [k_param_1];
# 	mov.u32 	%r2, %tid.x;
# 	cvt.u64.u32 	%rd1, %r2;
# 	mul.wide.u32 	%rd6, %r2, 4;
# 	mov.b64 	%rd7, k_shared;
# 	add.s64 	%rd8, %rd7, %rd6;
# 	st.shared.b32 	[%rd8], %r2;
# 	barrier.cluster.arrive;
# 	barrier.cluster.wait;
# 	mov.u32 	%r3, %cluster_ctarank;
# 	xor.b32 	%r4, %r3, 1;
# 	mov.u32 	%r5, %cluster_nctarank;
# 	setp.ge.u32 	%p1, %r4, %r5;
# 	cvta.shared.u64 	%rd9, %rd7;
# 	mov.b32 	%r11, 0;
# 	@%p1 bra 	$L__BB0_2;
# 	mapa.u64 	%rd10, %rd9, %r4;
# 	add.s64 	%rd2, %rd10, %rd6;
# 	ld.b32 	%r11, [%rd2];
# $L__BB0_2:
# 	mov.u32 	%r6, %ctaid.x;
# 	mov.u32 	%r7, %ntid.x;
# 	mul.wide.u32 	%rd11, %r6, %r7;
# 	add.s64 	%rd12, %rd11, %rd1;
# 	setp.ge.u64 	%p2, %rd12, %rd5;
# 	@%p2 bra 	$L__BB0_4;
# 	ld.param.b64 	%rd4, [k_param_0];
# 	shl.b64 	%rd13, %rd12, 2;
# 	add.s64 	%rd3, %rd4, %rd13;
# 	mov.u32 	%r8, %clusterid.x;
# 	mov.u32 	%r9, %cluster_nctaid.x;
# 	add.s32 	%r10, %r9, %r8;
# 	add.s32 	%r1, %r10, %r11;
# 	st.global.b32 	[%rd3], %r1;
# $L__BB0_4:
# 	barrier.cluster.arrive;
# 	barrier.cluster.wait;
# 	ret;
#
# }
# 	// .globl	registers
# .visible .entry registers(
# 	.param .u64 .ptr .global .align 4 registers_param_0,
# 	.param .u64 registers_param_1
# )
# {
# 	.reg .pred 	%p<8>;
# 	.reg .b32 	%r<21>;
# 	.reg .b64 	%rd<6>;
# 	// demoted variable
# 	.shared .align 16 .b8 registers_shared[4];
# 	ld.param.b64 	%rd3, [registers_param_1];
# 	ld.param.b64 	%rd2, [registers_param_0];
# 	setp.eq.b64 	%p1, %rd3, 0;
# 	@%p1 bra 	$L__BB1_2;
# 	mov.u32 	%r7, %clusterid.y;
# 	mov.u32 	%r8, %clusterid.z;
# 	add.s32 	%r9, %r7, %r8;
# 	mov.u32 	%r10, %nclusterid.x;
# 	add.s32 	%r1, %r9, %r10;
# 	st.global.b32 	[%rd2], %r1;
# $L__BB1_2:
# 	setp.lt.u64 	%p2, %rd3, 2;
# 	@%p2 bra 	$L__BB1_4;
# 	mov.u32 	%r11, %nclusterid.y;
# 	mov.u32 	%r12, %nclusterid.z;
# 	add.s32 	%r2, %r11, %r12;
# 	st.global.b32 	[%rd2+4], %r2;
# $L__BB1_4:
# 	setp.lt.u64 	%p3, %rd3, 3;
# 	@%p3 bra 	$L__BB1_6;
# 	mov.u32 	%r13, %cluster_ctaid.x;
# 	mov.u32 	%r14, %cluster_ctaid.y;
# 	add.s32 	%r3, %r13, %r14;
# 	st.global.b32 	[%rd2+8], %r3;
# $L__BB1_6:
# 	setp.lt.u64 	%p4, %rd3, 4;
# 	@%p4 bra 	$L__BB1_8;
# 	mov.u32 	%r15, %cluster_ctaid.z;
# 	mov.u32 	%r16, %cluster_nctaid.y;
# 	add.s32 	%r17, %r15, %r16;
# 	mov.u32 	%r18, %cluster_nctaid.z;
# 	add.s32 	%r4, %r17, %r18;
# 	st.global.b32 	[%rd2+12], %r4;
# $L__BB1_8:
# 	mov.u32 	%r5, %cluster_nctarank;
# 	setp.lt.u64 	%p5, %rd3, 5;
# 	@%p5 bra 	$L__BB1_10;
# 	mov.u32 	%r19, %cluster_ctarank;
# 	add.s32 	%r6, %r19, %r5;
# 	st.global.b32 	[%rd2+16], %r6;
# $L__BB1_10:
# 	setp.lt.u32 	%p6, %r5, 2;
# 	mov.b64 	%rd4, registers_shared;
# 	cvta.shared.u64 	%rd5, %rd4;
# 	mov.b32 	%r20, 0;
# 	@%p6 bra 	$L__BB1_12;
# 	mapa.u64 	%rd1, %rd5, 1;
# 	ld.b32 	%r20, [%rd1];
# $L__BB1_12:
# 	setp.lt.u64 	%p7, %rd3, 6;
# 	@%p7 bra 	$L__BB1_14;
# 	st.global.b32 	[%rd2+20], %r20;
# $L__BB1_14:
# 	barrier.cluster.arrive;
# 	barrier.cluster.wait;
# 	ret;
#
# }

# === --emit=manifest --arch=sm_90
# {
#   "abi": 1,
#   "arch": "sm_90",
#   "ptx_isa": "7.8",
#   "kernels": [
#     {
#       "name": "k",
#       "entry": "k",
#       "source": "clusters.py:9",
#       "args": [
#         {
#           "name": "a",
#           "kind": "array",
#           "dtype": "int32",
#           "ndim": 1,
#           "layout": "C"
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
#         }
#       ],
#       "static_shared": 512,
#       "dynamic_shared": false,
#       "launch_bounds": [
#         128,
#         1
#       ],
#       "cluster": [
#         2,
#         1,
#         1
#       ],
#       "bounds": "guard",
#       "typing": "python"
#     },
#     {
#       "name": "registers",
#       "entry": "registers",
#       "source": "clusters.py:22",
#       "args": [
#         {
#           "name": "a",
#           "kind": "array",
#           "dtype": "int32",
#           "ndim": 1,
#           "layout": "C"
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
#         }
#       ],
#       "static_shared": 4,
#       "dynamic_shared": false,
#       "launch_bounds": null,
#       "bounds": "guard",
#       "typing": "python"
#     }
#   ]
# }
