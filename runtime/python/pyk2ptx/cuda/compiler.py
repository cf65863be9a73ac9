"""``numba.cuda.compiler``"""

from ._compile import (  # noqa: F401
    compile,
    compile_all,
    compile_for_current_device,
    compile_ptx,
    compile_ptx_for_current_device,
)
from ._jit import declare_device  # noqa: F401
