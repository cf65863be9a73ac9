# golden: --emit=ir
from numba import cuda


@cuda.jit("float32(float32[::1])")
def k(x):
    x[0] = 1

# === --emit=ir
# fail_signature_returns.py:5:11: error: a kernel returns nothing, but the signature of `k` says `float32`; write `void(...)` [SignatureReturns]
#   @cuda.jit("float32(float32[::1])")
#             ^~~~~~~~~~~~~~~~~~~~~~~
