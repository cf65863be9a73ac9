# golden: --emit=ptx
from numba import cuda

@cuda.jit("void(float32[::1])", link=["no_such_file.ptx", "fail_link.py"])
def a(x):
    x[0] = 1

# === --emit=ptx
# fail_link.py:4:38: error: cannot link `no_such_file.ptx`: there is no such file [CannotLink]
#   @cuda.jit("void(float32[::1])", link=["no_such_file.ptx", "fail_link.py"])
#                                        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# fail_link.py:4:38: error: cannot link `fail_link.py`: its suffix is none of .ptx, .cubin, .fatbin, .o, .obj, .a, .lib, .cu, .ltoir, .bc, .ll [CannotLink]
#   @cuda.jit("void(float32[::1])", link=["no_such_file.ptx", "fail_link.py"])
#                                        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
