# golden: --emit=ir -D WIDTH=16 -D SCALE=0.5 -D SHAPE=(2,3)
from numba import cuda
import os

WIDTH = int(os.environ["WIDTH"])

@cuda.jit("void(float32[::1])")
def defined(x):
    x[0] = WIDTH * SCALE + SHAPE[1]

# === --emit=ir -D WIDTH=16 -D SCALE=0.5 -D SHAPE=(2,3)
# kernel defined(x: f32[::1])
#   x[guard 0] = f32(11.0)
