# golden: --emit=ir
from numba import cuda


@cuda.jit("void(float32[::1])")
def kernel(x):
    x[0] = 1

class Solver:
    @cuda.jit("void(float32[::1])")
    def kernel(x):
        x[0] = 1

@cuda.jit(["void(int32[::1])", "void(int64[::1])"])
def twice(x):
    x[0] = 1

@cuda.jit("void(float32[::1])")
def twice__1(x):
    x[0] = 1

# === --emit=ir
# fail_entry_clash.py:11:9: error: two kernels would get the entry name `kernel`; rename one [EntryClash]
#       def kernel(x):
#           ^~~~~~
# fail_entry_clash.py:19:5: error: two kernels would get the entry name `twice__1`; rename one [EntryClash]
#   def twice__1(x):
#       ^~~~~~~~
