# golden: --emit=ir --sig 'k(flaot32[:])' --sig 'k float32' --sig 'k(float32[:]' --sig 'k(float32[::2])' --sig 'k(void)'
from numba import cuda


@cuda.jit
def k(x):
    x[0] = 1

# === --emit=ir --sig 'k(flaot32[:])' --sig 'k float32' --sig 'k(float32[:]' --sig 'k(float32[::2])' --sig 'k(void)'
# pyk2ptx: error: cannot read the signature `k(flaot32[:])`: unknown type `flaot32` [BadSignature]
# pyk2ptx: error: cannot read the signature `k float32`: write it as `kernel(types)` [BadSignature]
# pyk2ptx: error: cannot read the signature `k(float32[:]`: write it as `kernel(types)` [BadSignature]
# pyk2ptx: error: cannot read the signature `k(float32[::2])`: write an axis as `:`, the contiguous one as `::1` [BadSignature]
# pyk2ptx: error: cannot read the signature `k(void)`: a parameter cannot be void [BadSignature]
# fail_bad_signature.py:6:5: note: `k` states no types and was skipped; compile it with --sig 'k(float32[::1])' [UntypedKernel]
#   def k(x):
#       ^
