# golden: --emit=ir
# Tuples that double each time: in a kernel, by a function, on the host.
from numba import cuda

FEW = tuple(range(256))
MANY = tuple(range(60000))
SUM = MANY + MANY + MANY + MANY + MANY
NESTED = (MANY, (MANY, MANY), MANY, MANY)
MADE = [MANY for _ in range(5)]


@cuda.jit(device=True)
def pair(x):
    return x, x


@cuda.jit("void(int32[::1])")
def k(a):
    t = (a[0], a[1])
    t = t + t + t + t + t + t + t + t
    t = t + t + t + t + t + t + t + t
    t = (t, t, t, t, t, t)
    u = pair(pair((t, 1)))
    u = [u for _ in range(7)]
    constant = [FEW for _ in range(256)]
    doubled = constant + constant
    constant = (constant, 1)
    a[0] = len(u) + len(SUM) + len(NESTED) + len(MADE)

# === --emit=ir
# fail_tuple_too_large.py:14:12: error: a tuple of more than 1024 elements, those of tuples in it counted; use an array [TupleTooLarge]
#       return x, x
#              ^~~~
# fail_tuple_too_large.py:23:14: note: `pair(Tuple((UniTuple(UniTuple(int32, 128), 6), int64)))` is called here
#       u = pair(pair((t, 1)))
#                ^~~~~~~~~~~~
# fail_tuple_too_large.py:26:15: error: a tuple of more than 65536 elements, those of tuples in it counted; use an array [TupleTooLarge]
#       doubled = constant + constant
#                 ^~~~~~~~~~~~~~~~~~~
# fail_tuple_too_large.py:27:16: error: a tuple of more than 65536 elements, those of tuples in it counted; use an array [TupleTooLarge]
#       constant = (constant, 1)
#                  ^~~~~~~~~~~~~
# fail_tuple_too_large.py:28:25: error: `SUM` is not known at compile time: it is too large; give it with -D SUM=VALUE [NotConstant]
#       a[0] = len(u) + len(SUM) + len(NESTED) + len(MADE)
#                           ^~~
# fail_tuple_too_large.py:7:7: note: its value comes from here
#   SUM = MANY + MANY + MANY + MANY + MANY
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_tuple_too_large.py:28:36: error: `NESTED` is not known at compile time: it is too large; give it with -D NESTED=VALUE [NotConstant]
#       a[0] = len(u) + len(SUM) + len(NESTED) + len(MADE)
#                                      ^~~~~~
# fail_tuple_too_large.py:8:10: note: its value comes from here
#   NESTED = (MANY, (MANY, MANY), MANY, MANY)
#            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_tuple_too_large.py:28:50: error: `MADE` is not known at compile time: it is too large; give it with -D MADE=VALUE [NotConstant]
#       a[0] = len(u) + len(SUM) + len(NESTED) + len(MADE)
#                                                    ^~~~
# fail_tuple_too_large.py:9:1: note: its value comes from here
#   MADE = [MANY for _ in range(5)]
#   ^~~~
