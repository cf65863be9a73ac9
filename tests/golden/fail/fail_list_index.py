# golden: --emit=ir --error-limit=0
# NumPy takes the rows that a list tells, where a tuple is one place; a list is
# one wherever it comes from.
import numpy as np
from numba import cuda

ROWS = [0, 2]


@cuda.jit(device=True)
def fill(a, at):
    a[at] = 5


@cuda.jit("void(float32[:, ::1], int64)")
def k(a, n):
    at = [0, n]
    a[at] = 1
    a[ROWS] = 1
    known = [0, 2]
    other = known
    a[other] += 1
    fill(a, (0, 1))
    fill(a, [0, 1])
    first, *rest = (0, 1, n)
    a[rest] = 1
    made = [i for i in range(2)]
    a[made] = 1
    a[list((0, n))] = 1
    a[at[:2]] = 1
    a[[0] + [n]] = 1
    pair = at if n else (1, 1)
    a[pair] = 1
    for each in ([0, 2], [1, 1]):
        a[each] = 1
    cuda.atomic.add(a, at, 1)
    # These are places.
    a[tuple(at)] = 1
    a[at[0], at[1]] = 1
    x, y = at
    a[x, y] = 1
    a[tuple(i for i in range(2))] = 1

# === --emit=ir --error-limit=0
# fail_list_index.py:12:7: error: an index that is a list needs memory for a new array; loop over the indices: `a[i[j]]` [NeedsMemory]
#       a[at] = 5
#         ^~
# fail_list_index.py:24:5: note: `fill(float32[:, ::1], UniTuple(int64, 2))` is called here
#       fill(a, [0, 1])
#       ^~~~~~~~~~~~~~~
# fail_list_index.py:18:7: error: an index that is a list needs memory for a new array; loop over the indices: `a[i[j]]` [NeedsMemory]
#       a[at] = 1
#         ^~
# fail_list_index.py:19:7: error: an index that is a list needs memory for a new array; loop over the indices: `a[i[j]]` [NeedsMemory]
#       a[ROWS] = 1
#         ^~~~
# fail_list_index.py:22:7: error: an index that is a list needs memory for a new array; loop over the indices: `a[i[j]]` [NeedsMemory]
#       a[other] += 1
#         ^~~~~
# fail_list_index.py:26:7: error: an index that is a list needs memory for a new array; loop over the indices: `a[i[j]]` [NeedsMemory]
#       a[rest] = 1
#         ^~~~
# fail_list_index.py:28:7: error: an index that is a list needs memory for a new array; loop over the indices: `a[i[j]]` [NeedsMemory]
#       a[made] = 1
#         ^~~~
# fail_list_index.py:29:7: error: an index that is a list needs memory for a new array; loop over the indices: `a[i[j]]` [NeedsMemory]
#       a[list((0, n))] = 1
#         ^~~~~~~~~~~~
# fail_list_index.py:30:7: error: an index that is a list needs memory for a new array; loop over the indices: `a[i[j]]` [NeedsMemory]
#       a[at[:2]] = 1
#         ^~~~~~
# fail_list_index.py:31:7: error: an index that is a list needs memory for a new array; loop over the indices: `a[i[j]]` [NeedsMemory]
#       a[[0] + [n]] = 1
#         ^~~~~~~~~
# fail_list_index.py:33:7: error: an index that is a list needs memory for a new array; loop over the indices: `a[i[j]]` [NeedsMemory]
#       a[pair] = 1
#         ^~~~
# fail_list_index.py:35:11: error: an index that is a list needs memory for a new array; loop over the indices: `a[i[j]]` [NeedsMemory]
#           a[each] = 1
#             ^~~~
# fail_list_index.py:36:24: error: argument 2 of `cuda.atomic.add` must be an integer or a tuple of integers, not a list [ArgumentType]
#       cuda.atomic.add(a, at, 1)
#                          ^~
