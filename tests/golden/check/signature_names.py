# golden: --emit=ir
from numba import cuda


@cuda.jit("void(b1, i1, i2, i4, i8, u1, u2, u4, u8, f4, f8)")
def short(a, b, c, d, e, f, g, h, i, j, k):
    pass

@cuda.jit("(boolean, intp, uintp, intc, uint, single, double, bool_)")
def names(a, b, c, d, e, f, g, h):
    pass

# === --emit=ir
# kernel short(a: bool, b: i8, c: i16, d: i32, e: i64, f: u8, g: u16, h: u32, i: u64, j: f32, k: f64)
#   pass
#
# kernel names(a: bool, b: i64, c: u64, d: i32, e: u64, f: f32, g: f64, h: bool)
#   pass
