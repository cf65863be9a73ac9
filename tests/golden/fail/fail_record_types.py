# golden: --emit=ir
# golden: --emit=ir --sig 'k(record(x: float32, x: int32)[:])'
# golden: --emit=ir --sig 'k(record(x)[:])'
# golden: --emit=ir --sig 'k(record(x: float32, offsets=(8,), itemsize=4)[:])'
from numba import cuda, from_dtype
import numpy as np

big = np.dtype([("x", ">f4")])


@cuda.jit((from_dtype(big)[:],))
def swapped(a):
    a[0].x = 1


@cuda.jit
def k(a):
    a[0].x = 1

# === --emit=ir
# fail_record_types.py:8:7: error: cannot read these arguments of `cuda.jit`: a record's fields are (name, type) or (name, type, shape) of scalar types and records, 65536 bytes at most [BadJitArguments]
#   big = np.dtype([("x", ">f4")])
#         ^~~~~~~~~~~~~~~~~~~~~~~~
# fail_record_types.py:17:5: note: `k` states no types and was skipped; compile it with --sig 'k(float32[::1])' [UntypedKernel]
#   def k(a):
#       ^

# === --emit=ir --sig 'k(record(x: float32, x: int32)[:])'
# fail_record_types.py:8:7: error: cannot read these arguments of `cuda.jit`: a record's fields are (name, type) or (name, type, shape) of scalar types and records, 65536 bytes at most [BadJitArguments]
#   big = np.dtype([("x", ">f4")])
#         ^~~~~~~~~~~~~~~~~~~~~~~~
# fail_record_types.py:17:5: note: `k` states no types and was skipped; compile it with --sig 'k(float32[::1])' [UntypedKernel]
#   def k(a):
#       ^
# pyk2ptx: error: cannot read the signature `k(record(x: float32, x: int32)[:])`: write it as `kernel(types)` [BadSignature]

# === --emit=ir --sig 'k(record(x)[:])'
# fail_record_types.py:8:7: error: cannot read these arguments of `cuda.jit`: a record's fields are (name, type) or (name, type, shape) of scalar types and records, 65536 bytes at most [BadJitArguments]
#   big = np.dtype([("x", ">f4")])
#         ^~~~~~~~~~~~~~~~~~~~~~~~
# fail_record_types.py:17:5: note: `k` states no types and was skipped; compile it with --sig 'k(float32[::1])' [UntypedKernel]
#   def k(a):
#       ^
# pyk2ptx: error: cannot read the signature `k(record(x)[:])`: a record's fields are (name, type) or (name, type, shape) of scalar types and records, 65536 bytes at most [BadSignature]

# === --emit=ir --sig 'k(record(x: float32, offsets=(8,), itemsize=4)[:])'
# fail_record_types.py:8:7: error: cannot read these arguments of `cuda.jit`: a record's fields are (name, type) or (name, type, shape) of scalar types and records, 65536 bytes at most [BadJitArguments]
#   big = np.dtype([("x", ">f4")])
#         ^~~~~~~~~~~~~~~~~~~~~~~~
# fail_record_types.py:17:5: note: `k` states no types and was skipped; compile it with --sig 'k(float32[::1])' [UntypedKernel]
#   def k(a):
#       ^
# pyk2ptx: error: cannot read the signature `k(record(x: float32, offsets=(8,), itemsize=4)[:])`: a record's offsets and itemsize must hold its fields [BadSignature]
