# golden: --emit=ir -D N=1+ -D M=f(2) -D K=
from numba import cuda


@cuda.jit("void(float32[::1])")
def k(x):
    x[0] = 1

# === --emit=ir -D N=1+ -D M=f(2) -D K=
# pyk2ptx: error: cannot read -D N: it is not an expression [BadDefine]
# pyk2ptx: error: cannot read -D M: `f` is not defined [BadDefine]
# pyk2ptx: error: cannot read -D K: it is not an expression [BadDefine]
