# golden: --emit=ir
from numba import cuda, types


@cuda.jit("void(dim3)")
def a(x):
    pass


@cuda.jit((types.unicode_type,))
def b(x):
    pass


@cuda.jit("void(List(int64), fp8_e4m3)")
def c(x, y):
    pass


@cuda.jit((types.NestedArray(types.float32, (3,)),))
def d(x):
    pass


@cuda.jit("void(NPDatetime('fortnight'))")
def e(x):
    pass


@cuda.jit("void(CharSeq(0))")
def f(x):
    pass

# === --emit=ir
# fail_types_of_kernels.py:5:17: error: cannot read these arguments of `cuda.jit`: there is no type `dim3` of kernels; pass its numbers: UniTuple(int32, 3) [BadJitArguments]
#   @cuda.jit("void(dim3)")
#                   ^~~~
# fail_types_of_kernels.py:10:11: error: cannot read these arguments of `cuda.jit`: there is no type `unicode_type` of kernels; text is an array's element: UnicodeCharSeq(8)[:] [BadJitArguments]
#   @cuda.jit((types.unicode_type,))
#             ^~~~~~~~~~~~~~~~~~~~~
# fail_types_of_kernels.py:15:17: error: cannot read these arguments of `cuda.jit`: there is no type `List` of kernels; give an array: int64[::1] [BadJitArguments]
#   @cuda.jit("void(List(int64), fp8_e4m3)")
#                   ^~~~~~~~~~~
# fail_types_of_kernels.py:20:12: error: cannot read these arguments of `cuda.jit`: there is no type `NestedArray` of kernels; write it as a record's field: record(v: float32[3]) [BadJitArguments]
#   @cuda.jit((types.NestedArray(types.float32, (3,)),))
#              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_types_of_kernels.py:25:17: error: cannot read these arguments of `cuda.jit`: a type of time takes its unit, such as NPDatetime('ns') [BadJitArguments]
#   @cuda.jit("void(NPDatetime('fortnight'))")
#                   ^~~~~~~~~~~~~~~~~~~~~~~
# fail_types_of_kernels.py:30:17: error: cannot read these arguments of `cuda.jit`: CharSeq and UnicodeCharSeq take a length from 1 to 4096 [BadJitArguments]
#   @cuda.jit("void(CharSeq(0))")
#                   ^~~~~~~~~~
