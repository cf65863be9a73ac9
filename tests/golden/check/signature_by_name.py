# golden: --emit=ir
from numba import cuda
from numba import float32, void

vector = float32[::1]
text = "void(float32[::1], int64)"
forms = [void(vector), void(vector, float32)]

@cuda.jit(text)
def by_text(x, n):
    x[0] = n

@cuda.jit(forms[0])
def by_type(x):
    x[0] = 1

@cuda.jit(forms[1], device=False)
def by_element(x, a):
    x[0] = a

# === --emit=ir
# kernel by_text(x: f32[::1], n: i64)
#   x[guard 0] = f32(n)
#
# kernel by_type(x: f32[::1])
#   x[guard 0] = f32(1.0)
#
# kernel by_element(x: f32[::1], a: f32)
#   x[guard 0] = a
