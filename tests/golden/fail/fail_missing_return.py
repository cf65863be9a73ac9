# golden: --emit=ir
from numba import cuda


@cuda.jit("float64(float32)", device=True)
def sign(x):
    if x > 0:
        return 1.0

@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = sign(x[0])

# === --emit=ir
# fail_missing_return.py:6:5: error: `sign` returns a value on some paths only; add a `return` at its end [MissingReturn]
#   def sign(x):
#       ^~~~
# fail_missing_return.py:12:12: note: `sign(float32)` is called here
#       x[0] = sign(x[0])
#              ^~~~~~~~~~
