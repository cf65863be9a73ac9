# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int32)")
def k(a, n):
    print(f"{a[0]:d} {n:,} {n:x} {(1, n):3} {n:^5} {n:*>5} {n:b} {n:.2d} {n:q}")
    print(f"{'x':d} {n:{n}} {n:<05d} {n:#d}")
    s = f"{n}"

# === --emit=ir
# fail_bad_format.py:7:14: error: cannot print `float32` with the format `d`; it is a float: convert it with int(...) [BadFormat]
#       print(f"{a[0]:d} {n:,} {n:x} {(1, n):3} {n:^5} {n:*>5} {n:b} {n:.2d} {n:q}")
#                ^~~~
# fail_bad_format.py:7:23: error: cannot print `int32` with the format `,`; digits are not grouped [BadFormat]
#       print(f"{a[0]:d} {n:,} {n:x} {(1, n):3} {n:^5} {n:*>5} {n:b} {n:.2d} {n:q}")
#                         ^
# fail_bad_format.py:7:29: error: cannot print `int32` with the format `x`; it may be negative: convert it with np.uint64(...) [BadFormat]
#       print(f"{a[0]:d} {n:,} {n:x} {(1, n):3} {n:^5} {n:*>5} {n:b} {n:.2d} {n:q}")
#                               ^
# fail_bad_format.py:7:35: error: cannot print a tuple of 2 with the format `3`; print its parts [BadFormat]
#       print(f"{a[0]:d} {n:,} {n:x} {(1, n):3} {n:^5} {n:*>5} {n:b} {n:.2d} {n:q}")
#                                     ^~~~~~
# fail_bad_format.py:7:46: error: cannot print `int32` with the format `^5`; numbers are aligned to the left or the right [BadFormat]
#       print(f"{a[0]:d} {n:,} {n:x} {(1, n):3} {n:^5} {n:*>5} {n:b} {n:.2d} {n:q}")
#                                                ^
# fail_bad_format.py:7:53: error: cannot print `int32` with the format `*>5`; numbers are filled up with spaces or zeros [BadFormat]
#       print(f"{a[0]:d} {n:,} {n:x} {(1, n):3} {n:^5} {n:*>5} {n:b} {n:.2d} {n:q}")
#                                                       ^
# fail_bad_format.py:7:61: error: cannot print `int32` with the format `b`; the types are d, x, o, e, f, g and % [BadFormat]
#       print(f"{a[0]:d} {n:,} {n:x} {(1, n):3} {n:^5} {n:*>5} {n:b} {n:.2d} {n:q}")
#                                                               ^
# fail_bad_format.py:7:67: error: cannot print `int32` with the format `.2d`; an integer has no precision [BadFormat]
#       print(f"{a[0]:d} {n:,} {n:x} {(1, n):3} {n:^5} {n:*>5} {n:b} {n:.2d} {n:q}")
#                                                                     ^
# fail_bad_format.py:7:75: error: cannot print `int32` with the format `q`; write [<>][+][0][width][.precision][type], all constant [BadFormat]
#       print(f"{a[0]:d} {n:,} {n:x} {(1, n):3} {n:^5} {n:*>5} {n:b} {n:.2d} {n:q}")
#                                                                             ^
# fail_bad_format.py:8:14: error: cannot print a string with the format `d`; a string has no format of numbers [BadFormat]
#       print(f"{'x':d} {n:{n}} {n:<05d} {n:#d}")
#                ^~~
# fail_bad_format.py:8:22: error: cannot print `int32` with the format `{n}`; write [<>][+][0][width][.precision][type], all constant [BadFormat]
#       print(f"{'x':d} {n:{n}} {n:<05d} {n:#d}")
#                        ^
# fail_bad_format.py:8:30: error: cannot print `int32` with the format `<05d`; zeros stand on the left [BadFormat]
#       print(f"{'x':d} {n:{n}} {n:<05d} {n:#d}")
#                                ^
# fail_bad_format.py:8:39: error: cannot print `int32` with the format `#d`; `#` goes with x [BadFormat]
#       print(f"{'x':d} {n:{n}} {n:<05d} {n:#d}")
#                                         ^
# fail_bad_format.py:9:9: error: an f-string is not supported in kernels [UnsupportedExpression]
#       s = f"{n}"
#           ^~~~~~
# fail_bad_format.py:9:9: note: f-strings can be printed: print(f"...")
#       s = f"{n}"
#           ^~~~~~
