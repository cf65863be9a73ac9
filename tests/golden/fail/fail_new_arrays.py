# golden: --emit=ir
import numpy as np
from numba import cuda


@cuda.jit(device=True)
def twice(v):
    w = v[:3] * 2
    return w


@cuda.jit("void(float32[:], float32[:, ::1], int64)")
def k(a, b, n):
    t = a * 2
    u = a[:n].copy()
    v = b[:1000, :1000] + 1
    w = twice(a)


@cuda.jit("void(float32[:], float32[:, ::1])")
def loops(a, b):
    last = np.zeros(3, np.float32)
    for i in range(4):
        row = b[i, :3] * 2.0
        a[:3] = row - last
        last = row
    for i in range(4):
        z = np.zeros(3, np.float32)
        if i > 2:
            a[:3] = last
        last = z

# === --emit=ir
# fail_new_arrays.py:9:12: error: `twice` returns a new array, which ends with the call; give it the array as a parameter, or return its values in a tuple [ReturnsLocal]
#       return w
#              ^
# fail_new_arrays.py:17:9: note: `twice(float32[:])` is called here
#       w = twice(a)
#           ^~~~~~~~
# fail_new_arrays.py:14:9: error: an array expression of a length that is not constant needs memory for a new array; take a part of constant length, such as a[:3], assign it to a part of an array, such as `out[:] = ...`, or loop over the elements [NeedsMemory]
#       t = a * 2
#           ^~~~~
# fail_new_arrays.py:14:9: note: of one element it is `a[i] * 2`
#       t = a * 2
#           ^~~~~
# fail_new_arrays.py:15:9: error: an array expression of a length that is not constant needs memory for a new array; take a part of constant length, such as a[:3], assign it to a part of an array, such as `out[:] = ...`, or loop over the elements [NeedsMemory]
#       u = a[:n].copy()
#           ^~~~~~~~~~~~
# fail_new_arrays.py:16:5: error: a local array of 4000000 bytes is too large; a thread has at most 524288 [LocalTooLarge]
#       v = b[:1000, :1000] + 1
#       ^~~~~~~~~~~~~~~~~~~~~~~
# fail_new_arrays.py:24:9: error: an array that each round of a loop makes while `last` still refers to that of an earlier round needs memory for a new array; keep a copy of that: `x = y.copy()` or `x[:] = y` in place of `x = y` [NeedsMemory]
#           row = b[i, :3] * 2.0
#           ^~~~~~~~~~~~~~~~~~~~
# fail_new_arrays.py:28:13: error: an array that each round of a loop makes while `last` still refers to that of an earlier round needs memory for a new array; keep a copy of that: `x = y.copy()` or `x[:] = y` in place of `x = y` [NeedsMemory]
#           z = np.zeros(3, np.float32)
#               ^~~~~~~~~~~~~~~~~~~~~~~
