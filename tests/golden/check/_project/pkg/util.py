from numba import cuda
import math

from .sub.limits import LIMIT

OFFSET = 3


@cuda.jit(device=True)
def square(x):
    return x * x


@cuda.jit(device=True)
def limited(x):
    return min(math.sqrt(square(x)), LIMIT) + OFFSET
