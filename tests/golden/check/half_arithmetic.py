# golden: --emit=ir --passes=-inline-functions
from numba import cuda, float16, types
import math
import numpy as np


@cuda.jit("void(float16[::1], bfloat16[:], float64)")
def k(x, y, d):
    i = cuda.grid(1)
    x[i] = x[i] * 0.1 + 1 / x[i + 1]
    x[i] = math.sin(x[i]) // x[i]
    y[i] = y[i] + i
    y[i] = y[i] * x[i]
    y[i] = y[i] * d
    x[i] = cuda.fp16.hfma(x[i], x[i], 1) + np.float16(2)
    y[i] = cuda.bf16.hmax_nan(y[i], types.bfloat16(3))
    x[i] = cuda.shfl_xor_sync(-1, x[i], 1) + cuda.fp16.hrsqrt(x[i])
    cuda.atomic.max(y, i, 0.1)
    y[i] = cuda.bf16.int32_to_bfloat16_rd(i) + cuda.bf16.uint16_as_bfloat16(i)
    y[0] = cuda.bf16.bfloat16_to_int8_rz(y[i])

# === --emit=ir --passes=-inline-functions
# function round_bits__device(bits: i64, direction: i64) -> i64
#   if direction == 2 and bits < 0 or direction == 3 and bits >= 0
#     bits = bits + 65535
#   return bits & -65536
#
# kernel k(x: f16[::1], y: bf16[:], d: f64)
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   x[guard i] = fma(x[guard i], f16(0.099975586), f16(1.0) / x[guard i + 1])
#   x[guard i] = f16(f32(f16(math.sin(f32(x[guard i])))) // f32(x[guard i]))
#   y[guard i] = y[guard i] + bf16(i)
#   y[guard i] = bf16(f32(y[guard i]) * f32(x[guard i]))
#   y[guard i] = bf16(f64(y[guard i]) * d)
#   x[guard i] = fma(x[guard i], x[guard i], f16(1.0)) + f16(2.0)
#   y[guard i] = let %4: bf16 = y[guard i] in let %5: bf16 = bf16(3.0) in %4 + %5 if %4 != %4 or %5 != %5 else max(%4, %5)
#   x[guard i] = f16(cuda.shfl_xor_sync(u32(4294967295), f32(x[guard i]), i32(1))) + f16(f32(1.0) / math.sqrt(f32(x[guard i])))
#   atomic.max(y[guard i], bf16(0.100097656))
#   y[guard i] = bf16(libdevice.int_as_float(i32(round_bits__device(i64(libdevice.float_as_int(libdevice.int2float_rd(i32(i)))), 2)))) + bf16(libdevice.int_as_float(i32(i64(u16(i)) << 16)))
#   y[guard 0] = bf16(i8(max(min(i64(trunc(f32(y[guard i]))), 127), -128)))
