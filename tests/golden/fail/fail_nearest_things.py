# golden: --emit=ir --error-limit=0
# What kernels do not have is named, and the nearest thing that works.
from collections import namedtuple

from numba import cuda

P = namedtuple("P", "x y")


@cuda.jit("void(float32[::1])")
def k(a):
    t = [1, 2]
    t.append(3)
    "abc".upper()
    s = {1, 2}
    d = {1: 2}
    u = map(k, a)
    sorted(a)
    hash(a[0])
    yield 3
    with a:
        pass
    try:
        pass
    except ValueError:
        pass
    import math
    del a[0]
    class Q:
        pass
    global written
    written = 3
    isinstance(a, 3)
    getattr(a, a)
    hasattr(a)
    p = P(1)
    p = P(1, z=2)
    p = P(1, 2, x=3)
    p = P(1, 2).z
    a is t

# === --emit=ir --error-limit=0
# fail_nearest_things.py:13:7: error: a tuple of 2 has no attribute `append`; tuples never change: use `cuda.local.array` for a list [UnknownAttribute]
#       t.append(3)
#         ^~~~~~
# fail_nearest_things.py:14:11: error: a string has no attribute `upper`; strings exist at compile time only, to be printed: print(f"{x}") [UnknownAttribute]
#       "abc".upper()
#             ^~~~~
# fail_nearest_things.py:15:9: error: a set is not supported in kernels [UnsupportedExpression]
#       s = {1, 2}
#           ^~~~~~
# fail_nearest_things.py:15:9: note: use a tuple, or an array of flags
#       s = {1, 2}
#           ^~~~~~
# fail_nearest_things.py:16:9: error: a dictionary is not supported in kernels [UnsupportedExpression]
#       d = {1: 2}
#           ^~~~~~
# fail_nearest_things.py:16:9: note: use `match`, or an array for the values
#       d = {1: 2}
#           ^~~~~~
# fail_nearest_things.py:17:9: error: `map` is not supported in kernels; write a comprehension over a tuple, or a loop [UnsupportedName]
#       u = map(k, a)
#           ^~~
# fail_nearest_things.py:18:5: error: `sorted` is not supported in kernels; copy it, b = a[:n].copy() of a constant n, and b.sort() [UnsupportedName]
#       sorted(a)
#       ^~~~~~
# fail_nearest_things.py:19:5: error: `hash` is not supported in kernels; mix the bits of integers with ^, * and >> [UnsupportedName]
#       hash(a[0])
#       ^~~~
# fail_nearest_things.py:20:5: error: `yield` is not supported in kernels [UnsupportedExpression]
#       yield 3
#       ^~~~~~~
# fail_nearest_things.py:20:5: note: store each value in an array, or return a tuple
#       yield 3
#       ^~~~~~~
# fail_nearest_things.py:21:5: error: `with` is not supported in kernels [UnsupportedStatement]
#       with a:
#       ^~~~~~~
# fail_nearest_things.py:21:5: note: call what it does at its beginning and its end
#       with a:
#       ^~~~~~~
# fail_nearest_things.py:23:5: error: `try` is not supported in kernels [UnsupportedStatement]
#       try:
#       ^~~~
# fail_nearest_things.py:23:5: note: test with `if` for what would raise
#       try:
#       ^~~~
# fail_nearest_things.py:27:5: error: `import` is not supported in kernels [UnsupportedStatement]
#       import math
#       ^~~~~~~~~~~
# fail_nearest_things.py:27:5: note: import at the top of the file
#       import math
#       ^~~~~~~~~~~
# fail_nearest_things.py:28:5: error: `del` of an element is not supported in kernels [UnsupportedStatement]
#       del a[0]
#       ^~~~~~~~
# fail_nearest_things.py:28:5: note: arrays and tuples keep their length
#       del a[0]
#       ^~~~~~~~
# fail_nearest_things.py:29:5: error: `class` is not supported in kernels [UnsupportedStatement]
#       class Q:
#       ^~~~~~~~
# fail_nearest_things.py:29:5: note: define it outside the kernel: named tuples, enumerations and constants of classes can be used
#       class Q:
#       ^~~~~~~~
# fail_nearest_things.py:31:5: error: `global` is not supported in kernels [UnsupportedStatement]
#       global written
#       ^~~~~~~~~~~~~~
# fail_nearest_things.py:31:5: note: globals can be read; write to an array argument
#       global written
#       ^~~~~~~~~~~~~~
# fail_nearest_things.py:33:19: error: argument 2 of `isinstance` must be a type, such as float or np.float32, or a tuple of types, not `int64` [ArgumentType]
#       isinstance(a, 3)
#                     ^
# fail_nearest_things.py:34:16: error: the name given to `getattr` must be a constant string; use a literal or a global [ConstantNeeded]
#       getattr(a, a)
#                  ^
# fail_nearest_things.py:35:5: error: `hasattr` takes 2 arguments, 1 given [ArgumentCount]
#       hasattr(a)
#       ^~~~~~~~~~
# fail_nearest_things.py:36:9: error: `P` takes 2 arguments, 1 given [ArgumentCount]
#       p = P(1)
#           ^~~~
# fail_nearest_things.py:37:14: error: `P` has no parameter `z` [UnknownKeyword]
#       p = P(1, z=2)
#                ^~~
# fail_nearest_things.py:38:9: error: `P` takes 2 arguments, 3 given [ArgumentCount]
#       p = P(1, 2, x=3)
#           ^~~~~~~~~~~~
# fail_nearest_things.py:39:9: error: `P(1, 2).z` is not known at compile time: `.z` is not known before the program runs [NotConstant]
#       p = P(1, 2).z
#           ^~~~~~~~~
# fail_nearest_things.py:40:5: error: `is` with `float32[::1]` is not supported in kernels [UnsupportedExpression]
#       a is t
#       ^~~~~~
# fail_nearest_things.py:40:5: note: values are compared by == and !=
#       a is t
#       ^~~~~~
