# golden: --emit=manifest
import cmath
from numba import cuda


@cuda.jit
def k(z: "complex64[::1]", w: complex):
    a = cmath.acos(w) + cmath.acosh(w) + cmath.asin(w) + cmath.asinh(w)
    a += cmath.atan(w) + cmath.atanh(w) + cmath.cos(w) + cmath.cosh(w)
    a += cmath.exp(w) + cmath.log(w, 2) + cmath.log10(w) + cmath.sin(w)
    a += cmath.sinh(w) + cmath.sqrt(w) + cmath.tan(w) + cmath.tanh(w)
    r, phi = cmath.polar(a)
    if cmath.isclose(a, w, rel_tol=0.1) or cmath.isnan(a) or cmath.isinf(a):
        return
    if cmath.isfinite(a):
        z[0] = cmath.rect(r, cmath.phase(w)) ** w + phi / w

# === --emit=manifest
# {
#   "abi": 1,
#   "arch": "sm_75",
#   "ptx_isa": "6.3",
#   "kernels": [
#     {
#       "name": "k",
#       "entry": "k",
#       "source": "complex_functions.py:7",
#       "args": [
#         {
#           "name": "z",
#           "kind": "array",
#           "dtype": "complex64",
#           "ndim": 1,
#           "layout": "C"
#         },
#         {
#           "name": "w",
#           "kind": "scalar",
#           "dtype": "complex128"
#         }
#       ],
#       "params": [
#         {
#           "array": "z",
#           "field": "ptr",
#           "offset": 0,
#           "size": 8
#         },
#         {
#           "array": "z",
#           "field": "shape0",
#           "type": "i64",
#           "offset": 8,
#           "size": 8
#         },
#         {
#           "scalar": "w",
#           "type": "c128",
#           "offset": 16,
#           "size": 16
#         }
#       ],
#       "static_shared": 0,
#       "dynamic_shared": false,
#       "launch_bounds": null,
#       "bounds": "guard",
#       "typing": "python"
#     }
#   ]
# }
