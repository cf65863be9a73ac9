# golden: --emit=ir --typing=numba --passes=-inline-functions
# The loop's first pass has `total` as an integer; what it compiled for that is not kept.
from numba import cuda
from numba.cuda import float32, void


@cuda.jit(device=True)
def add(total, x):
    return total + x


@cuda.jit(void(float32[::1]))
def k(a):
    total = 0
    for i in range(a.size):
        total = add(total, a[i])
    a[0] = total

# === --emit=ir --typing=numba --passes=-inline-functions
# function add__device_1(total: f64, x: f32) -> f64
#   return total + f64(x)
#
# kernel k(a: f32[::1])
#   total: i64 = 0
#   total.1: f64 = 0.0
#   for i: i64 in range(0, a.size, 1)
#     total.1 = add__device_1(total.1, a[i])
#   a[guard 0] = f32(total.1)
