# golden: --emit=ir
# Characters that are written down are numbers, in tables and in kernels.
import numpy as np
from numba import cuda

BASES = np.frombuffer(b"ACGT", np.uint8)


@cuda.jit("void(uint8[::1], int64[::1])")
def count(text, counts):
    i = cuda.grid(1)
    if i < text.size:
        for k in range(4):
            if text[i] == BASES[k]:
                cuda.atomic.add(counts, k, 1)
        if ord("a") <= text[i] <= ord("z") or text[i] == ord(b"-"):
            cuda.atomic.add(counts, sum((1, 3)), 1)

# === --emit=ir
# kernel count(text: u8[::1], counts: i64[::1])
#   constant @BASES: u8[4]
#   i: i64 = i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x)
#   if i < text.size
#     for k: i64 in range(0, 4, 1)
#       if i64(text[i]) == i64(@BASES[k])
#         atomic.add(counts[guard k], 1)
#     if (let %4: u8 = text[i] in 97 <= i64(%4) and i64(%4) <= 122) or i64(text[i]) == 45
#       atomic.add(counts[guard 4], 1)
