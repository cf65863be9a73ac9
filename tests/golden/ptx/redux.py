# golden: --emit=ptx
# golden: --emit=ptx --arch=sm_80
from numba import cuda


@cuda.jit("void(int32[::1], uint32[::1])")
def k(a, u):
    a[0] = cuda.redux_sync_add(0xFF, a[0])
    a[1] = cuda.redux_sync_min(-1, a[1])
    u[0] = cuda.redux_sync_max(-1, u[0])
    u[1] = cuda.redux_sync_and(-1, u[1])
    u[2] = cuda.redux_sync_or(-1, u[2])
    u[3] = cuda.redux_sync_xor(-1, u[3])
    a[2] = cuda.nth_set_bit(u[4], 3)

# === --emit=ptx
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel k entry k source redux.py:7
# // arg a array int32 ndim 1 layout C
# // arg u array uint32 ndim 1 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param u ptr ptr offset 16 size 8
# // param u shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	k
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 4 k_param_0,
# 	.param .u64 k_param_1,
# 	.param .u64 .ptr .global .align 4 k_param_2,
# 	.param .u64 k_param_3
# )
# {
# 	.reg .pred 	%p<15>;
# 	.reg .b32 	%r<374>;
# 	.reg .b64 	%rd<5>;
#
# 	ld.param.b64 	%rd2, [k_param_1];
# 	ld.param.b64 	%rd1, [k_param_0];
# 	setp.eq.b64 	%p1, %rd2, 0;
# 	mov.b32 	%r367, 0;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.global.b32 	%r367, [%rd1];
# $L__BB0_2:
# 	shfl.sync.idx.b32 	%r162, %r367, 0, 31, 255;
# 	shfl.sync.idx.b32 	%r163, %r367, 1, 31, 255;
# 	shfl.sync.idx.b32 	%r164, %r367, 2, 31, 255;
# 	shfl.sync.idx.b32 	%r165, %r367, 3, 31, 255;
# 	shfl.sync.idx.b32 	%r166, %r367, 4, 31, 255;
# 	shfl.sync.idx.b32 	%r167, %r367, 5, 31, 255;
# 	shfl.sync.idx.b32 	%r168, %r367, 6, 31, 255;
# 	shfl.sync.idx.b32 	%r169, %r367, 7, 31, 255;
# 	@%p1 bra 	$L__BB0_4;
# 	add.s32 	%r170, %r163, %r162;
# 	add.s32 	%r171, %r164, %r170;
# 	add.s32 	%r172, %r165, %r171;
# 	add.s32 	%r173, %r166, %r172;
# 	add.s32 	%r174, %r167, %r173;
# 	add.s32 	%r175, %r168, %r174;
# 	add.s32 	%r1, %r169, %r175;
# 	st.global.b32 	[%rd1], %r1;
# $L__BB0_4:
# 	setp.lt.u64 	%p2, %rd2, 2;
# 	mov.b32 	%r368, 0;
# 	@%p2 bra 	$L__BB0_6;
# 	ld.global.b32 	%r368, [%rd1+4];
# $L__BB0_6:
# 	ld.param.b64 	%rd4, [k_param_3];
# 	shfl.sync.idx.b32 	%r2, %r368, 0, 31, -1;
# 	shfl.sync.idx.b32 	%r3, %r368, 1, 31, -1;
# 	shfl.sync.idx.b32 	%r4, %r368, 2, 31, -1;
# 	shfl.sync.idx.b32 	%r5, %r368, 3, 31, -1;
# 	shfl.sync.idx.b32 	%r6, %r368, 4, 31, -1;
# 	shfl.sync.idx.b32 	%r7, %r368, 5, 31, -1;
# 	shfl.sync.idx.b32 	%r8, %r368, 6, 31, -1;
# 	shfl.sync.idx.b32 	%r9, %r368, 7, 31, -1;
# 	shfl.sync.idx.b32 	%r10, %r368, 8, 31, -1;
# 	shfl.sync.idx.b32 	%r11, %r368, 9, 31, -1;
# 	shfl.sync.idx.b32 	%r12, %r368, 10, 31, -1;
# 	shfl.sync.idx.b32 	%r13, %r368, 11, 31, -1;
# 	shfl.sync.idx.b32 	%r14, %r368, 12, 31, -1;
# 	shfl.sync.idx.b32 	%r15, %r368, 13, 31, -1;
# 	shfl.sync.idx.b32 	%r16, %r368, 14, 31, -1;
# 	shfl.sync.idx.b32 	%r17, %r368, 15, 31, -1;
# 	shfl.sync.idx.b32 	%r18, %r368, 16, 31, -1;
# 	shfl.sync.idx.b32 	%r19, %r368, 17, 31, -1;
# 	shfl.sync.idx.b32 	%r20, %r368, 18, 31, -1;
# 	shfl.sync.idx.b32 	%r21, %r368, 19, 31, -1;
# 	shfl.sync.idx.b32 	%r22, %r368, 20, 31, -1;
# 	shfl.sync.idx.b32 	%r23, %r368, 21, 31, -1;
# 	shfl.sync.idx.b32 	%r24, %r368, 22, 31, -1;
# 	shfl.sync.idx.b32 	%r25, %r368, 23, 31, -1;
# 	shfl.sync.idx.b32 	%r26, %r368, 24, 31, -1;
# 	shfl.sync.idx.b32 	%r27, %r368, 25, 31, -1;
# 	shfl.sync.idx.b32 	%r28, %r368, 26, 31, -1;
# 	shfl.sync.idx.b32 	%r29, %r368, 27, 31, -1;
# 	shfl.sync.idx.b32 	%r30, %r368, 28, 31, -1;
# 	shfl.sync.idx.b32 	%r31, %r368, 29, 31, -1;
# 	shfl.sync.idx.b32 	%r32, %r368, 30, 31, -1;
# 	shfl.sync.idx.b32 	%r33, %r368, 31, 31, -1;
# 	@%p2 bra 	$L__BB0_8;
# 	min.s32 	%r176, %r2, %r3;
# 	min.s32 	%r177, %r176, %r4;
# 	min.s32 	%r178, %r177, %r5;
# 	min.s32 	%r179, %r178, %r6;
# 	min.s32 	%r180, %r179, %r7;
# 	min.s32 	%r181, %r180, %r8;
# 	min.s32 	%r182, %r181, %r9;
# 	min.s32 	%r183, %r182, %r10;
# 	min.s32 	%r184, %r183, %r11;
# 	min.s32 	%r185, %r184, %r12;
# 	min.s32 	%r186, %r185, %r13;
# 	min.s32 	%r187, %r186, %r14;
# 	min.s32 	%r188, %r187, %r15;
# 	min.s32 	%r189, %r188, %r16;
# 	min.s32 	%r190, %r189, %r17;
# 	min.s32 	%r191, %r190, %r18;
# 	min.s32 	%r192, %r191, %r19;
# 	min.s32 	%r193, %r192, %r20;
# 	min.s32 	%r194, %r193, %r21;
# 	min.s32 	%r195, %r194, %r22;
# 	min.s32 	%r196, %r195, %r23;
# 	min.s32 	%r197, %r196, %r24;
# 	min.s32 	%r198, %r197, %r25;
# 	min.s32 	%r199, %r198, %r26;
# 	min.s32 	%r200, %r199, %r27;
# 	min.s32 	%r201, %r200, %r28;
# 	min.s32 	%r202, %r201, %r29;
# 	min.s32 	%r203, %r202, %r30;
# 	min.s32 	%r204, %r203, %r31;
# 	min.s32 	%r205, %r204, %r32;
# 	min.s32 	%r206, %r205, %r33;
# 	st.global.b32 	[%rd1+4], %r206;
# $L__BB0_8:
# 	ld.param.b64 	%rd3, [k_param_2];
# 	setp.eq.b64 	%p3, %rd4, 0;
# 	mov.b32 	%r369, 0;
# 	@%p3 bra 	$L__BB0_10;
# 	ld.global.b32 	%r369, [%rd3];
# $L__BB0_10:
# 	shfl.sync.idx.b32 	%r34, %r369, 0, 31, -1;
# 	shfl.sync.idx.b32 	%r35, %r369, 1, 31, -1;
# 	shfl.sync.idx.b32 	%r36, %r369, 2, 31, -1;
# 	shfl.sync.idx.b32 	%r37, %r369, 3, 31, -1;
# 	shfl.sync.idx.b32 	%r38, %r369, 4, 31, -1;
# 	shfl.sync.idx.b32 	%r39, %r369, 5, 31, -1;
# 	shfl.sync.idx.b32 	%r40, %r369, 6, 31, -1;
# 	shfl.sync.idx.b32 	%r41, %r369, 7, 31, -1;
# 	shfl.sync.idx.b32 	%r42, %r369, 8, 31, -1;
# 	shfl.sync.idx.b32 	%r43, %r369, 9, 31, -1;
# 	shfl.sync.idx.b32 	%r44, %r369, 10, 31, -1;
# 	shfl.sync.idx.b32 	%r45, %r369, 11, 31, -1;
# 	shfl.sync.idx.b32 	%r46, %r369, 12, 31, -1;
# 	shfl.sync.idx.b32 	%r47, %r369, 13, 31, -1;
# 	shfl.sync.idx.b32 	%r48, %r369, 14, 31, -1;
# 	shfl.sync.idx.b32 	%r49, %r369, 15, 31, -1;
# 	shfl.sync.idx.b32 	%r50, %r369, 16, 31, -1;
# 	shfl.sync.idx.b32 	%r51, %r369, 17, 31, -1;
# 	shfl.sync.idx.b32 	%r52, %r369, 18, 31, -1;
# 	shfl.sync.idx.b32 	%r53, %r369, 19, 31, -1;
# 	shfl.sync.idx.b32 	%r54, %r369, 20, 31, -1;
# 	shfl.sync.idx.b32 	%r55, %r369, 21, 31, -1;
# 	shfl.sync.idx.b32 	%r56, %r369, 22, 31, -1;
# 	shfl.sync.idx.b32 	%r57, %r369, 23, 31, -1;
# 	shfl.sync.idx.b32 	%r58, %r369, 24, 31, -1;
# 	shfl.sync.idx.b32 	%r59, %r369, 25, 31, -1;
# 	shfl.sync.idx.b32 	%r60, %r369, 26, 31, -1;
# 	shfl.sync.idx.b32 	%r61, %r369, 27, 31, -1;
# 	shfl.sync.idx.b32 	%r62, %r369, 28, 31, -1;
# 	shfl.sync.idx.b32 	%r63, %r369, 29, 31, -1;
# 	shfl.sync.idx.b32 	%r64, %r369, 30, 31, -1;
# 	shfl.sync.idx.b32 	%r65, %r369, 31, 31, -1;
# 	@%p3 bra 	$L__BB0_12;
# 	max.u32 	%r207, %r34, %r35;
# 	max.u32 	%r208, %r207, %r36;
# 	max.u32 	%r209, %r208, %r37;
# 	max.u32 	%r210, %r209, %r38;
# 	max.u32 	%r211, %r210, %r39;
# 	max.u32 	%r212, %r211, %r40;
# 	max.u32 	%r213, %r212, %r41;
# 	max.u32 	%r214, %r213, %r42;
# 	max.u32 	%r215, %r214, %r43;
# 	max.u32 	%r216, %r215, %r44;
# 	max.u32 	%r217, %r216, %r45;
# 	max.u32 	%r218, %r217, %r46;
# 	max.u32 	%r219, %r218, %r47;
# 	max.u32 	%r220, %r219, %r48;
# 	max.u32 	%r221, %r220, %r49;
# 	max.u32 	%r222, %r221, %r50;
# 	max.u32 	%r223, %r222, %r51;
# 	max.u32 	%r224, %r223, %r52;
# 	max.u32 	%r225, %r224, %r53;
# 	max.u32 	%r226, %r225, %r54;
# 	max.u32 	%r227, %r226, %r55;
# 	max.u32 	%r228, %r227, %r56;
# 	max.u32 	%r229, %r228, %r57;
# 	max.u32 	%r230, %r229, %r58;
# 	max.u32 	%r231, %r230, %r59;
# 	max.u32 	%r232, %r231, %r60;
# 	max.u32 	%r233, %r232, %r61;
# 	max.u32 	%r234, %r233, %r62;
# 	max.u32 	%r235, %r234, %r63;
# 	max.u32 	%r236, %r235, %r64;
# 	max.u32 	%r237, %r236, %r65;
# 	st.global.b32 	[%rd3], %r237;
# $L__BB0_12:
# 	setp.lt.u64 	%p4, %rd4, 2;
# 	mov.b32 	%r370, 0;
# 	@%p4 bra 	$L__BB0_14;
# 	ld.global.b32 	%r370, [%rd3+4];
# $L__BB0_14:
# 	shfl.sync.idx.b32 	%r66, %r370, 0, 31, -1;
# 	shfl.sync.idx.b32 	%r67, %r370, 1, 31, -1;
# 	shfl.sync.idx.b32 	%r68, %r370, 2, 31, -1;
# 	shfl.sync.idx.b32 	%r69, %r370, 3, 31, -1;
# 	shfl.sync.idx.b32 	%r70, %r370, 4, 31, -1;
# 	shfl.sync.idx.b32 	%r71, %r370, 5, 31, -1;
# 	shfl.sync.idx.b32 	%r72, %r370, 6, 31, -1;
# 	shfl.sync.idx.b32 	%r73, %r370, 7, 31, -1;
# 	shfl.sync.idx.b32 	%r74, %r370, 8, 31, -1;
# 	shfl.sync.idx.b32 	%r75, %r370, 9, 31, -1;
# 	shfl.sync.idx.b32 	%r76, %r370, 10, 31, -1;
# 	shfl.sync.idx.b32 	%r77, %r370, 11, 31, -1;
# 	shfl.sync.idx.b32 	%r78, %r370, 12, 31, -1;
# 	shfl.sync.idx.b32 	%r79, %r370, 13, 31, -1;
# 	shfl.sync.idx.b32 	%r80, %r370, 14, 31, -1;
# 	shfl.sync.idx.b32 	%r81, %r370, 15, 31, -1;
# 	shfl.sync.idx.b32 	%r82, %r370, 16, 31, -1;
# 	shfl.sync.idx.b32 	%r83, %r370, 17, 31, -1;
# 	shfl.sync.idx.b32 	%r84, %r370, 18, 31, -1;
# 	shfl.sync.idx.b32 	%r85, %r370, 19, 31, -1;
# 	shfl.sync.idx.b32 	%r86, %r370, 20, 31, -1;
# 	shfl.sync.idx.b32 	%r87, %r370, 21, 31, -1;
# 	shfl.sync.idx.b32 	%r88, %r370, 22, 31, -1;
# 	shfl.sync.idx.b32 	%r89, %r370, 23, 31, -1;
# 	shfl.sync.idx.b32 	%r90, %r370, 24, 31, -1;
# 	shfl.sync.idx.b32 	%r91, %r370, 25, 31, -1;
# 	shfl.sync.idx.b32 	%r92, %r370, 26, 31, -1;
# 	shfl.sync.idx.b32 	%r93, %r370, 27, 31, -1;
# 	shfl.sync.idx.b32 	%r94, %r370, 28, 31, -1;
# 	shfl.sync.idx.b32 	%r95, %r370, 29, 31, -1;
# 	shfl.sync.idx.b32 	%r96, %r370, 30, 31, -1;
# 	shfl.sync.idx.b32 	%r97, %r370, 31, 31, -1;
# 	@%p4 bra 	$L__BB0_16;
# 	and.b32 	%r238, %r67, %r66;
# 	and.b32 	%r239, %r68, %r238;
# 	and.b32 	%r240, %r69, %r239;
# 	and.b32 	%r241, %r70, %r240;
# 	and.b32 	%r242, %r71, %r241;
# 	and.b32 	%r243, %r72, %r242;
# 	and.b32 	%r244, %r73, %r243;
# 	and.b32 	%r245, %r74, %r244;
# 	and.b32 	%r246, %r75, %r245;
# 	and.b32 	%r247, %r76, %r246;
# 	and.b32 	%r248, %r77, %r247;
# 	and.b32 	%r249, %r78, %r248;
# 	and.b32 	%r250, %r79, %r249;
# 	and.b32 	%r251, %r80, %r250;
# 	and.b32 	%r252, %r81, %r251;
# 	and.b32 	%r253, %r82, %r252;
# 	and.b32 	%r254, %r83, %r253;
# 	and.b32 	%r255, %r84, %r254;
# 	and.b32 	%r256, %r85, %r255;
# 	and.b32 	%r257, %r86, %r256;
# 	and.b32 	%r258, %r87, %r257;
# 	and.b32 	%r259, %r88, %r258;
# 	and.b32 	%r260, %r89, %r259;
# 	and.b32 	%r261, %r90, %r260;
# 	and.b32 	%r262, %r91, %r261;
# 	and.b32 	%r263, %r92, %r262;
# 	and.b32 	%r264, %r93, %r263;
# 	and.b32 	%r265, %r94, %r264;
# 	and.b32 	%r266, %r95, %r265;
# 	and.b32 	%r267, %r96, %r266;
# 	and.b32 	%r268, %r97, %r267;
# 	st.global.b32 	[%rd3+4], %r268;
# $L__BB0_16:
# 	setp.lt.u64 	%p5, %rd4, 3;
# 	mov.b32 	%r371, 0;
# 	@%p5 bra 	$L__BB0_18;
# 	ld.global.b32 	%r371, [%rd3+8];
# $L__BB0_18:
# 	shfl.sync.idx.b32 	%r98, %r371, 0, 31, -1;
# 	shfl.sync.idx.b32 	%r99, %r371, 1, 31, -1;
# 	shfl.sync.idx.b32 	%r100, %r371, 2, 31, -1;
# 	shfl.sync.idx.b32 	%r101, %r371, 3, 31, -1;
# 	shfl.sync.idx.b32 	%r102, %r371, 4, 31, -1;
# 	shfl.sync.idx.b32 	%r103, %r371, 5, 31, -1;
# 	shfl.sync.idx.b32 	%r104, %r371, 6, 31, -1;
# 	shfl.sync.idx.b32 	%r105, %r371, 7, 31, -1;
# 	shfl.sync.idx.b32 	%r106, %r371, 8, 31, -1;
# 	shfl.sync.idx.b32 	%r107, %r371, 9, 31, -1;
# 	shfl.sync.idx.b32 	%r108, %r371, 10, 31, -1;
# 	shfl.sync.idx.b32 	%r109, %r371, 11, 31, -1;
# 	shfl.sync.idx.b32 	%r110, %r371, 12, 31, -1;
# 	shfl.sync.idx.b32 	%r111, %r371, 13, 31, -1;
# 	shfl.sync.idx.b32 	%r112, %r371, 14, 31, -1;
# 	shfl.sync.idx.b32 	%r113, %r371, 15, 31, -1;
# 	shfl.sync.idx.b32 	%r114, %r371, 16, 31, -1;
# 	shfl.sync.idx.b32 	%r115, %r371, 17, 31, -1;
# 	shfl.sync.idx.b32 	%r116, %r371, 18, 31, -1;
# 	shfl.sync.idx.b32 	%r117, %r371, 19, 31, -1;
# 	shfl.sync.idx.b32 	%r118, %r371, 20, 31, -1;
# 	shfl.sync.idx.b32 	%r119, %r371, 21, 31, -1;
# 	shfl.sync.idx.b32 	%r120, %r371, 22, 31, -1;
# 	shfl.sync.idx.b32 	%r121, %r371, 23, 31, -1;
# 	shfl.sync.idx.b32 	%r122, %r371, 24, 31, -1;
# 	shfl.sync.idx.b32 	%r123, %r371, 25, 31, -1;
# 	shfl.sync.idx.b32 	%r124, %r371, 26, 31, -1;
# 	shfl.sync.idx.b32 	%r125, %r371, 27, 31, -1;
# 	shfl.sync.idx.b32 	%r126, %r371, 28, 31, -1;
# 	shfl.sync.idx.b32 	%r127, %r371, 29, 31, -1;
# 	shfl.sync.idx.b32 	%r128, %r371, 30, 31, -1;
# 	shfl.sync.idx.b32 	%r129, %r371, 31, 31, -1;
# 	@%p5 bra 	$L__BB0_20;
# 	or.b32 	%r269, %r99, %r98;
# 	or.b32 	%r270, %r100, %r269;
# 	or.b32 	%r271, %r101, %r270;
# 	or.b32 	%r272, %r102, %r271;
# 	or.b32 	%r273, %r103, %r272;
# 	or.b32 	%r274, %r104, %r273;
# 	or.b32 	%r275, %r105, %r274;
# 	or.b32 	%r276, %r106, %r275;
# 	or.b32 	%r277, %r107, %r276;
# 	or.b32 	%r278, %r108, %r277;
# 	or.b32 	%r279, %r109, %r278;
# 	or.b32 	%r280, %r110, %r279;
# 	or.b32 	%r281, %r111, %r280;
# 	or.b32 	%r282, %r112, %r281;
# 	or.b32 	%r283, %r113, %r282;
# 	or.b32 	%r284, %r114, %r283;
# 	or.b32 	%r285, %r115, %r284;
# 	or.b32 	%r286, %r116, %r285;
# 	or.b32 	%r287, %r117, %r286;
# 	or.b32 	%r288, %r118, %r287;
# 	or.b32 	%r289, %r119, %r288;
# 	or.b32 	%r290, %r120, %r289;
# 	or.b32 	%r291, %r121, %r290;
# 	or.b32 	%r292, %r122, %r291;
# 	or.b32 	%r293, %r123, %r292;
# 	or.b32 	%r294, %r124, %r293;
# 	or.b32 	%r295, %r125, %r294;
# 	or.b32 	%r296, %r126, %r295;
# 	or.b32 	%r297, %r127, %r296;
# 	or.b32 	%r298, %r128, %r297;
# 	or.b32 	%r299, %r129, %r298;
# 	st.global.b32 	[%rd3+8], %r299;
# $L__BB0_20:
# 	setp.lt.u64 	%p6, %rd4, 4;
# 	mov.b32 	%r372, 0;
# 	@%p6 bra 	$L__BB0_22;
# 	ld.global.b32 	%r372, [%rd3+12];
# $L__BB0_22:
# 	shfl.sync.idx.b32 	%r130, %r372, 0, 31, -1;
# 	shfl.sync.idx.b32 	%r131, %r372, 1, 31, -1;
# 	shfl.sync.idx.b32 	%r132, %r372, 2, 31, -1;
# 	shfl.sync.idx.b32 	%r133, %r372, 3, 31, -1;
# 	shfl.sync.idx.b32 	%r134, %r372, 4, 31, -1;
# 	shfl.sync.idx.b32 	%r135, %r372, 5, 31, -1;
# 	shfl.sync.idx.b32 	%r136, %r372, 6, 31, -1;
# 	shfl.sync.idx.b32 	%r137, %r372, 7, 31, -1;
# 	shfl.sync.idx.b32 	%r138, %r372, 8, 31, -1;
# 	shfl.sync.idx.b32 	%r139, %r372, 9, 31, -1;
# 	shfl.sync.idx.b32 	%r140, %r372, 10, 31, -1;
# 	shfl.sync.idx.b32 	%r141, %r372, 11, 31, -1;
# 	shfl.sync.idx.b32 	%r142, %r372, 12, 31, -1;
# 	shfl.sync.idx.b32 	%r143, %r372, 13, 31, -1;
# 	shfl.sync.idx.b32 	%r144, %r372, 14, 31, -1;
# 	shfl.sync.idx.b32 	%r145, %r372, 15, 31, -1;
# 	shfl.sync.idx.b32 	%r146, %r372, 16, 31, -1;
# 	shfl.sync.idx.b32 	%r147, %r372, 17, 31, -1;
# 	shfl.sync.idx.b32 	%r148, %r372, 18, 31, -1;
# 	shfl.sync.idx.b32 	%r149, %r372, 19, 31, -1;
# 	shfl.sync.idx.b32 	%r150, %r372, 20, 31, -1;
# 	shfl.sync.idx.b32 	%r151, %r372, 21, 31, -1;
# 	shfl.sync.idx.b32 	%r152, %r372, 22, 31, -1;
# 	shfl.sync.idx.b32 	%r153, %r372, 23, 31, -1;
# 	shfl.sync.idx.b32 	%r154, %r372, 24, 31, -1;
# 	shfl.sync.idx.b32 	%r155, %r372, 25, 31, -1;
# 	shfl.sync.idx.b32 	%r156, %r372, 26, 31, -1;
# 	shfl.sync.idx.b32 	%r157, %r372, 27, 31, -1;
# 	shfl.sync.idx.b32 	%r158, %r372, 28, 31, -1;
# 	shfl.sync.idx.b32 	%r159, %r372, 29, 31, -1;
# 	shfl.sync.idx.b32 	%r160, %r372, 30, 31, -1;
# 	shfl.sync.idx.b32 	%r161, %r372, 31, 31, -1;
# 	@%p6 bra 	$L__BB0_24;
# 	xor.b32 	%r300, %r131, %r130;
# 	xor.b32 	%r301, %r132, %r300;
# 	xor.b32 	%r302, %r133, %r301;
# 	xor.b32 	%r303, %r134, %r302;
# 	xor.b32 	%r304, %r135, %r303;
# 	xor.b32 	%r305, %r136, %r304;
# 	xor.b32 	%r306, %r137, %r305;
# 	xor.b32 	%r307, %r138, %r306;
# 	xor.b32 	%r308, %r139, %r307;
# 	xor.b32 	%r309, %r140, %r308;
# 	xor.b32 	%r310, %r141, %r309;
# 	xor.b32 	%r311, %r142, %r310;
# 	xor.b32 	%r312, %r143, %r311;
# 	xor.b32 	%r313, %r144, %r312;
# 	xor.b32 	%r314, %r145, %r313;
# 	xor.b32 	%r315, %r146, %r314;
# 	xor.b32 	%r316, %r147, %r315;
# 	xor.b32 	%r317, %r148, %r316;
# 	xor.b32 	%r318, %r149, %r317;
# 	xor.b32 	%r319, %r150, %r318;
# 	xor.b32 	%r320, %r151, %r319;
# 	xor.b32 	%r321, %r152, %r320;
# 	xor.b32 	%r322, %r153, %r321;
# 	xor.b32 	%r323, %r154, %r322;
# 	xor.b32 	%r324, %r155, %r323;
# 	xor.b32 	%r325, %r156, %r324;
# 	xor.b32 	%r326, %r157, %r325;
# 	xor.b32 	%r327, %r158, %r326;
# 	xor.b32 	%r328, %r159, %r327;
# 	xor.b32 	%r329, %r160, %r328;
# 	xor.b32 	%r330, %r161, %r329;
# 	st.global.b32 	[%rd3+12], %r330;
# $L__BB0_24:
# 	setp.lt.u64 	%p7, %rd4, 5;
# 	mov.b32 	%r373, 0;
# 	@%p7 bra 	$L__BB0_26;
# 	ld.global.b32 	%r373, [%rd3+16];
# $L__BB0_26:
# 	setp.lt.u64 	%p8, %rd2, 3;
# 	@%p8 bra 	$L__BB0_28;
# 	popc.b32 	%r331, %r373;
# 	setp.gt.u32 	%p9, %r331, 3;
# 	and.b32 	%r332, %r373, 65535;
# 	popc.b32 	%r333, %r332;
# 	setp.lt.u32 	%p10, %r333, 4;
# 	selp.b32 	%r334, 16, 0, %p10;
# 	sub.s32 	%r335, 3, %r333;
# 	selp.b32 	%r336, %r335, 3, %p10;
# 	shr.u32 	%r337, %r373, 16;
# 	selp.b32 	%r338, %r337, %r332, %p10;
# 	and.b32 	%r339, %r338, 255;
# 	popc.b32 	%r340, %r339;
# 	setp.lt.u32 	%p11, %r336, %r340;
# 	selp.b32 	%r341, 0, 8, %p11;
# 	or.b32 	%r342, %r341, %r334;
# 	sub.s32 	%r343, %r336, %r340;
# 	min.u32 	%r344, %r336, %r343;
# 	shr.u32 	%r345, %r338, 8;
# 	selp.b32 	%r346, %r339, %r345, %p11;
# 	and.b32 	%r347, %r346, 15;
# 	popc.b32 	%r348, %r347;
# 	setp.lt.u32 	%p12, %r344, %r348;
# 	selp.b32 	%r349, 0, 4, %p12;
# 	or.b32 	%r350, %r342, %r349;
# 	sub.s32 	%r351, %r344, %r348;
# 	min.u32 	%r352, %r344, %r351;
# 	shr.u32 	%r353, %r346, 4;
# 	selp.b32 	%r354, %r347, %r353, %p12;
# 	and.b32 	%r355, %r354, 3;
# 	popc.b32 	%r356, %r355;
# 	setp.lt.u32 	%p13, %r352, %r356;
# 	selp.b32 	%r357, 0, 2, %p13;
# 	or.b32 	%r358, %r350, %r357;
# 	sub.s32 	%r359, %r352, %r356;
# 	min.u32 	%r360, %r352, %r359;
# 	shr.u32 	%r361, %r354, 2;
# 	selp.b32 	%r362, %r354, %r361, %p13;
# 	and.b32 	%r363, %r362, 1;
# 	setp.ge.u32 	%p14, %r360, %r363;
# 	selp.b32 	%r364, 1, 0, %p14;
# 	or.b32 	%r365, %r358, %r364;
# 	selp.b32 	%r366, %r365, 32, %p9;
# 	st.global.b32 	[%rd1+8], %r366;
# $L__BB0_28:
# 	ret;
#
# }

