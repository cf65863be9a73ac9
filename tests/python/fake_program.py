"""How programs on the fake driver begin: it performs `vecadd`, and counts what lives."""

VECADD = """
    import ctypes, gc, os, pickle, sys, types, warnings
    import numpy as np
    from pyk2ptx import cuda

    @cuda.jit
    def vecadd(a, b, c):
        i = cuda.grid(1)
        c[i] = a[i] + b[i]

    fake = ctypes.CDLL(os.environ["PYK2PTX_LIBCUDA"])
    live = fake.fakeLiveObjects
    one = np.ones(100, np.float32)
"""
