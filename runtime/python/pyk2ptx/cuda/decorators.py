"""``numba.cuda.decorators``"""

from ._jit import declare_device, jit  # noqa: F401
