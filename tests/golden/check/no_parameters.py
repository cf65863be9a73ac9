# golden: --emit=ir
from numba import cuda


@cuda.jit
def hello():
    print("hello", cuda.grid(1))

# === --emit=ir
# kernel hello()
#   print "hello ", i64(cuda.blockIdx.x) * i64(cuda.blockDim.x) + i64(cuda.threadIdx.x), "\n"
