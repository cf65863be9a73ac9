# golden: --emit=ir
# What is wrong in the text of a signature is told at its place, where the text
# stands as it is.
from numba import cuda

@cuda.jit("void(float32[:], int33)")
def unknown(x, a):
    x[0] = a

@cuda.jit('void(float32[:] int32)')
def comma(x, a):
    x[0] = a

@cuda.jit("float33[:], int32")
def alone(x, a):
    x[0] = a

@cuda.jit(["void(float32[:], int32)", "void(float32[::2], int32)"])
def listed(x, a):
    x[0] = a

@cuda.jit("""void(float32[:],
             int32""")
def long(x, a):
    x[0] = a

@cuda.jit(argtypes=["float32[:]", "int33"])
def apart(x, a):
    x[0] = a

@cuda.jit("void(float32[:], "
          "int33)")
def joined(x, a):
    x[0] = a

@cuda.jit("void(float32[:],\x20int33)")
def escaped(x, a):
    x[0] = a

SIGNATURE = "void(float32[:], int33)"

@cuda.jit(SIGNATURE)
def named(x, a):
    x[0] = a

# === --emit=ir
# fail_signature_places.py:6:29: error: cannot read these arguments of `cuda.jit`: unknown type `int33` [BadJitArguments]
#   @cuda.jit("void(float32[:], int33)")
#                               ^~~~~
# fail_signature_places.py:10:28: error: cannot read these arguments of `cuda.jit`: `void(float32[:] int32)` is not a signature; write it as "void(float32[:], int64)" [BadJitArguments]
#   @cuda.jit('void(float32[:] int32)')
#                              ^~~~~
# fail_signature_places.py:14:12: error: cannot read these arguments of `cuda.jit`: unknown type `float33` [BadJitArguments]
#   @cuda.jit("float33[:], int32")
#              ^~~~~~~
# fail_signature_places.py:18:53: error: cannot read these arguments of `cuda.jit`: write an axis as `:`, the contiguous one as `::1` [BadJitArguments]
#   @cuda.jit(["void(float32[:], int32)", "void(float32[::2], int32)"])
#                                                       ^~~
# fail_signature_places.py:22:18: error: cannot read these arguments of `cuda.jit`: `void(float32[:],
#              int32` is not a signature; write it as "void(float32[:], int64)" [BadJitArguments]
#   @cuda.jit("""void(float32[:],
#                    ^
# fail_signature_places.py:27:36: error: cannot read these arguments of `cuda.jit`: unknown type `int33` [BadJitArguments]
#   @cuda.jit(argtypes=["float32[:]", "int33"])
#                                      ^~~~~
# fail_signature_places.py:31:11: error: cannot read these arguments of `cuda.jit`: unknown type `int33` [BadJitArguments]
#   @cuda.jit("void(float32[:], "
#             ^~~~~~~~~~~~~~~~~~~
# fail_signature_places.py:36:11: error: cannot read these arguments of `cuda.jit`: unknown type `int33` [BadJitArguments]
#   @cuda.jit("void(float32[:],\x20int33)")
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_signature_places.py:42:11: error: cannot read these arguments of `cuda.jit`: unknown type `int33` [BadJitArguments]
#   @cuda.jit(SIGNATURE)
#             ^~~~~~~~~
