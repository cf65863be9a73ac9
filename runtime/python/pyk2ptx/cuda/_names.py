"""Made by tools/python_names.py from the compiler's tables; do not edit.

The names that kernels know of ``cuda``.
"""

PLAIN = """
activemask all_sync any_sync ballot_sync barrier_arrive barrier_sync breakpoint brev
cbrt clock clock64 clusterBlockRank clusterSize cluster_arrive cluster_ctarank
cluster_nctarank cluster_wait clz cp_async cp_async_bulk cp_async_commit_group
cp_async_wait_all cp_async_wait_group elect_sync eq_sync fence_mbarrier_init ffs fma
grid grid_sync gridsize inline_ptx laneid lanemask_eq lanemask_ge lanemask_gt
lanemask_le lanemask_lt ldca ldcg ldcs ldcv ldlu ldmatrix map_shared_rank match_all_sync
match_any_sync mbarrier_arrive mbarrier_arrive_expect_tx mbarrier_init mbarrier_inval
mbarrier_test_wait mbarrier_test_wait_parity mbarrier_try_wait_parity mbarrier_wait
mbarrier_wait_parity mma_sync nanosleep nth_set_bit popc reduce_add_sync reduce_and_sync
reduce_max_sync reduce_min_sync reduce_or_sync reduce_xor_sync redux_sync_add
redux_sync_and redux_sync_max redux_sync_min redux_sync_or redux_sync_xor selp
shfl_down_sync shfl_sync shfl_up_sync shfl_xor_sync stcg stcs stmatrix stwb stwt
syncthreads syncthreads_and syncthreads_count syncthreads_or syncwarp threadfence
threadfence_block threadfence_system warpsize
""".split()

