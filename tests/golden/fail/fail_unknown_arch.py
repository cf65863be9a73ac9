# golden: --emit=ptx --arch=sm_1
from numba import cuda


@cuda.jit("void(float32[::1])")
def kernel(x):
    x[0] = 1

# === --emit=ptx --arch=sm_1
# pyk2ptx: error: unknown architecture `sm_1`; known are sm_75, sm_80, sm_86, sm_87, sm_88, sm_89, sm_90, sm_90a, sm_100, sm_100a, sm_100f, sm_101, sm_101a, sm_101f, sm_103, sm_103a, sm_103f, sm_110, sm_110a, sm_110f, sm_120, sm_120a, sm_120f, sm_121, sm_121a, sm_121f [UnknownArch]
