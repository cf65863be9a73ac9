# golden: --emit=ir
from numba import cuda

untyped = cuda.declare_device("untyped", "float32")
strange = cuda.declare_device("strange", "float32(float32)", abi="pascal")
pair = cuda.declare_device("pair", "UniTuple(int64, 2)(float32)")
nameless = cuda.declare_device(7, "float32(float32)")
one = cuda.declare_device("one", "float32(float32)")
same = cuda.declare_device("one", "float32(float32, float32)")
pointer = cuda.declare_device("pointer", "void(CPointer(float32))")

@cuda.jit("void(float32[::1], float64[::1])")
def a(x, y):
    x[0] = untyped(x[1])
    x[0] = strange(x[1])
    x[0] = pair(x[1])
    x[0] = nameless(x[1])

@cuda.jit("void(float32[::1], float64[::1])")
def b(x, y):
    x[0] = one(x[1]) + same(x[1], x[2])

@cuda.jit("void(float32[::1], float64[::1])")
def c(x, y):
    x[0] = one(x[1], x[2])
    x[0] = one(x)
    x[0] = one(x=1)
    pointer(y)
    pointer(1)

d = cuda.declare_device("d", "float32(float32)")
e = cuda.declare_device("d", "float32(float32)")

@cuda.jit("void(float32[::1])", link=open("list").read())
def unread(x):
    x[0] = 1

taken = cuda.declare_device("own", "float32(float32)")

@cuda.jit("void(float32[::1])")
def own(x):
    x[0] = taken(1) + d(1) + e(1)

spelled = cuda.declare_device("a,one", "void(int64)")
dotted = cuda.declare_device("llvm.sqrt.f32", "float32(float32)")
meaning = cuda.declare_device("vprintf", "int32(uint64, uint64)")

@cuda.jit("void(float32[::1])")
def names(x):
    spelled(1)
    x[0] = dotted(x[1])
    meaning(0, 0)

# === --emit=ir
# fail_declare_device.py:9:8: error: `one` is declared before with other types, or is a function of this file [ExternalClash]
#   same = cuda.declare_device("one", "float32(float32, float32)")
#          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_declare_device.py:14:12: error: `untyped` is not known at compile time: declare_device("untyped", ...) needs a signature such as "float32(float32, int64)" [NotConstant]
#       x[0] = untyped(x[1])
#              ^~~~~~~
# fail_declare_device.py:4:11: note: its value comes from here
#   untyped = cuda.declare_device("untyped", "float32")
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_declare_device.py:15:12: error: `strange` is not known at compile time: declare_device takes a name, a signature, link=, use_cooperative= and abi= "numba" or "c" [NotConstant]
#       x[0] = strange(x[1])
#              ^~~~~~~
# fail_declare_device.py:5:66: note: its value comes from here
#   strange = cuda.declare_device("strange", "float32(float32)", abi="pascal")
#                                                                    ^~~~~~~~
# fail_declare_device.py:16:12: error: `pair` is not known at compile time: a declared function returns a number of C or nothing, not `UniTuple(int64, 2)` [NotConstant]
#       x[0] = pair(x[1])
#              ^~~~
# fail_declare_device.py:6:8: note: its value comes from here
#   pair = cuda.declare_device("pair", "UniTuple(int64, 2)(float32)")
#          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_declare_device.py:17:12: error: `nameless` is not known at compile time: the name in declare_device is no text [NotConstant]
#       x[0] = nameless(x[1])
#              ^~~~~~~~
# fail_declare_device.py:7:12: note: its value comes from here
#   nameless = cuda.declare_device(7, "float32(float32)")
#              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_declare_device.py:25:12: error: `one` takes 1 argument, 2 given [ArgumentCount]
#       x[0] = one(x[1], x[2])
#              ^~~~~~~~~~~~~~~
# fail_declare_device.py:26:16: error: argument 1 of `one` must be `float32`, not `float32[::1]` [ArgumentType]
#       x[0] = one(x)
#                  ^
# fail_declare_device.py:27:16: error: `one` has no parameter `x` [UnknownKeyword]
#       x[0] = one(x=1)
#                  ^~~
# fail_declare_device.py:28:13: error: argument 1 of `pointer` must be an array of `float32`, not `float64[::1]` [ArgumentType]
#       pointer(y)
#               ^
# fail_declare_device.py:29:13: error: argument 1 of `pointer` must be an array of `float32`, not `int64` [ArgumentType]
#       pointer(1)
#               ^
# fail_declare_device.py:34:38: error: cannot read these arguments of `cuda.jit`: `open` is not evaluated before the program runs [BadJitArguments]
#   @cuda.jit("void(float32[::1])", link=open("list").read())
#                                        ^~~~~~~~~~~~
# fail_declare_device.py:38:9: error: `own` is declared before with other types, or is a function of this file [ExternalClash]
#   taken = cuda.declare_device("own", "float32(float32)")
#           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_declare_device.py:50:5: error: `spelled` is not known at compile time: no function is declared so: `a,one` is no name of C's [NotConstant]
#       spelled(1)
#       ^~~~~~~
# fail_declare_device.py:44:11: note: its value comes from here
#   spelled = cuda.declare_device("a,one", "void(int64)")
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_declare_device.py:51:12: error: `dotted` is not known at compile time: no function is declared so: `llvm.sqrt.f32` is no name of C's [NotConstant]
#       x[0] = dotted(x[1])
#              ^~~~~~
# fail_declare_device.py:45:10: note: its value comes from here
#   dotted = cuda.declare_device("llvm.sqrt.f32", "float32(float32)")
#            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_declare_device.py:52:5: error: `meaning` is not known at compile time: no function is declared so: `vprintf` has another meaning in the code around kernels [NotConstant]
#       meaning(0, 0)
#       ^~~~~~~
# fail_declare_device.py:46:11: note: its value comes from here
#   meaning = cuda.declare_device("vprintf", "int32(uint64, uint64)")
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
