"""``numba.cuda.misc``"""
