"""``numba.cuda.np``"""
