# golden: --emit=ir
# golden: --emit=manifest
# Named tuples are tuples; a parameter's elements stand in its place.
from collections import namedtuple

from numba import cuda, float32, int32, types

P = namedtuple("P", "x y")


@cuda.jit((types.NamedTuple((float32, int32[::1]), P), types.UniTuple(float32, 2)))
def k(p, t):
    q = P(t[0], y=p.x)
    p.y[0] = q.x + q.y

# === --emit=ir
# kernel k(p: (f32, i32[::1]), t: (f32, f32))
#   q: (f32, f32) = (t.0, p.0)
#   p.1[guard 0] = i32(q.0 + q.1)

# === --emit=manifest
# {
#   "abi": 1,
#   "arch": "sm_75",
#   "ptx_isa": "6.3",
#   "kernels": [
#     {
#       "name": "k",
#       "entry": "k",
#       "source": "named_tuples.py:12",
#       "args": [
#         {
#           "name": "p.x",
#           "kind": "scalar",
#           "dtype": "float32"
#         },
#         {
#           "name": "p.y",
#           "kind": "array",
#           "dtype": "int32",
#           "ndim": 1,
#           "layout": "C"
#         },
#         {
#           "name": "t.0",
#           "kind": "scalar",
#           "dtype": "float32"
#         },
#         {
#           "name": "t.1",
#           "kind": "scalar",
#           "dtype": "float32"
#         }
#       ],
#       "params": [
#         {
#           "scalar": "p.x",
#           "type": "f32",
#           "offset": 0,
#           "size": 4
#         },
#         {
#           "array": "p.y",
#           "field": "ptr",
#           "offset": 8,
#           "size": 8
#         },
#         {
#           "array": "p.y",
#           "field": "shape0",
#           "type": "i64",
#           "offset": 16,
#           "size": 8
#         },
#         {
#           "scalar": "t.0",
#           "type": "f32",
#           "offset": 24,
#           "size": 4
#         },
#         {
#           "scalar": "t.1",
#           "type": "f32",
#           "offset": 28,
#           "size": 4
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
