# golden: --emit=ir
from numba import cuda


@cuda.jit("void(record(a: float32, b: int32), record(a: float32, b: int32)[::1])")
def k(r, rows):
    r.a = 5.0
    r["b"] += 1
    row = rows[0]
    row.a = r.a
    r = rows[1]
    r.a = 2.0
