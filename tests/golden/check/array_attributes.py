# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[:, ::1], int16[:], int64[::1])")
def attributes(a, b, out):
    out[0] = a.shape[0] * a.shape[-1]
    out[1] = a.size + b.size
    out[2] = a.ndim + a.itemsize
    out[3] = a.strides[0] + b.strides[0]
    rows, cols = a.shape
    out[4] = a.dtype(rows / cols)

# === --emit=ir
# kernel attributes(a: f32[:, ::1], b: i16[:], out: i64[::1])
#   out[guard 0] = a.shape[0] * a.shape[1]
#   out[guard 1] = a.size + b.size
#   out[guard 2] = 6
#   out[guard 3] = a.strides[0] + b.strides[0]
#   %3: i64 = a.shape[0]
#   %4: i64 = a.shape[1]
#   rows: i64 = %3
#   cols: i64 = %4
#   out[guard 4] = i64(f32(f64(rows) / f64(cols)))
