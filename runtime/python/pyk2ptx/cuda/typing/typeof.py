"""``numba.cuda.typing.typeof``"""

from ...types import typeof  # noqa: F401
