# golden: --emit=ir --error-limit=0
from numba import cuda, from_dtype
import numpy as np

packed = from_dtype(np.dtype([("tag", "i1"), ("value", "f4")]))


@cuda.jit("void(record(x: float32, nodes: int32)[:], float4[:], float32[:], int64)")
def k(a, v, out, i):
    a[i].node = 1
    out[i] = a[i].y
    out[i] = a[i]["z"]
    out[i] = a[i][out[i]]
    out[i] = a[i]
    out[i] = a[i] + 1
    v[i].x = 1
    w = v[i]
    w.y = 2
    out[i] = w[5]
    v[i] = cuda.float4(1, 2, 3)
    v[i] = cuda.float4(1, 2, 3, out)
    v[i] = cuda.float4(x=1)
    v[i] = v[i] + cuda.float2(1, 2)
    a[i] = (1, 2, 3)
    a[i] = v[i]
    cuda.atomic.add(a[i], "w", 1)
    cuda.atomic.add(a, i, 1)
    out.x = 3
    a[i].x.y = 3
    print(a[i])


@cuda.jit((packed[:], packed[:]))
def unaligned(a, b):
    cuda.atomic.add(a[0], "value", 1)
    cuda.atomic.add(a["value"], 0, 1)

# === --emit=ir --error-limit=0
# fail_records.py:10:10: error: `record(x: float32, nodes: int32)` has no attribute `node`; did you mean `nodes`? [UnknownAttribute]
#       a[i].node = 1
#            ^~~~
# fail_records.py:11:19: error: `record(x: float32, nodes: int32)` has no attribute `y` [UnknownAttribute]
#       out[i] = a[i].y
#                     ^
# fail_records.py:12:19: error: `record(x: float32, nodes: int32)` has no attribute `z` [UnknownAttribute]
#       out[i] = a[i]["z"]
#                     ^~~
# fail_records.py:13:19: error: a record's field is named by a constant string, not `float32` [FieldName]
#       out[i] = a[i][out[i]]
#                     ^~~~~~
# fail_records.py:14:14: error: expected `float32`, found `record(x: float32, nodes: int32)` [TypeMismatch]
#       out[i] = a[i]
#                ^~~~
# fail_records.py:15:14: error: `+` does not take `record(x: float32, nodes: int32)` and `int64` [OperandTypes]
#       out[i] = a[i] + 1
#                ^~~~~~~~
# fail_records.py:16:5: error: cannot assign to a field of a `float4`, which is a value; make a new one [CannotAssign]
#       v[i].x = 1
#       ^~~~~~
# fail_records.py:18:5: error: cannot assign to a field of a `float4`, which is a value; make a new one [CannotAssign]
#       w.y = 2
#       ^~~
# fail_records.py:19:16: error: `float4` has no attribute `5` [UnknownAttribute]
#       out[i] = w[5]
#                  ^
# fail_records.py:20:12: error: `float4` takes 4 arguments, 3 given [ArgumentCount]
#       v[i] = cuda.float4(1, 2, 3)
#              ^~~~~~~~~~~~~~~~~~~~
# fail_records.py:21:33: error: argument 4 of `float4` must be a number or a vector, not `float32[:]` [ArgumentType]
#       v[i] = cuda.float4(1, 2, 3, out)
#                                   ^~~
# fail_records.py:22:24: error: `float4` has no parameter `x` [UnknownKeyword]
#       v[i] = cuda.float4(x=1)
#                          ^~~
# fail_records.py:23:12: error: `+` does not take `float4` and `float2` [OperandTypes]
#       v[i] = v[i] + cuda.float2(1, 2)
#              ^~~~~~~~~~~~~~~~~~~~~~~~
# fail_records.py:24:12: error: expected `record(x: float32, nodes: int32)`, found a tuple of 3 [TypeMismatch]
#       a[i] = (1, 2, 3)
#              ^~~~~~~~~
# fail_records.py:25:12: error: expected `record(x: float32, nodes: int32)`, found `float4` [TypeMismatch]
#       a[i] = v[i]
#              ^~~~
# fail_records.py:26:27: error: `record(x: float32, nodes: int32)` has no attribute `w` [UnknownAttribute]
#       cuda.atomic.add(a[i], "w", 1)
#                             ^~~
# fail_records.py:27:21: error: `cuda.atomic.add` does not take arrays of `record(x: float32, nodes: int32)` [AtomicType]
#       cuda.atomic.add(a, i, 1)
#                       ^
# fail_records.py:28:5: error: cannot assign to an attribute [CannotAssign]
#       out.x = 3
#       ^~~~~
# fail_records.py:29:5: error: cannot assign to an attribute [CannotAssign]
#       a[i].x.y = 3
#       ^~~~~~~~
# fail_records.py:30:11: error: argument 1 of `print` must be numbers, strings or tuples of them, not `record(x: float32, nodes: int32)` [ArgumentType]
#       print(a[i])
#             ^~~~
# fail_records.py:35:5: error: `cuda.atomic.add` does not take arrays of a `float32` that a packed record holds unaligned [AtomicType]
#       cuda.atomic.add(a[0], "value", 1)
#       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_records.py:36:21: error: `cuda.atomic.add` does not take arrays of a `float32` that a packed record holds unaligned [AtomicType]
#       cuda.atomic.add(a["value"], 0, 1)
#                       ^~~~~~~~~~
