# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float64, int32, uint64)")
def k(x, i, u):
    print(f"{x:.3f}|{i:5d}|{i:<5}|{u:#x}|{'ab':>4}|{x!r}|{x:.1%}|{i:g}", i, sep=", ", end="")

# === --emit=ir
# kernel k(x: f64, i: i32, u: u64)
#   print x:%.3f, "|", i64(i):%5d, "|", i64(i):%-5d, "|", u:%#x, "|  ab|", x, "|", x * 100.0:%.1f, "%|", f64(i):%g, ", ", i64(i), ""
