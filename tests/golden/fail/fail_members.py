# golden:
# A name that a value does not have, a method that is not called, and arguments
# that a method does not take.
import numpy as np
from numba import cuda


@cuda.jit("void(float32[::1], int32, float64)")
def k(a, n, x):
    a[0] = a.sum
    a[1] = a.summ()
    a[2] = x.relal
    a[3] = n.bit_count(2)
    a[4] = x.astype(np.int32, np.int32)
    a[5] = a.item(order="C")
    a[6] = a.ravel(order="F")[0]
    a[7] = x.item(other=1)
    a[8] = a.view(np.int32, dtype=np.int32)[0]
    a[9] = x.bit_count()

# ===
# fail_members.py:10:14: error: an array of `float32` has no attribute `sum`; it is a method: call it [UnknownAttribute]
#       a[0] = a.sum
#                ^~~
# fail_members.py:11:14: error: an array of `float32` has no attribute `summ`; did you mean `sum`? [UnknownAttribute]
#       a[1] = a.summ()
#                ^~~~
# fail_members.py:12:14: error: `float64` has no attribute `relal`; did you mean `real`? [UnknownAttribute]
#       a[2] = x.relal
#                ^~~~~
# fail_members.py:13:12: error: `bit_count` takes 0 arguments, 1 given [ArgumentCount]
#       a[3] = n.bit_count(2)
#              ^~~~~~~~~~~~~~
# fail_members.py:14:12: error: `astype` takes 1 argument, 2 given [ArgumentCount]
#       a[4] = x.astype(np.int32, np.int32)
#              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_members.py:15:19: error: `item` has no parameter `order` [UnknownKeyword]
#       a[5] = a.item(order="C")
#                     ^~~~~~~~~
# fail_members.py:16:20: error: `ravel` has no parameter `order` [UnknownKeyword]
#       a[6] = a.ravel(order="F")[0]
#                      ^~~~~~~~~
# fail_members.py:17:19: error: `item` has no parameter `other` [UnknownKeyword]
#       a[7] = x.item(other=1)
#                     ^~~~~~~
# fail_members.py:18:29: error: `view` has no parameter `dtype` [UnknownKeyword]
#       a[8] = a.view(np.int32, dtype=np.int32)[0]
#                               ^~~~~~~~~~~~~~
# fail_members.py:19:14: error: `float64` has no attribute `bit_count` [UnknownAttribute]
#       a[9] = x.bit_count()
#                ^~~~~~~~~
