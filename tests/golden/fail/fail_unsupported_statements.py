# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int64)")
def k(x, n):
    global total
    import math
    from os import path
    del n
    def inner():
        pass
    class Local:
        pass
    with x:
        pass
    try:
        pass
    except ValueError:
        pass
    match n:
        case 1:
            pass
    raise ValueError("no")

# === --emit=ir
# fail_unsupported_statements.py:8:5: error: `import` is not supported in kernels [UnsupportedStatement]
#       import math
#       ^~~~~~~~~~~
# fail_unsupported_statements.py:8:5: note: import at the top of the file
#       import math
#       ^~~~~~~~~~~
# fail_unsupported_statements.py:9:5: error: `import` is not supported in kernels [UnsupportedStatement]
#       from os import path
#       ^~~~~~~~~~~~~~~~~~~
# fail_unsupported_statements.py:9:5: note: import at the top of the file
#       from os import path
#       ^~~~~~~~~~~~~~~~~~~
# fail_unsupported_statements.py:13:5: error: `class` is not supported in kernels [UnsupportedStatement]
#       class Local:
#       ^~~~~~~~~~~~
# fail_unsupported_statements.py:13:5: note: define it outside the kernel: named tuples, enumerations and constants of classes can be used
#       class Local:
#       ^~~~~~~~~~~~
# fail_unsupported_statements.py:15:5: error: `with` is not supported in kernels [UnsupportedStatement]
#       with x:
#       ^~~~~~~
# fail_unsupported_statements.py:15:5: note: call what it does at its beginning and its end
#       with x:
#       ^~~~~~~
# fail_unsupported_statements.py:17:5: error: `try` is not supported in kernels [UnsupportedStatement]
#       try:
#       ^~~~
# fail_unsupported_statements.py:17:5: note: test with `if` for what would raise
#       try:
#       ^~~~
# fail_unsupported_statements.py:21:11: error: `n` is read before it is assigned [UseBeforeAssignment]
#       match n:
#             ^
