# golden: --emit=ir
from numba import cuda


LIMIT = 4

@cuda.jit("void(float32[::1])")
def k(x):
    index = cuda.grid(1)
    x[indx] = LIMT
    x[0] = rnage(3)
    x[1] = something_else

# === --emit=ir
# fail_unknown_name.py:10:7: error: name `indx` is not defined; did you mean `index`? [UnknownName]
#       x[indx] = LIMT
#         ^~~~
# fail_unknown_name.py:10:15: error: name `LIMT` is not defined; did you mean `LIMIT`? [UnknownName]
#       x[indx] = LIMT
#                 ^~~~
# fail_unknown_name.py:11:12: error: name `rnage` is not defined; did you mean `range`? [UnknownName]
#       x[0] = rnage(3)
#              ^~~~~
# fail_unknown_name.py:12:12: error: name `something_else` is not defined [UnknownName]
#       x[1] = something_else
#              ^~~~~~~~~~~~~~
