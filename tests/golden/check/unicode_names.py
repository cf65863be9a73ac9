# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1], float32)")
def größe(λ, α):
    λ[0] = α * 2

# === --emit=ir
# kernel gr$c3$b6$c3$9fe(λ: f32[::1], α: f32)
#   λ[guard 0] = α * f32(2.0)
