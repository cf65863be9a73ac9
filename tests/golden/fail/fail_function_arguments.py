# golden: --emit=ir --error-limit=0
# What functools.partial binds must fit, and be known.
import functools

from numba import cuda


@cuda.jit(device=True)
def add(a, b):
    return a + b


plus3 = functools.partial(add, 3)
by_name = functools.partial(add, a=3)
wrong_name = functools.partial(add, z=3)
of_number = functools.partial(3, 4)


@cuda.jit("void(float32[::1])")
def k(a):
    a[0] = plus3(1, 2)
    a[1] = by_name(1, 2)
    a[2] = wrong_name(1, 2)
    a[3] = of_number(1)
    f = functools.partial(add, a[0])
    a[4] = functools.reduce(add, (1, 2))
    a[5] = plus3()

# === --emit=ir --error-limit=0
# fail_function_arguments.py:21:12: error: `add` takes 2 arguments, 3 given [ArgumentCount]
#       a[0] = plus3(1, 2)
#              ^~~~~~~~~~~
# fail_function_arguments.py:22:12: error: `add` gets two arguments for `a` [ArgumentGivenTwice]
#       a[1] = by_name(1, 2)
#              ^~~~~~~~~~~~~
# fail_function_arguments.py:23:12: error: `add` has no parameter `z` [UnknownKeyword]
#       a[2] = wrong_name(1, 2)
#              ^~~~~~~~~~~~~~~~
# fail_function_arguments.py:24:12: error: `of_number` is not known at compile time: functools.partial takes a function of the file [NotConstant]
#       a[3] = of_number(1)
#              ^~~~~~~~~
# fail_function_arguments.py:16:13: note: its value comes from here
#   of_number = functools.partial(3, 4)
#               ^~~~~~~~~~~~~~~~~~~~~~~
# fail_function_arguments.py:25:9: error: `functools.partial` is not supported in kernels; of constants it works; otherwise write a nested function or a lambda [UnsupportedName]
#       f = functools.partial(add, a[0])
#           ^~~~~~~~~~~~~~~~~
# fail_function_arguments.py:26:12: error: `functools.reduce` is not supported in kernels; write a loop [UnsupportedName]
#       a[4] = functools.reduce(add, (1, 2))
#              ^~~~~~~~~~~~~~~~
# fail_function_arguments.py:27:12: error: `add` needs an argument for `b` [MissingArgument]
#       a[5] = plus3()
#              ^~~~~~~
