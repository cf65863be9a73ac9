# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int32)")
def k(x):
    x[0] = 1

@cuda.jit(device=True)
def helper(x):
    return x

@cuda.jit("float32(float32, float32)", device=True)
def declared(x):
    return x

@cuda.jit("void(float32[::1])")
def calls(x):
    x[0] = declared(x[0])

# === --emit=ir
# fail_signature_arity.py:5:11: error: the signature of `k` has 2 types, but it takes 1 parameter [SignatureArity]
#   @cuda.jit("void(float32[::1], int32)")
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_signature_arity.py:13:11: error: the signature of `declared` has 2 types, but it takes 1 parameter [SignatureArity]
#   @cuda.jit("float32(float32, float32)", device=True)
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~
