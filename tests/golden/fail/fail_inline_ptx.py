# golden: --emit=ir
from numba import cuda, int32


@cuda.jit("void(int32[::1])")
def k(a):
    cuda.inline_ptx("mov.u32 $0, $2;", int32, a[0])
    cuda.inline_ptx("mov.u32 $0, 1;", int32, a[0])
    cuda.inline_ptx("mov.u32 $x, 1;", int32)
    cuda.inline_ptx(a[0], int32)
    cuda.inline_ptx("mov.u32 $0, 1;", 7)
    cuda.inline_ptx("mov.u32 $0, $1;", int32, (1, 2))
    cuda.inline_ptx("nop;")

# === --emit=ir
# fail_inline_ptx.py:7:21: error: the PTX does not fit its operands: `$2` is no operand; it has 1 result and 1 argument [InlinePtxOperands]
#       cuda.inline_ptx("mov.u32 $0, $2;", int32, a[0])
#                       ^~~~~~~~~~~~~~~~~
# fail_inline_ptx.py:8:21: error: the PTX does not fit its operands: `$1` is not used; it has 1 result and 1 argument [InlinePtxOperands]
#       cuda.inline_ptx("mov.u32 $0, 1;", int32, a[0])
#                       ^~~~~~~~~~~~~~~~
# fail_inline_ptx.py:9:21: error: the PTX does not fit its operands: `$` is followed by no number; `$$` is a dollar sign; it has 1 result and 0 arguments [InlinePtxOperands]
#       cuda.inline_ptx("mov.u32 $x, 1;", int32)
#                       ^~~~~~~~~~~~~~~~
# fail_inline_ptx.py:10:21: error: the text of `cuda.inline_ptx` must be a constant string; use a literal or a global [ConstantNeeded]
#       cuda.inline_ptx(a[0], int32)
#                       ^~~~
# fail_inline_ptx.py:11:39: error: expected an element type such as `float32`, found `int64` [TypeMismatch]
#       cuda.inline_ptx("mov.u32 $0, 1;", 7)
#                                         ^
# fail_inline_ptx.py:12:47: error: argument 3 of `cuda.inline_ptx` must be a number or an array, which is its address, not a tuple of 2 [ArgumentType]
#       cuda.inline_ptx("mov.u32 $0, $1;", int32, (1, 2))
#                                                 ^~~~~~
# fail_inline_ptx.py:13:5: error: `cuda.inline_ptx` takes at least 2 arguments, 1 given [ArgumentCount]
#       cuda.inline_ptx("nop;")
#       ^~~~~~~~~~~~~~~~~~~~~~~
