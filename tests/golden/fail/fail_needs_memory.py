# golden: --emit=ir
import numpy as np
from numba import cuda


@cuda.jit(device=True)
def f(x):
    return x


@cuda.jit("void(float32[:, ::1], float32[::1, :], int64[::1], int64, float32[::1])")
def k(a, b, i, n, v):
    c = a + 1
    d = -a
    e = np.sqrt(a)
    x = a > 0
    v[0] = a[i]
    v[:] = v[i > 2]
    v[:] = f(v + 1)
    v[:] = (v + 1) if n else v
    v[0] = v + 1
    p = a.copy()
    q = b.ravel()
    r = b.reshape(-1)
    s = a.sum(axis=0)
    t = np.zeros(n)
    u = b.view(np.float64)
    v[:] = v[::-1]
    a[:] -= a[0]
    w = a @ b
    for y in a[:, :].flat:
        n += 1
    z = a[:, 1:].flat[0]
    v[:] = float(v + 1)

# === --emit=ir
# fail_needs_memory.py:13:9: error: an array expression of a length that is not constant needs memory for a new array; take a part of constant length, such as a[:3], assign it to a part of an array, such as `out[:] = ...`, or loop over the elements [NeedsMemory]
#       c = a + 1
#           ^~~~~
# fail_needs_memory.py:13:9: note: of one element it is `a[i, j] + 1`
#       c = a + 1
#           ^~~~~
# fail_needs_memory.py:14:9: error: an array expression of a length that is not constant needs memory for a new array; take a part of constant length, such as a[:3], assign it to a part of an array, such as `out[:] = ...`, or loop over the elements [NeedsMemory]
#       d = -a
#           ^~
# fail_needs_memory.py:14:9: note: of one element it is `-a[i, j]`
#       d = -a
#           ^~
# fail_needs_memory.py:15:9: error: an array expression of a length that is not constant needs memory for a new array; take a part of constant length, such as a[:3], assign it to a part of an array, such as `out[:] = ...`, or loop over the elements [NeedsMemory]
#       e = np.sqrt(a)
#           ^~~~~~~~~~
# fail_needs_memory.py:15:9: note: of one element it is `np.sqrt(a[i, j])`
#       e = np.sqrt(a)
#           ^~~~~~~~~~
# fail_needs_memory.py:16:9: error: an array expression of a length that is not constant needs memory for a new array; take a part of constant length, such as a[:3], assign it to a part of an array, such as `out[:] = ...`, or loop over the elements [NeedsMemory]
#       x = a > 0
#           ^~~~~
# fail_needs_memory.py:16:9: note: of one element it is `a[i, j] > 0`
#       x = a > 0
#           ^~~~~
# fail_needs_memory.py:17:14: error: an index that is an array needs memory for a new array; loop over the indices: `a[i[j]]` [NeedsMemory]
#       v[0] = a[i]
#                ^
# fail_needs_memory.py:18:14: error: an index that is an array needs memory for a new array; loop over the indices: `a[i[j]]` [NeedsMemory]
#       v[:] = v[i > 2]
#                ^~~~~
# fail_needs_memory.py:19:14: error: an array expression here needs memory for a new array; assign it to a part of an array, such as `out[:] = ...`, or loop over the elements [ArrayExpression]
#       v[:] = f(v + 1)
#                ^~~~~
# fail_needs_memory.py:20:13: error: an array expression here needs memory for a new array; assign it to a part of an array, such as `out[:] = ...`, or loop over the elements [ArrayExpression]
#       v[:] = (v + 1) if n else v
#               ^~~~~
# fail_needs_memory.py:21:12: error: an array expression here needs memory for a new array; assign it to a part of an array, such as `out[:] = ...`, or loop over the elements [ArrayExpression]
#       v[0] = v + 1
#              ^~~~~
# fail_needs_memory.py:21:12: note: of one element it is `v[i] + 1`
#       v[0] = v + 1
#              ^~~~~
# fail_needs_memory.py:22:9: error: an array expression of a length that is not constant needs memory for a new array; take a part of constant length, such as a[:3], assign it to a part of an array, such as `out[:] = ...`, or loop over the elements [NeedsMemory]
#       p = a.copy()
#           ^~~~~~~~
# fail_needs_memory.py:23:9: error: a row-major vector of a column-major array needs memory for a new array; take that of its `.T`, or loop over its elements [NeedsMemory]
#       q = b.ravel()
#           ^~~~~~~~~
# fail_needs_memory.py:24:9: error: `reshape` of a column-major array needs memory for a new array; reshape its `.T` [NeedsMemory]
#       r = b.reshape(-1)
#           ^~~~~~~~~~~~~
# fail_needs_memory.py:25:9: error: a reduction along one of several axes needs memory for a new array; give it an array for the results: `out=b` [NeedsMemory]
#       s = a.sum(axis=0)
#           ^~~~~~~~~~~~~
# fail_needs_memory.py:26:18: error: `np.zeros` of a shape that is not constant needs memory for a new array; pass an array to write to, or give a constant shape [NeedsMemory]
#       t = np.zeros(n)
#                    ^
# fail_needs_memory.py:27:9: error: a view of `float32[::1, :]` as elements of another size needs memory for a new array; view a C-contiguous array [NeedsMemory]
#       u = b.view(np.float64)
#           ^~~~~~~~~~~~~~~~~~
# fail_needs_memory.py:28:12: error: an assignment that reads the array that it changes at other places needs memory for a new array; loop over the elements, or copy them to a local array first [NeedsMemory]
#       v[:] = v[::-1]
#              ^~~~~~~
# fail_needs_memory.py:30:9: error: a product of matrices needs memory for a new array; write its loops: `for i ...: for j ...: out[i, j] = a[i] @ b[:, j]` [NeedsMemory]
#       w = a @ b
#           ^~~~~
# fail_needs_memory.py:33:9: error: `.flat` outside of a for loop needs memory for a new array; index the axes, or declare the array C-contiguous [NeedsMemory]
#       z = a[:, 1:].flat[0]
#           ^~~~~~~~~~~~~
# fail_needs_memory.py:34:18: error: argument 1 of `float` must be a number, not an array expression [ArgumentType]
#       v[:] = float(v + 1)
#                    ^~~~~
