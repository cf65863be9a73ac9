# golden: --emit=ir
# golden: --emit=ir --noalias --max-registers=32 --launch-bounds=256,2
from numba import cuda

@cuda.jit("void(float32[::1])")
def unsaid(x):
    x[0] = 1

@cuda.jit("void(float32[::1])", noalias=False, max_registers=64, launch_bounds=128)
def said(x):
    x[0] = 1

@cuda.jit("void(float32[::1])", noalias=True, opt=False, lineinfo=True)
def other(x):
    x[0] = 1

# === --emit=ir
# kernel unsaid(x: f32[::1])
#   x[guard 0] = f32(1.0)
#
# kernel said(x: f32[::1])
#   launch_bounds 128, 0
#   max_registers 64
#   x[guard 0] = f32(1.0)
#
# kernel other(x: f32[::1])
#   noalias
#   unoptimized
#   x[guard 0] = f32(1.0)

# === --emit=ir --noalias --max-registers=32 --launch-bounds=256,2
# kernel unsaid(x: f32[::1])
#   noalias
#   launch_bounds 256, 2
#   max_registers 32
#   x[guard 0] = f32(1.0)
#
# kernel said(x: f32[::1])
#   launch_bounds 128, 0
#   max_registers 64
#   x[guard 0] = f32(1.0)
#
# kernel other(x: f32[::1])
#   noalias
#   unoptimized
#   launch_bounds 256, 2
#   max_registers 32
#   x[guard 0] = f32(1.0)
