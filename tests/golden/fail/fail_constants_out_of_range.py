# golden: --emit=ir
from numba import cuda


BIG = 2 ** 64
HUGE = 0xFFFF_FFFF_FFFF_FFFF * 0xFFFF_FFFF_FFFF_FFFF
DEEP = 3 ** 1000

@cuda.jit("void(int64[::1])")
def k(x):
    x[0] = BIG
    x[1] = HUGE
    x[2] = DEEP

# === --emit=ir
# fail_constants_out_of_range.py:11:12: error: an integer of more than 64 bits is not a value that a kernel can compute with [NotAValue]
#       x[0] = BIG
#              ^~~
# fail_constants_out_of_range.py:12:12: error: `HUGE` is not known at compile time: the result is too large; give it with -D HUGE=VALUE [NotConstant]
#       x[1] = HUGE
#              ^~~~
# fail_constants_out_of_range.py:6:8: note: its value comes from here
#   HUGE = 0xFFFF_FFFF_FFFF_FFFF * 0xFFFF_FFFF_FFFF_FFFF
#          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_constants_out_of_range.py:13:12: error: `DEEP` is not known at compile time: the result is too large; give it with -D DEEP=VALUE [NotConstant]
#       x[2] = DEEP
#              ^~~~
# fail_constants_out_of_range.py:7:8: note: its value comes from here
#   DEEP = 3 ** 1000
#          ^~~~~~~~~
