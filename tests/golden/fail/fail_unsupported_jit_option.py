# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1])", link=["helper.cu"])
def linked(x):
    x[0] = 1

# === --emit=ir
# fail_unsupported_jit_option.py:6:5: error: `cuda.jit(link=...)` is not supported [UnsupportedJitOption]
#   def linked(x):
#       ^~~~~~
