"""``numba.cuda.args``"""

from ._memory import In, InOut, Out  # noqa: F401
