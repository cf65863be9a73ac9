# golden: --emit=ir --sig 'vecad(float32[::1])'
# golden: --emit=ir --sig 'Solver.vecadd(float32[::1])'
from numba import cuda


@cuda.jit
def vecadd(x):
    x[0] = 1

# === --emit=ir --sig 'vecad(float32[::1])'
# pyk2ptx: error: no kernel is named `vecad`; did you mean `vecadd`? [UnknownKernel]
# fail_unknown_kernel.py:7:5: note: `vecadd` states no types and was skipped; compile it with --sig 'vecadd(float32[::1])' [UntypedKernel]
#   def vecadd(x):
#       ^~~~~~

# === --emit=ir --sig 'Solver.vecadd(float32[::1])'
# pyk2ptx: error: no kernel is named `Solver.vecadd` [UnknownKernel]
# fail_unknown_kernel.py:7:5: note: `vecadd` states no types and was skipped; compile it with --sig 'vecadd(float32[::1])' [UntypedKernel]
#   def vecadd(x):
#       ^~~~~~