# What is behind a dot of them, as text: few programs need it.
NAMESPACES = "atomic bf16 cg const coop fp16 fp8 libdevice local shared".split()
MEMBERS = {
    "cuda.atomic": """
add and_ cas compare_and_swap dec exch inc load max min nanmax nanmin or_ store sub xor
""",
    "cuda.bf16": """
__bfloat162char_rz __bfloat162float __bfloat162int_rd __bfloat162int_rn
__bfloat162int_ru __bfloat162int_rz __bfloat162ll_rd __bfloat162ll_rn __bfloat162ll_ru
__bfloat162ll_rz __bfloat162short_rd __bfloat162short_rn __bfloat162short_ru
__bfloat162short_rz __bfloat162uchar_rz __bfloat162uint_rd __bfloat162uint_rn
__bfloat162uint_ru __bfloat162uint_rz __bfloat162ull_rd __bfloat162ull_rn
__bfloat162ull_ru __bfloat162ull_rz __bfloat162ushort_rd __bfloat162ushort_rn
__bfloat162ushort_ru __bfloat162ushort_rz __bfloat16_as_short __bfloat16_as_ushort
__double2bfloat16 __float2bfloat16 __float2bfloat16_rd __float2bfloat16_rn
__float2bfloat16_ru __float2bfloat16_rz __habs __hadd __hadd_rn __hadd_sat __hceil
__hcos __hdiv __heq __hequ __hexp __hexp10 __hexp2 __hfloor __hfma __hfma_relu
__hfma_sat __hge __hgeu __hgt __hgtu __hisinf __hisnan __hle __hleu __hlog __hlog10
__hlog2 __hlt __hltu __hmax __hmax_nan __hmin __hmin_nan __hmul __hmul_rn __hmul_sat
__hne __hneg __hneu __hrcp __hrint __hrsqrt __hsin __hsqrt __hsub __hsub_rn __hsub_sat
__htanh __htanh_approx __htrunc __int2bfloat16_rd __int2bfloat16_rn __int2bfloat16_ru
__int2bfloat16_rz __ll2bfloat16_rd __ll2bfloat16_rn __ll2bfloat16_ru __ll2bfloat16_rz
__short2bfloat16_rd __short2bfloat16_rn __short2bfloat16_ru __short2bfloat16_rz
__short_as_bfloat16 __uint2bfloat16_rd __uint2bfloat16_rn __uint2bfloat16_ru
__uint2bfloat16_rz __ull2bfloat16_rd __ull2bfloat16_rn __ull2bfloat16_ru
__ull2bfloat16_rz __ushort2bfloat16_rd __ushort2bfloat16_rn __ushort2bfloat16_ru
__ushort2bfloat16_rz __ushort_as_bfloat16 bfloat16 bfloat16_as_int16 bfloat16_as_uint16
bfloat16_to_float32 bfloat16_to_int16_rd bfloat16_to_int16_rn bfloat16_to_int16_ru
bfloat16_to_int16_rz bfloat16_to_int32_rd bfloat16_to_int32_rn bfloat16_to_int32_ru
bfloat16_to_int32_rz bfloat16_to_int64_rd bfloat16_to_int64_rn bfloat16_to_int64_ru
bfloat16_to_int64_rz bfloat16_to_int8_rz bfloat16_to_uint16_rd bfloat16_to_uint16_rn
bfloat16_to_uint16_ru bfloat16_to_uint16_rz bfloat16_to_uint32_rd bfloat16_to_uint32_rn
bfloat16_to_uint32_ru bfloat16_to_uint32_rz bfloat16_to_uint64_rd bfloat16_to_uint64_rn
bfloat16_to_uint64_ru bfloat16_to_uint64_rz bfloat16_to_uint8_rz float32_to_bfloat16
float32_to_bfloat16_rd float32_to_bfloat16_rn float32_to_bfloat16_ru
float32_to_bfloat16_rz float64_to_bfloat16 habs hadd hadd_rn hadd_sat hceil hcos hdiv
heq hequ hexp hexp10 hexp2 hfloor hfma hfma_relu hfma_sat hge hgeu hgt hgtu hisinf
hisnan hle hleu hlog hlog10 hlog2 hlt hltu hmax hmax_nan hmin hmin_nan hmul hmul_rn
hmul_sat hne hneg hneu hrcp hrint hrsqrt hsin hsqrt hsub hsub_rn hsub_sat htanh
htanh_approx htrunc int16_as_bfloat16 int16_to_bfloat16_rd int16_to_bfloat16_rn
int16_to_bfloat16_ru int16_to_bfloat16_rz int32_to_bfloat16_rd int32_to_bfloat16_rn
int32_to_bfloat16_ru int32_to_bfloat16_rz int64_to_bfloat16_rd int64_to_bfloat16_rn
int64_to_bfloat16_ru int64_to_bfloat16_rz uint16_as_bfloat16 uint16_to_bfloat16_rd
uint16_to_bfloat16_rn uint16_to_bfloat16_ru uint16_to_bfloat16_rz uint32_to_bfloat16_rd
uint32_to_bfloat16_rn uint32_to_bfloat16_ru uint32_to_bfloat16_rz uint64_to_bfloat16_rd
uint64_to_bfloat16_rn uint64_to_bfloat16_ru uint64_to_bfloat16_rz
""",
    "cuda.blockDim": "x y z",
    "cuda.blockIdx": "x y z",
    "cuda.cg": """
bit_and bit_or bit_xor coalesced_threads exclusive_scan greater inclusive_scan less plus
reduce this_cluster this_grid this_thread_block tiled_partition
""",
    "cuda.clusterBlockIdx": "x y z",
    "cuda.clusterDim": "x y z",
    "cuda.clusterGridDim": "x y z",
    "cuda.clusterIdx": "x y z",
    "cuda.cluster_ctaid": "x y z",
    "cuda.cluster_nctaid": "x y z",
    "cuda.const": "array_like",
    "cuda.coop": """
TempStorage ThreadData adjacent_difference discontinuity exchange exclusive_scan
exclusive_sum histogram inclusive_scan inclusive_sum load merge_sort_keys
merge_sort_pairs radix_rank radix_sort_keys radix_sort_pairs reduce reduce_batched
run_length_decode run_length_decode_into scan shuffle store sum this_block this_cluster
this_grid this_thread this_warp topk_max_keys topk_max_pairs topk_min_keys
topk_min_pairs
""",
    "cuda.fp16": """
__double2half __float2half __float2half_rd __float2half_rn __float2half_ru
__float2half_rz __habs __hadd __hadd_rn __hadd_sat __half2char_rz __half2float
__half2int_rd __half2int_rn __half2int_ru __half2int_rz __half2ll_rd __half2ll_rn
__half2ll_ru __half2ll_rz __half2short_rd __half2short_rn __half2short_ru
__half2short_rz __half2uchar_rz __half2uint_rd __half2uint_rn __half2uint_ru
__half2uint_rz __half2ull_rd __half2ull_rn __half2ull_ru __half2ull_rz __half2ushort_rd
__half2ushort_rn __half2ushort_ru __half2ushort_rz __half_as_short __half_as_ushort
__hceil __hcos __hdiv __heq __hequ __hexp __hexp10 __hexp2 __hfloor __hfma __hfma_relu
__hfma_sat __hge __hgeu __hgt __hgtu __hisinf __hisnan __hle __hleu __hlog __hlog10
__hlog2 __hlt __hltu __hmax __hmax_nan __hmin __hmin_nan __hmul __hmul_rn __hmul_sat
__hne __hneg __hneu __hrcp __hrint __hrsqrt __hsin __hsqrt __hsub __hsub_rn __hsub_sat
__htanh __htanh_approx __htrunc __int2half_rd __int2half_rn __int2half_ru __int2half_rz
__ll2half_rd __ll2half_rn __ll2half_ru __ll2half_rz __short2half_rd __short2half_rn
__short2half_ru __short2half_rz __short_as_half __uint2half_rd __uint2half_rn
__uint2half_ru __uint2half_rz __ull2half_rd __ull2half_rn __ull2half_ru __ull2half_rz
__ushort2half_rd __ushort2half_rn __ushort2half_ru __ushort2half_rz __ushort_as_half
float16 habs hadd hceil hcos hdiv heq hexp hexp10 hexp2 hfloor hfma hge hgt hle hlog
hlog10 hlog2 hlt hmax hmin hmul hne hneg hrcp hrint hrsqrt hsin hsqrt hsub htanh htrunc
""",
    "cuda.fp8": """
E4M3 E5M2 NOSAT ROUND_POS_INF ROUND_ZERO SATFINITE __NV_E4M3 __NV_E5M2 __NV_NOSAT
__NV_SATFINITE __nv_cvt_bfloat16_to_e8m0 __nv_cvt_bfloat16_to_fp8
__nv_cvt_bfloat16raw_to_e8m0 __nv_cvt_bfloat16raw_to_fp8 __nv_cvt_double_to_e8m0
__nv_cvt_double_to_fp8 __nv_cvt_e8m0_to_bf16raw __nv_cvt_e8m0_to_bfloat16
__nv_cvt_e8m0_to_float __nv_cvt_float_to_e8m0 __nv_cvt_float_to_fp8
__nv_cvt_fp8_to_float __nv_cvt_fp8_to_half __nv_cvt_fp8_to_halfraw __nv_cvt_half_to_fp8
__nv_cvt_halfraw_to_fp8 cudaRoundPosInf cudaRoundZero cvt_bfloat16_to_e8m0
cvt_bfloat16_to_fp8 cvt_bfloat16raw_to_e8m0 cvt_bfloat16raw_to_fp8 cvt_double_to_e8m0
cvt_double_to_fp8 cvt_e8m0_to_bf16raw cvt_e8m0_to_bfloat16 cvt_e8m0_to_float
cvt_float_to_e8m0 cvt_float_to_fp8 cvt_fp8_to_float cvt_fp8_to_half cvt_fp8_to_halfraw
cvt_half_to_fp8 cvt_halfraw_to_fp8
""",
    "cuda.gridDim": "x y z",
    "cuda.libdevice": """
abs acos acosf acosh acoshf asin asinf asinh asinhf atan atan2 atan2f atanf atanh atanhf
brev brevll byte_perm cbrt cbrtf ceil ceilf clz clzll copysign copysignf cos cosf cosh
coshf cospi cospif cyl_bessel_i0 cyl_bessel_i0f cyl_bessel_i1 cyl_bessel_i1f dadd_rd
dadd_rn dadd_ru dadd_rz ddiv_rd ddiv_rn ddiv_ru ddiv_rz dmul_rd dmul_rn dmul_ru dmul_rz
double2float_rd double2float_rn double2float_ru double2float_rz double2hiint
double2int_rd double2int_rn double2int_ru double2int_rz double2ll_rd double2ll_rn
double2ll_ru double2ll_rz double2loint double2uint_rd double2uint_rn double2uint_ru
double2uint_rz double2ull_rd double2ull_rn double2ull_ru double2ull_rz
double_as_longlong drcp_rd drcp_rn drcp_ru drcp_rz dsqrt_rd dsqrt_rn dsqrt_ru dsqrt_rz
dsub_rd dsub_rn dsub_ru dsub_rz erf erfc erfcf erfcinv erfcinvf erfcx erfcxf erff erfinv
erfinvf exp exp10 exp10f exp2 exp2f expf expm1 expm1f fabs fabsf fadd_rd fadd_rn fadd_ru
fadd_rz fast_cosf fast_exp10f fast_expf fast_fdividef fast_log10f fast_log2f fast_logf
fast_powf fast_sincosf fast_sinf fast_tanf fast_tanhf fdim fdimf fdiv_rd fdiv_rn fdiv_ru
fdiv_rz ffs ffsll finitef float2half_rn float2int_rd float2int_rn float2int_ru
float2int_rz float2ll_rd float2ll_rn float2ll_ru float2ll_rz float2uint_rd float2uint_rn
float2uint_ru float2uint_rz float2ull_rd float2ull_rn float2ull_ru float2ull_rz
float_as_int float_as_uint floor floorf fma fma_rd fma_rn fma_ru fma_rz fmaf
fmaf_ieee_rd fmaf_ieee_rn fmaf_ieee_ru fmaf_ieee_rz fmaf_rd fmaf_rn fmaf_ru fmaf_rz fmax
fmaxf fmin fminf fmod fmodf fmul_rd fmul_rn fmul_ru fmul_rz frcp_rd frcp_rn frcp_ru
frcp_rz frexp frexpf frsqrt_rn fsqrt_rd fsqrt_rn fsqrt_ru fsqrt_rz fsub_rd fsub_rn
fsub_ru fsub_rz hadd half2float hiloint2double hypot hypotf ilogb ilogbf int2double_rn
int2float_rd int2float_rn int2float_ru int2float_rz int_as_float isfinited isinfd isinff
isnand isnanf j0 j0f j1 j1f jn jnf ldexp ldexpf lgamma lgammaf ll2double_rd ll2double_rn
ll2double_ru ll2double_rz ll2float_rd ll2float_rn ll2float_ru ll2float_rz llabs llmax
llmin llrint llrintf llround llroundf log log10 log10f log1p log1pf log2 log2f logb
logbf logf longlong_as_double max min modf modff mul24 mul64hi mulhi nearbyint
nearbyintf nextafter nextafterf norm3d norm3df norm4d norm4df normcdf normcdff
normcdfinv normcdfinvf popc popcll pow powf powi powif rcbrt rcbrtf rcp64h remainder
remainderf remquo remquof rhadd rhypot rhypotf rint rintf rnorm3d rnorm3df rnorm4d
rnorm4df round roundf rsqrt rsqrtf sad saturatef scalbn scalbnf signbitd signbitf sin
sincos sincosf sincospi sincospif sinf sinh sinhf sinpi sinpif sqrt sqrtf tan tanf tanh
tanhf tgamma tgammaf trunc truncf uhadd uint2double_rn uint2float_rd uint2float_rn
uint2float_ru uint2float_rz uint_as_float ull2double_rd ull2double_rn ull2double_ru
ull2double_rz ull2float_rd ull2float_rn ull2float_ru ull2float_rz ullmax ullmin umax
umin umul24 umul64hi umulhi urhadd usad y0 y0f y1 y1f yn ynf
""",
    "cuda.local": "array",
    "cuda.shared": "array",
    "cuda.threadIdx": "x y z",
}

# What makes cooperative primitives.
COOP_MAKERS = {
    "block": """
exchange exclusive_scan exclusive_sum inclusive_scan inclusive_sum load merge_sort_keys
radix_sort_keys radix_sort_keys_descending reduce scan store sum
""",
    "warp": "exclusive_sum inclusive_sum merge_sort_keys reduce sum",
}

# Vectors by their elements' type: int64x2 is long2, and longlong2.
VECTORS = {
    "int8": ["char"],
    "uint8": ["uchar"],
    "int16": ["short"],
    "uint16": ["ushort"],
    "int32": ["int"],
    "uint32": ["uint"],
    "int64": ["long", "longlong"],
    "uint64": ["ulong", "ulonglong"],
    "float16": ["half"],
    "float32": ["float"],
    "float64": ["double"],
}
