# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], int32, uint64, boolean)")
def show(x, n, u, flag):
    print("x =", x[0], n)
    print()
    print(u, flag, sep=", ", end="")
    print((1, n), None, 2.5, True)
    print("line\n\"quoted\" \\", end="|\n")

# === --emit=ir
# kernel show(x: f32[::1], n: i32, u: u64, flag: bool)
#   print "x = ", f64(x[guard 0]), " ", i64(n), "\n"
#   print "\n"
#   print u, ", ", flag, ""
#   print "(", 1, ", ", i64(n), ") None ", 2.5, " ", True, "\n"
#   print "line\n\"quoted\" \\|\n"
