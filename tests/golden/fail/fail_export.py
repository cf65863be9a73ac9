# golden: --emit=ir --export=nothing
# golden: --emit=ir --export=lazy
# golden: --emit=ir --export='lazy(UniTuple(int32, 2))'
# golden: --emit=ir --export='pair(int32)'
# golden: --emit=ir --export='lazy(int32, int32)'
# golden: --emit=ir --export='lazy(int32)' --export='lazy(float32)'
# golden: --emit=ir --export='lazy(wrong)' --export='3 + 4'
# golden: --emit=ir --export=lazy --export-abi=fortran
# golden: --emit=ir --export='many(int32)'
# golden: --emit=cubin --export='lazy(int32)'
from numba import cuda


def lazy(x):
    return x


def pair(x):
    return x, x


def many(*x):
    return 0

# === --emit=ir --export=nothing
# pyk2ptx: error: `nothing` cannot be exported: it is no function of the file [BadExport]

# === --emit=ir --export=lazy
# pyk2ptx: error: `lazy` cannot be exported: which types? write --export 'lazy(float32, ...)' [BadExport]

# === --emit=ir --export='lazy(UniTuple(int32, 2))'
# fail_export.py:14:5: error: `lazy` cannot be exported: it takes `UniTuple(int32, 2)`, and a function of C's takes numbers, arrays and pointers here [BadExport]
#   def lazy(x):
#       ^~~~

# === --emit=ir --export='pair(int32)'
# fail_export.py:18:5: error: `pair` cannot be exported: it returns `UniTuple(int32, 2)`, and a function of C's returns one number or nothing here [BadExport]
#   def pair(x):
#       ^~~~

# === --emit=ir --export='lazy(int32, int32)'
# fail_export.py:14:5: error: the signature of `lazy` has 2 types, but it takes 1 parameter [SignatureArity]
#   def lazy(x):
#       ^~~~

# === --emit=ir --export='lazy(int32)' --export='lazy(float32)'
# fail_export.py:14:5: error: `lazy` cannot be exported: another function is called `lazy` [BadExport]
#   def lazy(x):
#       ^~~~

# === --emit=ir --export='lazy(wrong)' --export='3 + 4'
# pyk2ptx: error: cannot read the signature `lazy(wrong)`: unknown type `wrong` [BadSignature]
# pyk2ptx: error: cannot read the signature `3 + 4`: write it as `function(types)` [BadSignature]

# === --emit=ir --export=lazy --export-abi=fortran
# pyk2ptx: error: --export-abi takes c or numba, not `fortran`

# === --emit=ir --export='many(int32)'
# fail_export.py:22:11: error: `*args` parameters are not supported in kernels [UnsupportedParameter]
#   def many(*x):
#             ^

# === --emit=cubin --export='lazy(int32)'
# pyk2ptx: error: --export makes functions that others link: take PTX (-o FILE.ptx), which nvcc, `ptxas -c` and nvJitLink read
