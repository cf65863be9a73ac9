"""``numba.cuda.kernels``"""