# === --emit=ptx --arch=sm_80
# // pyk2ptx abi 1
# // target sm_80 ptx 7.0
# // kernel k entry k source redux.py:7
# // arg a array int32 ndim 1 layout C
# // arg u array uint32 ndim 1 layout C
# // param a ptr ptr offset 0 size 8
# // param a shape0 i64 offset 8 size 8
# // param u ptr ptr offset 16 size 8
# // param u shape0 i64 offset 24 size 8
# // facts params 32 shared 0 dynamic no bounds guard typing python
# // end
# .version 7.0
# .target sm_80
# .address_size 64
#
# 	// .globl	k
#
# .visible .entry k(
# 	.param .u64 .ptr .global .align 4 k_param_0,
# 	.param .u64 k_param_1,
# 	.param .u64 .ptr .global .align 4 k_param_2,
# 	.param .u64 k_param_3
# )
# {
# 	.reg .pred 	%p<15>;
# 	.reg .b32 	%r<56>;
# 	.reg .b64 	%rd<5>;
#
# 	ld.param.b64 	%rd2, [k_param_1];
# 	ld.param.b64 	%rd1, [k_param_0];
# 	setp.eq.b64 	%p1, %rd2, 0;
# 	mov.b32 	%r49, 0;
# 	@%p1 bra 	$L__BB0_2;
# 	ld.global.b32 	%r49, [%rd1];
# $L__BB0_2:
# 	mov.b32 	%r7, 255;
# 	redux.sync.add.s32 	%r1, %r49, %r7;
# 	@%p1 bra 	$L__BB0_4;
# 	st.global.b32 	[%rd1], %r1;
# $L__BB0_4:
# 	setp.lt.u64 	%p2, %rd2, 2;
# 	mov.b32 	%r50, 0;
# 	@%p2 bra 	$L__BB0_6;
# 	ld.global.b32 	%r50, [%rd1+4];
# $L__BB0_6:
# 	ld.param.b64 	%rd4, [k_param_3];
# 	mov.b32 	%r8, -1;
# 	redux.sync.min.s32 	%r2, %r50, %r8;
# 	@%p2 bra 	$L__BB0_8;
# 	st.global.b32 	[%rd1+4], %r2;
# $L__BB0_8:
# 	ld.param.b64 	%rd3, [k_param_2];
# 	setp.eq.b64 	%p3, %rd4, 0;
# 	mov.b32 	%r51, 0;
# 	@%p3 bra 	$L__BB0_10;
# 	ld.global.b32 	%r51, [%rd3];
# $L__BB0_10:
# 	mov.b32 	%r9, -1;
# 	redux.sync.max.u32 	%r3, %r51, %r9;
# 	@%p3 bra 	$L__BB0_12;
# 	st.global.b32 	[%rd3], %r3;
# $L__BB0_12:
# 	setp.lt.u64 	%p4, %rd4, 2;
# 	mov.b32 	%r52, 0;
# 	@%p4 bra 	$L__BB0_14;
# 	ld.global.b32 	%r52, [%rd3+4];
# $L__BB0_14:
# 	mov.b32 	%r10, -1;
# 	redux.sync.and.b32 	%r4, %r52, %r10;
# 	@%p4 bra 	$L__BB0_16;
# 	st.global.b32 	[%rd3+4], %r4;
# $L__BB0_16:
# 	setp.lt.u64 	%p5, %rd4, 3;
# 	mov.b32 	%r53, 0;
# 	@%p5 bra 	$L__BB0_18;
# 	ld.global.b32 	%r53, [%rd3+8];
# $L__BB0_18:
# 	mov.b32 	%r11, -1;
# 	redux.sync.or.b32 	%r5, %r53, %r11;
# 	@%p5 bra 	$L__BB0_20;
# 	st.global.b32 	[%rd3+8], %r5;
# $L__BB0_20:
# 	setp.lt.u64 	%p6, %rd4, 4;
# 	mov.b32 	%r54, 0;
# 	@%p6 bra 	$L__BB0_22;
# 	ld.global.b32 	%r54, [%rd3+12];
# $L__BB0_22:
# 	mov.b32 	%r12, -1;
# 	redux.sync.xor.b32 	%r6, %r54, %r12;
# 	@%p6 bra 	$L__BB0_24;
# 	st.global.b32 	[%rd3+12], %r6;
# $L__BB0_24:
# 	setp.lt.u64 	%p7, %rd4, 5;
# 	mov.b32 	%r55, 0;
# 	@%p7 bra 	$L__BB0_26;
# 	ld.global.b32 	%r55, [%rd3+16];
# $L__BB0_26:
# 	setp.lt.u64 	%p8, %rd2, 3;
# 	@%p8 bra 	$L__BB0_28;
# 	popc.b32 	%r13, %r55;
# 	setp.gt.u32 	%p9, %r13, 3;
# 	and.b32 	%r14, %r55, 65535;
# 	popc.b32 	%r15, %r14;
# 	setp.lt.u32 	%p10, %r15, 4;
# 	selp.b32 	%r16, 16, 0, %p10;
# 	sub.s32 	%r17, 3, %r15;
# 	selp.b32 	%r18, %r17, 3, %p10;
# 	shr.u32 	%r19, %r55, 16;
# 	selp.b32 	%r20, %r19, %r14, %p10;
# 	and.b32 	%r21, %r20, 255;
# 	popc.b32 	%r22, %r21;
# 	setp.lt.u32 	%p11, %r18, %r22;
# 	selp.b32 	%r23, 0, 8, %p11;
# 	or.b32 	%r24, %r23, %r16;
# 	sub.s32 	%r25, %r18, %r22;
# 	min.u32 	%r26, %r18, %r25;
# 	shr.u32 	%r27, %r20, 8;
# 	selp.b32 	%r28, %r21, %r27, %p11;
# 	and.b32 	%r29, %r28, 15;
# 	popc.b32 	%r30, %r29;
# 	setp.lt.u32 	%p12, %r26, %r30;
# 	selp.b32 	%r31, 0, 4, %p12;
# 	or.b32 	%r32, %r24, %r31;
# 	sub.s32 	%r33, %r26, %r30;
# 	min.u32 	%r34, %r26, %r33;
# 	shr.u32 	%r35, %r28, 4;
# 	selp.b32 	%r36, %r29, %r35, %p12;
# 	and.b32 	%r37, %r36, 3;
# 	popc.b32 	%r38, %r37;
# 	setp.lt.u32 	%p13, %r34, %r38;
# 	selp.b32 	%r39, 0, 2, %p13;
# 	or.b32 	%r40, %r32, %r39;
# 	sub.s32 	%r41, %r34, %r38;
# 	min.u32 	%r42, %r34, %r41;
# 	shr.u32 	%r43, %r36, 2;
# 	selp.b32 	%r44, %r36, %r43, %p13;
# 	and.b32 	%r45, %r44, 1;
# 	setp.ge.u32 	%p14, %r42, %r45;
# 	selp.b32 	%r46, 1, 0, %p14;
# 	or.b32 	%r47, %r40, %r46;
# 	selp.b32 	%r48, %r47, 32, %p9;
# 	st.global.b32 	[%rd1+8], %r48;
# $L__BB0_28:
# 	ret;
#
# }
