"""``numba.cuda.cudadrv.devices``"""

from .._devices import close as reset  # noqa: F401
from .._devices import current_context as get_context  # noqa: F401
from .._devices import gpus, require_context  # noqa: F401
