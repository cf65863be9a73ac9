# golden: --emit=ir
import numpy as np
from numba import cuda, float32, types

W = np.array([1.0, 2.0])


@cuda.jit(device=True)
def store(x, i):
    x[i] = 1


@cuda.jit("void(float64[::1])", device=True)
def declared(x):
    x[0] = 1


@cuda.jit((types.Array(float32, 1, "C", readonly=True), float32[::1]))
def k(r, x):
    w = W
    w[0] = 1
    w[:1] = 2
    cuda.atomic.add(W, 0, 1)
    cuda.const.array_like(W)[1] += 1
    row = w.reshape(1, 2)[0]
    row[0] = 3
    np.add(w, 1, w)
    w.fill(0)
    w += 1
    r[0] = x[0] + r[1]
    cuda.stcg(r, 0, 1)
    store(r, 0)
    store(x, 0)
    declared(W)
    for cell in np.nditer(W):
        cell[()] = 1

# === --emit=ir
# fail_readonly.py:10:5: error: cannot assign to an element of a read-only array [CannotAssign]
#       x[i] = 1
#       ^
# fail_readonly.py:32:5: note: `store(Array(float32, 1, 'C', readonly=True), int64)` is called here
#       store(r, 0)
#       ^~~~~~~~~~~
# fail_readonly.py:21:5: error: cannot assign to an element of a read-only array [CannotAssign]
#       w[0] = 1
#       ^
# fail_readonly.py:22:5: error: cannot assign to an element of a read-only array [CannotAssign]
#       w[:1] = 2
#       ^
# fail_readonly.py:23:21: error: cannot assign to an element of a read-only array [CannotAssign]
#       cuda.atomic.add(W, 0, 1)
#                       ^
# fail_readonly.py:23:21: note: the host's arrays are constants in a kernel: give it what changes as an argument
#       cuda.atomic.add(W, 0, 1)
#                       ^
# fail_readonly.py:24:27: error: cannot assign to an element of a read-only array [CannotAssign]
#       cuda.const.array_like(W)[1] += 1
#                             ^
# fail_readonly.py:24:27: note: the host's arrays are constants in a kernel: give it what changes as an argument
#       cuda.const.array_like(W)[1] += 1
#                             ^
# fail_readonly.py:26:5: error: cannot assign to an element of a read-only array [CannotAssign]
#       row[0] = 3
#       ^~~
# fail_readonly.py:27:18: error: cannot assign to an element of a read-only array [CannotAssign]
#       np.add(w, 1, w)
#                    ^
# fail_readonly.py:28:5: error: cannot assign to an element of a read-only array [CannotAssign]
#       w.fill(0)
#       ^
# fail_readonly.py:29:5: error: cannot assign to an element of a read-only array [CannotAssign]
#       w += 1
#       ^
# fail_readonly.py:30:5: error: cannot assign to an element of a read-only array [CannotAssign]
#       r[0] = x[0] + r[1]
#       ^
# fail_readonly.py:31:15: error: cannot assign to an element of a read-only array [CannotAssign]
#       cuda.stcg(r, 0, 1)
#                 ^
# fail_readonly.py:34:14: error: argument 1 of `declared` must be `float64[::1]`, not `Array(float64, 1, 'C', readonly=True)` [ArgumentType]
#       declared(W)
#                ^
# fail_readonly.py:36:9: error: cannot assign to an element of a read-only array [CannotAssign]
#           cell[()] = 1
#           ^~~~
