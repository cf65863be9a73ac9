# golden: --arch=sm_80
# golden: --arch=sm_75
# Shapes are of GPUs of their own.
import numpy as np
from numba import cuda


@cuda.jit("void(uint32[::1], float32[::1], float64[::1])")
def k(h, x, y):
    a = (h[0], h[1], h[2], h[3])
    c = (x[0], x[1], x[2], x[3])
    c = cuda.mma_sync("m16n8k8.f32.f16", (h[0], h[1]), h[2], c)
    c = cuda.mma_sync("m16n8k16.f32.f16", a, (h[4], h[5]), c)
    x[0], x[1], x[2], x[3] = cuda.mma_sync("m16n8k32.f32.e4m3", a, (h[4], h[5]), c)
    y[0], y[1], y[2], y[3] = cuda.mma_sync("m16n8k4.f64", (y[4], y[5]), y[6], (y[0], y[1], y[2], y[3]))

# === --arch=sm_80
# fail_matrix_shape.py:14:30: error: `cuda.mma_sync of m16n8k32.f32.e4m3` needs sm_89, and this is compiled for sm_80; use --arch=sm_89 or later [NeedsArch]
#       x[0], x[1], x[2], x[3] = cuda.mma_sync("m16n8k32.f32.e4m3", a, (h[4], h[5]), c)
#                                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_matrix_shape.py:15:30: error: `cuda.mma_sync of m16n8k4.f64` needs sm_90, and this is compiled for sm_80; use --arch=sm_90 or later [NeedsArch]
#       y[0], y[1], y[2], y[3] = cuda.mma_sync("m16n8k4.f64", (y[4], y[5]), y[6], (y[0], y[1], y[2], y[3]))
#                                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

# === --arch=sm_75
# fail_matrix_shape.py:13:9: error: `cuda.mma_sync of m16n8k16.f32.f16` needs sm_80, and this is compiled for sm_75; use --arch=sm_80 or later [NeedsArch]
#       c = cuda.mma_sync("m16n8k16.f32.f16", a, (h[4], h[5]), c)
#           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_matrix_shape.py:14:30: error: `cuda.mma_sync of m16n8k32.f32.e4m3` needs sm_89, and this is compiled for sm_75; use --arch=sm_89 or later [NeedsArch]
#       x[0], x[1], x[2], x[3] = cuda.mma_sync("m16n8k32.f32.e4m3", a, (h[4], h[5]), c)
#                                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_matrix_shape.py:15:30: error: `cuda.mma_sync of m16n8k4.f64` needs sm_90, and this is compiled for sm_75; use --arch=sm_90 or later [NeedsArch]
#       y[0], y[1], y[2], y[3] = cuda.mma_sync("m16n8k4.f64", (y[4], y[5]), y[6], (y[0], y[1], y[2], y[3]))
#                                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
