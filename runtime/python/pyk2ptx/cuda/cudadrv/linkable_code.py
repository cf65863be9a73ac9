"""``numba.cuda.cudadrv.linkable_code``"""

from .._linkable import (  # noqa: F401
    LTOIR,
    Archive,
    Cubin,
    CUSource,
    Fatbin,
    LinkableCode,
    Object,
    PTXSource,
)
