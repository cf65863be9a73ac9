# golden: --emit=ir --sig 'kernel(float64[::1])'
from numba import cuda


@cuda.jit("void(float32[::1])")
def kernel(x):
    x[0] = 1

# === --emit=ir --sig 'kernel(float64[::1])'
# fail_signature_given_twice.py:6:5: error: `kernel` states other types here; drop its --sig [SignatureGivenTwice]
#   def kernel(x):
#       ^~~~~~
