# golden: --emit=ir
import cmath
import math
import numpy as np
from numba import cuda


@cuda.jit("void(complex64[::1], float32[::1])")
def k(z, x):
    a = math.floor(z[0])
    b = cuda.atomic.max(z, 0, 1)
    c = z[0] // 2
    d = z[0] & 1
    e = int(z[0])
    f = float(1j)
    g = math.sin(z[0])
    h = np.float32(z[0])
    m = round(z[0])
    n = np.signbit(z[0])
    o = cuda.shfl_sync(-1, z[0], 1)
    p = cuda.atomic.add(z, 0, 1j)
    q = cuda.ldcg(z, 0)
    r = cuda.fma(z[0], 1, 1)
    s = cmath.rect(z[0], 1)
    t = cuda.libdevice.sinf(z[0])
    x[0] = z[0]
    u = ~z[0]
    v = z[z[0]]
    w = cmath.exp("1")
    y = complex(1, x)

# === --emit=ir
# fail_complex_number.py:10:20: error: `math.floor` does not take complex numbers; `cmath` has the functions of complex numbers [ComplexNumber]
#       a = math.floor(z[0])
#                      ^~~~
# fail_complex_number.py:11:25: error: `cuda.atomic.max` does not take complex numbers; keep the parts in two float arrays, as numba has no complex atomics either [ComplexNumber]
#       b = cuda.atomic.max(z, 0, 1)
#                           ^
# fail_complex_number.py:12:9: error: `//` does not take complex numbers; use `z.real` and `z.imag` [ComplexNumber]
#       c = z[0] // 2
#           ^~~~~~~~~
# fail_complex_number.py:13:9: error: `&` does not take complex numbers; use `z.real` and `z.imag` [ComplexNumber]
#       d = z[0] & 1
#           ^~~~~~~~
# fail_complex_number.py:14:13: error: `int` does not take complex numbers; use `int(z.real)` [ComplexNumber]
#       e = int(z[0])
#               ^~~~
# fail_complex_number.py:15:15: error: `float` does not take complex numbers; use `z.real` or `abs(z)` [ComplexNumber]
#       f = float(1j)
#                 ^~
# fail_complex_number.py:16:18: error: `math.sin` does not take complex numbers; `cmath` has the functions of complex numbers [ComplexNumber]
#       g = math.sin(z[0])
#                    ^~~~
# fail_complex_number.py:17:20: error: `float32` does not take complex numbers; use `z.real` or `abs(z)` [ComplexNumber]
#       h = np.float32(z[0])
#                      ^~~~
# fail_complex_number.py:18:15: error: `round` does not take complex numbers; round `z.real` and `z.imag` [ComplexNumber]
#       m = round(z[0])
#                 ^~~~
# fail_complex_number.py:19:20: error: `np.signbit` does not take complex numbers; use its `.real` and `.imag` [ComplexNumber]
#       n = np.signbit(z[0])
#                      ^~~~
# fail_complex_number.py:20:28: error: `cuda.shfl_sync` does not take complex numbers; exchange `z.real` and `z.imag`, one after the other [ComplexNumber]
#       o = cuda.shfl_sync(-1, z[0], 1)
#                              ^~~~
# fail_complex_number.py:21:25: error: `cuda.atomic.add` does not take complex numbers; keep the parts in two float arrays, as numba has no complex atomics either [ComplexNumber]
#       p = cuda.atomic.add(z, 0, 1j)
#                           ^
# fail_complex_number.py:22:19: error: `cuda.ldcg` does not take complex numbers; load and store the element by its index [ComplexNumber]
#       q = cuda.ldcg(z, 0)
#                     ^
# fail_complex_number.py:23:18: error: `cuda.fma` does not take complex numbers; use its `.real` and `.imag` [ComplexNumber]
#       r = cuda.fma(z[0], 1, 1)
#                    ^~~~
# fail_complex_number.py:24:20: error: `cmath.rect` does not take complex numbers; give it real numbers [ComplexNumber]
#       s = cmath.rect(z[0], 1)
#                      ^~~~
# fail_complex_number.py:25:29: error: `cuda.libdevice.sinf` does not take complex numbers; use its `.real` and `.imag` [ComplexNumber]
#       t = cuda.libdevice.sinf(z[0])
#                               ^~~~
# fail_complex_number.py:26:12: error: expected `float32`, found `complex64` [TypeMismatch]
#       x[0] = z[0]
#              ^~~~
# fail_complex_number.py:27:9: error: `~` does not take `complex64` [OperandType]
#       u = ~z[0]
#           ^~~~~
# fail_complex_number.py:28:11: error: an index must be an integer, not `complex64` [IndexType]
#       v = z[z[0]]
#             ^~~~
# fail_complex_number.py:29:19: error: argument 1 of `cmath.exp` must be a number, not a string [ArgumentType]
#       w = cmath.exp("1")
#                     ^~~
# 1 more error was not shown; --error-limit=0 shows all
